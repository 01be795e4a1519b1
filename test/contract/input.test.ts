// Malformed requests get their documented 4xx with a sentence, never a 500, and change nothing.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { CLIENT, type Service, startService } from '../service.ts';
import { getToken } from '../token.ts';

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service.close());

const ORDERS = '/api/ServiceClientApp/Unified/Orders';
const LINK = '/api/ServiceClientApp/GetTpUserAuthDisposableToken';
const GOOD = `${ORDERS}?channel=woocommerce&tpUserId=demo`;

interface Case {
  readonly what: string;
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array;
  readonly status: number;
  readonly says: RegExp;
}

const json = { 'content-type': 'application/json' };

const CASES: readonly Case[] = [
  { what: 'broken JSON', headers: json, body: '{"limit":', status: 400, says: /not JSON/ },
  {
    what: 'JSON with a comma too many',
    headers: json,
    body: '{"limit":1,}',
    status: 400,
    says: /not JSON/,
  },
  {
    what: 'a body that is not UTF-8',
    headers: json,
    body: new Uint8Array([0x7b, 0xff, 0x7d]),
    status: 400,
    says: /not UTF-8/,
  },
  { what: 'a list as body', headers: json, body: '[]', status: 400, says: /JSON object/ },
  { what: 'a string as body', headers: json, body: '"x"', status: 400, says: /JSON object/ },
  { what: 'null as body', headers: json, body: 'null', status: 400, says: /JSON object/ },
  {
    what: 'a form as body',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'limit=1',
    status: 415,
    says: /Content-Type: application\/json/,
  },
  {
    what: 'plain text as body',
    headers: { 'content-type': 'text/plain' },
    body: '{}',
    status: 415,
    says: /application\/json/,
  },
  {
    what: 'two MiB of body',
    headers: json,
    body: `{"fields":"${'x'.repeat(2 * 1024 * 1024)}"}`,
    status: 413,
    says: /1 MiB/,
  },
  {
    what: 'a prototype',
    headers: json,
    body: '{"__proto__":{"limit":1}}',
    status: 400,
    says: /not a field/,
  },
  {
    what: 'a constructor',
    headers: json,
    body: '{"constructor":1}',
    status: 400,
    says: /not a field/,
  },
  {
    what: 'limit as text',
    headers: json,
    body: '{"limit":"10"}',
    status: 400,
    says: /"limit" must be a whole number from 1/,
  },
  {
    what: 'limit without end',
    headers: json,
    body: '{"limit":1e999}',
    status: 400,
    says: /"limit"/,
  },
  {
    what: 'deep nesting',
    headers: json,
    body: `{"params":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`,
    status: 400,
    says: /"params"/,
  },
  {
    what: 'an unknown query parameter',
    path: `${GOOD}&limit=1`,
    status: 400,
    says: /"limit" is not a query parameter/,
  },
  {
    what: 'a repeated query parameter',
    path: `${GOOD}&channel=shopify`,
    status: 400,
    says: /more than once/,
  },
  {
    what: 'a broken escape',
    path: `${ORDERS}?channel=woocommerce&tpUserId=%E0%A4%A`,
    status: 400,
    says: /percent-encoded/,
  },
  {
    what: 'a NUL in tpUserId',
    path: `${ORDERS}?channel=woocommerce&tpUserId=a%00b`,
    status: 400,
    says: /not text/,
  },
  {
    what: 'an unknown channel',
    path: `${ORDERS}?channel=ebay&tpUserId=demo`,
    status: 400,
    says: /not a channel/,
  },
  {
    what: 'no channel',
    path: `${ORDERS}?tpUserId=demo`,
    status: 400,
    says: /"channel" is missing/,
  },
  {
    what: 'an empty channel',
    path: `${ORDERS}?channel=&tpUserId=demo`,
    status: 400,
    says: /"channel" is missing/,
  },
  { what: 'no token', headers: { authorization: '' }, status: 401, says: /Bearer/ },
  {
    what: 'the secret as token',
    headers: { authorization: `Bearer ${CLIENT.secret}` },
    status: 401,
    says: /not valid/,
  },
  {
    what: 'Basic credentials',
    headers: { authorization: 'Basic ZGVtbzpkZW1v' },
    status: 401,
    says: /Bearer <ACCESS_TOKEN>/,
  },
  {
    what: 'a token with odd letters',
    headers: { authorization: 'Bearer a b' },
    status: 401,
    says: /Bearer <ACCESS_TOKEN>/,
  },
  {
    what: 'no such path',
    path: '/api/ServiceClientApp/Unified/Customers',
    status: 404,
    says: /nothing at/,
  },
  {
    what: 'a path with a broken escape',
    path: '/api/%',
    status: 400,
    says: /cannot be read|nothing at/,
  },
  {
    what: 'a magic link without a user',
    path: LINK,
    method: 'GET',
    status: 400,
    says: /"tpUserId" is missing/,
  },
  {
    what: 'a magic link for an unknown channel',
    path: `${LINK}?tpUserId=a&scopes=shopify,ebay`,
    method: 'GET',
    status: 400,
    says: /comma-separated list of channels/,
  },
  {
    what: 'a magic link back to an address that is not safe',
    path: `${LINK}?tpUserId=a&redirectUrl=http://evil.example`,
    method: 'GET',
    status: 400,
    says: /absolute https/,
  },
  {
    what: 'a magic link back to a script',
    path: `${LINK}?tpUserId=a&redirectUrl=javascript:alert(1)`,
    method: 'GET',
    status: 400,
    says: /absolute https/,
  },
];

