// Issues access tokens.
import type { Store } from '../store/index.ts';
import type { Authenticated } from './authenticate.ts';
import { TokenFault } from './fault.ts';
import { grantScopes } from './scopes.ts';
import { hashSecret, newAccessToken } from './secret.ts';

export function createIssue(
  store: Pick<Store, 'clients' | 'tokens'>,
  now: () => number,
  tokenSeconds: number,
  onIssued: (clientId: string) => void,
) {
  return async ({ client, secretId }: Authenticated, scope?: string) => {
    const scopes = grantScopes(scope, client.scopes);
    const accessToken = newAccessToken();
    const expiresIn = client.tokenSeconds ?? tokenSeconds;
    const createdAt = now();
    const hash = hashSecret(accessToken);
    const kept = await store.tokens.add({
      hash,
      clientId: client.id,
      secretId,
      scopes,
      createdAt,
      expiresAt: createdAt + expiresIn * 1000,
    });
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
  };
}
