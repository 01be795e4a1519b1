// The rows of watches: what a client follows, and which reading serves each.
import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { notice } from '../model/notices.ts';
import { takeBack, wakeDue } from '../work/due.ts';
import { type Base, findOne, hold, insert, remove, update } from './base.ts';
import type { FeedStore, WatchFilter } from './feed.ts';
import { type Rec, type Tables, toRecord } from './schema.ts';

export type Watch = Rec<'watch'>;

/** A watch, with the user as the client names them, and how far its reading came. */
export interface ShownWatch extends Watch {
  readonly tpUserId: string;
  readonly completeUntil: number | null;
  readonly readAt: number | null;
  readonly dueAt: number | null;
  readonly trouble: Rec<'reading'>['trouble'];
  readonly costs: Rec<'reading'>['costs'] | null;
}

export interface NewWatch
  extends Pick<Watch, 'clientId' | 'userId' | 'channel' | 'resource' | 'every' | 'sweep' | 'keep'> {
  readonly account: string;
  /** Since when; undefined leaves it as it was. */
  readonly since?: number | undefined;
}

/** Sixteen digits, within what a number holds exactly. */
const newId = (): number =>
  1_000_000_000_000_000 + Number(randomBytes(8).readBigUInt64BE() % 8_000_000_000_000_000n);

