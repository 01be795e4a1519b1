// The audit: who changed what, and when. A row is there before the change is made, and for 400 days.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { storable } from '../model/text.ts';
import type { Act } from '../model/watch.ts';
import { type Base, insert, remove, update } from './base.ts';
import { type Rec, toRecord } from './schema.ts';
import { type After, equal, type Listed, walk } from './walk.ts';

/** One that was begun so long ago was broken off. */
const LONGEST_ACT_MS = 10 * 60_000;

type By = Rec<'audit'>['by'];

export interface AuditEntry extends Pick<Rec<'audit'>, 'at' | 'by' | 'act'> {
  readonly client: string | null;
  /** `unfinished` where the process ended before the act did: whether it was done is not known. */
  readonly facts: Rec<'audit'>['facts'];
}

export interface AuditFilter {
  readonly client?: string | undefined;
  readonly act?: string | undefined;
  /** At or after. */
  readonly since?: number | undefined;
}

export function auditStore({ db, dialect, now }: Pick<Base, 'db' | 'dialect' | 'now'>) {
  async function add(by: By, { act, facts: given = {} }: Act, state: Rec<'audit'>['state']) {
    const { client, ...facts } = given;
    const id = randomUUIDv7();
    // What no client can be called is no client's name.
    const clientId = typeof client === 'string' && storable(client) ? client : null;
    await insert(db, 'audit', { id, at: now(), by, act, clientId, facts, state });
    return id;
  }

  return {
    /** Notes an act that is done, and is in the log already. */
    async note(by: By, act: Act): Promise<void> {
      await add(by, act, 'logged');
    },

    /** Notes an act before it is done; returns what to end it by. */
    begin: (by: By, act: Act): Promise<string> => add(by, act, 'begun'),

    /** It is done, and this much is known of it now; or nothing was done, and the row goes. */
    async end(id: string, facts: Act['facts'] | undefined): Promise<void> {
      if (!facts) await remove(db, 'audit', { id });
      else await update(db, 'audit', { id }, { facts, state: 'done' });
    },

    /** Newest first. */
    async list(
      { client, act, since }: AuditFilter,
      after: After | undefined,
      limit: number,
    ): Promise<Listed<AuditEntry>> {
      const from = since === undefined ? [] : [sql<boolean>`at >= ${since}`];
      const seek = [...equal({ client_id: client }).sift, ...from];
      const walking = { table: 'audit', time: 'at', seek, after, limit } as const;
      return await walk(db, { ...walking, ...equal({ act }) }, (row) =>
        entryOf(toRecord('audit', row)),
      );
    },

    /** Hands over up to `limit` acts that no log has yet, oldest first, at least once; returns how many. */
    async drain(log: (entry: AuditEntry) => void, limit: number): Promise<number> {
      // Mostly there is nothing, which is found out without a transaction.
      const waiting = db.selectFrom('audit').select('id').where(WAITING).limit(1);
      if (!(await waiting.executeTakeFirst())) return 0;
      return await db.transaction().execute(async (work) => {
        const brokenOff = now() - LONGEST_ACT_MS;
        const oldest = work
          .selectFrom('audit')
          .selectAll()
          .where(WAITING)
          .where((is) => is.or([is('state', '=', 'done'), is('at', '<', brokenOff)]))
          .orderBy('at')
          .orderBy('id')
          .limit(limit);
        const rows = await (dialect === 'postgres'
          ? oldest.forUpdate().skipLocked()
          : oldest
        ).execute();
        if (rows.length === 0) return 0;
        for (const row of rows) log(entryOf(toRecord('audit', row)));
        const state = sql`case state when 'done' then 'logged' else 'unfinished' end`;
        return await update(work, 'audit', { id: rows.map(({ id }) => id) }, { state });
      });
    },
  };
}

/** In no log yet; there is an index of these. */
const WAITING = sql<boolean>`state in ('begun', 'done')`;

function entryOf({ at, by, act, clientId: client, facts, state }: Rec<'audit'>): AuditEntry {
  const unfinished = (state === 'begun' || state === 'unfinished') && { unfinished: true };
  return { at, by, act, client, facts: { ...facts, ...unfinished } };
}
