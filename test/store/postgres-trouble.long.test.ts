// What goes wrong between the store and PostgreSQL: said, waited for no longer than it should be, and over by itself.
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import type { Trouble } from '../../src/model/trouble.ts';
import { Database } from '../../src/store/again.ts';
import { openStore, type Store, StoreUnavailableError } from '../../src/store/index.ts';
import { type PostgresOptions, postgresDialect } from '../../src/store/postgres.ts';
import { startWire, type Wire } from '../chaos/wire.ts';
import { startPostgres, type TestPostgres } from '../postgres.ts';
import { until } from '../until.ts';
import { SOME_CLIENT, testSeal } from './databases.ts';

let postgres: TestPostgres;
let wire: Wire;
before(async () => {
  postgres = await startPostgres({ settings: { max_connections: '30' } });
  wire = await startWire(postgres);
});
after(async () => {
  await wire.close();
  await postgres.stop();
});

type Notes = { note: { id: number; text: string } };

/** A database with a table of its own, past the store. */
async function notes(t: TestContext, options: Partial<PostgresOptions> = {}) {
  const databaseUrl = wire.through(await postgres.fresh());
  const seen: Trouble[] = [];
  const db = new Database<Notes>({
    dialect: postgresDialect({
      ...{ databaseUrl, onConnectionLost: () => {}, saw: ({ trouble }) => seen.push(trouble) },
      ...options,
    }),
  });
  t.after(() => db.destroy());
  await sql`create table note (id bigint primary key, text text not null)`.execute(db);
  await sql`insert into note values (1, 'one'), (2, 'two')`.execute(db);
  return { db, databaseUrl, seen };
}

async function admin(t: TestContext, url = postgres.url): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  t.after(() => client.end());
  return client;
}

const read = (db: Kysely<Notes>) => db.selectFrom('note').select('text').orderBy('id').execute();
const troubleOf = (work: Promise<unknown>): Promise<Trouble | undefined> =>
  work.then(
    () => undefined,
    (error) => {
      assert.ok(error instanceof StoreUnavailableError, String(error));
      assert.ok((error.retryAfter ?? 0) > 0);
      return error.trouble;
    },
  );

