// Access tokens: issued to a client, what it may know of its own (RFC 7662), and how it ends one (RFC 7009).
import type { Client, Store } from '../store/index.ts';
import type { Authenticated } from './authenticate.ts';
import { TokenFault } from './fault.ts';
import { grantScopes, inOrder } from './scopes.ts';
import { hashSecret, looksLikeAccessToken, newAccessToken } from './secret.ts';
import { isLive, type Verifier } from './verify.ts';

export interface AccessTokenOptions {
  readonly store: Pick<Store, 'clients' | 'tokens'>;
  readonly now: () => number;
  readonly tokenSeconds: number;
  readonly verifier: Verifier;
  readonly onIssued: (clientId: string) => void;
}

export function createAccessTokens(options: AccessTokenOptions) {
  const { store, now, tokenSeconds, verifier, onIssued } = options;
  return {
    async issue({ client, secretId }: Authenticated, scope?: string) {
      const scopes = grantScopes(scope, client.scopes);
      const accessToken = newAccessToken();
      const expiresIn = client.tokenSeconds ?? tokenSeconds;
      const createdAt = now();
      const hash = hashSecret(accessToken);
      const expiresAt = createdAt + expiresIn * 1000;
      const row = { hash, clientId: client.id, secretId, scopes, createdAt, expiresAt };
      const kept = await store.tokens.add(row);
      // The secret may have been ended, and its tokens revoked, since it was presented: a token that
      // came just after must not be the one that survives.
      const current = kept ? await store.clients.find(client.id) : undefined;
      if (!current?.secrets.some((secret) => secret.id === secretId)) {
        await store.tokens.revoke(hash);
        throw new TokenFault('invalid_client', 'This client or its secret was ended just now.');
      }
      onIssued(client.id);
      // Known only now: the store keeps its hash.
      return { accessToken, expiresIn, scopes };
    },

    /**
     * Undefined for a token that is not live, and for one of another client: who asks learns nothing
     * about tokens that are not its own. Reads the store each time, so the answer is never old.
     */
    async introspect(caller: Client, token: string) {
      if (!looksLikeAccessToken(token)) return undefined;
      const known = await store.tokens.find(hashSecret(token));
      if (!known || known.clientId !== caller.id || !isLive(known, now())) return undefined;
      const { clientId, createdAt, expiresAt } = known;
      const scopes = inOrder(known.scopes.filter((scope) => caller.scopes.includes(scope)));
      return { clientId, scopes, createdAt, expiresAt };
    },

    /** A token that is unknown, expired or already revoked is no fault: it does not work, as asked. */
    async revoke(caller: Client, token: string): Promise<void> {
      if (!looksLikeAccessToken(token)) return;
      const hash = hashSecret(token);
      const known = await store.tokens.find(hash);
      if (!known) return;
      // RFC 7009 section 2.1: refused, and the caller learns why.
      if (known.clientId !== caller.id)
        throw new TokenFault('invalid_grant', 'This token was issued to another client.');
      await store.tokens.revoke(hash);
      verifier.forgetToken(hash);
    },
  };
}
