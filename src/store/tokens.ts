// The rows of access tokens, known by their hash alone.
import { sql } from 'kysely';
import { add, type Base, findOne, update } from './base.ts';
import { toClient } from './clients.ts';
import { type Rec, toRecord } from './schema.ts';
import { trimTokens } from './trim-tokens.ts';

export type AccessToken = Rec<'access_token'>;

export function tokenStore({ db, prepared, now }: Base) {
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
    add: (token: Omit<AccessToken, 'revokedAt' | 'usedAt'>): Promise<boolean> =>
      add(db, 'access_token', token),

    find: (hash: string): Promise<AccessToken | undefined> => findOne(db, 'access_token', { hash }),

    /** With the client it was issued to, in one round trip. */
    async findWithClient(hash: string) {
      const [row] = await withClient(hash);
      if (!row) return undefined;
      const { token_scopes: scopes, token_created_at: created_at } = row;
      const token = toRecord('access_token', { ...row, scopes, created_at });
      return { token, client: toClient(row) };
    },

    /** Notes that these are in use, unless that was noted at `since` or later. */
    async noteUses(hashes: readonly string[], since: number): Promise<void> {
      if (hashes.length === 0) return;
      await sql`update access_token set used_at = ${now()} where hash in (${sql.join(hashes)})
        and (used_at is null or used_at < ${since})`.execute(db);
    },

    /** Ends what is more than the client may have; returns how many. See `trim-tokens.ts`. */
    trim: (clientId: string, most: number): Promise<number> =>
      trimTokens(db, clientId, most, now()),

    /** False when there is no such token or it was revoked before. */
    async revoke(hash: string): Promise<boolean> {
      const unrevoked = { hash, revokedAt: null };
      return (await update(db, 'access_token', unrevoked, { revokedAt: now() })) > 0;
    },

    /** Revokes what was issued with these secrets of the client; returns how many tokens. */
    async revokeIssuedWith(clientId: string, secretIds: readonly string[]): Promise<number> {
      if (secretIds.length === 0) return 0;
      const live = { clientId, secretId: secretIds, revokedAt: null };
      return await update(db, 'access_token', live, { revokedAt: now() });
    },
  };
}
