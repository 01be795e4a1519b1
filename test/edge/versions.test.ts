// The version of the API: a client's own, asked for by a request, said in every answer and event.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createApi } from '../../src/http/api.ts';
import { writeDocument } from '../../src/http/openapi-document.ts';
import { createServer } from '../../src/http/server.ts';
import { Type } from '../../src/model/type.ts';
import { NEWEST_VERSION, VERSIONS } from '../../src/model/versions.ts';
import { actsOf, createOperator } from '../console/operator.ts';
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
    ['/Users/unknown', 404],
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

test('an operator moves a client to another version, that exists', async () => {
  const before = '2025-01-01';
  const tenant = await service.tenant('pinned');
  const client = await service.app.store.clients.find('pinned');
  assert.ok(client);
  await service.app.store.clients.update({ ...client, version: before });
  const answered = async () =>
    versionOf(await ask('/Channels', { authorization: `Bearer ${tenant.token}` }));
  assert.equal(await answered(), before);

  const operator = createOperator(service, 'localhost:8080');
  const page = '/console/clients/pinned';
  const move = async (version: string) =>
    operator.post(`${page}/version`, { form: await operator.formToken(page), version });
  const refused = await move('2020-01-01');
  assert.match(refused.body, new RegExp(`no version &quot;2020-01-01&quot;.*${NEWEST_VERSION}`));
  assert.equal(await answered(), before);
  assert.match((await operator.get(page)).body, /Move the client/);
  assert.equal((await move(NEWEST_VERSION)).statusCode, 303);
  assert.equal(await answered(), NEWEST_VERSION);
  const [moved] = await Array.fromAsync(actsOf(service).audit({ act: 'clients.set' }));
  assert.deepEqual([moved?.client, moved?.facts.version], ['pinned', NEWEST_VERSION]);
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
