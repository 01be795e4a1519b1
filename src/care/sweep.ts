// Clears away tokens, links and visits that no one can use any more, a bounded number at a time.
import { sql } from 'kysely';
import { type Base, removeSome } from '../store/base.ts';
import type { TableName } from '../store/schema.ts';

const DAY = 24 * 60 * 60 * 1000;

/** What runs out: table, the column that says when, how long beyond that, and which rows may go. */
type RunOut = readonly [table: TableName, column: string, keep: number, only?: string];
const RUN_OUT = {
  tokens: ['access_token', 'expires_at', 0],
  // A link that ran out is kept for a while, so that its page can say "expired" and not "unknown".
  links: ['magic_link', 'expires_at', 30 * DAY],
  // They go with their trips; a browser that comes back learns that its visit is over.
  consoleSessions: ['console_session', 'expires_at', 0],
  visits: ['visit', 'expires_at', 0],
  linkSteps: ['link_step', 'at', 90 * DAY],
  drafts: ['draft', 'expires_at', 0],
  executions: ['execution', 'started_at', 30 * DAY],
  results: ['job', 'expires_at', 0],
  writes: ['write', 'created_at', 30 * DAY, "state <> 'waiting'"],
  writeKeys: ['write_key', 'created_at', DAY],
  // Those replayed lately are still under way: they go when they ended.
  deliveries: ['delivery', 'created_at', 30 * DAY, "state <> 'waiting'"],
  minutes: ['call_count', 'at', 2 * DAY, "span = 'minute'"],
  hours: ['call_count', 'at', 30 * DAY, "span = 'hour'"],
  audit: ['audit', 'at', 400 * DAY],
  changes: ['change', 'at', 30 * DAY],
  // Those dealt with: as long as they are kept, a repeat is known. No vendor repeats one so late.
  hooks: ['hook_message', 'received_at', 14 * DAY, "state <> 'waiting'"],
  // Requests about a shop's customers may come half a year after its app was removed.
  formerAccounts: ['former_account', 'until', 210 * DAY],
  // Not touched for so long, a bucket is full again, and the holder of a place is dead.
  buckets: ['bucket', 'touched_at', 2 * DAY],
  places: ['place', 'held_until', 2 * DAY],
} as const satisfies Readonly<Record<string, RunOut>>;

export type Swept = Readonly<Record<keyof typeof RUN_OUT, number>>;

/** Removes at most `limit` rows of each kind; fewer means that nothing is left to remove. */
export async function sweep({ db, now }: Base, limit: number): Promise<Swept> {
  const swept: Record<string, number> = {};
  for (const [kind, [table, column, keep, only = 'true']] of Object.entries<RunOut>(RUN_OUT)) {
    const over = sql`${sql.ref(column)} <= ${now() - keep} and ${sql.raw(only)}`;
    swept[kind] = await removeSome(db, table, over, limit);
  }
  return swept as Swept;
}
