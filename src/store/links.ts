// The rows of magic links, known by the hash of their token alone.
import type { Kysely, Selectable } from 'kysely';
import { isMissingParent } from './faults.ts';
import type { MagicLinkTable, Tables } from './schema.ts';

export interface MagicLink {
  readonly hash: string;
  readonly clientId: string;
  readonly userId: string;
  /** The channels it offers. */
  readonly scopes: readonly string[];
  readonly redirectUrl: string | null;
  /** What the application calls the user. */
  readonly userName: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly redeemedAt: number | null;
}

/** `redeemed` is given to exactly one caller. */
export type Redemption =
  | { readonly outcome: 'redeemed' | 'used' | 'expired'; readonly link: MagicLink }
  | { readonly outcome: 'unknown' };

export type LinkStore = ReturnType<typeof linkStore>;

export function linkStore(db: Kysely<Tables>, now: () => number) {
  const find = async (hash: string): Promise<MagicLink | undefined> => {
    const row = await db
      .selectFrom('magic_link')
      .selectAll()
      .where('hash', '=', hash)
      .executeTakeFirst();
    return row && toMagicLink(row);
  };

  return {
    /** False when the client or the user was removed meanwhile. */
    async add(link: Omit<MagicLink, 'redeemedAt'>): Promise<boolean> {
      try {
        await db
          .insertInto('magic_link')
          .values({
            hash: link.hash,
            client_id: link.clientId,
            user_id: link.userId,
            scopes: JSON.stringify(link.scopes),
            redirect_url: link.redirectUrl,
            user_name: link.userName,
            created_at: link.createdAt,
            expires_at: link.expiresAt,
            redeemed_at: null,
          })
          .execute();
        return true;
      } catch (error) {
        if (isMissingParent(error)) return false;
        throw error;
      }
    },

    find,

    async redeem(hash: string): Promise<Redemption> {
      const time = now();
      const row = await db
        .updateTable('magic_link')
        .set({ redeemed_at: time })
        .where('hash', '=', hash)
        .where('redeemed_at', 'is', null)
        .where('expires_at', '>', time)
        .returningAll()
        .executeTakeFirst();
      if (row) return { outcome: 'redeemed', link: toMagicLink(row) };
      const link = await find(hash);
      if (!link) return { outcome: 'unknown' };
      return { outcome: link.redeemedAt === null ? 'expired' : 'used', link };
    },
  };
}

function toMagicLink(row: Selectable<MagicLinkTable>): MagicLink {
  return {
    hash: row.hash,
    clientId: row.client_id,
    userId: row.user_id,
    scopes: JSON.parse(row.scopes),
    redirectUrl: row.redirect_url,
    userName: row.user_name,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    redeemedAt: row.redeemed_at,
  };
}
