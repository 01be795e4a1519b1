// What is kept of background executions: counted exactly, by client, on both databases.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { it, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { openStore, type Quota, type Store } from '../../src/store/index.ts';
import { eachDatabase, openRaw, SOME_CLIENT, START, testSeal } from './databases.ts';
import { ended } from './ended.ts';

const DAY = 24 * 60 * 60 * 1000;
const CLIENT = SOME_CLIENT.id;
const OTHER = 'other-app';

const execution = (id: string, client: string = CLIENT) => ended(id, { client });

/** Text that no compression makes much smaller. */
const noise = (bytes: number) => JSON.stringify(randomBytes((bytes * 3) / 4).toString('base64'));

async function claimed(store: Store, client: string = CLIENT) {
  const by = randomBytes(4).toString('hex');
  const [job] = await store.jobs.claim({
    lane: client,
    limit: 1,
    now: START,
    until: START + DAY,
    by,
  });
  return job ?? assert.fail('there is nothing to claim');
}

async function ran(
  store: Store,
  id: string,
  result: string,
  quota?: Quota,
  client: string = CLIENT,
) {
  const roomy = { bytes: 1e12, rows: 1e9 };
  assert.equal(await store.jobs.begin(execution(id, client), '{}', roomy), true);
  const expiresAt = START + DAY;
  const end = { finished: execution(id, client), result, delivery: undefined, expiresAt };
  return await store.jobs.finish(await claimed(store, client), end, quota);
}

