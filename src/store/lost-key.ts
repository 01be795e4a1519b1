// A key of the ring that is lost for good: what it sealed is removed, and clients are told.
import { type Kysely, sql } from 'kysely';
import type { CredentialStore } from './credentials.ts';
import { SEALED } from './rewrap.ts';
import type { Tables } from './schema.ts';

/** What was removed, by what it was. */
export interface Forgotten {
  readonly credentials: number;
  readonly signingSecrets: number;
  readonly eventAddresses: number;
  readonly deliveries: number;
  readonly executions: number;
  readonly hooks: number;
}

const AT_ONCE = 200;

export async function forgetKey(
  db: Kysely<Tables>,
  now: number,
  credentials: Pick<CredentialStore, 'remove'>,
  keyId: string,
): Promise<Forgotten> {
  const begin = `mfe1.${keyId}.`;
  const under = (column: string) =>
    sql<boolean>`substr(${sql.ref(column)}, 1, ${begin.length}) = ${begin}`;
  /** Rows of a table with anything sealed with that key. */
  const lost = (table: (typeof SEALED)[number][0]) =>
    sql<boolean>`(${sql.join(
      SEALED.filter(([name]) => name === table).map(([, , column]) => under(column)),
      sql` or `,
    )})`;
  /** Sealed with that key, or with that of a user whose key was. */
  const unreadable = sql<boolean>`(${lost('job')} or user_id in
    (select user_id from user_key where ${lost('user_key')}))`;
  const count = ({ numDeletedRows }: { readonly numDeletedRows: bigint }) => Number(numDeletedRows);

  // First, since notices are written to the addresses that can be read.
  const addresses = await db
    .deleteFrom('event_address')
    .where(lost('event_address'))
    .executeTakeFirst();
  let removed = 0;
  for (;;) {
    const rows = await db
      .selectFrom('credential')
      .innerJoin('user_key', 'user_key.user_id', 'credential.user_id')
      .select(['credential.user_id', 'channel'])
      .where(lost('user_key'))
      .orderBy('credential.user_id')
      .orderBy('channel')
      .limit(AT_ONCE)
      .execute();
    for (const { user_id: userId, channel } of rows)
      if (await credentials.remove({ userId, channel }, 'key_lost')) removed += 1;
    if (rows.length === 0) break;
  }
  const signing = await db
    .updateTable('client')
    .set({ signing_secrets: null })
    .where(lost('client'))
    .executeTakeFirst();
  const deliveries = await db.deleteFrom('delivery').where(lost('delivery')).executeTakeFirst();
  const hooks = await db.deleteFrom('hook_message').where(lost('hook_message')).executeTakeFirst();
  await db
    .updateTable('execution')
    .set({ outcome: 'failed', code: 'unexpected', finished_at: now })
    .where('outcome', '=', 'running')
    .where('id', 'in', db.selectFrom('job').select('id').where(unreadable))
    .execute();
  const jobs = await db.deleteFrom('job').where(unreadable).executeTakeFirst();
  await db.deleteFrom('user_key').where(lost('user_key')).execute();
  await db.deleteFrom('key_in_use').where('key_id', '=', keyId).execute();
  return {
    credentials: removed,
    signingSecrets: Number(signing.numUpdatedRows),
    eventAddresses: count(addresses),
    deliveries: count(deliveries),
    executions: count(jobs),
    hooks: count(hooks),
  };
}
