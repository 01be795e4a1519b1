// Which commits wait for the disk on PostgreSQL: all but those of leases and counters, which heal by themselves.
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import pg from 'pg';
import { newDelivery, openStore, type Store } from '../../src/store/index.ts';
import { EVERY_TABLE } from '../../src/store/schema.ts';
import { findPgBouncer, startPgBouncer, type TestPooler } from '../pgbouncer.ts';
import { startPostgres, type TestPostgres } from '../postgres.ts';
import { openRaw, SOME_CLIENT, START, stoppedClock, testSeal } from './databases.ts';
import { ended } from './ended.ts';
import { DAY, useEverything } from './person.ts';

const CLIENT = SOME_CLIENT.id;
const RATE = { every: 1000, burst: 2 };
const NEWS = { published: RATE, ahead: 0, pause: 5000 };
const URL_OF_RECEIVER = 'https://receiver.example/done';

/** As each transaction ends, its setting is written down for every row that it wrote. */
const NOTE = `
  create schema noted;
  create table noted.row (at bigint generated always as identity, wrote text);
  create function noted.note() returns trigger language plpgsql as $$ begin
    insert into noted.row (wrote)
    values (tg_table_name || ' ' || lower(tg_op) || ' ' || current_setting('synchronous_commit'));
    return null;
  end $$;
  ${EVERY_TABLE.map(
    (table) => `create constraint trigger noted after insert or update or delete on "${table}"
      deferrable initially deferred for each row execute function noted.note();`,
  ).join('\n')}`;

let postgres: TestPostgres;
before(async () => {
  // Whatever else it forgets: what is looked at is the setting.
  postgres = await startPostgres({ settings: { synchronous_commit: 'on' } });
});
after(() => postgres?.stop());

/** A store with one connection for all that it does, and what its transactions wrote and how. */
async function watched(t: TestContext, through = (url: string) => url) {
  const direct = await postgres.fresh();
  const databaseUrl = through(direct);
  const { now, forward } = stoppedClock();
  const store = await openStore({
    ...{ databaseUrl, dataDir: '/nonexistent', role: 'tool', connections: 1, seal: testSeal },
    ...{ now, databaseClock: now },
  });
  t.after(() => store.close());
  const look = new pg.Client({ connectionString: direct });
  await look.connect();
  t.after(() => look.end());
  await look.query(NOTE);
  const wrote = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
    await look.query('truncate noted.row');
    await work();
    const { rows } = await look.query(
      'select wrote from noted.row group by wrote order by min(at)',
    );
    return rows.map((row) => String(row.wrote));
  };
  return { store, place: { databaseUrl, dataDir: '/nonexistent' }, wrote, forward };
}

const HOLDER = 'me';
const claiming = (lane: string) => ({
  ...{ lane, limit: 1, now: START, until: START + 10_000, by: HOLDER },
});

