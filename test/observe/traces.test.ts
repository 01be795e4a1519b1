// Traces as a collector gets them: one trace from the caller to the channel and the receiver of events.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { shopify } from '../../src/channels/shopify/index.ts';
import { openTracer } from '../../src/observe/trace.ts';
import { CLIENT, type Service, startService } from '../service.ts';
import { until } from '../until.ts';
import { type CollectedSpan, type Collector, startCollector } from './collector.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

/** The library reads its variables from the process itself. */
function set(env: Readonly<Record<string, string>>) {
  for (const name of Object.keys(process.env))
    if (name.startsWith('OTEL_')) delete process.env[name];
  Object.assign(process.env, env);
}

describe('with a collector', () => {
  let collector: Collector;
  let service: Service;
  const events: IncomingHttpHeaders[] = [];
  const receiver = createServer((request, response) => {
    events.push(request.headers);
    request.resume();
    response.writeHead(204).end();
  });

  before(async () => {
    collector = await startCollector();
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    set({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=ours',
      OTEL_SERVICE_NAME: 'shop-reader',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      OTEL_BSP_SCHEDULE_DELAY: '50',
    });
    const tracer = await openTracer(process.env, '1.2.3');
    assert.ok(tracer);
    service = await startService({ channels: { shopify }, tracer });
  });
  after(async () => {
    await service.close();
    await collector.close();
    receiver.closeAllConnections();
    receiver.close();
    set({});
  });

  const of = (traceId: string) => collector.spans.filter((span) => span.traceId === traceId);
  const named = (spans: readonly CollectedSpan[], name: string): CollectedSpan => {
    const found = spans.find((span) => span.name === name);
    assert.ok(found, `${name} among ${spans.map((span) => span.name).join(', ')}`);
    return found;
  };
  const receiverUrl = () =>
    `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook?t=hush-canary`;

  it('the caller’s trace goes on: the request, its stages, the calls, the delivery', async () => {
    const { status, body } = await service.orders(
      'shopify',
      { limit: 2 },
      {
        headers: { traceparent: `00-${TRACE}-${SPAN}-01` },
        query: { completionCallbackUrl: receiverUrl() },
      },
    );
    assert.equal(status, 200);
    assert.equal(body.Report.TraceId, TRACE);
    await collector.until(() => of(TRACE).some(({ name }) => name.startsWith('deliver')));
    const spans = of(TRACE);
    const request = named(spans, 'POST /api/ServiceClientApp/Unified/Orders');
    assert.deepEqual([request.kind, request.parentId, request.status], [2, SPAN, 0]);
    assert.deepEqual(request.attributes, {
      'http.request.method': 'POST',
      'http.route': '/api/ServiceClientApp/Unified/Orders',
      'http.response.status_code': 200,
      'manifold.client': CLIENT.id,
      'manifold.operation': 'orders',
      'manifold.channel': 'shopify',
      'manifold.outcome': 'ok',
    });
    for (const stage of ['validate', 'authorize', 'fetch', 'transform'])
      assert.equal(named(spans, stage).parentId, request.spanId, stage);
    const call = named(spans, 'POST shopify');
    assert.deepEqual([call.kind, call.parentId], [3, named(spans, 'fetch').spanId]);
    assert.equal(call.attributes['server.address'], 'demo.myshopify.com');
    assert.equal(call.attributes['http.response.status_code'], 200);
    assert.match(String(call.attributes['url.template']), /graphql\.json$/);
    const delivery = named(spans, 'deliver execution.completed');
    assert.equal(delivery.parentId, request.spanId);
    assert.equal(delivery.attributes['http.response.status_code'], 204);
    const [headers] = events;
    assert.equal(headers?.traceparent, `00-${TRACE}-${delivery.spanId}-01`);
  });

  it('a failed call marks its span, its stage and its request with the fault', async () => {
    service.sandbox.faults.plant({ kind: '503', channel: 'shopify' });
    const { body } = await service.orders('shopify');
    service.sandbox.faults.lift();
    const id = body.Report.TraceId;
    await collector.until(() => of(id).some(({ name }) => name.startsWith('POST /api')));
    const failed = of(id).filter((span) => span.status === 2);
    assert.deepEqual(
      failed.map(({ name, attributes }) => [name, attributes['error.type']]).sort(),
      [
        ...Array(3).fill(['POST shopify', 'channel_failed']),
        ['fetch', 'channel_failed'],
        ['POST /api/ServiceClientApp/Unified/Orders', 'channel_failed'],
      ].sort(),
    );
  });

  it('a background call goes on in the trace of its request', async () => {
    const headers = { prefer: 'respond-async', traceparent: `00-${'c'.repeat(32)}-${SPAN}-01` };
    assert.equal((await service.orders('shopify', { limit: 1 }, { headers })).status, 202);
    await collector.until(() => of('c'.repeat(32)).some(({ name }) => name === 'background call'));
    const spans = of('c'.repeat(32));
    const run = named(spans, 'background call');
    assert.equal(run.parentId, named(spans, 'POST /api/ServiceClientApp/Unified/Orders').spanId);
    assert.equal(named(spans, 'fetch').parentId, run.spanId);
  });

  it('what the caller does not keep is not sent, and a bad traceparent is ignored', async () => {
    const quiet = 'd'.repeat(32);
    const unkept = { headers: { traceparent: `00-${quiet}-${SPAN}-00` } };
    assert.equal((await service.orders('shopify', {}, unkept)).body.Report.TraceId, quiet);
    const bad = { headers: { traceparent: `00-${'0'.repeat(32)}-${SPAN}-01` } };
    const id = (await service.orders('shopify', {}, bad)).body.Report.TraceId;
    assert.match(id, /^[0-9a-f]{32}$/);
    await collector.until(() => of(id).some(({ name }) => name.startsWith('POST /api')));
    assert.equal(named(of(id), 'POST /api/ServiceClientApp/Unified/Orders').parentId, '');
    assert.deepEqual(of(quiet), []);
  });

  it('health checks make no spans; the log has the same ids', async () => {
    await fetch(`${service.origin}/readyz`);
    const { body } = await service.orders('shopify', { limit: 1 });
    await collector.until(() => of(body.Report.TraceId).length > 5);
    assert.ok(!collector.spans.some(({ name }) => name.includes('readyz')));
    assert.ok(service.logged().includes(`"traceId":"${body.Report.TraceId}"`));
  });

  it('is sent what the variables say, and no secret, no person, no query', () => {
    assert.equal(collector.headers['x-tenant'], 'ours');
    assert.equal(collector.resource['service.name'], 'shop-reader');
    assert.equal(collector.resource['service.version'], '1.2.3');
    assert.equal(collector.resource['deployment.environment.name'], 'test');
    const raw = Buffer.concat(collector.raw).toString('latin1');
    const { secrets } = service.shop('shopify').credential;
    for (const hidden of [
      ...Object.values(secrets),
      service.token,
      CLIENT.secret,
      'hush-canary',
      'tpUserId',
    ])
      assert.ok(!raw.includes(String(hidden)));
  });
});

describe('without its collector', () => {
  it('the service answers, keeps little, says so once, and ends in time', async () => {
    const away = createServer();
    away.listen(0, '127.0.0.1');
    await once(away, 'listening');
    const { port } = away.address() as AddressInfo;
    away.close();
    set({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_TIMEOUT: '300',
      OTEL_BSP_SCHEDULE_DELAY: '20',
      OTEL_BSP_MAX_QUEUE_SIZE: '16',
      OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '8',
    });
    const tracer = await openTracer(process.env, '1.2.3');
    const service = await startService({ channels: { shopify }, tracer });
    set({});
    for (let calls = 0; calls < 5; calls += 1)
      assert.equal((await service.orders('shopify', { limit: 1 })).status, 200);
    await until(() => service.logged().includes('spans could not be sent'), 'the notice');
    const { body } = await service.app.server.inject('/metrics');
    assert.match(body, /^manifold_spans_lost_total [1-9]/m);
    await service.close();
    assert.equal(service.logged().split('spans could not be sent').length, 2);
  });
});
