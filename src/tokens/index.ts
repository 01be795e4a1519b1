// The token service: clients, their secrets, and the access tokens issued to them.
import type { Store } from '../store/index.ts';
import { createAccessTokens } from './access-tokens.ts';
import { createAuthenticate } from './authenticate.ts';
import { boundTokens } from './bound.ts';
import { createClients } from './clients.ts';
import { createThrottle } from './throttle.ts';
import { createUses } from './uses.ts';
import { createVerifier } from './verify.ts';

export {
  type ClientChange,
  ClientError,
  liveSecrets,
  type NewClient,
  unknownClient,
} from './clients.ts';
export { TokenFault } from './fault.ts';
export { SCOPES } from './scopes.ts';

export type Tokens = ReturnType<typeof createTokens>;

export interface TokenOptions {
  readonly store: Pick<Store, 'clients' | 'tokens'>;
  readonly now: () => number;
  /** Validity of access tokens, where the client has none of its own. */
  readonly tokenSeconds: number;
  /** How many a client may have; absent where none are issued. */
  readonly clientTokens?: number;
  /** What was to be noted of tokens was not; no one waits for it. */
  readonly onTrouble?: (error: unknown) => void;
}

export function createTokens(options: TokenOptions) {
  const { store, now, tokenSeconds, clientTokens, onTrouble = () => {} } = options;
  const uses = createUses(store, now, onTrouble);
  const verifier = createVerifier(store, now, uses);
  const onIssued = boundTokens(store, clientTokens, uses, onTrouble);
  return {
    clients: createClients(store, now, verifier),
    authenticate: createAuthenticate(store, now, createThrottle(now)),
    ...createAccessTokens({ store, now, tokenSeconds, verifier, onIssued }),
    verify: verifier.verify,
    /** Writes down what is still in memory of which tokens are in use. */
    settle: uses.settle,
  };
}
