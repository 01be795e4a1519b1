// Clears away tokens, links and visits that no one can use any more, a bounded number at a time.
import { sql } from 'kysely';
import { affected, type Base } from '../store/base.ts';
import type { TableName } from '../store/schema.ts';

const DAY = 24 * 60 * 60 * 1000;

/** What runs out: table, key, the column that says when, how long beyond that, and which rows may go. */
type RunOut = readonly [table: TableName, key: string, column: string, keep: number, only?: string];
const COUNT_KEY = 'client, channel, span, at, code';
const RUN_OUT = {
  tokens: ['access_token', 'hash', 'expires_at', 0],
  // A link that ran out is kept for a while, so that its page can say "expired" and not "unknown".
  links: ['magic_link', 'hash', 'expires_at', 30 * DAY],
  // They go with their trips; a browser that comes back learns that its visit is over.
  consoleSessions: ['console_session', 'hash', 'expires_at', 0],
  visits: ['visit', 'id', 'expires_at', 0],
  linkSteps: ['link_step', 'id', 'at', 90 * DAY],
  drafts: ['draft', 'id', 'expires_at', 0],
  executions: ['execution', 'id', 'started_at', 30 * DAY],
  results: ['job', 'id', 'expires_at', 0],
  writes: ['write', 'id', 'created_at', 30 * DAY, "state <> 'waiting'"],
  writeKeys: ['write_key', 'client_id, key', 'created_at', DAY],
  // Those replayed lately are still under way: they go when they ended.
  deliveries: ['delivery', 'id', 'created_at', 30 * DAY, "state <> 'waiting'"],
  minutes: ['call_count', COUNT_KEY, 'at', 2 * DAY, "span = 'minute'"],
  hours: ['call_count', COUNT_KEY, 'at', 30 * DAY, "span = 'hour'"],
  audit: ['audit', 'id', 'at', 400 * DAY],
  changes: ['change', 'client_id, seq', 'at', 30 * DAY],
  // Those dealt with: as long as they are kept, a repeat is known. No vendor repeats one so late.
  hooks: ['hook_message', 'id', 'received_at', 14 * DAY, "state <> 'waiting'"],
  // Requests about a shop's customers may come half a year after its app was removed.
  formerAccounts: ['former_account', 'channel, account_key, client_id', 'until', 210 * DAY],
  // Whatever a bucket holds, it is full again when no one touched it for so long.
  buckets: ['bucket', 'key', 'touched_at', 2 * DAY],
} as const satisfies Readonly<Record<string, RunOut>>;

export type Swept = Readonly<Record<keyof typeof RUN_OUT, number>>;

/** Removes at most `limit` rows of each kind; fewer means that nothing is left to remove. */
export async function sweep({ db, now }: Base, limit: number): Promise<Swept> {
  const swept: Record<string, number> = {};
  for (const [kind, [table, key, column, keep, only = 'true']] of Object.entries<RunOut>(RUN_OUT)) {
    const [from, names] = [sql.table(table), sql.raw(key)];
    const some = sql`select ${names} from ${from}
      where ${sql.ref(column)} <= ${now() - keep} and ${sql.raw(only)} limit ${limit}`;
    swept[kind] = await affected(db, sql`delete from ${from} where (${names}) in (${some})`);
  }
  return swept as Swept;
}
