// The same behind a connection pooler that lends a session for one transaction only: PgBouncer.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { findPgBouncer, startPgBouncer, type TestPooler } from '../pgbouncer.ts';
import { startPostgres, type TestPostgres } from '../postgres.ts';
import { openRaw } from '../store/databases.ts';
import { instancesHold } from './suite.ts';

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
