// The rows of access tokens, known by their hash alone.
import type { Kysely, Selectable } from 'kysely';
import { type Client, toClient } from './clients.ts';
import { isMissingParent } from './faults.ts';
import type { PreparedReads } from './prepared.ts';
import type { AccessTokenTable, Tables } from './schema.ts';
import { trimTokens } from './trim-tokens.ts';

export interface AccessToken {
  readonly hash: string;
  readonly clientId: string;
  /** The client secret it was issued with. */
  readonly secretId: string;
  readonly scopes: readonly string[];
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly revokedAt: number | null;
  /** When it was last used, to the hour; null while it was not. */
  readonly usedAt: number | null;
}

/** What a look at the client and the token in one round trip brings. */
export interface TokenOfClient {
  readonly token: AccessToken;
  readonly client: Client;
}

export type TokenStore = ReturnType<typeof tokenStore>;

export function tokenStore(db: Kysely<Tables>, prepared: PreparedReads, now: () => number) {
  const withClient = prepared(
    (hash: string) =>
      db
        .selectFrom('access_token')
        .innerJoin('client', 'client.id', 'access_token.client_id')
        .selectAll('client')
        .select([
          'access_token.hash',
          'access_token.client_id',
          'access_token.secret_id',
          'access_token.expires_at',
          'access_token.revoked_at',
          'access_token.used_at',
          'access_token.scopes as token_scopes',
          'access_token.created_at as token_created_at',
        ])
        .where('access_token.hash', '=', hash),
    1,
  );
  return {
    /** False when the client was deleted meanwhile. */
    async add(token: Omit<AccessToken, 'revokedAt' | 'usedAt'>): Promise<boolean> {
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

    /** With the client it was issued to. */
    async findWithClient(hash: string): Promise<TokenOfClient | undefined> {
      const [row] = await withClient(hash);
      if (!row) return undefined;
      const { token_scopes: scopes, token_created_at: created_at } = row;
      return { token: toAccessToken({ ...row, scopes, created_at }), client: toClient(row) };
    },

    /** Notes that these are in use, unless that was noted at `since` or later. */
    async noteUses(hashes: readonly string[], since: number): Promise<void> {
      if (hashes.length === 0) return;
      await db
        .updateTable('access_token')
        .set({ used_at: now() })
        .where('hash', 'in', hashes)
        .where((e) => e.or([e('used_at', 'is', null), e('used_at', '<', since)]))
        .execute();
    },

    /** Ends what is more than the client may have; returns how many. See `trim-tokens.ts`. */
    trim: (clientId: string, most: number): Promise<number> =>
      trimTokens(db, clientId, most, now()),

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
    usedAt: row.used_at,
  };
}
