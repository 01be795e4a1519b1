// Holds every client to its access tokens: those that are used stay, and the newest of the others.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { removeSome } from './base.ts';
import type { Tables } from './schema.ts';

const STEP = 5000;
/** Of the bound, so many that were not used yet have their place however many are: one in ten. */
const FRESH = 10;

/**
 * Of a client that has more than `most` tokens, those go that no one can use; then of those in use
 * the ones used longest ago; then of those never used the oldest. So a token in use is ended by
 * others in use alone, and one just issued has its place until it is used: in all there are never
 * more than a tenth above the bound. Returns how many went.
 */
export async function trimTokens(
  db: Kysely<Tables>,
  clientId: string,
  most: number,
  now: number,
): Promise<number> {
  const mine = sql`client_id = ${clientId}`;
  const counted = async () => {
    const { rows } = await sql<{ total: number; used: number }>`
      select count(*) as total, count(used_at) as used from access_token where ${mine}`.execute(db);
    return rows[0] ?? { total: 0, used: 0 };
  };
  const remove = async (which: RawBuilder<unknown>, keep = 0): Promise<number> => {
    for (let removed = 0; ; ) {
      const count = await removeSome(db, 'access_token', sql`${mine} and ${which}`, STEP, keep);
      removed += count;
      if (count < STEP) return removed;
    }
  };

  if ((await counted()).total <= most) return 0;
  const dead = await remove(sql`(revoked_at is not null or expires_at <= ${now})`);
  const stale = await remove(sql`used_at is not null order by used_at desc, hash`, most);
  const { used } = await counted();
  const places = Math.max(Math.ceil(most / FRESH), most - used);
  const unused = await remove(sql`used_at is null order by created_at desc, hash`, places);
  return dead + stale + unused;
}
