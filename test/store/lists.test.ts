// What a list costs: every filter of every list, alone and together, looks at a bounded number of rows.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { it, type TestContext } from 'node:test';
import { type CompiledQuery, sql } from 'kysely';
import { noDiskWait } from '../../src/store/base.ts';
import { type DeliveryFilter, deliveryStore } from '../../src/store/deliveries.ts';
import { type ExecutionFilter, executionStore } from '../../src/store/executions.ts';
import { EMBEDDED_FILE } from '../../src/store/sqlite.ts';
import { type UserPageAsk, userPages } from '../../src/store/user-pages.ts';
import { LOOKED_AT } from '../../src/store/walk.ts';
import { type Database, eachDatabase, openRaw, SOME_CLIENT, START, testSeal } from './databases.ts';
import { assertVisits } from './visits.ts';

const ROWS = 2 * LOOKED_AT + 2000;
const [OWN, OTHER] = ['shop-app', 'other-app'] as const;
const LIMIT = 10;
/** Beside those that are looked at, the rows of a page and what is joined to each. */
const MOST = LOOKED_AT + 1000;
const AFTER = { at: START - 10, id: 'x' };

/** A value for every filter there is; none of them finds a row, which is the most work. */
const EXECUTIONS: Required<ExecutionFilter> = {
  channel: 'magento',
  operation: 'products',
  outcome: 'failed',
  code: 'channel_failed',
  tpUserId: 'u1',
  from: 0,
  to: START,
};
const DELIVERIES: Required<DeliveryFilter> = {
  kind: 'notices',
  state: 'waiting',
  type: 'delivery.test',
  addressId: 'ea_none',
};
const USERS: Required<Omit<UserPageAsk, 'after' | 'limit'>> = {
  channel: 'magento',
  state: 'attention',
  beginning: 'u',
};

/** Every choice among the filters. */
const choices = <F extends object>(filters: F): readonly Partial<F>[] =>
  Object.entries(filters).reduce<readonly Partial<F>[]>(
    (all, [name, value]) => all.flatMap((one) => [one, { ...one, [name]: value }]),
    [{}],
  );

