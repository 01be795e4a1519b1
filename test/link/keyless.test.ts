// A store that was restored without the keys of its users: said for what it is, marked, announced,
// counted, and well again when the keys are back or the user links again.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { channels } from '../../src/channels/index.ts';
import { userKeys } from '../../src/operate/checks/store.ts';
import type { Store } from '../../src/store/index.ts';
import { type Service, startService, type Tenant } from '../service.ts';
import { eachDatabase, openRaw } from '../store/databases.ts';

const NAMES = Object.keys(channels);

const codeOf = ({ body: { Errors } }: Awaited<ReturnType<Service['products']>>) =>
  'code' in Errors ? Errors.code : undefined;

async function statesOf({ origin }: Service, { token }: Tenant) {
  const path = `${origin}/api/ServiceClientApp/Users/demo`;
  const response = await fetch(path, { headers: { authorization: `Bearer ${token}` } });
  const { channels: all } = (await response.json()) as {
    channels: { channel: string; state: string; code: string | null }[];
  };
  return all.map(({ channel, state, code }) => [channel, state, code]);
}

const found = (store: Store) => userKeys.run({ store } as Parameters<typeof userKeys.run>[0], new AbortController().signal); // biome-ignore format: one check

eachDatabase((database) => {
  it('every channel of every client says so by its own code, until the keys are back', async (t) => {
    const { databaseUrl } = await database.place(t);
    const service = await startService({ ...(databaseUrl && { databaseUrl }) });
    t.after(() => service.close());
    const other = await service.tenant('second');
    for (const name of NAMES) await other.link(name, 'demo');
    const { store, events } = service.app;
    await events.addresses.add(service.id, {
      url: 'http://127.0.0.1:9/events',
      types: ['channel.needs_attention', 'channel.recovered'],
      paused: false,
    });
    const notices = async () => {
      const { rows } = await store.deliveries.list(service.id, { kind: 'notices' }, undefined, 100);
      return rows.map(({ body }) => JSON.parse(body));
    };
    const raw = await openRaw({ ...(databaseUrl && { databaseUrl }), dataDir: service.dataDir }, t);
    const keys = await raw.selectFrom('user_key').selectAll().execute();
    assert.ok((await found(store))[0]?.state === 'ok');
    await raw.deleteFrom('user_key').execute();

    // One by a call, the others by the look that finds them before anybody calls.
    const [first = '', second = ''] = NAMES;
    const lost = await service.products(first, { limit: 1 });
    assert.deepEqual([lost.status, codeOf(lost)], [424, 'keys_missing'], lost.text);
    assert.match(lost.text, /new magic link/);
    const unmarked = 2 * NAMES.length - 1;
    assert.equal((await found(store))[0]?.sentence.split(' ')[0], String(unmarked + 1));
    assert.equal(await store.keyless.mark(() => false), unmarked);
    assert.equal(await store.keyless.mark(() => false), 0, 'each is marked once');
    for (const tenant of [service, other])
      assert.deepEqual(
        await statesOf(service, tenant),
        NAMES.toSorted().map((name) => [name, 'needs_attention', 'keys_missing']),
      );
    assert.deepEqual(
      (await notices())
        .map(({ type, data: { channel, code } }) => `${type} ${channel} ${code}`)
        .sort(),
      NAMES.map((name) => `channel.needs_attention ${name} keys_missing`).sort(),
    );
    for (const name of NAMES)
      assert.equal(codeOf(await service.orders(name)) ?? '', channels[name]?.orders ? 'keys_missing' : 'unsupported_channel'); // biome-ignore format: one question
    assert.doesNotMatch(service.logged(), /an unexpected error/);

    // A user who links one channel again has a new key, which does not open what is older.
    await other.link(first, 'demo');
    assert.equal((await other.products(first, { limit: 1 })).status, 200);
    assert.equal(codeOf(await other.products(second, { limit: 1 })), 'keys_missing');
    assert.equal((await found(store))[0]?.state, 'warning');

    await raw.deleteFrom('user_key').execute();
    await raw.insertInto('user_key').values(keys).execute();
    for (const name of NAMES) {
      const well = await service.products(name, { limit: 1 });
      assert.equal(well.status, 200, `${name}: ${well.text}`);
    }
    assert.ok((await statesOf(service, service)).every(([, state]) => state === 'linked'));
    const recovered = (await notices()).filter(({ type }) => type === 'channel.recovered');
    assert.equal(recovered.length, NAMES.length);
  });
});