describe('malformed requests', () => {
  for (const { what, path = GOOD, method = 'POST', headers, body, status, says } of CASES)
    test(what, async () => {
      const { authorization, ...rest } = { authorization: `Bearer ${service.token}`, ...headers };
      const response = await fetch(service.origin + path, {
        method,
        headers: authorization ? { authorization, ...rest } : rest,
        ...(body !== undefined && { body }),
      });
      const text = await response.text();
      assert.equal(response.status, status, text.slice(0, 300));
      assert.match(response.headers.get('content-type') ?? '', /application\/json/);
      const { Errors } = JSON.parse(text) as { Errors: { code: string; message: string } };
      assert.match(Errors.message, says);
      if (status === 401)
        assert.match(response.headers.get('www-authenticate') ?? '', /^Bearer realm=/);
    });
});

test('a request that is not HTTP is answered so and does no harm', async () => {
  const { port } = new URL(service.origin);
  const reply = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.end('nonsense\r\n\r\n'));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
  assert.match(reply, /^HTTP\/1\.1 400/);
  assert.equal((await service.orders('woocommerce', { limit: 1 })).status, 200);
});

test('nothing was stored by any of it', async () => {
  const { rows } = await service.app.store.users.page(CLIENT.id, { limit: 500 });
  assert.deepEqual(
    rows.map(({ user }) => user.tpUserId),
    ['demo'],
  );
});

test('a token of one client, user, channel or operation is worth nothing to another', async () => {
  const first = await service.orders('woocommerce', { limit: 1 });
  const next_page_token = first.body.Output.next_page_token;
  await service.link('woocommerce', 'small');
  for (const answer of [
    await service.orders('woocommerce', { next_page_token }, { user: 'small' }),
    await service.orders('shopify', { next_page_token }),
    await service.products('woocommerce', { next_page_token }),
    await service.orders('woocommerce', { next_page_token: `${next_page_token?.slice(0, -2)}AA` }),
  ]) {
    assert.equal(answer.status, 400);
    assert.ok('code' in answer.body.Errors && answer.body.Errors.code === 'invalid_page_token');
  }
});

test('scopes are held: a token for links reads no orders', async () => {
  const token = await getToken(service.origin, CLIENT, 'links');
  const answer = await service.orders(
    'woocommerce',
    {},
    { headers: { authorization: `Bearer ${token}` } },
  );
  assert.equal(answer.status, 403);
  assert.match(
    answer.headers.get('www-authenticate') ?? '',
    /error="insufficient_scope".*scope="orders"/,
  );
});

test('a client over its own limit gets 429 with the headers that say so', async () => {
  const limited = await startService({
    settings: { MANIFOLD_CLIENT_RATE: '1', MANIFOLD_CLIENT_BURST: '2' },
  });
  try {
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push(await limited.orders('woocommerce', { limit: 1 }));
    assert.deepEqual(
      statuses.map(({ status }) => status),
      [200, 200, 429],
    );
    const [, , last] = statuses;
    assert.equal(last?.headers.get('retry-after'), '1');
    assert.equal(last?.headers.get('ratelimit-policy'), '"client";q=2;w=2');
    assert.match(last?.headers.get('ratelimit') ?? '', /^"client";r=0;t=\d+$/);
    assert.ok(last && 'code' in last.body.Errors && last.body.Errors.code === 'rate_limited');
  } finally {
    await limited.close();
  }
});