eachDatabase((database) => {
  const opened = async (t: TestContext) => {
    const all = await database.store(t);
    await all.store.clients.create(SOME_CLIENT);
    await all.store.clients.create({ ...SOME_CLIENT, id: OTHER });
    return all;
  };

  it('executions of many at the same time are counted exactly, each client for itself', async (t) => {
    const { store, place, clock } = await opened(t);
    // The embedded store has one service at a time, PostgreSQL has many.
    const further = { ...place, role: 'service', now: clock.now, seal: testSeal } as const;
    const other = database.name === 'sqlite' ? undefined : await openStore(further);
    t.after(() => other?.close());
    const second = other ?? store;
    const quota = { bytes: 1e9, rows: 12 };
    const asked = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        (n % 2 ? store : second).jobs.begin(execution(`e${n}`), '{}', quota),
      ),
    );
    assert.equal(asked.filter((kept) => kept === true).length, 12);
    const refused = asked.find((kept) => typeof kept === 'object');
    assert.ok(typeof refused === 'object');
    assert.deepEqual([refused.rows, refused.roomAt], [12, undefined]);
    assert.equal(await store.jobs.begin(execution('v', OTHER), '{}', quota), true);
    assert.equal((await store.executions.list(CLIENT, {}, undefined, 50)).rows.length, 12);
  });

  it('requests that wait and results count by their bytes; the one that crosses the line is kept', async (t) => {
    const { store, clock } = await opened(t);
    const quota = { bytes: 300_000, rows: 100 };
    const [small, large] = [noise(3000), noise(200_000)];
    assert.equal(await ran(store, 'a', large, quota), true);
    assert.equal(await ran(store, 'b', large, quota), true, 'it goes over once');
    const over = await ran(store, 'c', small, quota);
    assert.ok(typeof over === 'object' && over.bytes > quota.bytes && over.bytes < 600_000);
    assert.equal(over.rows, 2);
    assert.equal(over.roomAt, START + DAY);
    assert.equal(await store.jobs.result(CLIENT, 'c'), undefined);
    assert.equal((await store.executions.find(CLIENT, 'c'))?.outcome, 'running');
    const more = await store.jobs.begin(execution('d'), '{}', quota);
    assert.ok(typeof more === 'object' && more.roomAt === START + DAY);
    assert.equal(await ran(store, 'v', large, quota, OTHER), true, 'another has its own room');

    clock.forward(DAY);
    assert.equal(await store.jobs.begin(execution('e'), '{}', quota), true, 'what ran out is gone');
    assert.equal((await store.sweep()).results, 3);
    const request = JSON.stringify({ padding: noise(300_000) });
    assert.equal(await store.jobs.begin(execution('f'), request, quota), true);
    const waiting = await store.jobs.begin(execution('g'), '{}', quota);
    assert.ok(typeof waiting === 'object' && waiting.roomAt === undefined);
    assert.equal(await store.clients.remove(CLIENT), true);
    await store.clients.create(SOME_CLIENT);
    assert.equal(await store.jobs.begin(execution('h'), '{}', quota), true);
  });

  it('results are kept compressed, and read back as they were', async (t) => {
    const { store, place } = await opened(t);
    const record = { id: '1', name: 'Zoë 🛒', note: 'a"b', price: '17.95', nothing: null };
    const orders = JSON.stringify(Array.from({ length: 20_000 }, (_, n) => ({ ...record, n })));
    assert.equal(await ran(store, 'a', orders), true);
    const read = async (id: string) => {
      const kept = await store.jobs.result(CLIENT, id);
      return kept && (await text(kept.result));
    };
    assert.equal(await read('a'), orders);
    const db = await openRaw(place, t);
    const row = await db.selectFrom('job').select(['size', 'result']).executeTakeFirstOrThrow();
    assert.equal(row.size, row.result?.length);
    assert.ok(row.size < orders.length / 5, `${row.size} of ${orders.length}`);
  });

  it('what is kept is summed up from the index alone', async (t) => {
    const { place } = await opened(t);
    const db = await openRaw(place, t);
    const query = sql`select count(*), sum(size) from job
      where client_id = 'x' and (expires_at is null or expires_at > 5)`;
    if (database.name === 'postgres') await sql`set enable_seqscan = off`.execute(db);
    const explain =
      database.name === 'postgres' ? sql`explain ${query}` : sql`explain query plan ${query}`;
    const plan = JSON.stringify((await explain.execute(db)).rows);
    assert.match(plan, /(Index Only Scan|COVERING INDEX).*job_client_id_expires_at_size/);
  });

  it('of executions, deliveries, tokens and links the newest are kept, each client by itself', async (t) => {
    const { store, place } = await opened(t);
    const MOST = 6000;
    const time = { created_at: START, expires_at: START + DAY };
    for (const [client, count] of [
      [CLIENT, 7000],
      [OTHER, 10],
    ] as const) {
      const finished = (n: number) => ({
        ...execution(`${client}${n}`, client),
        startedAt: START + n,
      });
      const endings = Array.from({ length: count }, (_, n) => ({
        finished: finished(n),
        delivery: undefined,
      }));
      await store.executions.record(endings);
    }
    const db = await openRaw(place, t);
    const user = await store.users.ensure(CLIENT, 'u');
    for (let n = 0; n < 4; n++) {
      const at = { ...time, created_at: START + n };
      const id = `m${n}`;
      await store.tokens.add({
        hash: id,
        clientId: CLIENT,
        secretId: 's1',
        scopes: [],
        createdAt: at.created_at,
        expiresAt: at.expires_at,
      });
      await store.links.add({
        hash: id,
        clientId: CLIENT,
        userId: user?.id ?? '',
        scopes: [],
        redirectUrl: null,
        userName: null,
        createdAt: at.created_at,
        expiresAt: at.expires_at,
      });
      await store.deliveries.add({
        id,
        clientId: CLIENT,
        executionId: null,
        addressId: null,
        userId: null,
        deleteWhenSent: false,
        type: 'x',
        url: 'https://a.example',
        body: '{}',
        createdAt: at.created_at,
        giveUpAt: at.expires_at,
      });
    }
    const counts = async (client: string) => {
      const all: number[] = [];
      for (const table of ['execution', 'delivery', 'access_token', 'magic_link'] as const) {
        const rows = await db
          .selectFrom(table)
          .select((e) => e.fn.countAll<number>().as('n'))
          .where('client_id', '=', client)
          .execute();
        all.push(Number(rows[0]?.n));
      }
      return all;
    };
    const most = { rows: MOST, tokens: MOST };
    assert.equal(await store.trim(most, () => true), 0, 'a service that ends leaves it for later');
    assert.equal(await store.trim(most, () => false), 1000);
    assert.deepEqual(await counts(CLIENT), [MOST, 4, 4, 4]);
    assert.deepEqual(await counts(OTHER), [10, 0, 0, 0]);
    const oldest = await db
      .selectFrom('execution')
      .select((e) => e.fn.min('started_at').as('at'))
      .where('client_id', '=', CLIENT)
      .executeTakeFirst();
    assert.equal(Number(oldest?.at), START + 1000);
    // What still waits to be delivered stays.
    await db.updateTable('delivery').set({ state: 'delivered' }).where('id', '=', 'm0').execute();
    await store.trim({ rows: 2, tokens: 2 }, () => false);
    assert.deepEqual(await counts(CLIENT), [2, 3, 2, 2]);
    assert.ok(await store.tokens.find('m3'));
  });
});
