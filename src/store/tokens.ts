// The rows of access tokens, known by their hash alone.
import type { Kysely, Selectable } from 'kysely';
import { isMissingParent } from './faults.ts';
import type { AccessTokenTable, Tables } from './schema.ts';

export interface AccessToken {
  readonly hash: string;
  readonly clientId: string;
  /** The client secret it was issued with. */
  readonly secretId: string;
  readonly scopes: readonly string[];
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly revokedAt: number | null;
}

export type TokenStore = ReturnType<typeof tokenStore>;

export function tokenStore(db: Kysely<Tables>, now: () => number) {
  return {
    /** False when the client was deleted meanwhile. */
    async add(token: Omit<AccessToken, 'revokedAt'>): Promise<boolean> {
      try {
        await db
          .insertInto('access_token')
          .values({
            hash: token.hash,
            client_id: token.clientId,
            secret_id: token.secretId,
            scopes: JSON.stringify(token.scopes),
            created_at: token.createdAt,
            expires_at: token.expiresAt,
            revoked_at: null,
          })
          .execute();
        return true;
      } catch (error) {
        if (isMissingParent(error)) return false;
        throw error;
      }
    },

    async find(hash: string): Promise<AccessToken | undefined> {
      const row = await db
        .selectFrom('access_token')
        .selectAll()
        .where('hash', '=', hash)
        .executeTakeFirst();
      return row && toAccessToken(row);
    },

    /** False when there is no such token or it was revoked before. */
    async revoke(hash: string): Promise<boolean> {
      const result = await db
        .updateTable('access_token')
        .set({ revoked_at: now() })
        .where('hash', '=', hash)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /** Revokes what was issued with these secrets of the client; returns how many tokens. */
    async revokeIssuedWith(clientId: string, secretIds: readonly string[]): Promise<number> {
      if (secretIds.length === 0) return 0;
      const result = await db
        .updateTable('access_token')
        .set({ revoked_at: now() })
        .where('client_id', '=', clientId)
        .where('secret_id', 'in', secretIds)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      return Number(result.numUpdatedRows);
    },
  };
}

function toAccessToken(row: Selectable<AccessTokenTable>): AccessToken {
  return {
    hash: row.hash,
    clientId: row.client_id,
    secretId: row.secret_id,
    scopes: JSON.parse(row.scopes),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  };
}
