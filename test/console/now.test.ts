// What runs now and what needs a person, with what mends it; health over time; and no page shows a credential.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AREAS, type AreaName, pathOf } from '../../src/console/areas.ts';
import { type Service, startService } from '../service.ts';
import { actsOf, createOperator, fieldsOf } from './operator.ts';

let service: Service;
let operator: ReturnType<typeof createOperator>;
before(async () => {
  service = await startService();
  operator = createOperator(service, 'localhost:8080');
});
after(() => service?.close());

test('a shop that refuses its key stands there with a new magic link, until it is well again', async () => {
  const well = await operator.get('/console');
  assert.match(well.body, /Every linked shop can be reached/);
  const fault = service.sandbox.faults.plant({ kind: '401', channel: 'bigcommerce' });
  await service.products('bigcommerce', { limit: 1 });
  const page = await operator.get('/console');
  assert.match(page.body, /Shops that must be linked again/);
  assert.match(page.body, /BigCommerce/);
  const [, action = ''] = /action="(\/console\/users\/one\/link\?[^"]+)"/.exec(page.body) ?? [];
  const made = await operator.post(action.replaceAll('&amp;', '&'), fieldsOf(page.body, action));
  const [, link = ''] = /<code[^>]*>(http[^<]+)<\/code>/.exec(made.body) ?? [];
  const opened = await service.app.server.inject({ url: link.replace(/^https?:\/\/[^/]+/, '') });
  assert.equal(opened.statusCode, 200);
  const { rows } = await actsOf(service).auditPage({ act: 'users.magic_link' });
  assert.equal(rows[0]?.by, 'console');
  service.sandbox.faults.lift(fault.id);
  service.forward(61_000);
  await service.products('bigcommerce', { limit: 1 });
  assert.match((await operator.get('/console')).body, /Every linked shop can be reached/);
});

test('health counts what was called, by channel and by code', async () => {
  await service.orders('bol', { limit: 'none' });
  await service.app.keepCounts();
  const { body } = await operator.get('/console/health');
  assert.match(body, /invalid_request/);
  const ofBol = await operator.get('/console/health?channel=bol&span=6h');
  assert.match(ofBol.body, /100\.0 %/);
  const others = await operator.get('/console/health?channel=mirakl');
  assert.match(others.body, /There was nothing in this period/);
});

test('no page shows a credential', async () => {
  const secrets = service.sandbox.stores.flatMap(({ shops }) =>
    shops.flatMap(({ credential }) => Object.values(credential.secrets)),
  );
  const known = secrets.map(String).filter((secret) => secret.length > 8);
  assert.ok(known.length > 9);
  const paths = [
    ...Object.keys(AREAS).map((area) => `${pathOf(area as AreaName)}?client=test-client`),
    ...['/console/clients/test-client', '/console/users/one?client=test-client&user=demo'],
  ];
  for (const path of paths) {
    const { statusCode, body } = await operator.get(path);
    assert.equal(statusCode, 200, path);
    for (const secret of known) assert.ok(!body.includes(secret), path);
  }
});
