// Tests of the rows of access tokens: found with their client, noted as used, held to a bound per client.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createTokens } from '../../src/tokens/index.ts';
import { until } from '../until.ts';
import { eachDatabase, openRaw, SOME_CLIENT, START } from './databases.ts';

const CLIENT = SOME_CLIENT.id;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

eachDatabase((database) => {
  async function setUp(t: Parameters<typeof database.store>[0]) {
    const { store, clock, place } = await database.store(t);
    await store.clients.create(SOME_CLIENT);
    await store.clients.create({ ...SOME_CLIENT, id: 'other' });
    const db = await openRaw(place, t);
    const add = async (hash: string, createdAt = clock.now(), clientId: string = CLIENT) =>
      store.tokens.add({
        ...{ hash, clientId, secretId: 's1', scopes: ['orders'], createdAt },
        expiresAt: createdAt + 90 * DAY,
      });
    const left = async (clientId: string = CLIENT) => {
      const rows = await db
        .selectFrom('access_token')
        .select('hash')
        .where('client_id', '=', clientId)
        .orderBy('hash')
        .execute();
      return rows.map(({ hash }) => hash);
    };
    return { store, clock, db, add, left };
  }

  it('a token is found with its client in one read', async (t) => {
    const { store, add } = await setUp(t);
    await add('one');
    const found = await store.tokens.findWithClient('one');
    assert.deepEqual(found?.client, await store.clients.find(CLIENT));
    assert.deepEqual(found?.token, await store.tokens.find('one'));
    assert.equal(found?.token.createdAt, START);
    assert.deepEqual(found?.token.scopes, ['orders']);
    assert.equal(await store.tokens.findWithClient('none'), undefined);
  });

  it('a use is noted at most once an hour', async (t) => {
    const { store, clock, add } = await setUp(t);
    await add('one');
    await add('two');
    await store.tokens.noteUses(['one', 'unknown'], clock.now() - HOUR);
    clock.forward(HOUR - 1);
    await store.tokens.noteUses(['one'], clock.now() - HOUR);
    assert.equal((await store.tokens.find('one'))?.usedAt, START);
    clock.forward(2);
    await store.tokens.noteUses(['one'], clock.now() - HOUR);
    assert.equal((await store.tokens.find('one'))?.usedAt, START + HOUR + 1);
    assert.equal((await store.tokens.find('two'))?.usedAt, null);
    await store.tokens.noteUses([], 0);
  });

  it('tokens in use stay, whatever is issued beside them', async (t) => {
    const { store, clock, add, left } = await setUp(t);
    for (let n = 0; n < 8; n++) await add(`used${n}`);
    await store.tokens.noteUses(
      Array.from({ length: 8 }, (_, n) => `used${n}`),
      0,
    );
    clock.forward(DAY);
    for (let n = 0; n < 30; n++) await add(`idle${String(n).padStart(2, '0')}`, START + DAY + n);
    await add('neighbour', START, 'other');
    assert.equal(await store.tokens.trim(CLIENT, 10), 28);
    const used = Array.from({ length: 8 }, (_, n) => `used${n}`);
    assert.deepEqual(await left(), ['idle28', 'idle29', ...used]);
    assert.deepEqual(await left('other'), ['neighbour']);
    assert.equal(await store.tokens.trim(CLIENT, 10), 0);
  });

  it('of more in use than the bound the ones used last stay, and a new one has its place', async (t) => {
    const { store, clock, add, left } = await setUp(t);
    for (let n = 0; n < 12; n++) {
      await add(`u${String(n).padStart(2, '0')}`);
      await store.tokens.noteUses([`u${String(n).padStart(2, '0')}`], 0);
      clock.forward(1000);
    }
    await add('fresh');
    assert.equal(await store.tokens.trim(CLIENT, 10), 2);
    const stay = Array.from({ length: 10 }, (_, n) => `u${String(n + 2).padStart(2, '0')}`);
    assert.deepEqual(await left(), ['fresh', ...stay]);
  });

  it('those that no one can use go first', async (t) => {
    const { store, clock, add, left } = await setUp(t);
    for (let n = 0; n < 11; n++) await add(`t${String(n).padStart(2, '0')}`, START + n);
    await store.tokens.revoke('t10');
    await store.tokens.revoke('t09');
    clock.forward(1000);
    assert.equal(await store.tokens.trim(CLIENT, 10), 2);
    assert.equal((await left()).length, 9);
    assert.ok(await store.tokens.find('t00'));
  });

  it('a client that asks for tokens fast is held to its bound, and keeps the one it uses', async (t) => {
    const { store, clock, left } = await setUp(t);
    const troubles: unknown[] = [];
    const tokens = createTokens({
      ...{ store, now: clock.now, tokenSeconds: 3600, clientTokens: 20 },
      onTrouble: (error) => troubles.push(error),
    });
    const { secret } = await tokens.clients.create({ id: 'fast' });
    const presented = { clientId: 'fast', clientSecret: secret, address: '10.0.0.1' };
    const caller = await tokens.authenticate(presented);
    const { accessToken: mine } = await tokens.issue(caller);
    assert.ok(await tokens.verify(mine));
    for (let n = 0; n < 350; n++) {
      clock.forward(10);
      await tokens.issue(caller);
    }
    await until(
      async () => (await left('fast')).length,
      'that at most 122 tokens are left',
      (count) => count <= 122,
    );
    clock.forward(5000);
    assert.ok(await tokens.verify(mine), 'the token in use is good');
    assert.deepEqual(troubles, []);
    await tokens.settle();
  });
});