async function leasesAndCounters(
  store: Store,
  wrote: (work: () => Promise<unknown>) => Promise<readonly string[]>,
) {
  const { budgets, chores, instances, deliveries, hooks, jobs } = store;
  const spend = () => budgets.spend('shop', RATE, 1, 0);
  await store.clients.create(SOME_CLIENT);
  const chore = { key: 'chore/sweep', holder: HOLDER };
  const take = () => chores.take({ ...chore, lease: 1000 });
  const instance = {
    id: 'i',
    version: '1',
    startedAt: START,
    keys: [],
    clockAhead: 0,
    busy: { underWay: [], waiting: {}, appsRefused: [] },
  };

  /** After each of them something that was promised is written, on the same connection. */
  const expect = async (work: () => Promise<unknown>, ...expected: readonly string[]) => {
    assert.deepEqual(await wrote(work), expected);
    const promised = () => store.audit.begin('command line', { act: 'x' });
    assert.deepEqual(await wrote(promised), ['audit insert on']);
  };
  await expect(() => budgets.claim('host', [0], HOLDER, 1000), 'place insert off');
  await expect(() => budgets.extend(HOLDER, 1000), 'place update off');
  await expect(() => budgets.leave('host', 0, HOLDER), 'place delete off');
  await expect(take, 'place insert off');
  await expect(() => chores.keep(chore, 0), 'place update off');
  await expect(take, 'place update off');

  // What is written the first time waits: it is once for a shop, or for an instance.
  await expect(spend, 'bucket insert on');
  await expect(spend, 'bucket update off');
  await expect(spend, 'bucket update off');
  await expect(() => budgets.giveBack('shop', 1000), 'bucket update off');
  await expect(() => budgets.learn('shop', NEWS), 'bucket update off');
  await expect(() => budgets.resume('shop', RATE), 'bucket update off');
  await expect(() => instances.beat(instance), 'instance insert on');
  await expect(() => instances.beat(instance), 'instance update off');
  await expect(() => instances.leave('i'), 'instance delete on');

  const event = { type: 'execution.completed' };
  const delivery = newDelivery({ clientId: CLIENT, url: URL_OF_RECEIVER }, event, START);
  await expect(() => deliveries.add(delivery), 'delivery insert on');
  const hook = { channel: 'stall', id: '1', about: 'shop', content: '{}' };
  await expect(() => hooks.add(hook), 'hook_message insert on');
  const quota = { bytes: 1e6, rows: 10 };
  await expect(
    () => jobs.begin(ended('j', { tpUserId: undefined }), '{}', quota),
    ...['execution insert on', 'job insert on'],
  );
  const NONE = { clients: [], lanes: new Set<string>() };
  const all = { delivery: deliveries, hook_message: hooks, job: jobs };
  for (const [table, queue] of Object.entries(all)) {
    const [first = assert.fail()] = (await queue.lanes(START, NONE)).lanes;
    const claim = async () => (await queue.claim(claiming(first.lane)))[0]?.id ?? assert.fail();
    const held = { id: '', lockedBy: HOLDER };
    const take = async () => {
      held.id = await claim();
    };
    await expect(take, `${table} update off`);
    await expect(() => queue.extend([held], START + 20_000), `${table} update off`);
    await expect(() => queue.putOff(held, START), `${table} update off`);
    await claim();
    await expect(() => queue.release(held), `${table} update off`);
  }

  const [first = assert.fail()] = (await deliveries.lanes(START, NONE)).lanes;
  const [sent = assert.fail()] = await deliveries.claim(claiming(first.lane));
  const tried = { at: START, duration: 1, status: 204 };
  await expect(
    () => deliveries.finishTry(sent, { state: 'delivered', tried, nextTryAt: START }),
    'delivery update on',
  );
}

describe('commits on PostgreSQL', () => {
  it('those of leases and counters do not wait for the disk, and the next one does', async (t) => {
    const { store, wrote } = await watched(t);
    await leasesAndCounters(store, wrote);
  });

  const program = findPgBouncer();
  const skip = program ? false : 'there is no pgbouncer on this machine';
  it('the same behind a pooler that lends a session for one transaction', { skip }, async (t) => {
    const pooler: TestPooler = await startPgBouncer(program ?? '', postgres.url);
    t.after(() => pooler.stop());
    const { store, wrote } = await watched(t, pooler.through);
    await leasesAndCounters(store, wrote);
  });

  it('whatever else is written for a user waits, and so does the lease of a renewal', async (t) => {
    const { store, place, wrote } = await watched(t);
    const db = await openRaw(place, t);
    await store.clients.create(SOME_CLIENT);
    const all = await wrote(() => useEverything(store, db, CLIENT, 'u'));
    const early = all.filter((one) => !one.endsWith(' on'));
    assert.deepEqual(early, ['job update off', 'place insert off', 'due update off']);
    assert.ok(all.includes('job update on'), 'its end waits');

    const user = (await store.users.find(CLIENT, 'u')) ?? assert.fail();
    const key = { userId: user.id, channel: 'stall' };
    const found = (await store.credentials.find(key)) ?? assert.fail();
    const grant = { account: found.account, secrets: { token: 'next' }, endsAt: START + DAY };
    const renew = () => store.renewals.renew(key, found, async () => grant, { ahead: true });
    assert.deepEqual(await wrote(renew), [
      ...['place insert on', 'credential update on', 'place delete on'],
    ]);
  });
});
