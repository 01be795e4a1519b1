// Clears away tokens, links and visits that nobody can use any more, a bounded number at a time.
import type { Kysely } from 'kysely';
import type { BudgetStore } from './budgets.ts';
import { KEEP_DELIVERIES_MS } from './deliveries.ts';
import { KEEP_EXECUTIONS_MS } from './executions.ts';
import type { Tables } from './schema.ts';

// A link that ran out is kept for a while, so that its page can say "expired" and not "unknown".
const KEEP_LINKS_MS = 30 * 24 * 60 * 60 * 1000;

export interface Swept {
  readonly tokens: number;
  readonly links: number;
  readonly executions: number;
  readonly results: number;
  readonly deliveries: number;
  readonly buckets: number;
}

/** Removes at most `limit` rows of each kind; fewer means that nothing is left to remove. */
export async function sweep(
  db: Kysely<Tables>,
  budgets: BudgetStore,
  now: number,
  limit: number,
): Promise<Swept> {
  const tokens = await db
    .deleteFrom('access_token')
    .where('hash', 'in', (q) =>
      q.selectFrom('access_token').select('hash').where('expires_at', '<=', now).limit(limit),
    )
    .executeTakeFirst();
  const links = await db
    .deleteFrom('magic_link')
    .where('hash', 'in', (q) =>
      q
        .selectFrom('magic_link')
        .select('hash')
        .where('expires_at', '<=', now - KEEP_LINKS_MS)
        .limit(limit),
    )
    .executeTakeFirst();
  // Ended visits go with their trips; a browser that comes back learns that its visit is over.
  await db
    .deleteFrom('visit')
    .where('id', 'in', (q) =>
      q.selectFrom('visit').select('id').where('expires_at', '<=', now).limit(limit),
    )
    .execute();
  const executions = await db
    .deleteFrom('execution')
    .where('id', 'in', (q) =>
      q
        .selectFrom('execution')
        .select('id')
        .where('started_at', '<=', now - KEEP_EXECUTIONS_MS)
        .limit(limit),
    )
    .executeTakeFirst();
  const results = await db
    .deleteFrom('job')
    .where('id', 'in', (q) =>
      q.selectFrom('job').select('id').where('expires_at', '<=', now).limit(limit),
    )
    .executeTakeFirst();
  // Those replayed lately are still under way: they go when they ended.
  const deliveries = await db
    .deleteFrom('delivery')
    .where('id', 'in', (q) =>
      q
        .selectFrom('delivery')
        .select('id')
        .where('created_at', '<=', now - KEEP_DELIVERIES_MS)
        .where('state', '!=', 'waiting')
        .limit(limit),
    )
    .executeTakeFirst();
  return {
    tokens: Number(tokens.numDeletedRows),
    links: Number(links.numDeletedRows),
    executions: Number(executions.numDeletedRows),
    results: Number(results.numDeletedRows),
    deliveries: Number(deliveries.numDeletedRows),
    buckets: await budgets.sweep(limit),
  };
}
