// What every route asks of a request: a token with its scope, one Host, a body where the document says so.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { SCOPES } from '../../src/tokens/index.ts';
import type { Document } from '../document.ts';
import { CLIENT, type Service, startService } from '../service.ts';
import { getToken } from '../token.ts';

let service: Service;
let document: Document;
/** As it was sent to several who asked at the same time, before anyone else. */
let copies: readonly string[];
before(async () => {
  service = await startService({ scopes: SCOPES });
  const asked = Array.from({ length: 5 }, () => service.app.server.inject('/openapi.json'));
  copies = (await Promise.all(asked)).map(({ body }) => body);
  document = JSON.parse(copies[0] ?? '');
});
after(() => service.close());

const API = '/api/ServiceClientApp';
const QUERY: Readonly<Record<string, string>> = {
  [`${API}/Unified/Orders`]: '?channel=shopify&tpUserId=demo',
  [`${API}/Unified/Products`]: '?channel=shopify&tpUserId=demo',
  [`${API}/Carriers`]: '?channel=shopify',
};

const routes = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, route]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      address: `${service.origin}${path.replaceAll(/\{\w+\}/g, 'unknown')}${QUERY[path] ?? ''}`,
      route,
    })),
  );

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Every scope may ask: what each sees of it is tested with the events. */
const ANY_SCOPE = /\/Deliveries(?!\/Test)|\/(?:Channels|Carriers|Lineage)$/;

test('every 401 and 403 of every route says what is asked for', async () => {
  const tokens = await Promise.all(SCOPES.map((scope) => getToken(service.origin, CLIENT, scope)));
  const guarded = routes().filter(({ route }) => route.security?.length);
  assert.ok(guarded.length > 10);
  for (const { name, method, address } of guarded) {
    const challengeOf = async (headers: Record<string, string>) => {
      const { status, headers: answered } = await fetch(address, { method, headers });
      return { status, challenge: answered.get('www-authenticate') ?? '' };
    };
    const none = await challengeOf({});
    assert.equal(none.status, 401, name);
    assert.match(none.challenge, /^Bearer realm="manifold"$/, name);
    for (const wrong of [bearer('mfa_wrong'), { authorization: 'Basic abc' }]) {
      const { status, challenge } = await challengeOf(wrong);
      assert.equal(status, 401, name);
      assert.match(challenge, /^Bearer realm="manifold", error="invalid_token"/, name);
    }
    const answers = await Promise.all(tokens.map((token) => challengeOf(bearer(token))));
    const refused = answers.filter(({ status }) => status === 403);
    assert.equal(refused.length > 0, !ANY_SCOPE.test(name), `${name} asks for a scope`);
    for (const { challenge } of refused)
      assert.match(challenge, /error="insufficient_scope".*, scope="[a-z. ]+"/, name);
  }
});

test('so does the 403 for what only the thing asked for shows', async () => {
  const products = await getToken(service.origin, CLIENT, 'products');
  const { Output } = (await service.orders('shopify', { limit: 1 })).body;
  const rules = { channel: 'shopify', resource: 'orders', rules: [] };
  for (const [path, more] of [
    [`Executions/${Output.execution_id}`, {}],
    ['Overrides', { method: 'PUT', body: JSON.stringify(rules) }],
  ] as const) {
    const { status, headers } = await fetch(`${service.origin}${API}/${path}`, {
      headers: { ...bearer(products), 'content-type': 'application/json' },
      ...more,
    });
    assert.equal(status, 403, path);
    assert.match(headers.get('www-authenticate') ?? '', /error="insufficient_scope"/, path);
  }
});

test('a body that the document asks for is asked for, and another may be left out', async () => {
  const asking = routes().filter(({ route }) => route.requestBody);
  assert.equal(asking.filter(({ route }) => !route.requestBody?.required).length, 3);
  for (const { name, method, address, route } of asking)
    for (const body of [undefined, '']) {
      const response = await fetch(address, {
        method,
        headers: { ...bearer(service.token), 'content-type': 'application/json' },
        ...(body !== undefined && { body }),
      });
      // What is asked of a thing that is not there gets as far as looking for it.
      const good = name.includes('{id}') ? 404 : 200;
      assert.equal(response.status, route.requestBody?.required ? 400 : good, name);
    }
});

/** The status that a request gets which is written by hand. */
async function statusOf(path: string, headers: readonly string[]): Promise<number> {
  const { hostname, port } = new URL(service.origin);
  const socket = connect(Number(port), hostname);
  const lines = [`GET ${path} HTTP/1.1`, ...headers, 'Connection: close', '', ''];
  socket.write(lines.join('\r\n'));
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  await once(socket, 'close');
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
}

test('a request has one Host, wherever it goes', async () => {
  for (const path of ['/healthz', '/openapi.json', '/link', '/connect/token', '/nowhere', API]) {
    const alone = await statusOf(path, ['Host: a.example']);
    assert.notEqual(alone, 400, path);
    for (const hosts of [
      ['Host: a.example', 'Host: b.example'],
      ['Host: a.example', 'Accept: */*', 'HOST: a.example'],
      [],
    ])
      assert.equal(await statusOf(path, hosts), 400, `${path} ${hosts}`);
  }
});

test('the document is written once, for all who are the first to ask', () => {
  const [first = '', ...others] = copies;
  assert.ok(first.startsWith('{"openapi":"3.1.0"'));
  for (const each of others) assert.equal(each, first);
  for (const path of ['/connect/token', `${API}/Unified/Orders`, `${API}/Users/{tpUserId}`])
    assert.ok(document.paths[path], path);
  for (const path of ['/openapi.json', '/docs', '/healthz', '/link'])
    assert.equal(document.paths[path], undefined, `${path} is not for clients`);
  for (const name of ['Order', 'Product', 'Failure', 'OrdersCredentials'])
    assert.ok(document.components.schemas[name], name);
});
