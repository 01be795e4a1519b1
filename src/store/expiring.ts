// What ends soon among what is stored: grants, of which clients are notified once, and older secrets of clients.
import { sql } from 'kysely';
import { ifOpens } from '../keys/seal.ts';
import { notice } from '../model/notices.ts';
import { writeInstant } from '../model/time.ts';
import { type Base, everyRow, update } from './base.ts';
import { storedTime } from './clock.ts';
import type { NoticeStore } from './notices.ts';
import { toRecord } from './schema.ts';
import { type SigningSecret, signingContext } from './signing.ts';

const MANY = 500;

export function expiringStore({ db, now, seal }: Base, notices: Pick<NoticeStore, 'changeOf'>) {
  const soon = (end: number | null, within: number): end is number =>
    end !== null && end > now() && end <= now() + within;

  const endingWithin = (within: number) =>
    db
      .selectFrom('credential')
      .where('grant_ends_at', '>', now())
      .where('grant_ends_at', '<=', storedTime(now() + within))
      .where('state', '=', 'linked');

  /**
   * The signing secrets of clients, or of their event addresses, with the other secrets of clients.
   * Named by the secret's id, or by the client or event address that it signs for.
   */
  async function* ends(table: 'client' | 'event_address') {
    for await (const row of everyRow(db, table)) {
      const { id, signingSecrets: sealed } = row;
      const clientId = 'clientId' in row ? row.clientId : id;
      for (const { id: name, expiresAt: endsAt } of 'secrets' in row ? row.secrets : [])
        yield { clientId, what: 'client_secret' as const, name, endsAt };
      // A key that is missing is said elsewhere, and signs nothing anyway.
      const signing: SigningSecret[] =
        ifOpens(() => JSON.parse(seal.open(sealed ?? '', signingContext(table, id)))) ?? [];
      for (const { expiresAt: endsAt } of signing)
        yield { clientId, what: 'signing_secret' as const, name: id, endsAt };
    }
  }

  return {
    /** How many linked grants end within so many milliseconds, by channel, and the first of them. */
    async grants(within: number) {
      const rows = await endingWithin(within)
        .select('channel')
        .select(sql<number>`count(*)`.as('count'))
        .select(sql<number>`min(grant_ends_at)`.as('soonest'))
        .groupBy('channel')
        .orderBy('channel')
        .execute();
      return rows.map((row) => ({ ...row }));
    },

    /** Secrets of clients, and of their event addresses, that end within so many milliseconds. */
    async secrets(within: number) {
      const found = [];
      for (const table of ['client', 'event_address'] as const)
        for await (const { endsAt, ...secret } of ends(table))
          if (soon(endsAt, within)) found.push({ ...secret, endsAt });
      return found;
    },

    /** Clients of whose users one has the channel linked, a bounded number after `after`. */
    async clientsOf(channel: string, after = '', limit = MANY): Promise<readonly string[]> {
      const rows = await db
        .selectFrom('credential')
        .innerJoin('user', 'user.id', 'credential.user_id')
        .select('user.client_id')
        .distinct()
        .where('credential.channel', '=', channel)
        .where('credential.state', '=', 'linked')
        .where('user.client_id', '>', after)
        .orderBy('user.client_id')
        .limit(limit)
        .execute();
      return rows.map(({ client_id }) => client_id);
    },

    /**
     * Notifies clients of up to `limit` grants that end within `within` milliseconds and of whose end no one
     * was notified; returns how many it looked at. What ended already, or needs attention anyway, is
     * reported by other events.
     */
    async notify(within: number, limit: number): Promise<number> {
      const rows = await endingWithin(within)
        .selectAll()
        .where(sql<boolean>`(notified_end is null or notified_end <> grant_ends_at)`)
        .orderBy('grant_ends_at')
        .orderBy('user_id')
        .orderBy('channel')
        .limit(limit)
        .execute();
      for (const row of rows) {
        const { userId, channel, grantEndsAt, notifiedEnd } = toRecord('credential', row);
        if (grantEndsAt === null) continue;
        const seen = { userId, channel, grantEndsAt, notifiedEnd };
        await notices.changeOf(userId, async (work, emit, { tpUserId }) => {
          // Another instance may be at it too: the first one says so.
          if ((await update(work, 'credential', seen, { notifiedEnd: grantEndsAt })) > 0)
            emit(
              notice('channel.expiring', now(), {
                ...{ tpUserId, channel, what: 'grant', ends_at: writeInstant(grantEndsAt) },
              }),
            );
        });
      }
      return rows.length;
    },
  };
}
