// What ends soon among what is stored: grants, of which clients are told once, and older secrets of clients.
import type { Kysely } from 'kysely';
import { channelExpiring } from '../model/notices.ts';
import { ifOpens, type Seal } from '../seal.ts';
import type { ClientSecret } from './clients.ts';
import { moment } from './clock.ts';
import type { NoticeStore } from './notices.ts';
import type { Tables } from './schema.ts';
import { addressSigningContext, type SigningSecret, signingContext } from './signing.ts';
import { eachRow } from './walk.ts';

/** Grants of one channel that end soon. */
export interface EndingGrants {
  readonly channel: string;
  readonly count: number;
  readonly soonest: number;
}

/** A secret of a client that ends soon, since another took its place. */
export interface EndingSecret {
  readonly clientId: string;
  readonly what: 'client_secret' | 'signing_secret';
  /** The secret's id, or the client or event address that it signs for. */
  readonly name: string;
  readonly endsAt: number;
}

/** Rows that are read at a time. */
const MANY = 500;

export type ExpiringStore = ReturnType<typeof expiringStore>;

export function expiringStore(
  db: Kysely<Tables>,
  now: () => number,
  seal: Pick<Seal, 'open'>,
  notices: Pick<NoticeStore, 'changeOf'>,
) {
  const soon = (end: number | null, within: number): end is number =>
    end !== null && end > now() && end <= now() + within;

  /** The ends of the signing secrets in a sealed list. */
  const signingEnds = (sealed: string | null, context: string): number[] => {
    if (sealed === null) return [];
    // A key that is missing is said elsewhere, and signs nothing anyway.
    const secrets: SigningSecret[] = ifOpens(() => JSON.parse(seal.open(sealed, context))) ?? [];
    return secrets.flatMap(({ expiresAt }) => expiresAt ?? []);
  };

  async function ofClients(within: number): Promise<EndingSecret[]> {
    const found: EndingSecret[] = [];
    const clients = eachRow(MANY, (last?: { readonly id: string }) =>
      db
        .selectFrom('client')
        .select(['id', 'secrets', 'signing_secrets'])
        .where('id', '>', last?.id ?? '')
        .orderBy('id')
        .limit(MANY)
        .execute(),
    );
    for await (const { id: clientId, secrets, signing_secrets: sealed } of clients) {
      const own: ClientSecret[] = JSON.parse(secrets);
      for (const { id: name, expiresAt: endsAt } of own)
        if (soon(endsAt, within)) found.push({ clientId, what: 'client_secret', name, endsAt });
      for (const endsAt of signingEnds(sealed, signingContext(clientId)))
        if (soon(endsAt, within))
          found.push({ clientId, what: 'signing_secret', name: clientId, endsAt });
    }
    return found;
  }

  async function ofAddresses(within: number): Promise<EndingSecret[]> {
    const found: EndingSecret[] = [];
    const addresses = eachRow(MANY, (last?: { readonly id: string }) =>
      db
        .selectFrom('event_address')
        .select(['id', 'client_id', 'signing_secrets'])
        .where('id', '>', last?.id ?? '')
        .orderBy('id')
        .limit(MANY)
        .execute(),
    );
    for await (const { id: name, client_id: clientId, signing_secrets: sealed } of addresses)
      for (const endsAt of signingEnds(sealed, addressSigningContext(name)))
        if (soon(endsAt, within)) found.push({ clientId, what: 'signing_secret', name, endsAt });
    return found;
  }

  return {
    /** How many linked grants end within so many milliseconds, by channel. */
    async grants(within: number): Promise<readonly EndingGrants[]> {
      const time = now();
      const rows = await db
        .selectFrom('credential')
        .select((e) => [
          'channel',
          e.fn.countAll<number>().as('count'),
          e.fn.min('grant_ends_at').as('soonest'),
        ])
        .where('grant_ends_at', '>', time)
        .where('grant_ends_at', '<=', moment(time + within))
        .where('state', '=', 'linked')
        .groupBy('channel')
        .orderBy('channel')
        .execute();
      return rows.map(({ channel, count, soonest }) => ({
        channel,
        count: Number(count),
        soonest: Number(soonest),
      }));
    },

    /** Secrets of clients, and of their event addresses, that end within so many milliseconds. */
    secrets: async (within: number): Promise<readonly EndingSecret[]> => [
      ...(await ofClients(within)),
      ...(await ofAddresses(within)),
    ],

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
     * Tells of up to `limit` grants that end within `within` milliseconds and of whose end nobody
     * was told; returns how many it looked at. What ended already, or needs attention anyway, is
     * told of by other events.
     */
    async tell(within: number, limit: number): Promise<number> {
      const time = now();
      const rows = await db
        .selectFrom('credential')
        .select(['user_id', 'channel', 'grant_ends_at'])
        .where('grant_ends_at', '>', time)
        .where('grant_ends_at', '<=', moment(time + within))
        .where('state', '=', 'linked')
        .where((e) =>
          e.or([e('notified_end', 'is', null), e('notified_end', '<>', e.ref('grant_ends_at'))]),
        )
        .orderBy('grant_ends_at')
        .orderBy('user_id')
        .orderBy('channel')
        .limit(limit)
        .execute();
      for (const { user_id: userId, channel, grant_ends_at: end } of rows) {
        if (end === null) continue;
        await notices.changeOf(userId, async (work, tell, { tpUserId }) => {
          const result = await work
            .updateTable('credential')
            .set({ notified_end: end })
            .where('user_id', '=', userId)
            .where('channel', '=', channel)
            .where('grant_ends_at', '=', end)
            .where((e) => e.or([e('notified_end', 'is', null), e('notified_end', '<>', end)]))
            .executeTakeFirst();
          if (result.numUpdatedRows > 0n)
            tell(channelExpiring({ tpUserId, channel }, 'grant', end, now()));
        });
      }
      return rows.length;
    },
  };
}