/** The same number of rows of two clients, at a time each, the newest at START. */
async function filled(database: Database, t: TestContext) {
  const { store, place } = await database.store(t);
  const statements: CompiledQuery[] = [];
  const db = await openRaw(place, t, ({ query }) => {
    statements.push(query);
  });
  for (const id of [OWN, OTHER]) {
    await store.clients.create({ ...SOME_CLIENT, id });
    const n = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(ROWS)})`;
    const name = sql.lit(`${id}-`);
    await sql`${n} insert into execution (id, client_id, operation, channel, tp_user_id, mode, outcome,
        stage, code, trace_id, result_count, override_count, calls, durations, warnings, started_at)
      select ${name} || i, ${sql.lit(id)}, 'orders', 'shopify', 'u1', 'direct', 'succeeded',
        'transform', null, 't', 1, 0, 1, 'null', '[]', ${sql.lit(START)} - i from n`.execute(db);
    await sql`${n} insert into delivery (id, lane, state, run_at, attempts, locked_until, locked_by,
        client_id, execution_id, type, content, tries, created_at, give_up_at, address_id)
      select ${name} || i, 'l', 'failed', 0, 1, 0, '', ${sql.lit(id)}, null, 'execution.completed',
        'sealed', '[]', ${sql.lit(START)} - i, ${sql.lit(START)}, 'ea_removed' from n`.execute(db);
    await sql`${n} insert into "user" (id, client_id, tp_user_id, created_at, updated_at)
      select ${name} || i, ${sql.lit(id)}, 'u' || i, 1, 1 from n`.execute(db);
    await sql`insert into credential (user_id, channel, account, secrets, state, linked_at,
        updated_at, version)
      select id, 'shopify', '{}', '', 'linked', 1, 1, 1 from "user"
      where client_id = ${sql.lit(id)}`.execute(db);
  }
  await sql`analyze`.execute(db);
  /** What was asked of the database meanwhile. */
  const asked = async (work: () => Promise<unknown>): Promise<readonly CompiledQuery[]> => {
    statements.length = 0;
    await work();
    return [...statements];
  };
  const embedded = place.databaseUrl
    ? undefined
    : new DatabaseSync(join(place.dataDir, EMBEDDED_FILE));
  t.after(() => embedded?.close());
  return { db, asked, embedded };
}

eachDatabase((database) => {
  it('no filter of a list, nor all of them together, looks at more than a bounded number of rows', async (t) => {
    const { db, asked, embedded } = await filled(database, t);
    const executions = executionStore({ db, dialect: database.name, seal: testSeal });
    const own = { dialect: database.name, noDiskWait: noDiskWait(database.name) };
    const base = { db, ...own, now: () => START, seal: testSeal };
    const deliveries = deliveryStore(base, () => {});
    const users = userPages({ db, dialect: database.name });
    const works: (readonly [string, () => Promise<unknown>])[] = [];
    for (const after of [undefined, AFTER]) {
      for (const one of choices(EXECUTIONS))
        for (const of of one.tpUserId === undefined ? [OWN, undefined] : [OWN])
          works.push([
            `executions of ${of ?? 'all'}: ${named(one)}`,
            () => executions.list(of, one, after, LIMIT),
          ]);
      for (const one of choices(DELIVERIES))
        works.push([`deliveries ${named(one)}`, () => deliveries.list(OWN, one, after, LIMIT)]);
      for (const one of choices(USERS)) {
        const ask = { ...one, limit: LIMIT, ...(after && { after: 'u5' }) };
        works.push([`users ${named(one)}`, () => users(OWN, ask)]);
      }
    }
    for (const kind of [undefined, 'calls', 'notices'] as const)
      works.push([`replay ${kind}`, () => deliveries.replayFailed(OWN, START, 500, kind)]);
    assert.equal(works.length, 2 * (128 + 64 + 16 + 8) + 3);
    for (const [name, work] of works) {
      const queries = await asked(work);
      assert.ok(queries.length > 0, name);
      for (const query of queries)
        if (embedded) assertCounted(embedded, query, name);
        else await assertVisits(db, query, MOST, name);
    }
  });

  it('a page that finds nothing says where to go on, and the walk ends with every row once', async (t) => {
    const { db } = await filled(database, t);
    const executions = executionStore({ db, dialect: database.name, seal: testSeal });
    const empty = await executions.list(OWN, { operation: 'products' }, undefined, LIMIT);
    assert.deepEqual(empty, {
      rows: [],
      next: { at: START - LOOKED_AT, id: `${OWN}-${LOOKED_AT}` },
    });
    const few = [3, LOOKED_AT, LOOKED_AT + 1, ROWS];
    for (const n of few)
      await db
        .updateTable('execution')
        .set({ operation: 'products' })
        .where('id', '=', `${OWN}-${n}`)
        .execute();
    const seen: string[] = [];
    const pages: number[] = [];
    let after: { at: number; id: string } | undefined;
    do {
      const { rows, next } = await executions.list(OWN, { operation: 'products' }, after, 1);
      seen.push(...rows.map(({ id }) => id));
      pages.push(rows.length);
      // What is new comes before all this, and moves nothing.
      await sql`update execution set operation = 'products', started_at = ${START + pages.length}
        where id = ${`${OTHER}-${pages.length}`}`.execute(db);
      after = next;
    } while (after && pages.length < 20);
    assert.deepEqual(
      seen,
      few.map((n) => `${OWN}-${n}`),
    );
    assert.ok(pages.length <= 8, `${pages}`);
  });
});

/** What was picked before, or an index along which the newest of all are met first. */
const IN_ORDER = /^SCAN (looked|one|execution USING (COVERING )?INDEX execution_started_at_id)$/;

const named = (filter: object): string => Object.keys(filter).join('+') || 'all';

/**
 * SQLite does not say how many rows it went through: a function that stands first among the conditions
 * on each table counts those that its index led to.
 */
function assertCounted(db: DatabaseSync, query: CompiledQuery, name: string) {
  let visits = 0;
  db.function('visited', () => {
    visits += 1;
    return 1;
  });
  const counted = query.sql.replaceAll(
    /(from "?(?:execution|delivery|user|credential)"?(?: indexed by "\w+")?) where /g,
    '$1 where visited() and ',
  );
  const parameters = query.parameters as SQLInputValue[];
  const plan = db.prepare(`explain query plan ${counted}`).all(...parameters);
  const whole = `${name}: ${plan.map(({ detail }) => detail).join(' | ')}`;
  for (const { detail } of plan)
    if (String(detail).startsWith('SCAN')) assert.match(String(detail), IN_ORDER, whole);
  db.prepare(counted).all(...parameters);
  assert.ok(visits <= MOST, `${visits} rows: ${whole}`);
}
