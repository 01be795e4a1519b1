// Clears away tokens, links and visits that nobody can use any more, a bounded number at a time.
import { type Kysely, sql } from 'kysely';
import { sweepFormer } from './accounts.ts';
import type { BudgetStore } from './budgets.ts';
import { KEEP_DELIVERIES_MS } from './deliveries.ts';
import { KEEP_EXECUTIONS_MS } from './executions.ts';
import { KEEP_HOOKS_MS } from './hooks.ts';
import type { Tables } from './schema.ts';

// A link that ran out is kept for a while, so that its page can say "expired" and not "unknown".
const KEEP_LINKS_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * What runs out: the table, its key, the column that says when, how long it is kept beyond that, and
 * which rows may go at all.
 */
const RUN_OUT = {
  tokens: ['access_token', 'hash', 'expires_at', 0, sql``],
  links: ['magic_link', 'hash', 'expires_at', KEEP_LINKS_MS, sql``],
  // They go with their trips; a browser that comes back learns that its visit is over.
  visits: ['visit', 'id', 'expires_at', 0, sql``],
  drafts: ['draft', 'id', 'expires_at', 0, sql``],
  executions: ['execution', 'id', 'started_at', KEEP_EXECUTIONS_MS, sql``],
  results: ['job', 'id', 'expires_at', 0, sql``],
  // Those replayed lately are still under way: they go when they ended.
  deliveries: ['delivery', 'id', 'created_at', KEEP_DELIVERIES_MS, sql` and state <> 'waiting'`],
  // Those dealt with: as long as they are kept, a repeat is known.
  hooks: ['hook_message', 'id', 'received_at', KEEP_HOOKS_MS, sql` and state <> 'waiting'`],
} as const;

export type Swept = Readonly<Record<keyof typeof RUN_OUT | 'formerAccounts' | 'buckets', number>>;

/** Removes at most `limit` rows of each kind; fewer means that nothing is left to remove. */
export async function sweep(
  db: Kysely<Tables>,
  budgets: BudgetStore,
  now: number,
  limit: number,
): Promise<Swept> {
  const remove = async (kind: keyof typeof RUN_OUT): Promise<number> => {
    const [name, key, column, keep, over] = RUN_OUT[kind];
    const [table, id] = [sql.table(name), sql.ref(key)];
    const { numAffectedRows } = await sql`
      delete from ${table} where ${id} in (
        select ${id} from ${table} where ${sql.ref(column)} <= ${now - keep}${over}
        limit ${limit})`.execute(db);
    return Number(numAffectedRows ?? 0n);
  };
  return {
    tokens: await remove('tokens'),
    links: await remove('links'),
    visits: await remove('visits'),
    drafts: await remove('drafts'),
    executions: await remove('executions'),
    results: await remove('results'),
    deliveries: await remove('deliveries'),
    hooks: await remove('hooks'),
    formerAccounts: await sweepFormer(db, now, limit),
    buckets: await budgets.sweep(limit),
  };
}
