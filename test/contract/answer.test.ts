// The answer itself: the published document, the report, projection, aborts, secrets.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { channels } from '../../src/channels/index.ts';
import { isAll, shownOn } from '../all.ts';
import { fitting, readDocument } from '../document.ts';
import { CLIENT, type Service, startService } from '../service.ts';
import { until } from '../until.ts';
import { everything } from './expected.ts';

let service: Service;
before(async () => {
  service = await startService(isAll ? { days: Infinity } : {});
});
after(() => service.close());

test('the published document is OpenAPI 3.1 and names every path', async () => {
  const { openapi, paths } = await readDocument(service);
  assert.match(openapi, /^3\.1\./);
  for (const path of [
    '/connect/token',
    '/connect/revocation',
    '/connect/introspect',
    '/api/ServiceClientApp/GetTpUserAuthDisposableToken',
    '/api/ServiceClientApp/Unified/Orders',
    '/api/ServiceClientApp/Unified/Products',
  ])
    assert.ok(paths[path], path);
  const orders = paths['/api/ServiceClientApp/Unified/Orders']?.post;
  const able = orders?.parameters?.find(({ name }) => name === 'channel')?.schema.enum;
  assert.deepEqual(
    able,
    Object.keys(channels).filter((name) => channels[name]?.orders),
  );
});

test('every answer fits the published document, good or bad', async () => {
  const fits = fitting(await readDocument(service));
  for (const [path, kind] of [
    ['Orders', 'orders'],
    ['Products', 'products'],
  ] as const)
    for (const body of [{ limit: 2 }, { limit: 0 }, { limit: 2, nonsense: 1 }])
      for (const [name, channel] of shownOn(channels, 1)) {
        if (!channel[kind]) continue;
        const answer = await service[kind](name, body);
        const wrong = fits(
          `/api/ServiceClientApp/Unified/${path}`,
          'POST',
          answer.status,
          answer.body,
        );
        assert.equal(wrong, undefined);
      }
});

test('the report has calls, durations, filters and a trace that is continued', async () => {
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const { body, headers } = await service.orders(
    'woocommerce',
    { limit: 2, created_at_min: '2026-01-01' },
    { headers: { traceparent, prefer: 'wait=30' } },
  );
  const { Report, Output } = body;
  assert.equal(headers.get('preference-applied'), 'wait=30');
  assert.equal(Report.TraceId, '4bf92f3577b34da6a3ce929d0e0e4736');
  assert.match(
    Output.execution_id,
    /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  assert.ok(Report.ExtResources.length > 0);
  for (const { Uri, Duration } of Report.ExtResources) {
    assert.match(Uri, /^https:\/\/[a-z0-9.-]+\//);
    assert.ok(Duration > 0 && Duration <= Report.TotalRequestsDuration);
  }
  assert.ok(Report.TotalExtResourcesDuration <= Report.TotalRequestsDuration);
  assert.ok(Report.TotalTransformationsDuration > 0);
  assert.deepEqual(Report.Filters, [
    { name: 'status', value: 'open', by: 'default' },
    { name: 'created_at_min', value: '2026-01-01', by: 'channel' },
  ]);
});

test('fields keep what was asked for and what every record must have, on every page', async () => {
  for (const [name, channel] of shownOn(channels, 2)) {
    if (!channel.orders) continue;
    const first = await service.orders(name, {
      ...everything(service, name),
      limit: 1,
      fields: 'total_price, name',
    });
    const next_page_token = first.body.Output.next_page_token;
    const second = await service.orders(name, { next_page_token });
    for (const { body } of [first, second])
      assert.deepEqual(Object.keys(body.Output.result[0] ?? {}), [
        'id',
        'channel_name',
        'name',
        'total_price',
      ]);
  }
});

test('when the client goes away, the channel calls stop', async () => {
  service.sandbox.faults.plant({ kind: 'stalled-headers', channel: 'woocommerce' });
  const gone = new AbortController();
  const asked = service
    .orders('woocommerce', { limit: 100 }, { signal: gone.signal })
    .catch((error: Error) => error.name);
  const hits = () => service.sandbox.faults.list()[0]?.hits ?? 0;
  const before = await until(hits, 'the call');
  const logged = service.logged().length;
  gone.abort();
  assert.equal(await asked, 'AbortError');
  await until(() => service.logged().slice(logged).includes('client_gone'), 'the end of the call');
  assert.equal(hits(), before, 'no further call was made');
  service.sandbox.faults.lift();
  assert.equal((await service.orders('woocommerce', { limit: 1 })).status, 200);
});

test('no secret is in an answer, in the log, or in the sealed page token', async () => {
  const secrets = [CLIENT.secret, service.token];
  for (const name of Object.keys(channels))
    secrets.push(...Object.values(service.shop(name).credential.secrets));
  const answers: string[] = [];
  for (const [name, channel] of shownOn(channels, 0)) {
    const kind = channel.orders ? 'orders' : 'products';
    for (const fault of [undefined, '401', '403', '500', 'expired', 'broken-json'] as const) {
      if (fault) service.sandbox.faults.plant({ kind: fault, channel: name });
      answers.push((await service[kind](name, { limit: 2 })).text);
      service.sandbox.faults.lift();
      if (fault === '401' || fault === 'expired') await service.link(name, 'demo');
    }
  }
  const all = answers.join('\n') + service.logged();
  for (const secret of secrets) {
    for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')])
      assert.ok(!all.includes(form), `a secret of ${secret.length} characters is in it`);
  }
});
