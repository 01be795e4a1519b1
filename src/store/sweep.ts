// Clears away tokens and links that nobody can use any more, a bounded number at a time.
import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';

// A link that ran out is kept for a while, so that its page can say "expired" and not "unknown".
const KEEP_LINKS_MS = 30 * 24 * 60 * 60 * 1000;

export interface Swept {
  readonly tokens: number;
  readonly links: number;
}

/** Removes at most `limit` rows of each kind; fewer means that nothing is left to remove. */
export async function sweep(db: Kysely<Tables>, now: number, limit: number): Promise<Swept> {
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
  return { tokens: Number(tokens.numDeletedRows), links: Number(links.numDeletedRows) };
}
