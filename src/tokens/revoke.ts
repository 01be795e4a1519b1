// Revokes an access token for the client that holds it (RFC 7009).
import type { Client, Store } from '../store/index.ts';
import { TokenFault } from './fault.ts';
import { hashSecret, looksLikeAccessToken } from './secret.ts';
import type { Verifier } from './verify.ts';

/** A token that is unknown, expired or already revoked is no fault: it does not work, as asked. */
export type Revoke = (caller: Client, token: string) => Promise<void>;

export function createRevoke(store: Pick<Store, 'tokens'>, verifier: Verifier): Revoke {
  return async (caller, token) => {
    if (!looksLikeAccessToken(token)) return;
    const hash = hashSecret(token);
    const known = await store.tokens.find(hash);
    if (!known) return;
    // RFC 7009 section 2.1: refused, and the caller learns why.
    if (known.clientId !== caller.id) {
      throw new TokenFault('invalid_grant', 'This token was issued to another client.');
    }
    await store.tokens.revoke(hash);
    verifier.forgetToken(hash);
  };
}
