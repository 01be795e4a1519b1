// What an operator sees of a running service: metrics and their door, one line a request, the audit.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { shopify } from '../../src/channels/shopify/index.ts';
import { users } from '../../src/cli/users.ts';
import { newKeyEntry, parseKeys } from '../../src/keys/ring.ts';
import { createSeal } from '../../src/keys/seal.ts';
import { type App, createApp } from '../../src/serve/app.ts';
import { readConfig } from '../../src/serve/config.ts';
import { createLog } from '../../src/serve/log.ts';
import type { AuditEntry } from '../../src/store/index.ts';
import { CLIENT, type Service, startService } from '../service.ts';
import { until } from '../until.ts';

const KEY = newKeyEntry('test');
const TRACE = '0af7651916cd43dd8448eb211c80319c';

/** A service without channels, for its doors alone. */
async function bare(t: TestContext, settings: Readonly<Record<string, string>>): Promise<App> {
  const dataDir = mkdtempSync(join(tmpdir(), 'manifold-observe-'));
  const app = await createApp({
    config: readConfig({ MANIFOLD_DATA_DIR: dataDir, ...settings }),
    channels: {},
    routes: [],
    seal: createSeal(parseKeys(KEY)),
    log: createLog('silent', { secretKeys: [] }),
  });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= app.close();
    return closing;
  };
  t.after(async () => {
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return { ...app, close };
}

const PRODUCTION = {
  MANIFOLD_MODE: 'production',
  MANIFOLD_BASE_URL: 'http://localhost',
  MANIFOLD_KEYS: KEY,
};

describe('the door to the metrics', () => {
  it('is open in sandbox mode', async (t) => {
    const { server } = await bare(t, {});
    const { statusCode, headers, body } = await server.inject('/metrics');
    assert.equal(statusCode, 200);
    assert.match(String(headers['content-type']), /^text\/plain; version=0\.0\.4/);
    assert.match(body, /^manifold_store_usable 1$/m);
  });

  it('is not there in production unless asked for, as any path that is none', async (t) => {
    const { server, metricsServer } = await bare(t, PRODUCTION);
    assert.equal(metricsServer, undefined);
    const [metrics, nothing] = [await server.inject('/metrics'), await server.inject('/nothing')];
    assert.equal(metrics.statusCode, 404);
    assert.equal(metrics.json().Errors.code, nothing.json().Errors.code);
  });

  it('wants the token where there is one', async (t) => {
    const token = 'a-token-of-the-operator';
    const { server } = await bare(t, { ...PRODUCTION, MANIFOLD_METRICS_TOKEN: token });
    const ask = (authorization?: string) =>
      server.inject({ url: '/metrics', headers: authorization ? { authorization } : {} });
    for (const wrong of [undefined, 'Bearer', `Bearer ${token}x`, `Basic ${token}`, token]) {
      const refused = await ask(wrong);
      assert.equal(refused.statusCode, 401, wrong);
      assert.match(String(refused.headers['www-authenticate']), /^Bearer realm="manifold metrics"/);
      assert.ok(!refused.body.includes('manifold_store'));
    }
    assert.equal((await ask(`Bearer ${token}`)).statusCode, 200);
  });

  it('is on a port of its own where one is set, and on no other; it ends with the service', async (t) => {
    const { server, metricsServer, close } = await bare(t, { MANIFOLD_METRICS_PORT: '0' });
    assert.ok(metricsServer);
    const origin = await metricsServer.listen({ host: '127.0.0.1', port: 0 });
    assert.equal((await fetch(`${origin}/metrics`)).status, 200);
    assert.equal((await fetch(`${origin}/readyz`)).status, 404);
    assert.equal((await server.inject('/metrics')).statusCode, 404);
    await close();
    await assert.rejects(fetch(`${origin}/metrics`));
  });
});

describe('a running service', () => {
  let service: Service;
  before(async () => {
    service = await startService({ channels: { shopify } });
  });
  after(() => service.close());

  /** The lines that work writes, once the last one is there: a request is over a moment after its answer. */
  async function linesOf(
    work: () => Promise<unknown>,
    last = 'data call',
    count = 1,
  ): Promise<Record<string, unknown>[]> {
    const before = service.logged().length;
    await work();
    return await until(
      () => {
        const lines = service.logged().slice(before).trim();
        return lines === '' ? [] : lines.split('\n').map((line) => JSON.parse(line));
      },
      `${count} lines that say ${last}`,
      (lines) => lines.filter(({ msg }) => msg === last).length >= count,
    );
  }

  async function metric(pattern: RegExp): Promise<number> {
    const { body } = await service.app.server.inject('/metrics');
    return Number(pattern.exec(body)?.[1] ?? 0);
  }

  it('writes one line for a data call, and one for each call to the channel', async () => {
    const traceparent = `00-${TRACE}-b7ad6b7169203331-00`;
    let traceId: unknown;
    const lines = await linesOf(async () => {
      const { body } = await service.orders('shopify', { limit: 2 }, { headers: { traceparent } });
      traceId = body.Report.TraceId;
    });
    assert.equal(traceId, TRACE);
    const [line, ...others] = lines.filter(({ level }) => level === 'info');
    assert.deepEqual(others, []);
    assert.ok(line);
    const { time, ms, stages, channelMs, waitedMs, execution, ...rest } = line;
    assert.deepEqual(rest, {
      level: 'info',
      client: CLIENT.id,
      operation: 'orders',
      channel: 'shopify',
      calls: 2,
      records: 2,
      outcome: 'ok',
      status: 200,
      traceId: TRACE,
      msg: 'data call',
    });
    assert.deepEqual(Object.keys(stages as object), [
      'validate',
      'authorize',
      'fetch',
      'transform',
    ]);
    for (const number of [ms, channelMs, waitedMs]) assert.equal(typeof number, 'number');
    assert.ok(time && execution);
    const calls = lines.filter(({ msg }) => msg === 'channel call');
    assert.equal(calls.length, 2);
    for (const { level, channel, method, host, path, status, traceId, ...more } of calls) {
      assert.deepEqual(
        [level, channel, method, host, status, traceId, more.try, more.outcome],
        ['debug', 'shopify', 'POST', 'demo.myshopify.com', 200, TRACE, 1, 'ok'],
      );
      assert.match(String(path), /^\/admin\/api\/\d{4}-\d{2}\/graphql\.json$/);
    }
  });

  it('writes a line for a channel that fails, and counts it', async () => {
    const failed =
      /^manifold_calls_total{resource="orders",channel="shopify",outcome="channel_failed"} (\d+)/m;
    const sent = /^manifold_channel_calls_total{channel="shopify",status="5xx"} (\d+)/m;
    service.sandbox.faults.plant({ kind: '503', channel: 'shopify' });
    const lines = await linesOf(() => service.orders('shopify'));
    service.sandbox.faults.lift();
    const [line] = lines.filter(({ level }) => level === 'info');
    assert.deepEqual(
      [line?.outcome, line?.status, line?.stage, line?.records],
      ['channel_failed', 502, 'fetch', 0],
    );
    const tries = lines.filter(({ msg }) => msg === 'channel call').map((call) => call.try);
    assert.deepEqual(tries, [1, 2, 3]);
    assert.equal(await metric(failed), 1);
    assert.equal(await metric(sent), 3);
    assert.ok(
      (await metric(/^manifold_wait_seconds_count{channel="shopify",for="retry"} (\d+)/m)) >= 2,
    );
    assert.equal(
      await metric(/^manifold_calls_held_back{channel="shopify",for="retry"} (\d+)/m),
      0,
    );
  });

  it('says why a call was turned away at the door, and counts it', async () => {
    const lines = await linesOf(async () => {
      const { status } = await fetch(`${service.origin}/api/ServiceClientApp/Unified/Orders`, {
        method: 'POST',
        headers: { authorization: 'Bearer nothing' },
      });
      assert.equal(status, 401);
    });
    assert.deepEqual(
      lines.map(({ msg, operation, outcome, status }) => [msg, operation, outcome, status]),
      [['data call', 'orders', 'invalid_token', 401]],
    );
    const counted =
      /^manifold_calls_total{resource="orders",channel="none",outcome="invalid_token"} (\d)/m;
    assert.equal(await metric(counted), 1);
  });

  it('reports a caller who went away before the answer', async () => {
    service.sandbox.faults.plant({ kind: 'stalled-headers', channel: 'shopify' });
    const lines = await linesOf(async () => {
      const { signal, abort } = aborting();
      const asked = service.orders('shopify', {}, { signal });
      await until(() => service.sandbox.faults.list().some(({ hits }) => hits > 0), 'the call');
      abort();
      await assert.rejects(asked);
    });
    service.sandbox.faults.lift();
    const [line] = lines.filter(({ msg }) => msg === 'data call');
    assert.deepEqual(
      [line?.outcome, line?.status, line?.operation],
      ['client_gone', undefined, 'orders'],
    );
  });

  it('reports a background call when it ended, with its trace', async () => {
    const traceparent = `00-${TRACE}-b7ad6b7169203331-00`;
    const headers = { prefer: 'respond-async', traceparent };
    const lines = await linesOf(async () => {
      assert.equal((await service.orders('shopify', { limit: 1 }, { headers })).status, 202);
    }, 'background call');
    const [line] = lines.filter(({ msg }) => msg === 'background call');
    assert.deepEqual(
      [line?.client, line?.operation, line?.channel, line?.outcome, line?.records, line?.traceId],
      [CLIENT.id, 'orders', 'shopify', 'ok', 1, TRACE],
    );
  });

  it('audits refused sign-ins, and repeats no name that is not a client’s', async () => {
    const secret = 'secret-in-the-wrong-place';
    const sign = (client_id: string) =>
      fetch(`${service.origin}/connect/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id,
          client_secret: 'wrong-canary',
        }),
      });
    const lines = await linesOf(
      async () => {
        await sign(CLIENT.id);
        await sign(secret);
        for (let tries = 0; tries < 6; tries += 1) await sign(secret);
      },
      'request',
      8,
    );
    const audits = lines.filter(({ audit }) => audit === true);
    assert.equal(audits.length, 8);
    assert.ok(
      audits.every(({ act, address }) => act === 'sign_in.refused' && address === '127.0.0.1'),
    );
    assert.deepEqual(
      audits
        .map(({ client, throttled }) => [client, throttled])
        .filter((_, at) => at === 0 || at === 1 || at === 7),
      [
        [CLIENT.id, false],
        [undefined, false],
        [undefined, true],
      ],
    );
    assert.ok(!service.logged().includes(secret));
    assert.ok(!service.logged().includes('wrong-canary'));
  });

  it('audits administrative acts and refused links, and shows no token of a link', async () => {
    const bearer = { authorization: `Bearer ${service.token}` };
    const made = await fetch(
      `${service.origin}/api/ServiceClientApp/GetTpUserAuthDisposableToken?tpUserId=ada@example.com`,
      { headers: bearer },
    );
    const { uri, token } = (await made.json()) as { uri: string; token: string };
    const path = `${service.origin}${new URL(uri).pathname}`;
    const lines = await linesOf(
      async () => {
        assert.equal((await fetch(`${path}?token=${token}`)).status, 200);
        assert.equal((await fetch(`${path}?token=not-a-link-canary`)).status, 404);
        service.forward(8 * 24 * 3600_000);
        assert.equal((await fetch(`${path}?token=${token}`)).status, 410);
        // A page that only says something is no refusal.
        assert.equal((await fetch(`${path}/said/used`)).status, 410);
        const removed = await fetch(
          `${service.origin}/api/ServiceClientApp/Users/${encodeURIComponent('ada@example.com')}`,
          { method: 'DELETE', headers: bearer },
        );
        assert.equal(removed.status, 204);
      },
      'request',
      5,
    );
    assert.deepEqual(
      lines.filter(({ audit }) => audit === true).map(({ act, why, client }) => [act, why, client]),
      [
        ['link.refused', 'unknown', undefined],
        ['link.refused', 'expired', CLIENT.id],
        ['users.delete', undefined, CLIENT.id],
      ],
    );
    // What was changed has a history; who was turned away has none.
    const [{ traceId } = assert.fail()] = lines.filter(({ act }) => act === 'users.delete');
    const { audit } = service.app.store;
    const kept = await audit.list({ act: 'users.delete' }, undefined, 10);
    assert.deepEqual(
      kept.rows.map(({ by, client, facts }) => [by, client, facts]),
      [['client', CLIENT.id, { traceId }]],
    );
    for (const act of ['link.refused', 'sign_in.refused'])
      assert.deepEqual((await audit.list({ act }, undefined, 10)).rows, []);
    assert.deepEqual(
      lines.filter(({ msg }) => msg === 'request').map(({ route, outcome }) => [route, outcome]),
      [
        ['/link', 'ok'],
        ['/link', 'unknown'],
        ['/link', 'expired'],
        ['/link/said/:message', 'used'],
        ['/api/ServiceClientApp/Users/:tpUserId', 'ok'],
      ],
    );
    for (const secret of [token, 'not-a-link-canary', 'ada@example.com', 'ada%40'])
      assert.ok(!service.logged().includes(secret), secret);
  });

  it('writes down what was done by the command line, once', async () => {
    const { store, tokens } = service.app;
    await store.users.ensure(CLIENT.id, 'gone@example.com');
    const silent = { out: () => {}, err: () => {} };
    // The command closes what it opened, which here is the service's own.
    const opened = { config: readConfig({}), tokens, store: { ...store, close: async () => {} } };
    assert.equal(
      await users(['delete', CLIENT.id, 'gone@example.com', '--yes'], silent, async () => opened),
      0,
    );
    const logged: AuditEntry[] = [];
    assert.equal(await store.audit.drain((act) => logged.push(act), 10), 1);
    assert.equal(await store.audit.drain((act) => logged.push(act), 10), 0);
    const [entry] = logged;
    assert.deepEqual(
      [entry?.by, entry?.act, entry?.client],
      ['command line', 'users.delete', CLIENT.id],
    );
    assert.ok(entry?.facts.login);
    assert.ok(!JSON.stringify(logged).includes('gone@'));
  });

  it('names no person and no shop where everybody reads', () => {
    const lines = service
      .logged()
      .split('\n')
      .filter((line) => line.includes('"level":"info"'));
    assert.ok(lines.length > 10);
    for (const line of lines) assert.doesNotMatch(line, /"tpUserId"|myshopify|"demo"/);
  });

  it('has stages, budgets and the store among its metrics', async () => {
    const { body } = await service.app.server.inject('/metrics');
    for (const stage of ['validate', 'authorize', 'fetch', 'transform', 'total'])
      assert.match(
        body,
        new RegExp(`^manifold_call_seconds_count{stage="${stage}",channel="shopify"} [1-9]`, 'm'),
      );
    assert.match(body, /^manifold_budget_left_ratio_count{channel="shopify",limit="[^"]+"} [1-9]/m);
    for (const kind of ['read', 'write', 'begin', 'commit'])
      assert.match(body, new RegExp(`^manifold_store_seconds_count{kind="${kind}"} [1-9]`, 'm'));
    for (const queue of ['jobs', 'deliveries', 'hooks'])
      assert.match(body, new RegExp(`^manifold_queue_oldest_seconds{queue="${queue}"} 0$`, 'm'));
    assert.doesNotMatch(body, /test-client|myshopify|demo/);
  });
});

function aborting() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
