// A key of the ring that is lost for good: what it sealed is removed, and clients are notified.
import { sql } from 'kysely';
import { affected, type Base, changed, remove } from '../store/base.ts';
import type { CredentialStore } from '../store/credentials.ts';
import type { TableName } from '../store/schema.ts';
import { SEALED } from './rewrap.ts';

const CONCURRENCY = 200;

export async function forgetKey(
  { db, now }: Base,
  stored: Pick<CredentialStore, 'remove'>,
  keyId: string,
) {
  const begin = `mfe1.${keyId}.`;
  const under = (column: string) =>
    sql<boolean>`substr(${sql.ref(column)}, 1, ${begin.length}) = ${begin}`;
  /** Rows of a table with anything sealed with that key. */
  const lost = (table: TableName) =>
    sql<boolean>`(${sql.join(
      SEALED.filter((one) => one.table === table).map(({ column }) => under(column)),
      sql` or `,
    )})`;
  /** Sealed with that key, or with that of a user whose key was. */
  const unreadable = sql<boolean>`(${lost('job')} or user_id in
    (select user_id from user_key where ${lost('user_key')}))`;
  const removeLost = (table: TableName) =>
    affected(db, sql`delete from ${sql.table(table)} where ${lost(table)}`);

  // First, since notices are written to the addresses that can be read.
  const eventAddresses = await removeLost('event_address');
  let credentials = 0;
  for (;;) {
    const rows = await db
      .selectFrom('credential')
      .innerJoin('user_key', 'user_key.user_id', 'credential.user_id')
      .select(['credential.user_id', 'channel'])
      .where(lost('user_key'))
      .orderBy('credential.user_id')
      .orderBy('channel')
      .limit(CONCURRENCY)
      .execute();
    for (const { user_id: userId, channel } of rows)
      if (await stored.remove({ userId, channel }, 'key_lost')) credentials += 1;
    if (rows.length === 0) break;
  }
  const signingSecrets = await changed(
    db.updateTable('client').set({ signing_secrets: null }).where(lost('client')),
  );
  // Nothing that was kept of records can be recognised any more.
  const feeds = db.selectFrom('feed').select('client_id').where(lost('feed'));
  const watches = await changed(db.deleteFrom('watch').where('client_id', 'in', feeds));
  await removeLost('feed');
  const deliveries = await removeLost('delivery');
  const hooks = await removeLost('hook_message');
  // The next check subscribes again, at another address.
  await removeLost('hook_subscription');
  await db
    .updateTable('execution')
    .set({ outcome: 'failed', code: 'unexpected', finished_at: now() })
    .where('outcome', '=', 'running')
    .where('id', 'in', db.selectFrom('job').select('id').where(unreadable))
    .execute();
  // The facts of a call are plain, and stay.
  await db.updateTable('execution').set({ details: null }).where(lost('execution')).execute();
  const executions = await changed(db.deleteFrom('job').where(unreadable));
  await removeLost('user_key');
  await remove(db, 'key_in_use', { keyId });
  return { credentials, signingSecrets, eventAddresses, deliveries, executions, hooks, watches };
}
