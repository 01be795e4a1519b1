// The rows of readings: claimed when they are due, written a page at a time, with what was seen.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { RecordSeal } from '../keys/record-seal.ts';
import { dueAfter, dueSource, wakeDue } from '../work/due.ts';
import type { Claimed, Claiming, Lease } from '../work/queue.ts';
import {
  add,
  affected,
  type Base,
  DISK_WAIT,
  findAll,
  findOne,
  findSome,
  groupsOf,
  insert,
  remove,
  update,
} from './base.ts';
import type { Entry, FeedStore } from './feed.ts';
import type { NoticeStore } from './notices.ts';
import { type Rec, type Tables, toRecord } from './schema.ts';
import { stateNotice, type Watch, type WatchState } from './watches.ts';

/** A watch, with the user as the client names them. */
export type WatchedBy = Watch & { readonly tpUserId: string };

/** A reading in hand, with those who watch it. */
export interface ClaimedReading
  extends Claimed,
    Omit<Rec<'reading'>, 'id'>,
    Pick<Rec<'due'>, 'completeUntil' | 'readAt'> {
  readonly number: number;
  readonly watches: readonly WatchedBy[];
  /** What opens and seals the identifiers of its records. */
  readonly names: RecordSeal;
}

export type Seen = Omit<Rec<'seen'>, 'readingId'>;
export type NewEntry = Omit<Entry, 'seq' | 'watchId'>;

/** A reading, and one of the users who watch it: if any of them can be called for, such a one. */
export interface Unheard
  extends Pick<Rec<'reading'>, 'id' | 'clientId' | 'channel' | 'account' | 'resource'> {
  readonly userId: string;
}

export interface PageFound {
  /** For each of these watches, in this order. */
  readonly watches: readonly number[];
  readonly entries: readonly NewEntry[];
  /** To be kept of records, whatever was kept before. */
  readonly seen?: readonly Omit<Seen, 'missed'>[];
  readonly forget?: readonly string[];
  /** Records that were asked for and not shown: they are missed from now on. */
  readonly missed?: readonly string[];
  /** Hints that were followed, all that came until then. */
  readonly hints?: { readonly records: readonly string[]; readonly until: number };
  /** What a sweep met on its page so many. */
  readonly met?: { readonly part: number; readonly records: string };
  /** Sealed; undefined leaves it as it was. */
  readonly progress?: string | null;
  /** Of one watch: what is still to be read of the time before it. */
  readonly history?: { readonly watch: number; readonly left: string | null };
}

type Reached = Pick<Rec<'reading'>, 'trouble' | 'costs' | 'sweptAt'> &
  Pick<Rec<'due'>, 'completeUntil'>;

/** What is undefined stays as it is. */
export interface ReadingEnd
  extends Readonly<Partial<{ [K in keyof Reached]: Reached[K] | undefined }>> {
  readonly dueAt: number;
  readonly readAt: number | null;
  /** Those of its watches that are in another state now, and why. */
  readonly states: readonly {
    readonly watch: WatchedBy;
    readonly state: WatchState;
    readonly code: string;
  }[];
}

