// The token service: clients, their secrets, and the access tokens issued to them.
import type { Store } from '../store/index.ts';
import { type Authenticate, createAuthenticate } from './authenticate.ts';
import { boundTokens } from './bound.ts';
import { type Clients, createClients } from './clients.ts';
import { createIntrospect, type Introspect } from './introspect.ts';
import { createIssue, type Issue } from './issue.ts';
import { createRevoke, type Revoke } from './revoke.ts';
import { createThrottle } from './throttle.ts';
import { createUses } from './uses.ts';
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
  /** Writes down what is still in memory of which tokens are in use. */
  readonly settle: () => Promise<void>;
}

export interface TokenOptions {
  readonly store: Pick<Store, 'clients' | 'tokens'>;
  readonly now: () => number;
  /** Validity of access tokens, where the client has none of its own. */
  readonly tokenSeconds: number;
  /** How many a client may have; absent where none are issued. */
  readonly clientTokens?: number;
  /** What was to be noted of tokens was not; nobody waits for it. */
  readonly onTrouble?: (error: unknown) => void;
}

export function createTokens(options: TokenOptions): Tokens {
  const { store, now, tokenSeconds, clientTokens, onTrouble = () => {} } = options;
  const uses = createUses(store, now, onTrouble);
  const verifier = createVerifier(store, now, uses);
  const bounded = boundTokens(store, clientTokens, uses, onTrouble);
  return {
    clients: createClients(store, now, verifier),
    authenticate: createAuthenticate(store, now, createThrottle(now)),
    issue: createIssue(store, now, tokenSeconds, bounded),
    verify: verifier.verify,
    introspect: createIntrospect(store, now),
    revoke: createRevoke(store, verifier),
    settle: uses.settle,
  };
}
