// Executions in the console: found by each filter, shown step by step, run again; of links, the funnel.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../service.ts';
import { actsOf, createOperator, fieldsOf } from './operator.ts';

let service: Service;
let operator: ReturnType<typeof createOperator>;
before(async () => {
  service = await startService();
  operator = createOperator(service, 'localhost:8080');
  await service.orders('shopify', { limit: 2 });
  await service.products('magento', { limit: 2 });
  await service.orders('bol', { limit: 'none' });
  await service.app.events.executions.flush();
});
after(() => service?.close());

const idsOn = (page: string) => [
  ...new Set(
    [...page.matchAll(/\/console\/executions\/([0-9a-f-]{36})"/g)].map(([, id = '']) => id),
  ),
];
const listed = async (query: string) =>
  idsOn((await operator.get(`/console/executions?${query}`)).body).length;

test('each filter finds its own, and paging none twice', async () => {
  assert.equal(await listed(''), 3);
  assert.equal(await listed('client=test-client'), 3);
  assert.equal(await listed('client=none'), 0);
  assert.equal(await listed('channel=shopify'), 1);
  assert.equal(await listed('outcome=failed'), 1);
  assert.equal(await listed('code=invalid_request'), 1);
  assert.equal(await listed('client=test-client&user=demo'), 3);
  assert.equal(await listed('span=1h'), 3);
  for (let n = 0; n < 60; n += 1) await service.orders('magento');
  await service.app.events.executions.flush();
  const first = (await operator.get('/console/executions')).body;
  const [, older = ''] = /href="([^"]+after=[^"]+)"/.exec(first) ?? [];
  const second = (await operator.get(older.replaceAll('&amp;', '&'))).body;
  const [one, two] = [idsOn(first), idsOn(second)];
  assert.equal(one.length, 50);
  assert.equal(new Set([...one, ...two]).size, 63);
});

test('one is shown with its stages and calls, and no secret', async () => {
  const [id = ''] = idsOn((await operator.get('/console/executions?channel=shopify')).body);
  const { body } = await operator.get(`/console/executions/${id}`);
  for (const stage of ['validate', 'authorize', 'fetch', 'transform'])
    assert.match(body, new RegExp(`<strong>${stage}</strong>`));
  assert.match(body, /POST \/admin\/api\//);
  const { secrets } = service.shop('shopify').credential;
  for (const secret of Object.values(secrets)) assert.ok(!body.includes(String(secret)));
  assert.equal((await operator.get('/console/executions/none')).statusCode, 404);
});

test('the request is shown only when that is asked for, and the audit says so', async () => {
  const [id = ''] = idsOn((await operator.get('/console/executions?channel=shopify')).body);
  const path = `/console/executions/${id}`;
  const page = await operator.get(path);
  assert.doesNotMatch(page.body, /&quot;limit&quot;/);
  const shown = await operator.post(`${path}/show`, fieldsOf(page.body, `${path}/show`));
  assert.equal(shown.statusCode, 200);
  assert.match(shown.body, /&quot;limit&quot;: 2/);
  const { rows } = await actsOf(service).auditPage({ act: 'executions.show' });
  assert.equal(rows[0]?.by, 'console');
});

test('it is run again, as an execution of its own', async () => {
  const [id = ''] = idsOn((await operator.get('/console/executions?channel=shopify')).body);
  const path = `/console/executions/${id}`;
  const page = await operator.get(path);
  const again = await operator.post(`${path}/again`, fieldsOf(page.body, `${path}/again`));
  assert.equal(again.statusCode, 200, again.body.slice(0, 500));
  assert.match(again.body, /The answer now: 2 records/);
  await service.app.events.executions.flush();
  assert.equal(await listed('channel=shopify'), 2);
  const { rows } = await actsOf(service).auditPage({ act: 'executions.again' });
  assert.equal(rows[0]?.facts.id, id);
});

test('the funnel and one visit are pages', async () => {
  const link = await service.app.magicLink('test-client', 'visitor');
  await service.app.server.inject({ url: String(link).replace(/^https?:\/\/[^/]+/, '') });
  const { body } = await operator.get('/console/links');
  const [, path = ''] = /href="(\/console\/links\/[^"]+)"/.exec(body) ?? [];
  assert.match((await operator.get(path)).body, /Link opened/);
  assert.equal((await operator.get('/console/links/none')).statusCode, 404);
});
