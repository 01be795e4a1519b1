// What was erased leaves the embedded database's files too: its log is written back and emptied.
import { sql } from 'kysely';
import type { Base } from '../store/base.ts';

/** On PostgreSQL there is nothing to do: its vacuum and the age of its log are the operator's. */
export function createCleaner({ db, dialect }: Base) {
  let isDue = false;

  async function clean(): Promise<void> {
    if (dialect !== 'sqlite') return;
    await db.connection().execute(async (work) => {
      const { rows } = await sql<{ timeout: number }>`pragma busy_timeout`.execute(work);
      const patience = sql.lit(rows[0]?.timeout ?? 0);
      // No one is kept waiting for it: the process stands still while SQLite waits.
      await sql`pragma busy_timeout = 0`.execute(work);
      try {
        const done = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(work);
        isDue = done.rows[0]?.busy !== 0;
      } finally {
        await sql`pragma busy_timeout = ${patience}`.execute(work);
      }
    });
  }

  return {
    /** Empties the log, unless another process reads just now; then `again` does. */
    clean,
    /** It is to be done some time soon. */
    later() {
      isDue = true;
    },
    /** What could not be done before, or was put off. */
    async again() {
      if (isDue) await clean();
    },
    /** Rewrites the whole file: not even what lies in the free space of its pages stays. */
    async rewrite() {
      if (dialect !== 'sqlite') return;
      await sql`vacuum`.execute(db);
      await clean();
    },
  };
}
