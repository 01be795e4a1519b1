// Holds a client that asks for tokens fast to its bound, between two of the hourly trims.
import { lruCache } from '../model/lru-cache.ts';
import type { Store } from '../store/index.ts';
import type { Uses } from './uses.ts';

/** Tokens issued to one client by this instance between two looks. */
const EVERY = 100;
const CLIENTS = 10_000;

/** Called for each token that was issued; the work is done behind the caller's back. */
export type Issued = (clientId: string) => void;

export function boundTokens(
  store: Pick<Store, 'tokens'>,
  most: number | undefined,
  uses: Pick<Uses, 'settle'>,
  onTrouble: (error: unknown) => void,
): Issued {
  const issued = lruCache<number>({ max: CLIENTS });
  const trimming = new Set<string>();

  async function trim(clientId: string, bound: number) {
    trimming.add(clientId);
    try {
      // A token whose first use is not written down yet would be taken for one that no one uses.
      await uses.settle();
      await store.tokens.trim(clientId, bound);
    } catch (error) {
      onTrouble(error);
    } finally {
      trimming.delete(clientId);
    }
  }

  return (clientId) => {
    if (most === undefined) return;
    const count = (issued.get(clientId) ?? 0) + 1;
    issued.set(clientId, count % EVERY);
    if (count >= EVERY && !trimming.has(clientId)) void trim(clientId, most);
  };
}
