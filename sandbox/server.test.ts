// The server: stores by host, its own pages, the log, and every planted fault on the wire.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { FaultKind } from './faults.ts';
import { type Sandbox, startSandbox } from './server.ts';
import type { StoreShop } from './store.ts';
import { openWoocommerce } from './stores/woocommerce/index.ts';

let sandbox: Sandbox;
let shop: StoreShop;
const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
const log = join(folder, 'exchanges.jsonl');

before(async () => {
  sandbox = await startSandbox({ port: 0, stores: [openWoocommerce] });
  const demo = sandbox.stores[0]?.shops[0];
  assert.ok(demo);
  shop = demo;
});
after(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface CallOptions {
  readonly host?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Stops reading after this long and rejects with an abort. */
  readonly giveUpMs?: number;
  readonly origin?: string;
}

function call(path: string, options: CallOptions = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const authorization = `Basic ${shop.credential.secrets.token}`;
    const outgoing = httpRequest(
      `${options.origin ?? sandbox.origin}${path}`,
      {
        method: options.method ?? 'GET',
        headers: { host: options.host ?? shop.host, authorization, ...options.headers },
        agent: false,
        ...(options.giveUpMs === undefined
          ? {}
          : { signal: AbortSignal.timeout(options.giveUpMs) }),
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(options.body);
  });
}

const orders = '/wp-json/wc/v3/orders?per_page=3';

test('a request reaches the store that answers for its host', async () => {
  const answer = await call(orders);
  assert.equal(answer.status, 200);
  assert.equal(JSON.parse(answer.body).length, 3);
});

test('an unknown host gets 404 and a plain sentence', async () => {
  const answer = await call('/', { host: 'unknown.example' });
  assert.equal(answer.status, 404);
  assert.equal(answer.body, 'No sandbox store answers for unknown.example.\n');
});

test('its own address shows the front page with shops, credentials and faults, and asks nothing of others', async () => {
  const page = await call('/', { host: 'localhost:8090' });
  assert.equal(page.status, 200);
  assert.match(page.headers['content-type'] ?? '', /text\/html/);
  assert.ok(page.body.includes('https://demo.woo.example'));
  assert.ok(page.body.includes(shop.credential.secrets.token ?? 'no token'));
  assert.ok(page.body.includes('stalled-headers'));
  assert.doesNotMatch(page.body, /<(script|img|link|iframe)\b/);
});

test('health says what is there', async () => {
  const health = JSON.parse((await call('/_sandbox/health', { host: '127.0.0.1' })).body);
  assert.equal(health.status, 'ok');
  assert.deepEqual(health.stores, ['woocommerce']);
});

test('faults are planted, listed and lifted over HTTP, and a wrong plan is explained', async () => {
  const own = { host: 'localhost' };
  const post = (body: string): Promise<Answer> =>
    call('/_sandbox/faults', { ...own, method: 'POST', body });
  assert.equal((await post('{')).status, 400);
  assert.match((await post('{"kind":"boom"}')).body, /kind must be one of 401/);
  assert.match((await post('{"kind":"500","tmes":1}')).body, /unknown member tmes/);
  assert.match((await post('{"kind":"500","channel":"woo"}')).body, /no store plays woo/);
  assert.match((await post('{"kind":"500","shop":"dmeo"}')).body, /no store has a shop dmeo/);
  const planted = JSON.parse((await post('{"kind":"500","path":"orders","times":1}')).body);
  assert.equal((await call('/wp-json/wc/v3/products?per_page=1')).status, 200);
  assert.equal((await call(orders)).status, 500);
  assert.equal((await call(orders)).status, 200);
  const listed = JSON.parse((await call('/_sandbox/faults', own)).body);
  assert.deepEqual(listed.planted, [
    { kind: '500', path: 'orders', times: 1, id: planted.id, hits: 1 },
  ]);
  await call(`/_sandbox/faults/${planted.id}`, { ...own, method: 'DELETE' });
  assert.deepEqual(sandbox.faults.list(), []);
});

test('a fault for one shop leaves the others alone, and may let some requests pass first', async () => {
  sandbox.faults.plant({ kind: '503', shop: 'demo', skip: 1, times: 1 });
  assert.equal((await call(orders)).status, 200);
  assert.equal((await call('/', { host: 'small.woo.example' })).status, 200);
  assert.equal((await call(orders)).status, 503);
  sandbox.faults.lift();
});

const header = (fault: string): CallOptions => ({ headers: { 'x-sandbox-fault': fault } });

const replies: readonly (readonly [FaultKind, number, RegExp])[] = [
  ['401', 401, /Consumer secret is invalid/],
  ['403', 403, /woocommerce_rest_cannot_view/],
  ['404', 404, /rest_no_route/],
  ['429', 429, /429 Too Many Requests/],
  ['429-no-retry-after', 429, /429 Too Many Requests/],
  ['500', 500, /internal_server_error/],
  ['503', 503, /maintenance/],
  ['expired', 401, /woocommerce_rest_cannot_view/],
];
for (const [kind, status, body] of replies) {
  test(`the fault ${kind} comes in the vendor's own shape`, async () => {
    const answer = await call(orders, header(kind));
    assert.equal(answer.status, status);
    assert.match(answer.body, body);
    assert.equal(answer.headers['retry-after'] === undefined, kind !== '429');
  });
}

test('Retry-After can be chosen', async () => {
  assert.equal((await call(orders, header('429; retryAfter=7'))).headers['retry-after'], '7');
});

test('latency delays the true answer', async () => {
  const began = performance.now();
  assert.equal((await call(orders, header('latency; ms=120'))).status, 200);
  assert.ok(performance.now() - began >= 115);
});

test('a reset breaks the connection before any answer', async () => {
  await assert.rejects(call(orders, header('reset')), { code: 'ECONNRESET' });
});

test('half a body breaks off in the middle', async () => {
  await assert.rejects(call(orders, header('half-body')), /aborted|ECONNRESET/);
});

test('broken JSON arrives complete and does not parse', async () => {
  const answer = await call(orders, header('broken-json'));
  assert.equal(answer.status, 200);
  assert.throws(() => JSON.parse(answer.body), SyntaxError);
});

test('a wrong content type is a web page with status 200', async () => {
  const answer = await call(orders, header('wrong-content-type'));
  assert.equal(answer.status, 200);
  assert.match(answer.headers['content-type'] ?? '', /text\/html/);
});

test('huge headers are more than a client takes', async () => {
  await assert.rejects(call(orders, header('huge-headers')), { code: 'HPE_HEADER_OVERFLOW' });
});

for (const kind of ['endless-body', 'stalled-headers', 'stalled-body'] as const) {
  test(`with ${kind} the answer never ends`, async () => {
    await assert.rejects(call(orders, { ...header(kind), giveUpMs: 150 }), /abort/i);
  });
}

test('a slow drip brings the true answer in the end', async () => {
  const path = '/wp-json/wc/v3/orders?per_page=1&_fields=id,status';
  const began = performance.now();
  const answer = await call(path, header('slow-drip; ms=10'));
  assert.ok(performance.now() - began >= 20);
  assert.deepEqual(Object.keys(JSON.parse(answer.body)[0]), ['id', 'status']);
});

test('an unknown fault in the header is explained', async () => {
  const answer = await call(orders, header('nonsense'));
  assert.equal(answer.status, 400);
  assert.match(answer.body, /kind must be one of/);
});

test('the log holds every true exchange in order, with secrets masked and planted faults left out', async () => {
  const logged = await startSandbox({ port: 0, stores: [openWoocommerce], log });
  const { origin } = logged;
  const [key = '', secret = ''] = Buffer.from(shop.credential.secrets.token ?? '', 'base64')
    .toString()
    .split(':');
  await call(orders, { origin });
  await call(`/wp-json/wc/v3/orders?per_page=1&consumer_key=${key}&consumer_secret=${secret}`, {
    origin,
  });
  await call(orders, { origin, ...header('503') });
  await call('/wp-json/wc/v3/nothing', { origin });
  await logged.close();
  const text = readFileSync(log, 'utf8');
  for (const word of [key, secret, shop.credential.secrets.token ?? ''])
    assert.ok(!text.includes(word));
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map((line) => line.status),
    [200, 200, 404],
  );
  const [first, second] = lines;
  assert.deepEqual(Object.keys(first), [
    'channel', 'host', 'method', 'path', 'query', 'headers', 'body', 'status', 'responseHeaders', 'responseBody',
  ]); // biome-ignore format: a list of names
  assert.equal(first.channel, 'woocommerce');
  assert.equal(first.host, 'demo.woo.example');
  assert.equal(first.headers.authorization, '***');
  assert.equal(JSON.parse(first.responseBody).length, 3);
  assert.equal(second.query, 'per_page=1&consumer_key=***&consumer_secret=***');
  assert.match(second.responseHeaders.link, /consumer_key=\*\*\*/);
});

test('limits refuse in vendor mode and only then', async () => {
  const relaxed = await startSandbox({ port: 0, stores: [openWoocommerce], rates: 'relaxed' });
  const statuses = async (origin: string): Promise<readonly number[]> => {
    const seen: number[] = [];
    for (let i = 0; i < 12; i += 1)
      seen.push((await call('/', { origin, host: 'busy.woo.example' })).status);
    return seen;
  };
  assert.deepEqual((await statuses(sandbox.origin)).slice(-2), [429, 429]);
  assert.deepEqual(new Set(await statuses(relaxed.origin)), new Set([200]));
  await relaxed.close();
});
