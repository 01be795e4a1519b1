// How much is kept of a client's background executions, and whether there is room for more.
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../store/schema.ts';

/** The most that is kept for one client. */
export interface Quota {
  readonly bytes: number;
  readonly rows: number;
}

/** There is no room: what is kept, and when there will be room again, where that is known. */
export interface NoRoom extends Quota {
  readonly roomAt: number | undefined;
}

/** Results looked at, the next to run out first, to say when there will be room. */
const LOOKED_AT = 500;

/** What ran out is gone, swept or not. */
export async function kept(work: Kysely<Tables>, clientId: string, now: number): Promise<Quota> {
  const theirs = sql`client_id = ${clientId} and (expires_at is null or expires_at > ${now})`;
  const counted = await sql<Quota>`
    select count(*) as rows, cast(coalesce(sum(size), 0) as bigint) as bytes
    from job where ${theirs}`.execute(work);
  return counted.rows[0] ?? { rows: 0, bytes: 0 };
}

/** When enough of the results will have run out; undefined where it hangs on those that still run. */
export async function roomAt(
  work: Kysely<Tables>,
  clientId: string,
  now: number,
  used: Quota,
  quota: Quota,
): Promise<number | undefined> {
  const { rows: next } = await sql<{ expires_at: number; size: number }>`
    select expires_at, size from job where client_id = ${clientId} and expires_at > ${now}
    order by expires_at limit ${LOOKED_AT}`.execute(work);
  let { bytes, rows } = used;
  for (const { expires_at, size } of next) {
    bytes -= size;
    rows -= 1;
    if (bytes < quota.bytes && rows < quota.rows) return expires_at ?? undefined;
  }
  return next.at(-1)?.expires_at ?? undefined;
}
