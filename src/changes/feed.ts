// The log as clients read it: pages after a cursor, and waiting until there is something.
import type { Store, WatchFilter } from '../store/index.ts';
import { KEPT_DAYS, NOW, type Place, readCursor, writeCursor } from './cursor.ts';

export interface Change {
  readonly seq: number;
  readonly watchId: string;
  readonly tpUserId: string;
  readonly channel: string;
  readonly resource: 'orders' | 'products';
  /** Null where the record has no identifier that can be read. */
  readonly id: string | null;
  readonly change: 'created' | 'updated' | 'deleted' | 'left_window';
  readonly at: number;
  /** Why the record could not be read; null where it could. */
  readonly fault: string | null;
}

export interface Asked {
  readonly client: string;
  readonly cursor: string | undefined;
  readonly limit: number;
  /** Seconds. */
  readonly wait: number;
  readonly filter: WatchFilter;
  readonly signal: AbortSignal;
}

export interface FeedPage {
  readonly changes: readonly Change[];
  readonly next: string;
  /** There may be more already: what follows a filter was not all looked at. */
  readonly more: boolean;
}

/** How often it is looked, for all who wait here together. */
const LOOK = 1000;
const KEPT = KEPT_DAYS * 24 * 3600_000;

export function createFeed({
  store,
  now,
  onTrouble,
}: {
  readonly store: Pick<Store, 'feed'>;
  readonly now: () => number;
  readonly onTrouble: (error: unknown) => void;
}) {
  const waiting = new Map<string, Set<() => void>>();
  let looking: NodeJS.Timeout | undefined;
  let closed = false;
  /** The numbers of the newest entries, as they were last seen. */
  const seen = new Map<string, number>();

  /** Those of a client who wait look again. */
  function wake(client: string) {
    for (const go of waiting.get(client) ?? []) go();
  }

  async function look() {
    const heads = await store.feed.heads([...waiting.keys()]);
    for (const [client, head] of heads) {
      if (head > (seen.get(client) ?? head)) wake(client);
      seen.set(client, head);
    }
  }

  /** Until there may be something new of a client, the time is over, or the caller is gone. */
  async function pause(client: string, head: number, milliseconds: number, signal: AbortSignal) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const mine = waiting.get(client) ?? new Set();
    waiting.set(client, mine.add(resolve));
    seen.set(client, Math.min(head, seen.get(client) ?? head));
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => resolve(), { once: true });
    looking ??= setInterval(() => void look().catch(onTrouble), LOOK).unref();
    await promise;
    clearTimeout(timer);
    mine.delete(resolve);
    if (mine.size === 0) {
      waiting.delete(client);
      seen.delete(client);
    }
    if (waiting.size > 0) return;
    clearInterval(looking);
    looking = undefined;
  }

  async function page(
    { client, limit, filter }: Asked,
    from: Place,
  ): Promise<FeedPage & { place: Place }> {
    const seal = await store.feed.keyFor(client);
    const { entries, reached, isEnd } = await store.feed.entries(client, from.seq, limit, filter);
    const changes = entries.map(({ record, watchId, ...entry }) => ({
      ...entry,
      watchId: String(watchId),
      id: record === null ? null : seal.open(record),
    }));
    const place = isEnd
      ? { seq: reached?.seq ?? from.seq, at: now() }
      : { seq: reached?.seq ?? from.seq, at: reached?.at ?? from.at };
    return { changes, place, next: writeCursor(seal, place), more: !isEnd };
  }

  /** A cursor is one of this client's, or `now`: what was committed before is at or before the head. */
  async function placeOf({ client, cursor }: Asked, head: number): Promise<Place> {
    if (cursor === undefined) return { seq: 0, at: now() - KEPT };
    if (cursor === NOW) return { seq: head, at: now() };
    return readCursor(await store.feed.sealOf(client), cursor, head, now());
  }

  return {
    wake,

    async read(asked: Asked): Promise<FeedPage> {
      const { client, signal } = asked;
      const headNow = async () => (await store.feed.heads([client])).get(client) ?? 0;
      let head = await headNow();
      let from = await placeOf(asked, head);
      const until = performance.now() + asked.wait * 1000;
      for (;;) {
        const found = await page(asked, from);
        const left = until - performance.now();
        if (found.changes.length > 0 || left <= 0 || signal.aborted || closed) return found;
        const isFurther = found.place.seq > from.seq;
        from = found.place;
        if (isFurther) continue;
        // Entries may be gone: what was looked at goes as far as the log did before.
        await pause(client, Math.max(head, from.seq), left, signal);
        head = await headNow();
      }
    },

    /** Those who wait get what there is. */
    close() {
      closed = true;
      for (const client of waiting.keys()) wake(client);
    },
  };
}
