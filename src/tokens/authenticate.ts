// Proves that a caller of the token service is the client it says it is.
import type { Client, Store } from '../store/index.ts';
import { TokenFault } from './fault.ts';
import { hashSecret, sameHash } from './secret.ts';
import type { Throttle } from './throttle.ts';

export interface Presented {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly address: string;
}

export interface Authenticated {
  readonly client: Client;
  readonly secretId: string;
}

const NO_SECRET = { id: '', hash: hashSecret(''), createdAt: 0, expiresAt: 0 };

/** Returns the client, or throws `invalid_client`: never saying whether id or secret was wrong. */
export function createAuthenticate(
  store: Pick<Store, 'clients'>,
  now: () => number,
  throttle: Throttle,
) {
  return async (presented: Presented): Promise<Authenticated> => {
    const client = await store.clients.find(presented.clientId);
    const hash = hashSecret(presented.clientSecret);
    const time = now();
    // All secrets are compared, and one is compared for an unknown client too, so that the time taken
    // gives nothing away.
    const good = [NO_SECRET, ...(client?.secrets ?? [])].filter(
      (secret) => sameHash(secret.hash, hash) && (secret.expiresAt ?? Infinity) > time,
    );
    const secret = good.at(-1);
    if (client && secret) {
      throttle.right(presented.clientId);
      return { client, secretId: secret.id };
    }
    const wait = throttle.wrong(presented.clientId, presented.address);
    const seconds = wait > 0 ? Math.ceil(wait / 1000) : undefined;
    const sentence =
      seconds === undefined
        ? 'Unknown client_id or wrong client_secret.'
        : `Too many wrong client secrets: wait ${seconds} seconds, then check client_id and client_secret.`;
    throw new TokenFault('invalid_client', sentence, seconds, client?.id);
  };
}
