// Watches and the log as a client meets them: what is asked for wrongly, cursors, tenants, erasure, links.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '../until.ts';
import { type Entry, type House, openHouse, type Watch } from './house.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let house: House;
before(async () => {
  house = await openHouse({ settings: { MANIFOLD_CLIENT_WATCHES: '3' } });
});
after(() => house.close());

const codeOf = ({ body }: { readonly body: unknown }) =>
  (body as { readonly Errors?: { readonly code?: string } }).Errors?.code;
const orders = { tpUserId: 'demo', channel: 'woocommerce', resource: 'orders' };

test('what is asked for wrongly is refused with the remedy', async () => {
  const wrong: [body: unknown, status: number, code: string][] = [
    [{ ...orders, channel: 'nowhere' }, 400, 'unsupported_channel'],
    [{ ...orders, channel: 'magento' }, 400, 'unsupported_channel'],
    [{ ...orders, resource: 'carts' }, 400, 'invalid_request'],
    [{ ...orders, tpUserId: 'stranger' }, 404, 'unknown_user'],
    [{ ...orders, every: 59 }, 400, 'invalid_request'],
    [{ ...orders, every: 86_401 }, 400, 'invalid_request'],
    [{ ...orders, every: '300' }, 400, 'invalid_request'],
    [{ ...orders, since: 'yesterday' }, 400, 'invalid_request'],
    [{ ...orders, sweep: -1 }, 400, 'invalid_request'],
    [{ ...orders, keep: 'all' }, 400, 'invalid_request'],
    [{ ...orders, often: true }, 400, 'invalid_request'],
    [
      { tpUserId: 'demo', channel: 'mirakl', resource: 'products', keep: 'nothing' },
      400,
      'invalid_request',
    ],
    [[], 400, 'invalid_request'],
  ];
  for (const [body, status, code] of wrong) {
    const answer = await house.api('PUT', 'Watches', body);
    assert.deepEqual([answer.status, codeOf(answer)], [status, code], JSON.stringify(body));
  }
  await house.app.store.users.ensure('test-client', 'unlinked');
  const unlinked = await house.api('PUT', 'Watches', { ...orders, tpUserId: 'unlinked' });
  assert.deepEqual([unlinked.status, codeOf(unlinked)], [409, 'channel_not_linked']);
  for (const query of [
    'cursor=abc',
    'wait=61',
    'wait=x',
    'limit=0',
    'resource=carts',
    'include=all',
    'page=2',
  ])
    assert.equal((await house.api('GET', `Changes?${query}`)).status, 400, query);
  for (const path of ['Watches/1', 'Watches/none'])
    assert.equal((await house.api('GET', path)).status, 404, path);
  assert.equal((await house.api('DELETE', 'Watches/1')).status, 404);
});

test('one watch for each user, channel and kind; an interval below the floor is raised, and said so', async () => {
  const first = await house.watch('woocommerce', 'orders', { every: 60 });
  const floor = house.channel('woocommerce').changes.orders?.floor.seconds;
  assert.deepEqual([first.every, first.every_raised], [floor, true]);
  const second = await house.watch('woocommerce', 'orders', { every: 600 });
  assert.deepEqual([second.id, second.every, second.every_raised], [first.id, 600, undefined]);
  await house.watch('bigcommerce', 'products');
  await house.watch('bigcommerce', 'orders');
  const answer = await house.api('PUT', 'Watches', { ...orders, resource: 'products' });
  assert.deepEqual([answer.status, codeOf(answer)], [409, 'too_many_watches']);
  const filtered = await house.api('GET', 'Watches?channel=bigcommerce&resource=orders');
  assert.deepEqual(
    filtered.body.watches?.map(({ resource }) => resource),
    ['orders'],
  );
  const page = await house.api('GET', 'Watches?limit=2');
  assert.equal(page.body.watches?.length, 2);
  const rest = await house.api(
    'GET',
    `Watches?limit=2&next_page_token=${page.body.next_page_token}`,
  );
  assert.equal(rest.body.watches?.length, 1);
  assert.equal((await house.api('DELETE', `Watches/${first.id}`)).status, 204);
  assert.equal((await house.watches()).length, 2);
});

test('a client that waits gets what comes, a cursor is one client’s alone and lives for 30 days', async () => {
  await house.pass(20 * MINUTE);
  const { cursor } = await house.read();
  const begun = await house.api('GET', 'Changes?cursor=now');
  assert.deepEqual([begun.body.changes, begun.body.more], [[], false]);
  const waiting = house.api('GET', `Changes?cursor=${cursor}&wait=60`);
  house.sandbox.changes.random(20, 3);
  await house.pass(20 * MINUTE);
  const { body } = await waiting;
  const changes = body.changes as Entry[];
  assert.ok(changes.length > 0);
  const again = await house.read(cursor, '&include=record');
  for (const { id, record, change } of again.entries)
    if (change !== 'deleted') assert.equal(record?.id, id);
  assert.deepEqual(
    again.entries.slice(0, changes.length).map(({ seq }) => seq),
    changes.map(({ seq }) => seq),
    'an older cursor reads again',
  );
  const since = await house.read(String(begun.body.next_cursor), '&include=record');
  assert.deepEqual(since.entries, again.entries, 'all that came from now on');
  const only = await house.read(cursor, '&resource=products');
  assert.ok(only.entries.every(({ resource }) => resource === 'products'));

  const other = await house.tenant('other-client');
  const foreign = await house.api('GET', `Changes?cursor=${cursor}`, undefined, other.token);
  assert.deepEqual([foreign.status, codeOf(foreign)], [400, 'invalid_cursor']);
  const theirs = await house.api('GET', 'Changes', undefined, other.token);
  assert.deepEqual(theirs.body.changes, []);
  assert.deepEqual((await house.api('GET', 'Watches', undefined, other.token)).body.watches, []);
  const [watch] = await house.watches();
  const path = `Watches/${(watch as Watch).id}`;
  assert.equal((await house.api('DELETE', path, undefined, other.token)).status, 404);

  house.forward(31 * DAY);
  const expired = await house.api('GET', `Changes?cursor=${cursor}`);
  assert.deepEqual([expired.status, codeOf(expired)], [410, 'cursor_expired']);
});

test('unlinking stops a watch with the reason, linking again goes on, another shop begins again', async () => {
  const [before] = (await house.watches()).filter(({ resource }) => resource === 'orders');
  const key = {
    userId: String((await house.app.store.users.find('test-client', 'demo'))?.id),
    channel: 'bigcommerce',
  };
  await house.app.store.credentials.remove(key, 'by_user');
  await until(async () => (await linked()).every(({ state }) => state === 'broken'));
  for (const { why_code } of await linked()) assert.equal(why_code, 'channel_not_linked');
  await house.link('bigcommerce', 'demo');
  await until(async () => (await linked()).every(({ state }) => state === 'live'));
  const [after] = (await linked()).filter(({ resource }) => resource === 'orders');
  assert.deepEqual([after?.id, after?.why], [before?.id, null]);
  assert.ok(String(after?.complete_until) >= String(before?.complete_until));
});

test('deleting a user ends its watches and erases its entries', async () => {
  assert.ok((await house.read()).entries.length > 0);
  await house.app.store.users.remove('test-client', 'demo');
  assert.deepEqual(await house.watches(), []);
  assert.deepEqual((await house.read()).entries, []);
});

const linked = async () =>
  (await house.watches()).filter(({ channel }) => channel === 'bigcommerce');
