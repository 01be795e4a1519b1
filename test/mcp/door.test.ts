// The door of the tools: who is let in, by which method, from which page, with how much.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, before, test } from 'node:test';
import { SCOPES } from '../../src/tokens/scopes.ts';
import { CLIENT, type Service, startService } from '../service.ts';
import { getToken } from '../token.ts';
import { connect, type Json, REVISIONS } from './agent.ts';

let service: Service;
before(async () => {
  service = await startService({ settings: await atItsAddress() });
});
after(() => service.close());

/** Known by the address at which it is: anyone who asks for a token is led there. */
async function atItsAddress() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  probe.close();
  await once(probe, 'close');
  return { MANIFOLD_PORT: String(port), MANIFOLD_BASE_URL: `http://127.0.0.1:${port}` };
}

const ACCEPT = { accept: 'application/json, text/event-stream' };
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

async function send(body: unknown, headers: Record<string, string> = {}, method = 'POST') {
  const response = await fetch(`${service.origin}/mcp`, {
    method,
    headers: {
      ...{ ...ACCEPT, authorization: `Bearer ${service.token}` },
      ...(method === 'POST' && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return {
    response,
    status: response.status,
    text,
    json: (isJson ? JSON.parse(text) : {}) as Json,
  };
}

test('without a token, or with one that is none, it says who gives them', async () => {
  const metadata = `resource_metadata="${service.origin}/.well-known/oauth-protected-resource/mcp"`;
  for (const [authorization, error] of [
    ['', undefined],
    ['Bearer mf_at_none', 'invalid_token'],
    ['Basic eDp5', 'invalid_token'],
  ] as const) {
    const { status, response, json } = await send(PING, { authorization });
    assert.equal(status, 401, authorization);
    assert.equal(json.Errors.code, 'invalid_token');
    const challenge = response.headers.get('www-authenticate') ?? '';
    assert.match(challenge, /^Bearer realm="manifold", /);
    assert.ok(challenge.endsWith(metadata), challenge);
    if (error) assert.ok(challenge.includes(`error="${error}"`), challenge);
  }
  const found = await fetch(`${service.origin}/.well-known/oauth-protected-resource/mcp`);
  const { resource, authorization_servers, scopes_supported } = (await found.json()) as Json;
  assert.deepEqual(
    [resource, authorization_servers, scopes_supported],
    [`${service.origin}/mcp`, [service.origin], SCOPES],
  );
});

for (const revision of REVISIONS)
  test(`a token that is revoked is refused from then on (${revision})`, async () => {
    const token = await getToken(service.origin, CLIENT);
    const agent = await connect(service.origin, token, revision);
    assert.equal((await agent.call('channels')).isError, false);
    await fetch(`${service.origin}/connect/revocation`, {
      method: 'POST',
      body: new URLSearchParams({ token, client_id: CLIENT.id, client_secret: CLIENT.secret }),
    });
    await assert.rejects(agent.call('channels'), /invalid_token|Unauthorized|401/);
    await agent.close();
  });

test('pages of other sites are refused, with a good token too', async () => {
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'http://127.0.0.1:1' },
    { origin: service.origin, 'sec-fetch-site': 'cross-site' },
  ] as Record<string, string>[]) {
    const { status, json } = await send(PING, headers);
    assert.deepEqual([status, json.error?.code], [403, -32_000], JSON.stringify(headers));
  }
  assert.equal((await send(PING, { origin: service.origin })).status, 200);
});

test('there is no session: streams and their ends are refused by their methods', async () => {
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const { status, response } = await send(undefined, {}, method);
    assert.deepEqual([status, response.headers.get('allow')], [405, 'POST'], method);
  }
  const { status, response } = await send(PING);
  assert.equal(status, 200);
  assert.equal(response.headers.get('mcp-session-id'), null);
  assert.equal(response.headers.get('cache-control'), 'no-store');
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
});

test('what is no message of the protocol is refused, and never waited for', async () => {
  const cases: readonly [body: unknown, headers: Record<string, string>, status: number][] = [
    ['x'.repeat(1024 * 1024 + 1), {}, 413],
    [JSON.stringify({ ...PING, params: { _meta: { x: 'x'.repeat(1024 * 1024) } } }), {}, 413],
    ['{', {}, 400],
    ['', {}, 400],
    ['7', {}, 400],
    ['null', {}, 400],
    [{}, {}, 400],
    [{ jsonrpc: '1.0', id: 1, method: 'ping' }, {}, 400],
    [Array.from({ length: 1000 }, () => PING), {}, 400],
    ['ping', { 'content-type': 'text/plain' }, 415],
    [PING, { accept: 'text/html' }, 406],
    [PING, { 'mcp-protocol-version': '1999-01-01' }, 400],
  ];
  for (const [body, headers, status] of cases) {
    const answer = await send(body, headers);
    assert.equal(answer.status, status, `${JSON.stringify(body).slice(0, 60)}: ${answer.text}`);
  }
  const list = await send({ ...PING, method: 'tools/everything' });
  assert.equal(list.json.error.code, -32_601);
  const query = await fetch(`${service.origin}/mcp?token=x`, {
    ...{ method: 'POST', body: JSON.stringify(PING) },
    headers: {
      ...{ ...ACCEPT, 'content-type': 'application/json' },
      authorization: `Bearer ${service.token}`,
    },
  });
  assert.equal(query.status, 400);
});

test('a subscription is refused and holds no connection', async () => {
  const revision = '2026-07-28';
  const own = 'io.modelcontextprotocol/';
  const meta = {
    [`${own}protocolVersion`]: revision,
    [`${own}clientInfo`]: { name: 'agent', version: '1' },
    [`${own}clientCapabilities`]: {},
  };
  const params = { _meta: meta, notifications: { toolsListChanged: true } };
  const body = { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params };
  const headers = { 'mcp-protocol-version': revision, 'mcp-method': 'subscriptions/listen' };
  const { status, text } = await send(body, headers);
  assert.ok(status < 500, `${status}`);
  assert.match(text, /error/);
});

test('a client that asks too often is slowed down as everywhere', async (t) => {
  const settings = { MANIFOLD_CLIENT_RATE: '1', MANIFOLD_CLIENT_BURST: '3' };
  const slow = await startService({ channels: {}, settings });
  t.after(() => slow.close());
  const answers: number[] = [];
  for (let n = 0; n < 5; n++) {
    const { status } = await fetch(`${slow.origin}/mcp`, {
      ...{ method: 'POST', body: JSON.stringify(PING) },
      headers: {
        ...{ ...ACCEPT, 'content-type': 'application/json' },
        authorization: `Bearer ${slow.token}`,
      },
    });
    answers.push(status);
  }
  assert.deepEqual(answers.slice(0, 3), [200, 200, 200]);
  assert.ok(answers.includes(429), answers.join());
});

test('an operator switches it off', async (t) => {
  const off = await startService({ channels: {}, settings: { MANIFOLD_MCP: 'off' } });
  t.after(() => off.close());
  for (const url of ['/mcp', '/.well-known/oauth-protected-resource/mcp'])
    assert.equal((await off.app.server.inject({ method: 'POST', url })).statusCode, 404);
});
