// Event addresses and what is sent to them, through the real edge.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { newKeyEntry, parseKeys } from '../../src/keys/ring.ts';
import { createSeal } from '../../src/keys/seal.ts';
import { NOTICE_TYPES } from '../../src/model/notices.ts';
import { newDelivery } from '../../src/store/index.ts';
import { openDatabases } from '../postgres.ts';
import { until } from '../until.ts';
import { type Caller, type House, startHouse, startReceiver } from './house.ts';

const put = (caller: Caller, addresses: unknown) =>
  caller.ask('/EventAddresses', { method: 'PUT', body: JSON.stringify({ addresses }) });
const post = (caller: Caller, path: string, body?: unknown) =>
  caller.ask(path, {
    method: 'POST',
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

/** Links the one channel for a user, as the link pages do. */
async function link(house: House, tpUserId = 'u', client = 'app') {
  const user = await house.app.store.users.ensure(client, tpUserId);
  const key = { userId: user?.id ?? '', channel: 'stall' };
  const secrets = { token: 'canary-token' };
  const account = { baseUrl: 'canary-account' };
  await house.app.store.credentials.save({ ...key, account, secrets, expiresAt: null });
  return key;
}

const wrong = ({ body }: Awaited<ReturnType<Caller['ask']>>) =>
  body.Output.schemaValidationErrors.map(({ field }: { field: string }) => field);

describe('event addresses', () => {
  it('are set as a whole, keep their secrets, and show one only when it is made', async (t) => {
    const house = await startHouse(t);
    const [a, b] = ['https://hooks.example.com/a?token=1', 'https://hooks.example.com/b'];
    const first = await put(house, [
      { url: a },
      { url: b, types: ['link.finished'], paused: true },
    ]);
    assert.equal(first.status, 200);
    assert.equal(first.headers.get('cache-control'), 'no-store');
    const [one, two] = first.body.addresses;
    assert.match(one.signing_secret, /^whsec_.{40,}$/);
    assert.notEqual(one.signing_secret, two.signing_secret);
    assert.deepEqual([one.types, one.paused], [['*'], false]);
    assert.deepEqual([two.types, two.paused], [['link.finished'], true]);

    const { signing_secret: _, ...plainOne } = one;
    const { signing_secret: __, ...plainTwo } = two;
    const listed = await house.ask('/EventAddresses');
    assert.deepEqual(listed.body, { addresses: [plainOne, plainTwo] });

    // The same list again changes nothing: by url, by id.
    const again = [{ url: a }, { id: two.id, url: b, types: ['link.finished'], paused: true }];
    assert.deepEqual((await put(house, again)).body, listed.body);
    // Moved, it is still the same one, with the same secret; the other goes.
    const moved = await put(house, [{ id: one.id, url: `${b}/moved`, types: ['*'], paused: null }]);
    assert.deepEqual(
      moved.body.addresses.map(({ id }: { id: string }) => id),
      [one.id],
    );
    assert.equal(moved.body.addresses[0].signing_secret, undefined);
    const secrets = await house.app.store.addressSigning.find(one.id);
    assert.equal(secrets?.secrets[0]?.secret, one.signing_secret);
    assert.deepEqual((await put(house, [])).body, { addresses: [] });
  });

  it('say all that is wrong with a list, and then change nothing', async (t) => {
    const house = await startHouse(t);
    const url = 'https://hooks.example.com/a';
    const kept = (await put(house, [{ url }])).body.addresses[0];
    const many = Array.from({ length: 6 }, (_, n) => ({ url: `${url}/${n}` }));
    for (const [list, ...fields] of [
      ['x', 'addresses'],
      [[null], 'addresses[0]'],
      [[{}], 'addresses[0].url'],
      [[{ url, colour: 'red' }], 'addresses[0].colour'],
      [[{ url, types: [] }], 'addresses[0].types'],
      [[{ url, types: ['channel.linkd'] }], 'addresses[0].types[0]'],
      [[{ url, types: ['*', 'channel.linked'] }], 'addresses[0].types'],
      [[{ url, types: ['link.finished', 'link.finished'] }], 'addresses[0].types'],
      [[{ url, types: 'link.finished' }], 'addresses[0].types'],
      [[{ url, paused: 'yes' }], 'addresses[0].paused'],
      [[{ url, id: 7 }], 'addresses[0].id'],
      [[{ url, id: 'ea_none' }], 'addresses[0].id'],
      [[{ url, id: 'ea_\0' }], 'addresses[0].id'],
      [[{ url }, { url }], 'addresses[1].url'],
      [
        [
          { url: `${url}1`, id: kept.id },
          { url: `${url}2`, id: kept.id },
        ],
        'addresses[1].id',
      ],
      [[{ url: 'http://hooks.example.com/' }], 'addresses[0].url'],
      [
        [{ url: 'https://10.0.0.1/' }, { url: 'https://u:p@h.example/' }],
        'addresses[0].url',
        'addresses[1].url',
      ],
      [[{ types: [] }, { url: 'ftp://x' }], 'addresses[0].url', 'addresses[0].types'],
      [many, 'addresses'],
    ] as const) {
      const answer = await put(house, list);
      assert.equal(answer.status, 400, JSON.stringify(list));
      assert.deepEqual(wrong(answer), fields, JSON.stringify(list));
    }
    for (const body of ['[]', '{}', '{"addresses":[],"more":1}', 'null'])
      assert.equal((await house.ask('/EventAddresses', { method: 'PUT', body })).status, 400, body);
    assert.equal((await house.ask('/EventAddresses?x=1')).status, 400);
    const { signing_secret: _, ...plain } = kept;
    assert.deepEqual((await house.ask('/EventAddresses')).body.addresses, [plain]);
  });

  it('belong to their client and need the scope "links"', async (t) => {
    const house = await startHouse(t);
    const other = await house.caller('other');
    const { id } = (await put(house, [{ url: 'https://hooks.example.com/a' }])).body.addresses[0];
    assert.deepEqual((await other.ask('/EventAddresses')).body, { addresses: [] });
    const taken = await put(other, [{ id, url: 'https://hooks.example.com/mine' }]);
    assert.deepEqual([taken.status, wrong(taken)], [400, ['addresses[0].id']]);
    for (const path of ['Rotate', 'Test'])
      assert.equal((await post(other, `/EventAddresses/${id}/${path}`)).status, 404, path);
    assert.equal((await post(house, '/EventAddresses/%00/Test')).status, 404);
    // The same url is another address.
    const own = (await put(other, [{ url: 'https://hooks.example.com/a' }])).body.addresses[0];
    assert.notEqual(own.id, id);
    assert.deepEqual((await put(other, [])).body, { addresses: [] });
    assert.equal((await house.ask('/EventAddresses')).body.addresses.length, 1);
    const orders = {
      headers: { authorization: `Bearer ${await house.tokenWith('orders products')}` },
    };
    for (const init of [orders, { method: 'PUT', body: '{"addresses":[]}', ...orders }])
      assert.equal((await house.ask('/EventAddresses', init)).status, 403);
  });
});

describe('events to them', () => {
  it('come immediately, signed with the address’s own secret, without anything of the account', async (t) => {
    // The pauses between two looks vary at random; with this there is no next look for a day.
    t.mock.method(Math, 'random', () => 2e5);
    const house = await startHouse(t);
    const [all, few] = [await startReceiver(t), await startReceiver(t)];
    const set = await put(house, [{ url: all.url }, { url: few.url, types: ['channel.unlinked'] }]);
    const [one, two] = set.body.addresses;
    const key = await link(house);
    await all.arrived(1);
    await house.app.store.credentials.mark(key, 'attention', {
      code: 'consent_ended',
      message: 'canary-message',
    });
    await house.ask('/Users/u/Channels/stall', { method: 'DELETE' });
    await all.arrived(3);
    await few.arrived(1);
    assert.deepEqual(all.received.map(({ event }) => event.type).sort(), [
      'channel.linked',
      'channel.needs_attention',
      'channel.unlinked',
    ]);
    for (const { text, headers } of all.received) {
      new Webhook(one.signing_secret).verify(text, headers);
      for (const secret of [two.signing_secret, house.signingSecret])
        assert.throws(() => new Webhook(secret).verify(text, headers));
      assert.doesNotMatch(text, /canary/);
    }
    const [{ text, headers, event } = assert.fail()] = few.received;
    new Webhook(two.signing_secret).verify(text, headers);
    assert.deepEqual(event.data, { tpUserId: 'u', channel: 'stall', why: 'by_client' });

    await until(
      async () => (await house.ask('/Deliveries?state=waiting')).body.result.length === 0,
    );
    const listed = (await house.ask(`/Deliveries?address_id=${two.id}`)).body.result;
    assert.deepEqual(
      listed.map(({ type, url, address_id, execution_id, state }: Record<string, string>) => [
        ...[type, url, address_id, execution_id, state],
      ]),
      [['channel.unlinked', few.url, two.id, null, 'delivered']],
    );
    const linked = (await house.ask('/Deliveries?type=channel.linked')).body.result;
    assert.equal(linked.length, 1);
    const other = await house.caller('other');
    assert.deepEqual((await other.ask(`/Deliveries?address_id=${one.id}`)).body.result, []);
    assert.equal((await other.ask(`/Deliveries/${linked[0].id}`)).status, 404);
    // Only the scope that sees links sees them.
    const orders = { headers: { authorization: `Bearer ${await house.tokenWith('orders')}` } };
    assert.deepEqual((await house.ask('/Deliveries', orders)).body.result, []);
    assert.equal((await house.ask(`/Deliveries/${linked[0].id}`, orders)).status, 404);
    const replayed = await post(house, `/Deliveries/${linked[0].id}/Replay`);
    assert.equal(replayed.status, 202);
    await all.arrived(4);
    const ids = all.received.map(({ headers }) => headers['webhook-id']);
    assert.equal(ids.filter((id) => id === linked[0].id).length, 2);
  });

  it('carry two signatures while the secret is rotated', async (t) => {
    const house = await startHouse(t);
    const receiver = await startReceiver(t);
    const { id, signing_secret: old } = (await put(house, [{ url: receiver.url }])).body
      .addresses[0];
    const test = async (count: number) => {
      assert.equal((await post(house, `/EventAddresses/${id}/Test`)).status, 202);
      await receiver.arrived(count);
      const { text = '', headers = {}, event } = receiver.received[count - 1] ?? {};
      assert.equal(event.type, 'delivery.test');
      return (secret: string) => new Webhook(secret).verify(text, headers);
    };
    const rotated = await post(house, `/EventAddresses/${id}/Rotate`);
    const { signing_secret: fresh } = rotated.body;
    assert.deepEqual([rotated.status, rotated.body.id], [200, id]);
    const both = await test(1);
    for (const secret of [old, fresh]) both(secret);
    const last = await post(house, `/EventAddresses/${id}/Rotate`, { keep_old_days: 0 });
    const only = await test(2);
    only(last.body.signing_secret);
    for (const secret of [old, fresh]) assert.throws(() => only(secret));
    for (const body of [{ keep_old_days: 31 }, { keep_old_days: '7' }, { days: 1 }, []])
      assert.equal((await post(house, `/EventAddresses/${id}/Rotate`, body)).status, 400);
  });

  it('wait while the address is paused, follow it when it moves, and end when it goes', async (t) => {
    const house = await startHouse(t);
    const [dead, alive] = [await startReceiver(t), await startReceiver(t)];
    dead.answer = (_, response) => response.writeHead(500).end();
    const types = ['channel.linked'];
    const { id } = (await put(house, [{ url: dead.url, types }])).body.addresses[0];
    await link(house);
    await dead.arrived(1);
    const shown = async () => (await house.ask('/Deliveries')).body.result[0];
    await until(async () => (await shown()).try_count === 1);
    await put(house, [{ id, url: dead.url, types, paused: true }]);
    assert.equal((await post(house, `/EventAddresses/${id}/Test`)).status, 400);
    const { id: delivery } = await shown();
    await post(house, `/Deliveries/${delivery}/Replay`);
    // It is taken in hand, and put off until the address is resumed.
    await until(async () => Date.parse((await shown()).next_try_at) > Date.now() + 3_600_000);
    assert.equal(dead.received.length, 1);
    await put(house, [{ id, url: alive.url, types }]);
    await alive.arrived(1);
    assert.equal(alive.received[0]?.headers['webhook-id'], delivery);
    await until(async () => (await shown()).state === 'delivered');
    assert.equal((await shown()).url, alive.url);

    alive.answer = dead.answer;
    await link(house, 'second');
    await alive.arrived(2);
    await until(async () => (await shown()).try_count === 1);
    await put(house, []);
    const { state, id: ended, url } = await shown();
    assert.deepEqual([state, url], ['failed', alive.url]);
    const { tries } = (await house.ask(`/Deliveries/${ended}`)).body;
    assert.equal(tries.at(-1).error, 'the address was removed');
    const refused = await post(house, `/Deliveries/${ended}/Replay`);
    assert.deepEqual([refused.status, refused.body.Errors.code], [400, 'invalid_request']);
    assert.deepEqual((await post(house, '/Deliveries/Replay')).body, { replayed: 0 });
  });

  it('end by the outbox where the process died before it ended them itself', async (t) => {
    const house = await startHouse(t);
    const receiver = await startReceiver(t);
    const { store, events } = house.app;
    const addressee = { clientId: 'app', url: receiver.url, addressId: 'ea_removed' };
    const left = newDelivery(addressee, { type: 'channel.linked' }, Date.now());
    await store.deliveries.add(left);
    events.wake();
    const shown = async () => (await house.ask(`/Deliveries/${left.id}`)).body;
    await until(async () => (await shown()).state === 'failed');
    assert.equal((await shown()).tries.at(-1).error, 'the address was removed');
    assert.equal(receiver.received.length, 0);
  });

  it('of two instances are each sent once, whichever wrote them', async (t) => {
    const postgres = await openDatabases();
    t.after(() => postgres.stop());
    const databaseUrl = await postgres.fresh();
    const seal = createSeal(parseKeys(newKeyEntry('shared')));
    const first = await startHouse(t, { databaseUrl, seal });
    const second = await startHouse(t, { databaseUrl, seal });
    const receiver = await startReceiver(t);
    await put(first, [{ url: receiver.url }]);
    const names = Array.from({ length: 20 }, (_, n) => `u${n}`);
    const keys = await Promise.all(names.map((name, n) => link(n % 2 ? first : second, name)));
    const why = { code: 'revoked', message: 'x' } as const;
    await Promise.all(
      keys.flatMap((key) =>
        [first, second].map(({ app }) => app.store.credentials.mark(key, 'attention', why, 1)),
      ),
    );
    await receiver.arrived(40);
    await until(
      async () => (await first.ask('/Deliveries?state=waiting')).body.result.length === 0,
    );
    const seen = receiver.received.map(({ event }) => `${event.type} ${event.data.tpUserId}`);
    assert.equal(seen.length, 40);
    assert.equal(new Set(seen).size, 40);
  });
});

it('every type is in the published document', async (t) => {
  const house = await startHouse(t);
  const answer = await fetch(`${house.origin}/openapi.json`);
  const document = (await answer.json()) as { webhooks: object };
  assert.deepEqual(
    Object.keys(document.webhooks).sort(),
    ['execution.completed', 'delivery.test', ...NOTICE_TYPES].sort(),
  );
});