export function readingStore(
  base: Pick<Base, 'db' | 'dialect' | 'noDiskWait' | 'now'>,
  feed: Pick<FeedStore, 'sealOf'>,
  notices: Pick<NoticeStore, 'change'>,
) {
  const { db, dialect, now } = base;
  const { claim, ...due } = dueSource(base);
  const lock = dialect === 'postgres' ? sql` for update` : sql``;

  /** Whether it is still this holder's; no one else takes it before the transaction ends. */
  async function isHeld(work: Kysely<Tables>, { id, lockedBy }: Lease): Promise<boolean> {
    const { rows } = await sql`select 1 from due
      where reading_id = ${Number(id)} and holder = ${lockedBy}${lock}`.execute(work);
    return rows.length > 0;
  }

  async function watchesOf(ids: readonly number[]): Promise<readonly WatchedBy[]> {
    const rows = await db
      .selectFrom('watch')
      .innerJoin('user', 'user.id', 'watch.user_id')
      .selectAll('watch')
      .select('tp_user_id')
      .where('reading_id', 'in', [...ids])
      .orderBy('watch.id')
      .execute();
    return rows.map(({ tp_user_id, ...row }) => ({
      ...toRecord('watch', row),
      tpUserId: tp_user_id,
    }));
  }

  async function addEntries(
    work: Kysely<Tables>,
    clientId: string,
    { watches, entries }: Pick<PageFound, 'watches' | 'entries'>,
  ) {
    const count = entries.length * watches.length;
    if (count === 0) return;
    // From one row, in the transaction of the page: no one sees an entry before one with a lower number.
    const { rows } = await sql<{ seq: number }>`
      update feed set seq = seq + ${count} where client_id = ${clientId} returning seq`.execute(
      work,
    );
    let seq = (rows[0]?.seq ?? 0) - count;
    const all = entries.flatMap(({ record, change, at, fault }) =>
      watches.map((watchId) => {
        seq += 1;
        return { clientId, seq, watchId, record, change, at, fault };
      }),
    );
    for (const some of groupsOf(all)) await insert(work, 'change', some);
  }

  async function keep(work: Kysely<Tables>, readingId: number, seen: PageFound['seen'] = []) {
    const set = {
      ...{ digest: sql`excluded.digest`, at: sql`excluded.at`, missed: null },
      figure: sql`coalesce(excluded.figure, seen.figure)`,
    };
    for (const some of groupsOf(seen)) {
      const rows = some.map((one) => ({ readingId, ...one }));
      await insert(work, 'seen', rows, { by: ['readingId', 'record'], set });
    }
  }

  async function miss(work: Kysely<Tables>, readingId: number, records: readonly string[]) {
    for (const record of groupsOf(records))
      await update(work, 'seen', { readingId, record, missed: null }, { missed: now() });
  }

  return {
    ...due,

    async claim(claiming: Claiming): Promise<readonly ClaimedReading[]> {
      const rows = await claim(claiming);
      if (rows.length === 0) return [];
      const ids = rows.map(({ readingId }) => readingId);
      const readings = new Map(
        (await findAll(db, 'reading', { id: ids })).map((one) => [one.id, one]),
      );
      const watches = Map.groupBy(await watchesOf(ids), ({ readingId }) => readingId);
      const names = await feed.sealOf(claiming.lane);
      // Its client was removed meanwhile, and it with it.
      if (!names) return [];
      return rows.flatMap(({ readingId, holder: lockedBy, deaths, completeUntil, readAt }) => {
        const reading = readings.get(readingId);
        if (!reading) return [];
        const held = { number: readingId, id: String(readingId), lockedBy, deaths, names };
        const theirs = watches.get(readingId) ?? [];
        return [{ ...reading, ...held, completeUntil, readAt, watches: theirs }];
      });
    },

    async known(readingId: number, records: readonly string[]): Promise<ReadonlyMap<string, Seen>> {
      const known = new Map<string, Seen>();
      for (const some of groupsOf(records))
        for (const one of await findAll(db, 'seen', { readingId, record: some }))
          known.set(one.record, one);
      return known;
    },

    /** Writes a page, all of it or nothing; false where another has the reading now. */
    write: async (held: ClaimedReading, page: PageFound): Promise<boolean> =>
      await db.transaction().execute(async (work) => {
        if (!(await isHeld(work, held))) return false;
        const { number, clientId } = held;
        await addEntries(work, clientId, page);
        await keep(work, number, page.seen);
        for (const record of groupsOf(page.forget ?? []))
          await remove(work, 'seen', { readingId: number, record });
        await miss(work, number, page.missed ?? []);
        const { hints, met, progress, history } = page;
        for (const record of groupsOf(hints?.records ?? []))
          await remove(work, 'hint', { readingId: number, record, at: sql`<= ${hints?.until}` });
        // One that began again, or for the first time.
        if (met?.part === 1) await remove(work, 'swept', { readingId: number });
        if (met)
          await insert(work, 'swept', { readingId: number, part: met.part, met: met.records });
        if (progress !== undefined) await update(work, 'reading', { id: number }, { progress });
        if (history) await update(work, 'watch', { id: history.watch }, { history: history.left });
        return true;
      }),

    /** Puts it back, due again then; false where another has it now. */
    async finish(held: ClaimedReading, end: ReadingEnd): Promise<boolean> {
      const { number, id, lockedBy, clientId } = held;
      const { trouble, costs, sweptAt } = end;
      const left = {
        ...(trouble !== undefined && { trouble }),
        ...(costs && { costs }),
        ...(sweptAt !== undefined && { sweptAt }),
      };
      const completeUntil = end.completeUntil ?? held.completeUntil;
      const putBack = async (work: Kysely<Tables>, wait: RawBuilder<boolean>) =>
        (await affected(
          work,
          sql`update due set due_at = ${dueAfter(end.dueAt, now())}, holder = '', deaths = 0,
            read_at = ${end.readAt}, complete_until = ${completeUntil}
          where reading_id = ${Number(id)} and holder = ${lockedBy} and ${wait}`,
        )) > 0;
      // An idle reading writes one row. Where that is lost, it is read again when its lease ends.
      if (Object.keys(left).length === 0 && end.states.length === 0)
        return await putBack(db, base.noDiskWait);
      const done = await notices.change(clientId, async (work, emit) => {
        if (!(await putBack(work, DISK_WAIT))) return false;
        if (Object.keys(left).length > 0) await update(work, 'reading', { id: number }, left);
        for (const { watch, state, code } of end.states) {
          await update(work, 'watch', { id: watch.id }, { state });
          const event = stateNotice(state, now(), watch, code);
          if (event) emit(event);
        }
        return true;
      });
      return done === true;
    },

    /** Records that are to be read now, the longest waiting first. */
    hints: async (readingId: number, limit: number): Promise<readonly string[]> =>
      (await findSome(db, 'hint', { readingId }, limit, 'at')).map(({ record }) => record),

    /** One by its number, or those of an account, of every client. */
    which: (
      which: { readonly resource: Rec<'reading'>['resource'] } & (
        | { readonly id: number }
        | { readonly channel: string; readonly account: string }
      ),
    ) => findAll(db, 'reading', which, 'id'),

    /** Readings of these channels whose subscriptions were not looked at since then, after one. */
    async unheard(
      channels: readonly string[],
      before: number,
      after: number,
      limit: number,
    ): Promise<readonly Unheard[]> {
      if (channels.length === 0) return [];
      const query = sql<Unheard>`
        select reading.id, reading.client_id as "clientId", reading.channel, reading.account,
          reading.resource, coalesce(min(linked.user_id), min(watch.user_id)) as "userId"
        from reading join watch on watch.reading_id = reading.id
        left join credential linked on linked.user_id = watch.user_id
          and linked.channel = watch.channel and linked.state = 'linked'
        left join hook_subscription on hook_subscription.id = cast(reading.id as text)
        where reading.channel in (${sql.join([...channels])}) and reading.id > ${after}
          and (checked_at is null or checked_at < ${before})
        group by reading.id order by reading.id limit ${limit}`;
      return (await query.execute(db)).rows;
    },

    /** A record of a reading, if it is still there, is to be read now; without one it is itself due. */
    async hint(readingId: number, record: string | undefined): Promise<void> {
      const at = now();
      const one = record !== undefined && { readingId, record, at };
      if (one) await add(db, 'hint', one, { by: ['readingId', 'record'], set: { at } });
      await wakeDue(db, sql`reading_id = ${readingId}`, at);
    },

    /** Whether what the sweep under way met on its page so many is kept. */
    isMet: async (readingId: number, part: number): Promise<boolean> =>
      (await findOne(db, 'swept', { readingId, part })) !== undefined,

    /** Everything that the sweep under way has met, part by part. */
    met: async (readingId: number): Promise<readonly string[]> =>
      (await findAll(db, 'swept', { readingId }, 'part')).map(({ met }) => met),

    /** What was seen, in the order of `record`, after one. */
    seenAfter: (readingId: number, after: string, limit: number): Promise<readonly Seen[]> =>
      findSome(db, 'seen', { readingId, record: sql`> ${after}` }, limit, 'record'),

    /** A sweep ended: those not met are missed from now on, those met are not, and its parts go. */
    endSweep: async (
      held: ClaimedReading,
      missed: readonly string[],
      back: readonly string[],
    ): Promise<boolean> =>
      await db.transaction().execute(async (work) => {
        if (!(await isHeld(work, held))) return false;
        const { number } = held;
        await miss(work, number, missed);
        for (const record of groupsOf(back))
          await update(work, 'seen', { readingId: number, record }, { missed: null });
        await remove(work, 'swept', { readingId: number });
        return true;
      }),

    /** Those that are missed, the longest missed first. */
    missed: (readingId: number, limit: number): Promise<readonly Seen[]> =>
      findSome(db, 'seen', { readingId, missed: sql`is not null` }, limit, 'missed', 'record'),
  };
}
