// What the benchmark of the feed finds in the database: readings of many clients, all of them due.
import { type Kysely, sql } from 'kysely';
import type { Store } from '../src/store/index.ts';
import type { Tables } from '../src/store/schema.ts';

export const READINGS = 100_000;
export const CLIENTS = 100;
export const RECORDS = 200_000;
/** Readings that are claimed together. */
export const TOGETHER = 20;
export const WORKS = ['claimed, 20 together', 'idle reading: claimed, put back'] as const;

export const clientOf = (n: number): string => `client-${n % CLIENTS}`;

/** A user and a watch for each reading. */
export async function seed(store: Store, db: Kysely<Tables>): Promise<void> {
  for (let n = 0; n < CLIENTS; n += 1) {
    await store.clients.create({
      ...{ id: clientOf(n), name: 'Bench', secrets: [], scopes: ['orders'], redirectOrigins: [] },
      ...{ tokenSeconds: null, logoUrl: null, branding: {} },
    });
    await store.feed.keyFor(clientOf(n));
  }
  const [all, of] = [sql`generate_series(1, ${sql.lit(READINGS)}) as i`, sql.lit(CLIENTS)];
  const client = sql`'client-' || (i % ${of})`;
  await sql`insert into "user" (id, client_id, tp_user_id, created_at, updated_at)
    select 'user-' || i, ${client}, 'user-' || i, 1, 1 from ${all}`.execute(db);
  await sql`insert into reading (id, client_id, channel, account, resource, started_at, costs)
    select i, ${client}, 'shopify', 'shop-' || i, 'orders', 1, '{}' from ${all}`.execute(db);
  await sql`insert into due (reading_id, lane, due_at, holder)
    select i, ${client}, i, '' from ${all}`.execute(db);
  await sql`insert into watch (id, client_id, user_id, channel, resource, reading_id, every, keep,
      state, created_at, updated_at)
    select i, ${client}, 'user-' || i, 'shopify', 'orders', i, 60, 'digests', 'live', 1, 1
    from ${all}`.execute(db);
  await sql`vacuum analyze`.execute(db);
}

/** Bytes on the disk for each record that was seen, its index too: identifiers of thirteen digits, in any order. */
export async function bytesPerRecord(store: Store, db: Kysely<Tables>): Promise<number> {
  const now = store.now();
  const [held] = await store.readings.claim({
    ...{ lane: clientOf(1), limit: 1, now, until: now + 3_600_000, by: 'bench' },
  });
  if (!held) throw new Error('nothing is due');
  for (let first = 0; first < RECORDS; first += 250) {
    const seen = Array.from({ length: 250 }, (_, n) => ({
      record: held.names.seal(String(5_000_000_000_000 + first + n)),
      ...{ digest: held.names.digest(`{"id":${first + n}}`), at: now, figure: null },
    }));
    await store.readings.write(held, { watches: [], entries: [], seen });
  }
  const { rows } = await sql<{ bytes: number }>`
    select cast(pg_total_relation_size('seen') as bigint) as bytes`.execute(db);
  return Number(rows[0]?.bytes) / RECORDS;
}
