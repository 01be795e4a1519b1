// Answers in every encoding are the same answers; what holds a secret, or is small, is never encoded.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { InjectOptions } from 'fastify';
import { isAll } from '../all.ts';
import { type Service, startService } from '../service.ts';
import { until } from '../until.ts';

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service.close());

const API = '/api/ServiceClientApp';
const DECODERS = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync } as const;

async function ask(url: string, encoding?: string, more: InjectOptions = {}) {
  const { headers, ...rest } = more;
  const answer = await service.app.server.inject({
    ...{ method: 'GET', url, ...rest },
    headers: {
      authorization: `Bearer ${service.token}`,
      ...(encoding !== undefined && { 'accept-encoding': encoding }),
      ...headers,
    },
  });
  const { 'content-encoding': used, 'content-length': length } = answer.headers;
  const decoder = Object.entries(DECODERS).find(([name]) => name === used)?.[1];
  return {
    status: answer.statusCode,
    headers: answer.headers,
    used,
    length: length === undefined ? undefined : Number(length),
    bytes: answer.rawPayload,
    text: (decoder && more.method !== 'HEAD'
      ? decoder(answer.rawPayload)
      : answer.rawPayload
    ).toString(),
  };
}

const orders = (body: object): InjectOptions => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  payload: JSON.stringify(body),
});
const ORDERS = `${API}/Unified/Orders?channel=shopify&tpUserId=demo`;

/** Of a data call its records: what it reports is another each time. */
function steady(text: string): string {
  if (!text.startsWith('{"Errors"')) return text;
  const { Output } = JSON.parse(text);
  assert.ok(Output.result.length > 0);
  return JSON.stringify(Output.result);
}

test('every answer that may be large is the same in every encoding, and smaller', async () => {
  const page = await ask('/docs/');
  const [, viewer = ''] = /src="([^"]+\.js)"/.exec(page.text) ?? [];
  const link = await service.app.magicLink(service.id, 'reader');
  const landing = await ask(`/link${new URL(link ?? '').search}`);
  const [, style = ''] = /href="(\/link\/assets\/[^"]+\.css)"/.exec(landing.text) ?? [];
  for (let n = 0; n < 30; n++) await service.app.store.users.ensure(service.id, `user ${n}`);
  const large = new URL(viewer, 'http://x/docs/').pathname;
  const asked: readonly (readonly [url: string, more?: InjectOptions])[] = [
    [ORDERS, orders({ status: 'any', limit: isAll ? 100 : 40 })],
    [ORDERS, orders({ status: 'any', limit: 3 })],
    [`${API}/Unified/Products?channel=bol&tpUserId=demo`, orders({ limit: 5 })],
    [`${API}/Users`],
    [`${API}/Channels`],
    [`${API}/Executions?limit=3`],
    ['/openapi.json'],
    [large],
    ['/docs/errors'],
    [style],
    ['/link.js'],
  ];
  for (const [url, more] of asked) {
    const plain = await ask(url, undefined, more);
    assert.deepEqual([plain.status, plain.used], [200, undefined], url);
    assert.match(String(plain.headers.vary), /accept-encoding/, url);
    for (const encoding of Object.keys(DECODERS)) {
      // Megabytes, which take a second in every encoding.
      if (!isAll && url === large && encoding !== 'gzip') continue;
      const made = await ask(url, encoding, more);
      assert.deepEqual([made.status, made.used], [200, encoding], `${url} ${encoding}`);
      assert.match(String(made.headers.vary), /accept-encoding/, url);
      assert.equal(made.length, made.bytes.length, `${url} ${encoding}`);
      assert.ok(made.bytes.length * 1.5 < plain.bytes.length, `${url} ${made.bytes.length}`);
      // The list of executions grows meanwhile.
      const isSame = url.includes('Executions') || steady(made.text) === steady(plain.text);
      assert.ok(isSame, `${url} ${encoding}`);
      assert.equal(made.headers['content-type'], plain.headers['content-type']);
      assert.equal(made.headers['cache-control'], plain.headers['cache-control']);
    }
  }
});

