// What a client may know of its token (RFC 7662).
import type { Client, Store } from '../store/index.ts';
import { inOrder, type Scope } from './scopes.ts';
import { hashSecret, looksLikeAccessToken } from './secret.ts';
import { isLive } from './verify.ts';

export interface Introspected {
  readonly clientId: string;
  readonly scopes: readonly Scope[];
  /** Both in milliseconds. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

/**
 * Undefined for a token that is not live, and for one of another client: who asks learns nothing
 * about tokens that are not its own. Reads the store each time, so the answer is never old.
 */
export type Introspect = (caller: Client, token: string) => Promise<Introspected | undefined>;

export function createIntrospect(store: Pick<Store, 'tokens'>, now: () => number): Introspect {
  return async (caller, token) => {
    if (!looksLikeAccessToken(token)) return undefined;
    const known = await store.tokens.find(hashSecret(token));
    if (!known || known.clientId !== caller.id || !isLive(known, now())) return undefined;
    return {
      clientId: known.clientId,
      scopes: inOrder(known.scopes.filter((scope) => caller.scopes.includes(scope))),
      createdAt: known.createdAt,
      expiresAt: known.expiresAt,
    };
  };
}
