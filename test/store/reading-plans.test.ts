// What the feed costs when it is large: every statement of a reading finds its rows by an index.
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { type CompiledQuery, type Kysely, sql } from 'kysely';
import { noDiskWait } from '../../src/store/base.ts';
import { feedStore } from '../../src/store/feed.ts';
import { readingStore } from '../../src/store/readings.ts';
import type { Tables } from '../../src/store/schema.ts';
import { type Database, eachDatabase, openRaw, SOME_CLIENT, START, testSeal } from './databases.ts';
import { CLIENT, LEASE } from './reading-rows.ts';

/** Entries that a filter looks at for one page, as the store has it. */
const LOOKED_AT = 5000;
const CLIENTS = 10;
/** Of each client. */
const READINGS = 2000;
const ENTRIES = 2 * LOOKED_AT + 10;
const SEEN = 20_000;

const counted = (count: number) =>
  sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})`;

/** A user for each watch; the first reading has seen much and is hinted at often. */
async function filled(database: Database, t: TestContext, clients = CLIENTS) {
  const { store, place } = await database.store(t);
  const statements: CompiledQuery[] = [];
  const db = await openRaw(place, t, ({ query }) => void statements.push(query));
  for (let n = 0; n < clients; n += 1) {
    const id = n === 0 ? CLIENT : `client-${n}`;
    await store.clients.create({ ...SOME_CLIENT, id });
    await store.feed.keyFor(id);
    const [name, first] = [sql.lit(id), sql.lit(n * READINGS)];
    await sql`${counted(READINGS)} insert into "user" (id, client_id, tp_user_id, created_at, updated_at)
      select ${name} || '-' || i, ${name}, 'u' || i, 1, 1 from n`.execute(db);
    await sql`${counted(READINGS)} insert into reading
        (id, client_id, channel, account, resource, started_at, costs)
      select ${first} + i, ${name}, 'stall', 'shop-' || i, 'orders', 1, '{}' from n`.execute(db);
    await sql`${counted(READINGS)} insert into due (reading_id, lane, due_at, holder)
      select ${first} + i, ${name}, ${sql.lit(START)} - i, '' from n`.execute(db);
    await sql`${counted(READINGS)} insert into watch
        (id, client_id, user_id, channel, resource, reading_id, every, keep, state, created_at, updated_at)
      select ${first} + i, ${name}, ${name} || '-' || i, 'stall-' || i, 'orders',
        ${first} + i, 60, 'digests', 'live', 1, 1 from n`.execute(db);
    await sql`${counted(2000)} insert into seen (reading_id, record, digest, missed)
      select ${first} + i, 'r' || i, i, case when i % 100 = 0 then i end from n`.execute(db);
    await sql`${counted(READINGS)} insert into swept (reading_id, part, met)
      select ${first} + i, 0, 'm' from n`.execute(db);
    await sql`${counted(1000)} insert into change (client_id, seq, watch_id, record, change, at)
      select ${name}, i, ${first} + i, 'r' || i, 'updated', ${sql.lit(START)} from n
      where ${name} <> ${sql.lit(CLIENT)}`.execute(db);
  }
  await sql`${counted(SEEN)} insert into seen (reading_id, record, digest, missed)
    select 1, 's' || i, i, case when i % 1000 = 0 then i end from n`.execute(db);
  await sql`${counted(SEEN)} insert into hint (reading_id, record, at)
    select i % 2000 + 1, 'h' || i, i from n`.execute(db);
  // Of one watch, but for the last.
  await sql`${counted(ENTRIES)} insert into change (client_id, seq, watch_id, record, change, at)
    select ${sql.lit(CLIENT)}, i, case when i = ${sql.lit(ENTRIES)} then 2 else 1 end, 'r' || i,
      'updated', ${sql.lit(START)} from n`.execute(db);
  await sql`update feed set seq = ${ENTRIES} where client_id = ${CLIENT}`.execute(db);
  await sql`analyze`.execute(db);
  const own = { dialect: database.name, noDiskWait: noDiskWait(database.name) };
  const base = { db, ...own, now: () => START, seal: testSeal };
  const notices = { change: () => assert.fail('there is nothing to notify of') };
  const feed = feedStore(base, notices);
  const readings = readingStore(base, feed, notices);
  /** What was asked of the database meanwhile. */
  const asked = async (work: () => Promise<unknown>): Promise<readonly CompiledQuery[]> => {
    statements.length = 0;
    await work();
    return statements.filter((query) => /^\s*(select|with|update|delete)/.test(query.sql));
  };
  return { db, feed, readings, asked };
}

eachDatabase((database) => {
  it('claiming, writing and reading find their rows by an index and never go through a table', async (t) => {
    const { db, feed, readings, asked } = await filled(database, t);
    const claiming = { lane: CLIENT, limit: 20, now: START, until: START + LEASE, by: 'me' };
    const [held = assert.fail()] = await readings.claim({ ...claiming, limit: 1 });
    const records = Array.from({ length: 100 }, (_, n) => `s${n}`);
    const seen = records.map((record) => ({ record, digest: 1, at: null, figure: null }));
    const page = { watches: [held.number], entries: [], seen, forget: ['s1'] };
    const end = { dueAt: START, readAt: START, states: [] };
    const none = { clients: [], lanes: new Set<string>() };
    const works: Readonly<Record<string, () => Promise<unknown>>> = {
      claim: () => readings.claim(claiming),
      lanes: () => readings.lanes(START, none),
      'lanes without some': () => readings.lanes(START, { ...none, clients: ['client-1'] }),
      extend: () => readings.extend([held], START + LEASE),
      known: () => readings.known(1, records),
      missed: () => readings.missed(1, 100),
      seenAfter: () => readings.seenAfter(1, 's5', 100),
      hints: () => readings.hints(1, 100),
      hint: () => readings.hint(1, 'x'),
      write: () => readings.write(held, { ...page, hints: { records, until: START } }),
      endSweep: () => readings.endSweep(held, records, records),
      finish: () => readings.finish(held, end),
      entries: () => feed.entries(CLIENT, 500, 100, {}),
      heads: () => feed.heads([CLIENT]),
      ...Object.fromEntries(
        [{ tpUserId: 'u1' }, { channel: 'stall-1' }, { resource: 'products', tpUserId: 'u2' }].map(
          (filter) => [
            `entries by ${Object.keys(filter)}`,
            () => feed.entries(CLIENT, 0, 100, filter),
          ],
        ),
      ),
    };
    for (const [name, work] of Object.entries(works)) {
      const queries = await asked(work);
      assert.ok(queries.length > 0, name);
      for (const query of queries) await assertIndexed(db, database.name, query, name);
    }
  });

  it('a page with a filter says how far it looked, and a walk finds what is far behind', async (t) => {
    const { feed } = await filled(database, t, 1);
    const filter = { tpUserId: 'u2' };
    const pages: (readonly number[])[] = [];
    const ends: boolean[] = [];
    for (let after = 0; ; ) {
      const { entries, reached, isEnd } = await feed.entries(CLIENT, after, 10, filter);
      pages.push(entries.map(({ seq }) => seq));
      after = reached?.seq ?? assert.fail();
      ends.push(isEnd);
      if (isEnd) break;
      assert.equal(after, pages.length * LOOKED_AT);
    }
    assert.deepEqual(pages, [[], [], [ENTRIES]]);
    assert.deepEqual(ends, [false, false, true]);
    // Full pages say their own last entry, however far was looked.
    const full = await feed.entries(CLIENT, 0, 10, { tpUserId: 'u1' });
    assert.deepEqual([full.entries.length, full.reached?.seq, full.isEnd], [10, 10, false]);
    const exact = await feed.entries(CLIENT, ENTRIES - 10, 10, {});
    assert.deepEqual([exact.entries.length, exact.reached?.seq], [10, ENTRIES]);
    const none = { entries: [], reached: undefined, isEnd: true };
    assert.deepEqual(await feed.entries(CLIENT, ENTRIES, 10, {}), none);
    assert.deepEqual(await feed.entries(CLIENT, ENTRIES, 10, filter), none);
  });
});

async function assertIndexed(
  db: Kysely<Tables>,
  dialect: 'sqlite' | 'postgres',
  query: CompiledQuery,
  name: string,
) {
  const how = dialect === 'sqlite' ? 'explain query plan' : 'explain';
  const { rows } = await db.executeQuery<Record<string, unknown>>({
    ...query,
    sql: `${how} ${query.sql}`,
    parameters: [...query.parameters],
  });
  const lines = rows.map((row) => String(row.detail ?? row['QUERY PLAN']));
  const whole = `${name}: ${query.sql}\n${lines.join('\n')}`;
  for (const line of lines)
    if (dialect === 'postgres') assert.doesNotMatch(line, /Seq Scan on (?!feed\b)/, whole);
    // What was picked before is few, as are the logs: one a client.
    else if (/^SCAN/.test(line)) assert.match(line, /^SCAN (picked|first|looked)\b/, whole);
}
