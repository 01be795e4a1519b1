// The token service: clients, their secrets, and the access tokens issued to them.
import type { Store } from '../store/index.ts';
import { type Authenticate, createAuthenticate } from './authenticate.ts';
import { type Clients, createClients } from './clients.ts';
import { createIntrospect, type Introspect } from './introspect.ts';
import { createIssue, type Issue } from './issue.ts';
import { createRevoke, type Revoke } from './revoke.ts';
import { createThrottle } from './throttle.ts';
import { createVerifier, type Verifier } from './verify.ts';

export type { Authenticated, Presented } from './authenticate.ts';
export {
  type ClientChange,
  ClientError,
  type Clients,
  liveSecrets,
  type NewClient,
  unknownClient,
  type WithSecret,
} from './clients.ts';
export { type TokenErrorCode, TokenFault } from './fault.ts';
export { isScope, SCOPES, type Scope } from './scopes.ts';
export type { Verified } from './verify.ts';

export interface Tokens {
  readonly clients: Clients;
  readonly authenticate: Authenticate;
  readonly issue: Issue;
  readonly verify: Verifier['verify'];
  readonly introspect: Introspect;
  readonly revoke: Revoke;
}

export interface TokenOptions {
  readonly store: Pick<Store, 'clients' | 'tokens'>;
  readonly now: () => number;
  /** Validity of access tokens, where the client has none of its own. */
  readonly tokenSeconds: number;
}

export function createTokens(options: TokenOptions): Tokens {
  const { store, now, tokenSeconds } = options;
  const verifier = createVerifier(store, now);
  return {
    clients: createClients(store, now, verifier),
    authenticate: createAuthenticate(store, now, createThrottle(now)),
    issue: createIssue(store, now, tokenSeconds),
    verify: verifier.verify,
    introspect: createIntrospect(store, now),
    revoke: createRevoke(store, verifier),
  };
}
