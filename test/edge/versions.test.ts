// The version of the API: a client's own, asked for by a request, said in every answer and event.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createApi } from '../../src/http/api.ts';
import { writeDocument } from '../../src/http/openapi-document.ts';
import { createServer } from '../../src/http/server.ts';
import { Type } from '../../src/model/type.ts';
import { NEWEST_VERSION, VERSIONS } from '../../src/model/versions.ts';
import { CLIENT, type Service, startService } from '../service.ts';

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service.close());

const API = '/api/ServiceClientApp';
const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  service.app.server.inject({
    url: `${API}${path}`,
    headers: { authorization: `Bearer ${service.token}`, ...headers },
  });
const versionOf = ({ headers }: Awaited<ReturnType<typeof ask>>) => headers['manifold-version'];

test('versions are dates, oldest first', () => {
  for (const version of VERSIONS) assert.match(version, /^20\d\d-[01]\d-[0-3]\d$/);
  assert.deepEqual([...VERSIONS], [...new Set(VERSIONS)].toSorted());
});

test('a client has the newest one from when it was made, and every answer says so', async () => {
  assert.equal((await service.app.store.clients.find(CLIENT.id))?.version, NEWEST_VERSION);
  for (const [path, status, headers] of [
    ['/Channels', 200],
    ['/Users/nobody', 404],
    ['/Nowhere', 404],
    ['/Users?limit=x', 400],
    ['/Channels', 401, { authorization: 'Bearer mfa_wrong' }],
    ['/Channels', 200, { 'manifold-version': NEWEST_VERSION }],
  ] as const) {
    const answer = await ask(path, headers);
    assert.equal(answer.statusCode, status, path);
    assert.equal(versionOf(answer), NEWEST_VERSION, path);
  }
  assert.equal(
    (await service.app.server.inject('/health/live')).headers['manifold-version'],
    undefined,
  );
});

test('one that does not exist is refused, naming those that do', async () => {
  for (const asked of ['2020-01-01', 'latest', '', `${NEWEST_VERSION}, ${NEWEST_VERSION}`]) {
    const answer = await ask('/Channels', { 'manifold-version': asked });
    const { Errors } = answer.json();
    assert.deepEqual([answer.statusCode, Errors.code], [400, 'invalid_request'], asked);
    assert.match(Errors.message, new RegExp(`it has .*${NEWEST_VERSION}`), asked);
    assert.equal(versionOf(answer), NEWEST_VERSION);
  }
});

const ENDS = {
  ...{ since: Date.UTC(2026, 10, 18), until: Date.UTC(2027, 10, 18) },
  about: 'https://api.example/docs/versions',
};

test('an operation that ends says so in every answer, and in the document', async (t) => {
  const routes: Parameters<typeof writeDocument>[0][number][] = [];
  const server = createServer({
    addresses: { docs: 'https://api.example/docs' },
    trustProxy: [],
    isClosing: () => false,
    isAnswering: () => false,
    secure: false,
  } as never);
  t.after(() => server.close());
  server.addHook('onRoute', (route) => void routes.push(route));
  const bearer = () => async (request: { caller: unknown }) => {
    request.caller = { client: { id: 'a' }, scopes: [] };
  };
  const route = createApi(server, bearer as never)('Channels', 'orders');
  const declared = { summary: 'Old', description: 'Old.', answer: Type.Object({}) };
  route('GET', `${API}/Old`, { ...declared, id: 'old', ends: ENDS, handler: async () => ({}) });
  route('GET', `${API}/New`, { ...declared, id: 'new', handler: async () => ({}) });
  for (const query of ['', '?no=such']) {
    const { headers } = await server.inject(`${API}/Old${query}`);
    assert.deepEqual(
      [headers.deprecation, headers.sunset, headers.link],
      [
        '@1794960000',
        'Thu, 18 Nov 2027 00:00:00 GMT',
        `<${ENDS.about}>; rel="deprecation", <${ENDS.about}>; rel="sunset"`,
      ],
    );
  }
  const { headers } = await server.inject(`${API}/New`);
  assert.deepEqual(
    [headers.deprecation, headers.sunset, headers.link],
    [undefined, undefined, undefined],
  );
  const { paths } = JSON.parse(
    writeDocument(
      routes.filter(({ method }) => method === 'GET'),
      {
        ...{ version: '0', baseUrl: 'https://api.example', authUrl: 'https://api.example' },
        ...{ channels: ['shopify'], having: { orders: ['shopify'], products: ['shopify'] } },
        schemas: () => [],
      },
    ),
  );
  assert.equal(paths[`${API}/Old`].get.deprecated, true);
  assert.ok('Sunset' in paths[`${API}/Old`].get.responses[200].headers);
  assert.equal(paths[`${API}/New`].get.deprecated, undefined);
});
