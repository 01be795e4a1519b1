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
  readonly readAt: number;
  /** Undefined for a token that is not good. */
  readonly verified: Promise<Verified | undefined>;
  /** Whose it is, once that is known. */
  client?: string | undefined;
}

export type Verifier = ReturnType<typeof createVerifier>;

export function createVerifier(
  store: Pick<Store, 'tokens'>,
  now: () => number,
  uses: Pick<Uses, 'saw'>,
) {
  // Hashes are the only keys: the memory of this process holds no token. What is read is there from the
  // beginning: many requests with one token at one moment make one read, and what is forgotten while it
  // is read is used for the requests that already waited for it, and not kept.
  const known = lruCache<Entry>({ max: KEPT });

  function read(hash: string): Entry {
    const entry: Entry = { readAt: now(), verified: find(hash) };
    known.set(hash, entry);
    entry.verified.then(
      (verified) => {
        entry.client = verified?.client.id;
      },
      () => known.delete(hash),
    );
    return entry;
  }

  const find = async (hash: string): Promise<Verified | undefined> => {
    const found = await store.tokens.findWithClient(hash);
    if (!found || !isLive(found.token, now())) return undefined;
    const { token, client } = found;
    uses.saw(hash, token.usedAt);
    // A scope that was taken from the client since is taken from its tokens too.
    const scopes = inOrder(token.scopes.filter((scope) => client.scopes.includes(scope)));
    return { client, scopes, expiresAt: token.expiresAt };
  };

  return {
    /** The client and scopes of a live token, or undefined. */
    async verify(bearer: string): Promise<Verified | undefined> {
      if (!looksLikeAccessToken(bearer)) return undefined;
      const hash = hashSecret(bearer);
      const before = known.get(hash);
      const age = before ? now() - before.readAt : MAX_AGE_MS;
      // A negative age means that the clock was set back.
      const entry = before && age >= 0 && age < MAX_AGE_MS ? before : read(hash);
      const verified = await entry.verified;
      return verified && verified.expiresAt > now() ? verified : undefined;
    },

    /** Forgets immediately, on this instance, what is known of one token. */
    forgetToken: (hash: string) => void known.delete(hash),

    /** Forgets immediately, on this instance, all tokens of a client, and what is being read. */
    forgetClient(id: string): void {
      for (const [hash, { client = id }] of known.entries()) if (client === id) known.delete(hash);
    },
  };
}

export function isLive(token: AccessToken, time: number): boolean {
  return token.revokedAt === null && token.expiresAt > time;
}
