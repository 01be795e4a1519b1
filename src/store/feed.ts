// The log of a client: its key, its entries in their order, and what the client was notified of.
import { type Kysely, type Selectable, sql } from 'kysely';
import { createRecordSeal, type RecordSeal } from '../keys/record-seal.ts';
import { ifOpens, newUserKey } from '../keys/seal.ts';
import { lruCache } from '../model/lru-cache.ts';
import { notice } from '../model/notices.ts';
import { type Base, findAll, findOne, put, updateOne } from './base.ts';
import type { NoticeStore } from './notices.ts';
import { contextOf, type Rec, type Tables } from './schema.ts';
import { equal } from './walk.ts';

/** Which of a client's watches are meant. */
export interface WatchFilter {
  readonly tpUserId?: string | undefined;
  readonly channel?: string | undefined;
  readonly resource?: string | undefined;
}

export type Entry = Omit<Rec<'change'>, 'clientId'>;

type EntryRow = Selectable<Tables['change']> &
  Pick<Rec<'watch'>, 'channel' | 'resource'> & { readonly tp_user_id: string };

/** With a filter, so many entries are looked at for one page. */
const LOOKED_AT = 5000;

/** How often a client is notified at most, in milliseconds; a time to come says that the clock was set back. */
const ANNOUNCE_EVERY = 5000;

/** How many numbers a log has: one that was restored goes on in another, since it cannot know which were given. */
const LOG = 2 ** 32;
/** The number before the first of a log, by its newest. */
export const logStart = (head: number): number => head - (head % LOG);
/** What a restored database is to run: its log begins, empty. */
export const BEGIN_LOGS = `delete from change; update feed set seq = (seq / ${LOG} + 1) * ${LOG}; update feed set announced = seq`;

export type FeedStore = ReturnType<typeof feedStore>;

export function feedStore(
  { db, now, seal }: Pick<Base, 'db' | 'now' | 'seal'>,
  notices: Pick<NoticeStore, 'change'>,
) {
  const seals = lruCache<RecordSeal>({ max: 1000 });
  const contextIn = (clientId: string) => contextOf('feed', 'key', clientId);

  const opened = (clientId: string, sealed: string): RecordSeal => {
    const known = seals.get(sealed);
    if (known) return known;
    const made = createRecordSeal(seal.openBytes(sealed, contextIn(clientId)));
    seals.set(sealed, made);
    return made;
  };

  async function find(work: Kysely<Tables>, clientId: string): Promise<RecordSeal | undefined> {
    const found = await findOne(work, 'feed', { clientId });
    return found && opened(clientId, found.key);
  }

  /** Made where there is none, within a transaction of another. */
  async function ensure(work: Kysely<Tables>, clientId: string): Promise<RecordSeal> {
    const known = await find(work, clientId);
    if (known) return known;
    // Another may have been first: theirs is the one that is kept.
    const key = seal.seal(newUserKey(), contextIn(clientId));
    const same = { by: ['clientId'], set: { clientId } } as const;
    return opened(clientId, (await put(work, 'feed', { clientId, key }, same)).key);
  }

  return {
    ensure,
    /** The same, made where there is none. */
    keyFor: (clientId: string) => ensure(db, clientId),

    /** What opens and seals the identifiers of this client's records; undefined where it has no feed. */
    sealOf: (clientId: string) => find(db, clientId),

    /** The numbers of the newest entries, by client. */
    async heads(clientIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
      if (clientIds.length === 0) return new Map();
      const feeds = await findAll(db, 'feed', { clientId: clientIds });
      return new Map(feeds.map(({ clientId, seq }) => [clientId, seq]));
    },

    /** Entries after a number; with a filter so many are looked at: `reached` says how far, `isEnd` if all. */
    async entries(clientId: string, after: number, limit: number, filter: WatchFilter) {
      const { tpUserId: tp_user_id, channel, resource } = filter;
      const chosen = { tp_user_id, 'watch.channel': channel, 'watch.resource': resource };
      const { sift: wanted } = equal(chosen);
      const most = wanted.length === 0 ? limit : LOOKED_AT;
      const user = sql.table('user');
      // First how far it goes: what is written meanwhile comes after it, and is not passed over.
      const end = await sql<{ seq: number | null; at: number | null; count: number }>`
        select max(seq) as seq, max(at) as at, count(*) as count from
          (select seq, at from change where client_id = ${clientId} and seq > ${after}
            order by seq limit ${most}) as looked`.execute(db);
      const { seq, at, count } = end.rows[0] ?? { seq: null, at: null, count: 0 };
      if (seq === null) return { entries: [], reached: undefined, isEnd: true };
      // Whose they are is said of each table: so none is gone through for the others of all clients.
      const { rows } = await sql<EntryRow>`
        select change.*, tp_user_id, watch.channel, watch.resource from change
        join watch on watch.id = change.watch_id and watch.client_id = ${clientId}
        join ${user} on ${user}.id = watch.user_id and ${user}.client_id = ${clientId}
        where ${sql.join(
          [sql`change.client_id = ${clientId} and seq > ${after} and seq <= ${seq}`, ...wanted],
          sql` and `,
        )} order by seq limit ${limit}`.execute(db);
      const last = rows.length === limit ? rows.at(-1) : undefined;
      return {
        entries: rows.map(({ tp_user_id, client_id: _, watch_id, ...row }) => ({
          ...{ ...row, watchId: watch_id, tpUserId: tp_user_id },
        })),
        reached: last ? { seq: last.seq, at: last.at } : { seq, at: at ?? 0 },
        isEnd: !last && Number(count) < most,
      };
    },

    /** Notifies clients of what is new, each at most so often; `cursorAt` writes one for a number. */
    async announce(cursorAt: (seal: RecordSeal, seq: number, at: number) => string) {
      const at = now();
      const due = await sql<{ client_id: string }>`select client_id from feed
        where seq > announced and abs(announced_at - ${at}) >= ${ANNOUNCE_EVERY}`.execute(db);
      for (const { client_id: clientId } of due.rows)
        await notices.change(clientId, async (work, emit) => {
          const before = await findOne(work, 'feed', { clientId });
          // Damage that a reading reports must not keep other clients from being notified.
          const key = before && ifOpens(() => opened(clientId, before.key));
          if (!key || Math.abs(before.announcedAt - at) < ANNOUNCE_EVERY) return;
          const last = { clientId, announced: before.announced, seq: sql`> announced` };
          const row = await updateOne(work, 'feed', last, { announced: sql`seq`, announcedAt: at });
          if (!row) return;
          const cursor = cursorAt(key, before.announced, at);
          emit(notice('changes.available', at, { count: row.seq - before.announced, cursor }));
        });
    },
  };
}
