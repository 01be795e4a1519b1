// The log as clients read it: pages after a cursor, and waiting until there is something.
import { EventEmitter, once } from 'node:events';
import { endsAfter } from '../model/ends-after.ts';
import { logStart, type Store, type WatchFilter } from '../store/index.ts';
import { KEPT, NOW, type Place, readCursor, writeCursor } from './cursor.ts';

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

export function createFeed({
  store,
  now,
  onTrouble,
}: {
  readonly store: Pick<Store, 'feed'>;
  readonly now: () => number;
  readonly onTrouble: (error: unknown) => void;
}) {
  /** Of those who wait, by client: the numbers of the newest entries, as they were last seen. */
  const seen = new Map<string, number>();
  const news = new EventEmitter().setMaxListeners(0);
  let looking: NodeJS.Timeout | undefined;
  let closed = false;

  const nameOf = (client: string) => `news of ${client}`;
  /** Those of a client who wait look again. */
  const wake = (client: string) => news.emit(nameOf(client));

  async function look() {
    for (const [client, head] of await store.feed.heads([...seen.keys()])) {
      const before = seen.get(client);
      if (before === undefined) continue;
      if (head > before) wake(client);
      seen.set(client, head);
    }
  }

  /** Until there may be something new of a client, the time is over, or the caller is gone. */
  async function pause(client: string, head: number, milliseconds: number, signal: AbortSignal) {
    seen.set(client, Math.min(head, seen.get(client) ?? head));
    looking ??= setInterval(() => void look().catch(onTrouble), LOOK).unref();
    const over = AbortSignal.any([signal, endsAfter(milliseconds)]);
    await once(news, nameOf(client), { signal: over }).catch(() => {});
    if (news.listenerCount(nameOf(client)) === 0) seen.delete(client);
    if (seen.size > 0) return;
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
    if (cursor === undefined) return { seq: logStart(head), at: now() - KEPT };
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
      for (const client of seen.keys()) wake(client);
    },
  };
}
