// Finds out whose bearer token this is, from memory for a few seconds.
import { lruCache } from '../model/lru-cache.ts';
import type { AccessToken, Client, Store } from '../store/index.ts';
import { inOrder, type Scope } from './scopes.ts';
import { hashSecret, looksLikeAccessToken } from './secret.ts';
import type { Uses } from './uses.ts';

// A token revoked on another instance, or by the command line, must stop working within 5 seconds;
// the last of them is left for a slow read.
const MAX_AGE_MS = 4000;
const KEPT = 20_000;

export interface Verified {
  readonly client: Client;
  readonly scopes: readonly Scope[];
  readonly expiresAt: number;
}

interface Entry {
  /** Undefined for a token that is not good. */
  readonly verified: Verified | undefined;
  readonly readAt: number;
}

export type Verifier = ReturnType<typeof createVerifier>;

export function createVerifier(
  store: Pick<Store, 'tokens'>,
  now: () => number,
  uses: Pick<Uses, 'saw'>,
) {
  // Hashes are the only keys: the memory of this process holds no token. Bad tokens have a place of
  // their own, so that a flood of them pushes no good one out.
  const good = lruCache<Entry>({ max: KEPT });
  const bad = lruCache<Entry>({ max: KEPT });
  const reading = new Map<string, Promise<Entry>>();
  let forgotten = 0;

  const read = async (hash: string): Promise<Entry> => {
    const readAt = now();
    const before = forgotten;
    const entry = { verified: await find(hash), readAt };
    // Something was revoked while we read: what we read may be older than that, so it is used for
    // the requests that already waited for it and not kept.
    if (forgotten === before) {
      good.delete(hash);
      (entry.verified ? good : bad).set(hash, entry);
    }
    return entry;
  };

  const find = async (hash: string): Promise<Verified | undefined> => {
    const found = await store.tokens.findWithClient(hash);
    if (!found || !isLive(found.token, now())) return undefined;
    const { token, client } = found;
    uses.saw(hash, token.usedAt);
    // A scope that was taken from the client since is taken from its tokens too.
    const scopes = inOrder(token.scopes.filter((scope) => client.scopes.includes(scope)));
    return { client, scopes, expiresAt: token.expiresAt };
  };

  // Many requests with one token at one moment make one read.
  const readOnce = (hash: string): Promise<Entry> => {
    const under = reading.get(hash);
    if (under !== undefined) return under;
    const started = read(hash).finally(() => {
      if (reading.get(hash) === started) reading.delete(hash);
    });
    reading.set(hash, started);
    return started;
  };

  return {
    /** The client and scopes of a live token, or undefined. */
    async verify(bearer: string): Promise<Verified | undefined> {
      if (!looksLikeAccessToken(bearer)) return undefined;
      const hash = hashSecret(bearer);
      const known = good.get(hash) ?? bad.get(hash);
      const age = known ? now() - known.readAt : MAX_AGE_MS;
      // A negative age means that the clock was set back.
      const entry = known && age >= 0 && age < MAX_AGE_MS ? known : await readOnce(hash);
      const { verified } = entry;
      return verified && verified.expiresAt > now() ? verified : undefined;
    },

    /** Forgets immediately, on this instance, what is known of one token. */
    forgetToken(hash: string): void {
      forgotten += 1;
      good.delete(hash);
      reading.delete(hash);
    },

    /** Forgets immediately, on this instance, all tokens of a client. */
    forgetClient(clientId: string): void {
      forgotten += 1;
      for (const [hash, entry] of good.entries()) {
        if (entry.verified?.client.id === clientId) good.delete(hash);
      }
      reading.clear();
    },
  };
}

export function isLive(token: AccessToken, time: number): boolean {
  return token.revokedAt === null && token.expiresAt > time;
}
