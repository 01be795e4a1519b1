// What is remembered of accounts for a while: bounded by its size, in all and for each client.
import { type Cache, DAY, lruCache } from '../model/lru-cache.ts';
import { LARGEST_KEPT, sizeOf } from '../model/register.ts';

interface Fact {
  readonly value: unknown;
  /** What it cost when it was kept. */
  readonly bytes: number;
}

const MOST = 64 * 1024 * 1024;
/** A value larger than this part of a share is asked for again rather than kept. */
const LARGEST = 2;
const SHARE = LARGEST * LARGEST_KEPT;

/** A shop may answer with whatever it likes: what is kept of it costs its own client alone, in bytes. */
export function createFacts({ now = Date.now, most = MOST, share = SHARE } = {}) {
  /** By client, the one that was used longest ago first. */
  const clients = new Map<string, Cache<Fact>>();
  const measured = (value: unknown) => sizeOf(value, share / LARGEST);
  /** Bytes held, roughly. */
  const size = () => [...clients.values()].reduce((sum, one) => sum + one.calculatedSize, 0);

  return {
    size,

    get(client: string, key: string): { readonly value: unknown } | undefined {
      const kept = clients.get(client);
      if (!kept) return undefined;
      clients.delete(client);
      clients.set(client, kept);
      return kept.get(key);
    },

    set,

    /** Measures a value again that was added to since it was kept. */
    measure(client: string, key: string): void {
      const kept = clients.get(client);
      const known = kept?.peek(key);
      if (!kept || !known || measured(known.value) === known.bytes) return;
      set(client, key, known.value, kept.getRemainingTTL(key));
    },
  };

  /** Keeps a value for so many milliseconds, unless it is too large to be kept at all. */
  function set(client: string, key: string, value: unknown, milliseconds: number) {
    const bytes = measured(value);
    const kept = clients.get(client) ?? lruCache<Fact>({ max: share, lifetime: DAY, now });
    clients.delete(client);
    clients.set(client, kept);
    if (bytes > share / LARGEST) kept.delete(key);
    else kept.set(key, { value, bytes }, { ttl: milliseconds, size: bytes + key.length });
    let held = size();
    for (const [oldest, theirs] of clients) {
      if (held <= most || oldest === client) break;
      held -= theirs.calculatedSize;
      clients.delete(oldest);
    }
  }
}