describe('a connection to PostgreSQL', () => {
  it('that goes silent is given up, and the next one works', async (t) => {
    const { db, seen } = await notes(t, { longest: 2000, connections: 2 });
    t.after(() => {
      wire.silent = false;
    });
    await Promise.all([1, 2].map(() => sql`select pg_sleep(0.1)`.execute(db)));
    wire.silent = true;
    const within = db.transaction().execute((work) => read(work));
    const asked = [troubleOf(read(db)), troubleOf(within)];
    assert.deepEqual(await Promise.all(asked), ['unreachable', 'unreachable']);
    wire.silent = false;
    assert.equal((await read(db)).length, 2);
    assert.equal((await db.transaction().execute((work) => read(work))).length, 2);
    assert.deepEqual([...new Set(seen)], ['unreachable']);
  });

  it('that only reads is dropped, so that the new primary is found', async (t) => {
    const { db, databaseUrl } = await notes(t, { connections: 3 });
    const other = await startPostgres();
    t.after(() => other.stop());
    const { pathname } = new URL(databaseUrl);
    const there = await admin(t, other.url);
    await there.query(`create database ${pathname.slice(1)}`);
    const target = new URL(other.url);
    target.pathname = pathname;
    await (await admin(t, target.href)).query(
      'create table note (id bigint primary key, text text)',
    );
    // As many as there may be, all of them in use for longer than a moment.
    await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(1.1)`.execute(db)));
    const here = await admin(t);
    const onlyReads = async (value: string) => {
      await here.query('set default_transaction_read_only = off');
      await here.query(`alter system set default_transaction_read_only = ${value}`);
      await here.query('select pg_reload_conf()');
    };
    const write = () => db.insertInto('note').values({ id: 3, text: 'three' }).execute();
    // It may be done once more before that is in force.
    const change = () => db.updateTable('note').set({ text: 'one' }).where('id', '=', 1).execute();
    await onlyReads('on');
    try {
      await until(async () => (await troubleOf(change())) === 'read_only');
      wire.leadTo(other);
      assert.equal(await troubleOf(write()), undefined, 'at the first try after the failover');
      assert.deepEqual(await read(db), [{ text: 'three' }], 'and no read goes to the old one');
    } finally {
      await onlyReads('off');
      wire.leadTo(postgres);
    }
  });

  it('that is broken in a transaction is not lent out again', async (t) => {
    const { db } = await notes(t, { connections: 1 });
    const here = await admin(t);
    const broken = db.transaction().execute(async (work) => {
      await work.updateTable('note').set({ text: 'changed' }).execute();
      await here.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction'",
      );
      await read(work);
    });
    assert.equal(await troubleOf(broken), 'unreachable');
    assert.deepEqual(await read(db), [{ text: 'one' }, { text: 'two' }]);
  });

  it('is waited for a bounded time when all are in use, which says nothing of the database', async (t) => {
    const { db, seen } = await notes(t, { connections: 1, patience: 2000 });
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    const { promise: taken, resolve: take } = Promise.withResolvers<void>();
    const long = db.connection().execute(() => {
      take();
      return over;
    });
    await taken;
    assert.equal(await troubleOf(read(db)), 'busy');
    end();
    await long;
    assert.equal((await read(db)).length, 2);
    assert.deepEqual(seen, ['busy']);
  });

  it('that the server has no place for is waited for, and those that are there serve', async (t) => {
    const { db, databaseUrl, seen } = await notes(t, { connections: 4, patience: 4000 });
    const crowd: pg.Client[] = [];
    const leave = async () => {
      for (const client of crowd.splice(0)) await client.end();
    };
    t.after(leave);
    for (;;) {
      const client = new pg.Client({ connectionString: databaseUrl });
      client.on('error', () => {});
      if (
        await client.connect().then(
          () => false,
          () => true,
        )
      )
        break;
      crowd.push(client);
    }
    // The one that is open takes turns.
    const answers = await Promise.all(Array.from({ length: 12 }, () => troubleOf(read(db))));
    assert.deepEqual([...new Set(answers)], [undefined]);
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db).catch(() => {});
    crowd.push(await admin(t, databaseUrl));
    const gone = troubleOf(read(db));
    assert.equal(await gone, 'crowded');
    assert.ok(seen.includes('crowded'));
    await leave();
    assert.equal(await troubleOf(read(db)), undefined);
  });
});

describe('a statement on PostgreSQL', () => {
  it('that is cancelled, or too slow, is to be tried again', async (t) => {
    const { db: hurried } = await notes(t, { longest: 2000 });
    assert.equal(await troubleOf(sql`select pg_sleep(5)`.execute(hurried)), 'busy');
    assert.equal((await read(hurried)).length, 2);
    const { db } = await notes(t, { longest: 120_000 });
    const here = await admin(t);
    let ended: Trouble | undefined;
    const slow = troubleOf(sql`select pg_sleep(110), 'cancel me'`.execute(db)).then((trouble) => {
      ended = trouble;
    });
    // One that comes before the statement has begun is forgotten.
    await until(async () => {
      await here.query(
        "select pg_cancel_backend(pid) from pg_stat_activity where query like '%cancel me%' and pid <> pg_backend_pid()",
      );
      return ended !== undefined;
    });
    await slow;
    assert.equal(ended, 'busy');
    assert.equal((await read(db)).length, 2);
  });

  it('that meets another in a deadlock is begun again', async (t) => {
    const { db } = await notes(t);
    let met = 0;
    const change = (first: number, second: number) =>
      db.transaction().execute(async (work) => {
        const touch = (id: number) =>
          work
            .updateTable('note')
            .set((e) => ({ text: e('text', '||', sql<string>`'+'`) }))
            .where('id', '=', id)
            .execute();
        await touch(first);
        met += 1;
        await until(() => met >= 2, 'the other one');
        await touch(second);
      });
    await Promise.all([change(1, 2), change(2, 1)]);
    assert.ok(met > 2, 'one of them was begun again');
    assert.deepEqual(await read(db), [{ text: 'one++' }, { text: 'two++' }]);
  });

  it('of many at the same time that must look as if one came after another, is run again', async (t) => {
    const strict = encodeURIComponent('-c default_transaction_isolation=serializable');
    const url = await postgres.fresh();
    const store = await openStore({
      ...{ databaseUrl: `${url}&options=${strict}`, dataDir: '/nonexistent', role: 'service' },
      seal: testSeal,
    });
    t.after(() => store.close());
    await store.clients.create(SOME_CLIENT);
    const rate = { every: 0.001, burst: 1000 };
    const made = await Promise.all(
      Array.from({ length: 30 }, async (_, at) => {
        const user = await store.users.ensure(SOME_CLIENT.id, `u${at % 3}`);
        await store.budgets.spend('one', rate, 1, 1000);
        return user?.id;
      }),
    );
    assert.equal(new Set(made).size, 3);
  });
});

describe('the store on PostgreSQL', () => {
  async function open(t: TestContext) {
    const changes: (Trouble | undefined)[] = [];
    const url = await postgres.fresh();
    const store: Store = await openStore({
      ...{ databaseUrl: wire.through(url), dataDir: '/nonexistent', role: 'service' },
      ...{ connections: 3, seal: testSeal, onTrouble: (trouble) => changes.push(trouble) },
    });
    t.after(() => store.close());
    return { store, changes, url };
  }

  it('is known to be away soon, though no one says so, and to be back', async (t) => {
    const { store, changes } = await open(t);
    assert.equal(await store.check(), undefined);
    t.after(() => {
      wire.silent = false;
    });
    wire.silent = true;
    assert.equal(await store.check(), 'unreachable');
    wire.silent = false;
    await until(async () => (await store.check()) === undefined);
    assert.deepEqual(changes, ['unreachable', undefined]);
  });

  it('that is known to be away is asked nothing, so that no one waits', async (t) => {
    const { store } = await open(t);
    await store.clients.list();
    t.after(() => {
      wire.silent = false;
    });
    wire.silent = true;
    assert.equal(await store.check(), 'unreachable');
    // Every one of them would wait for a connection, and there are three.
    const began = wire.sent();
    const asked = Array.from({ length: 200 }, () => troubleOf(store.clients.find('unknown')));
    assert.deepEqual(new Set(await Promise.all(asked)), new Set(['unreachable']));
    assert.equal(wire.sent(), began, 'nothing was sent');
    wire.silent = false;
    await until(async () => (await troubleOf(store.clients.find('unknown'))) === undefined);
  });

  it('that does not answer a look-up by key is found out by it, though no one asks for its health', async (t) => {
    const { store, changes } = await open(t);
    await store.clients.find('unknown');
    t.after(() => {
      wire.silent = false;
    });
    wire.silent = true;
    assert.equal(await troubleOf(store.clients.find('unknown')), 'busy');
    await until(async () => changes[0] === 'unreachable');
    assert.equal(await troubleOf(store.clients.find('unknown')), 'unreachable');
    wire.silent = false;
    await until(async () => (await troubleOf(store.clients.find('unknown'))) === undefined);
  });

  it('is well while all of its connections are in use', async (t) => {
    const { store, changes, url } = await open(t);
    const here = await admin(t, url);
    await here.query('begin');
    await here.query('lock table client in access exclusive mode');
    const waiting = Array.from({ length: 5 }, () => troubleOf(store.clients.list()));
    assert.equal(await store.check(), undefined);
    assert.deepEqual((await Promise.all(waiting.slice(2))).sort(), ['busy', 'busy', 'busy']);
    assert.equal(await store.check(), undefined);
    await here.query('commit');
    assert.deepEqual(await Promise.all(waiting.slice(0, 2)), [undefined, undefined]);
    assert.deepEqual(changes, []);
  });

  it('that does not take us any more says so, and takes us again', async (t) => {
    const { store, changes, url } = await open(t);
    const name = new URL(url).pathname.slice(1);
    const here = await admin(t);
    await here.query(`alter database ${name} with allow_connections false`);
    await here.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    );
    await until(async () => (await store.check()) === 'refused');
    assert.equal(await troubleOf(store.clients.list()), 'refused');
    await here.query(`alter database ${name} with allow_connections true`);
    await until(async () => (await store.check()) === undefined);
    assert.ok(changes.includes('refused'));
    assert.equal(changes.at(-1), undefined);
  });
});
