// The same behind a connection pooler that lends a session for one transaction only: PgBouncer.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Kysely, sql } from 'kysely';
import { postgresDialect } from '../../src/store/postgres.ts';
import type { Tables } from '../../src/store/schema.ts';
import { findPgBouncer, startPgBouncer, type TestPooler } from '../pgbouncer.ts';
import { startPostgres, type TestPostgres } from '../postgres.ts';
import { openRaw } from '../store/databases.ts';
import { instancesHold, LONG } from './suite.ts';

const program = findPgBouncer();
if (program === undefined) {
  const missing = 'there is no pgbouncer on this machine (Debian: apt install pgbouncer)';
  console.error(`SKIPPED: instances behind a pooler are not tested: ${missing}`);
  describe('instances behind a pooler', { skip: missing }, () => {});
} else {
  describe('one instance behind PgBouncer', () => {
    let postgres: TestPostgres;
    let pooler: TestPooler;
    before(async () => {
      postgres = await startPostgres();
      pooler = await startPgBouncer(program, postgres.url);
    });
    after(async () => {
      await pooler?.stop();
      await postgres?.stop();
    });

    it('keeps its time-outs in every transaction, and leaves nothing behind in a session', async (t) => {
      const databaseUrl = pooler.through(await postgres.fresh());
      const db = await openRaw({ databaseUrl, dataDir: '/nonexistent' }, t);
      const shown = async (work: typeof db, name: string) => {
        const { rows } = await sql<Record<string, string>>`show ${sql.raw(name)}`.execute(work);
        return rows[0]?.[name];
      };
      const limits = ['statement_timeout', 'idle_in_transaction_session_timeout'];
      await db.transaction().execute(async (work) => {
        for (const name of limits) assert.equal(await shown(work, name), '30s');
      });
      for (const name of limits) assert.equal(await shown(db, name), '0');
    });

    it('cuts off what takes too long, and works on', async () => {
      const databaseUrl = pooler.through(await postgres.fresh());
      const options = { databaseUrl, longest: 200, onConnectionLost() {} };
      const db = new Kysely<Tables>({ dialect: postgresDialect(options) });
      const busy = { name: 'StoreUnavailableError', trouble: 'busy' };
      const slow = (work: Kysely<Tables>) => sql`select pg_sleep(60)`.execute(work);
      await assert.rejects(db.transaction().execute(slow), busy);
      // With a single statement the server was sent no limit: that takes five seconds more.
      const gone = { name: 'StoreUnavailableError', trouble: 'unreachable' };
      if (LONG) await assert.rejects(slow(db), gone);
      assert.deepEqual((await sql`select 1 as one`.execute(db)).rows, [{ one: 1 }]);
      await db.destroy();
    });
  });

  instancesHold('three instances behind PgBouncer in transaction mode', async () => {
    const postgres = await startPostgres();
    const direct = await postgres.fresh();
    const pooler = await startPgBouncer(program, postgres.url);
    return {
      ...{ direct, databaseUrl: pooler.through(direct) },
      async stop() {
        await pooler.stop();
        await postgres.stop();
      },
    };
  });
}
