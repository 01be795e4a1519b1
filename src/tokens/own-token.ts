// What a client may know of its own token (RFC 7662), and how it ends one (RFC 7009).
import type { Client, Store } from '../store/index.ts';
import { TokenFault } from './fault.ts';
import { inOrder } from './scopes.ts';
import { hashSecret, looksLikeAccessToken } from './secret.ts';
import { isLive, type Verifier } from './verify.ts';

/**
 * Undefined for a token that is not live, and for one of another client: who asks learns nothing
 * about tokens that are not its own. Reads the store each time, so the answer is never old.
 */
export const createIntrospect =
  (store: Pick<Store, 'tokens'>, now: () => number) => async (caller: Client, token: string) => {
    if (!looksLikeAccessToken(token)) return undefined;
    const known = await store.tokens.find(hashSecret(token));
    if (!known || known.clientId !== caller.id || !isLive(known, now())) return undefined;
    const { clientId, createdAt, expiresAt } = known;
    const scopes = inOrder(known.scopes.filter((scope) => caller.scopes.includes(scope)));
    return { clientId, scopes, createdAt, expiresAt };
  };

/** A token that is unknown, expired or already revoked is no fault: it does not work, as asked. */
export const createRevoke =
  (store: Pick<Store, 'tokens'>, verifier: Verifier) =>
  async (caller: Client, token: string): Promise<void> => {
    if (!looksLikeAccessToken(token)) return;
    const hash = hashSecret(token);
    const known = await store.tokens.find(hash);
    if (!known) return;
    // RFC 7009 section 2.1: refused, and the caller learns why.
    if (known.clientId !== caller.id)
      throw new TokenFault('invalid_grant', 'This token was issued to another client.');
    await store.tokens.revoke(hash);
    verifier.forgetToken(hash);
  };