test('metrics are compressed too', async () => {
  const { used, text } = await ask('/metrics', 'gzip');
  assert.equal(used, 'gzip');
  assert.match(text, /^# HELP /);
});

test('what holds a secret beside somebody else’s words never is', async () => {
  const link = await service.app.magicLink(service.id, 'a'.repeat(200));
  const form = (more: object): InjectOptions => ({
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ ...more }).toString(),
  });
  for (const [url, more] of [
    [`/link${new URL(link ?? '').search}`],
    ['/link?token=unknown'],
    [`/link/nowhere/${'a'.repeat(1000)}`],
    [`${API}/GetTpUserAuthDisposableToken?tpUserId=${'a'.repeat(200)}`],
    ['/connect/token', form({ grant_type: 'x'.repeat(3000) })],
    ['/connect/introspect', form({ token: 'x'.repeat(3000) })],
    [`${API}/EventAddresses`],
    [`${API}/EventAddresses`, { ...orders({ addresses: 'x'.repeat(3000) }), method: 'PUT' }],
    ['/.well-known/oauth-authorization-server'],
    ['/healthz'],
  ] as readonly (readonly [string, InjectOptions?])[]) {
    const { used, headers } = await ask(url, 'zstd, br, gzip, identity;q=0', more);
    assert.equal(used, undefined, url);
    assert.doesNotMatch(String(headers.vary), /accept-encoding/, url);
  }
});

test('small answers, refusals and what is not there any more go out as they are', async () => {
  for (const [url, status, more] of [
    [`${API}/Overrides`, 200],
    [`${API}/Users/unknown`, 404],
    [`${API}/Nope`, 404],
    [ORDERS, 202, { ...orders({}), headers: { ...orders({}).headers, prefer: 'respond-async' } }],
    [ORDERS, 400, orders({ limit: 0 })],
  ] as readonly (readonly [string, number, InjectOptions?])[]) {
    const answer = await ask(url, 'gzip', more);
    assert.deepEqual([answer.status, answer.used], [status, undefined], url);
    JSON.parse(answer.text);
  }
  // Anyone who refuses them so gets them all the same way.
  const small = await ask(`${API}/Overrides`, 'gzip, identity;q=0');
  assert.deepEqual([small.used, small.text], ['gzip', '{"result":[]}']);
  const wrong = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`no_such_field_${n}`, 1]));
  const large = await ask(ORDERS, 'br', orders(wrong));
  assert.deepEqual([large.status, large.used], [400, 'br']);
  assert.equal(JSON.parse(large.text).Errors.code, 'invalid_request');
});

test('anyone who has it already gets no content in no encoding, and HEAD says what GET would', async () => {
  for (const url of [`${API}/Channels`, '/link.js']) {
    const { headers } = await ask(url, 'br');
    const tag = String(headers.etag);
    assert.match(tag, /^W\/"/);
    const again = await ask(url, 'br', { headers: { 'if-none-match': tag } });
    assert.deepEqual([again.status, again.used, again.bytes.length], [304, undefined, 0]);
    assert.match(String(again.headers.vary), /accept-encoding/);
  }
  const [got, head] = [
    await ask(`${API}/Channels`, 'gzip'),
    await ask(`${API}/Channels`, 'gzip', { method: 'HEAD' }),
  ];
  assert.deepEqual([head.used, head.length, head.bytes.length], ['gzip', got.length, 0]);
});

test('a result that waited is compressed as it is read, and HEAD does not read it', async () => {
  const begun = await ask(ORDERS, undefined, {
    ...orders({ status: 'any', limit: 50 }),
    headers: { 'content-type': 'application/json', prefer: 'respond-async' },
  });
  const { execution_id: id } = JSON.parse(begun.text);
  const url = `${API}/Executions/${id}`;
  const plain = await until(
    () => ask(url),
    'the end of the execution',
    ({ text }) => JSON.parse(text).status !== 'running',
  );
  assert.equal(JSON.parse(plain.text).response.Output.result.length, 50);
  for (const encoding of Object.keys(DECODERS)) {
    const made = await ask(url, encoding);
    assert.deepEqual([made.used, made.text === plain.text], [encoding, true]);
    assert.ok(made.bytes.length * 5 < plain.bytes.length);
    const head = await ask(url, encoding, { method: 'HEAD' });
    assert.deepEqual([head.status, head.used, head.bytes.length], [200, encoding, 0]);
  }
});