export function watchStore(base: Base, feed: Pick<FeedStore, 'ensure'>) {
  const { db, now } = base;

  /** The reading of an account, made where there is none. It is due now. */
  async function readingFor(
    work: Kysely<Tables>,
    {
      clientId,
      channel,
      resource,
      keep,
    }: Pick<Watch, 'clientId' | 'channel' | 'resource' | 'keep'>,
    account: string,
  ): Promise<number> {
    await feed.ensure(work, clientId);
    const which = { client_id: clientId, channel, account, resource };
    const at = now();
    const made = { ...which, id: newId(), started_at: at, costs: '{}' };
    await insert(work, 'reading', made, { by: ['client_id', 'channel', 'account', 'resource'] });
    const reading = await findOne(work, 'reading', which);
    if (!reading) throw new Error('A reading that was just made is gone.');
    const { id } = reading;
    const due = { reading_id: id, lane: clientId, due_at: at, holder: '' };
    await insert(work, 'due', due, { by: ['reading_id'] });
    await wakeDue(work, sql`reading_id = ${id}`, at);
    // Of one that kept nothing until now, the next look at everything is the first.
    if (keep === 'digests') await forgetUnasked(work, id);
    return id;
  }

  /** Digests go where no watch asks for them: the lease first, as one who writes does. */
  async function forgetUnasked(work: Kysely<Tables>, id: number): Promise<void> {
    if (await findOne(work, 'watch', { reading_id: id, keep: 'digests' })) return;
    await takeBack(work, sql`reading_id = ${id}`, now());
    for (const table of ['seen', 'swept'] as const) await remove(work, table, { reading_id: id });
    await update(work, 'reading', { id }, { swept_at: null });
  }

  /** A watch left it: its holder writes for that one too. It ends if no one watches it. */
  async function left(work: Kysely<Tables>, id: number | null): Promise<void> {
    if (id === null) return;
    await takeBack(work, sql`reading_id = ${id}`, now());
    if (await findOne(work, 'watch', { reading_id: id })) return await forgetUnasked(work, id);
    await remove(work, 'due', { reading_id: id });
    await remove(work, 'reading', { id });
  }

  const shown = (clientId: string) =>
    db
      .selectFrom('watch')
      .innerJoin('user', 'user.id', 'watch.user_id')
      .leftJoin('reading', 'reading.id', 'watch.reading_id')
      .leftJoin('due', 'due.reading_id', 'watch.reading_id')
      .selectAll('watch')
      .select(['tp_user_id', 'complete_until', 'read_at', 'due_at', 'trouble', 'costs'])
      .where('watch.client_id', '=', clientId);

  type Row = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number];
  const show = ({ tp_user_id, complete_until, read_at, due_at, trouble, costs, ...row }: Row) =>
    ({
      ...toRecord('watch', row),
      ...{ tpUserId: tp_user_id, completeUntil: complete_until, readAt: read_at, dueAt: due_at },
      trouble: trouble === null ? null : JSON.parse(trouble),
      costs: costs === null ? null : JSON.parse(costs),
    }) satisfies ShownWatch;

  return {
    /** Makes a watch or changes it; its number, or undefined where the client or user is gone. */
    put: async (wish: NewWatch, most: number): Promise<number | 'too_many' | undefined> =>
      await db.transaction().execute(async (work) => {
        const within = { ...base, db: work };
        const { clientId, userId, channel, resource, every, sweep, keep, account, since } = wish;
        if (!(await hold(within, 'client', { id: clientId }, 'no key update'))) return undefined;
        if (!(await hold(within, 'user', { id: userId }))) return undefined;
        const which = { user_id: userId, channel, resource };
        const before = await findOne(work, 'watch', which);
        if (!before) {
          const { rows } = await sql<{ count: number }>`
            select count(*) as count from watch where client_id = ${clientId}`.execute(work);
          if (Number(rows[0]?.count ?? 0) >= most) return 'too_many';
        }
        const readingId = await readingFor(work, wish, account);
        const changed = { every, sweep, keep, reading_id: readingId, updated_at: now() };
        // What was read of the time before stays read, unless another time is asked for.
        const again = since === undefined || since === before?.since ? {} : { since, history: '' };
        if (before) {
          await update(work, 'watch', which, { ...changed, ...again });
          if (before.readingId !== readingId) await left(work, before.readingId);
          if (keep !== before.keep) await forgetUnasked(work, readingId);
          return before.id;
        }
        const id = newId();
        const fresh = { id, client_id: clientId, ...which, created_at: now() };
        await insert(work, 'watch', { ...fresh, ...changed, ...again, state: 'catching_up' });
        return id;
      }),

    /** Another account stands behind it now: it begins again, and says so. */
    rebind: async (watch: Watch, account: string, note: string): Promise<void> => {
      await db.transaction().execute(async (work) => {
        const { id, clientId } = watch;
        if (!(await hold({ ...base, db: work }, 'client', { id: clientId }, 'no key update')))
          return;
        const before = await findOne(work, 'watch', { id });
        // Removed meanwhile, or put on another account.
        if (!before || before.readingId !== watch.readingId) return;
        const readingId = await readingFor(work, watch, account);
        await update(work, 'watch', { id }, { reading_id: readingId, note, updated_at: now() });
        if (before.readingId !== readingId) await left(work, before.readingId);
      });
    },

    async find(clientId: string, id: number): Promise<ShownWatch | undefined> {
      const row = await shown(clientId).where('watch.id', '=', id).executeTakeFirst();
      return row && show(row);
    },

    /** In the order of their numbers, after one. */
    async list(
      clientId: string,
      { tpUserId, channel, resource }: WatchFilter,
      after: number,
      limit: number,
    ): Promise<readonly ShownWatch[]> {
      let query = shown(clientId).where('watch.id', '>', after).orderBy('watch.id').limit(limit);
      if (tpUserId !== undefined) query = query.where('tp_user_id', '=', tpUserId);
      if (channel !== undefined) query = query.where('watch.channel', '=', channel);
      if (resource !== undefined) query = query.where('watch.resource', '=', resource as 'orders');
      return (await query.execute()).map(show);
    },

    /** Of all clients, by state: how many, and the mark furthest behind, or when one unread was made. */
    async standing() {
      const { rows } = await sql<{ state: Watch['state']; count: number; oldest: number }>`
        select state, count(*) as count, min(coalesce(complete_until, created_at)) as oldest
        from watch left join due on due.reading_id = watch.reading_id
        group by state order by state`.execute(db);
      return rows.map((row) => ({ ...row, count: Number(row.count), oldest: Number(row.oldest) }));
    },

    /** What is kept for it goes with it; false where there is none. */
    remove: async (clientId: string, id: number): Promise<boolean> =>
      await db.transaction().execute(async (work) => {
        if (!(await hold({ ...base, db: work }, 'client', { id: clientId }, 'no key update')))
          return false;
        const watch = await findOne(work, 'watch', { client_id: clientId, id });
        if (!watch) return false;
        await remove(work, 'watch', { id });
        await left(work, watch.readingId);
        return true;
      }),
  };
}

/** The readings of what a user has linked are due now: something of it changed. */
export const wakeReadings = (
  work: Kysely<Tables>,
  { userId, channel }: { readonly userId: string; readonly channel: string },
  now: number,
) =>
  wakeDue(
    work,
    sql`reading_id in
      (select reading_id from watch where user_id = ${userId} and channel = ${channel})`,
    now,
  );

export type WatchState = Watch['state'];

/** The event of a watch that is in another state than before; none where it is well again. */
export const stateNotice = (
  state: WatchState,
  at: number,
  { id, tpUserId, channel, resource }: Pick<ShownWatch, 'id' | 'tpUserId' | 'channel' | 'resource'>,
  code: string,
) => {
  const which = { watch_id: String(id), tpUserId, channel, resource, code };
  if (state === 'behind') return notice('watch.behind', at, which);
  return state === 'broken' ? notice('watch.broken', at, which) : undefined;
};
