// The rows of watches: what a client follows, and which reading serves each.
import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { notice } from '../model/notices.ts';
import { takeBack, wakeDue } from '../work/due.ts';
import { type Base, findOne, hold, holding, insert, put, remove, update } from './base.ts';
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
    const which = { clientId, channel, account, resource };
    const at = now();
    const made = { ...which, id: newId(), startedAt: at, costs: {} };
    const by = ['clientId', 'channel', 'account', 'resource'] as const;
    const { id } = await put(work, 'reading', made, { by, set: { channel } });
    const due = { readingId: id, lane: clientId, dueAt: at, holder: '' };
    await insert(work, 'due', due, { by: ['readingId'] });
    await wakeDue(work, sql`reading_id = ${id}`, at);
    // Of one that kept nothing until now, the next look at everything is the first.
    if (keep === 'digests') await forgetUnasked(work, id);
    return id;
  }

  /** Digests go where no watch asks for them: the lease first, as one who writes does. */
  async function forgetUnasked(work: Kysely<Tables>, id: number): Promise<void> {
    if (await findOne(work, 'watch', { readingId: id, keep: 'digests' })) return;
    await takeBack(work, sql`reading_id = ${id}`, now());
    for (const table of ['seen', 'swept'] as const) await remove(work, table, { readingId: id });
    await update(work, 'reading', { id }, { sweptAt: null });
  }

  /** A watch left it: its holder writes for that one too. It ends if no one watches it. */
  async function left(work: Kysely<Tables>, id: number | null): Promise<void> {
    if (id === null) return;
    await takeBack(work, sql`reading_id = ${id}`, now());
    if (await findOne(work, 'watch', { readingId: id })) return await forgetUnasked(work, id);
    await remove(work, 'due', { readingId: id });
    await remove(work, 'reading', { id });
  }

  /** Another reading serves it now: what is half read of the time before was read of another account. */
  async function moved(work: Kysely<Tables>, { id, readingId }: Watch): Promise<void> {
    await update(work, 'watch', { id, history: sql`<> ''` }, { history: '' });
    await left(work, readingId);
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
  const show = (row: Row): ShownWatch => {
    const parts = (['reading', 'due', 'user', 'watch'] as const).map((table) =>
      toRecord(table, row as never),
    );
    return Object.assign({}, ...parts);
  };

  return {
    /** Makes a watch or changes it; its number, or undefined where the client or user is gone. */
    put: async (wish: NewWatch, most: number): Promise<number | 'too_many' | undefined> =>
      await holding(base, wish.clientId, 'no key update', async (work) => {
        const { clientId, userId, channel, resource, every, sweep, keep, account, since } = wish;
        if (!(await hold(base, work, 'user', { id: userId }))) return undefined;
        const which = { userId, channel, resource };
        const before = await findOne(work, 'watch', which);
        if (!before) {
          const { rows } = await sql<{ count: number }>`
            select count(*) as count from watch where client_id = ${clientId}`.execute(work);
          if (Number(rows[0]?.count ?? 0) >= most) return 'too_many';
        }
        const readingId = await readingFor(work, wish, account);
        const changed = { every, sweep, keep, readingId, updatedAt: now() };
        // What was read of the time before stays read, unless another time is asked for.
        const again = since === undefined || since === before?.since ? {} : { since, history: '' };
        if (before) {
          await update(work, 'watch', which, { ...changed, ...again });
          if (before.readingId !== readingId) await moved(work, before);
          if (keep !== before.keep) await forgetUnasked(work, readingId);
          return before.id;
        }
        const id = newId();
        const fresh = { id, clientId, ...which, createdAt: now() };
        await insert(work, 'watch', { ...fresh, ...changed, ...again, state: 'catching_up' });
        return id;
      }),

    /** Another account stands behind it now: it begins again, and says so. */
    rebind: async (watch: Watch, account: string, note: string): Promise<void> => {
      await holding(base, watch.clientId, 'no key update', async (work) => {
        const { id } = watch;
        const before = await findOne(work, 'watch', { id });
        // Removed meanwhile, or put on another account.
        if (!before || before.readingId !== watch.readingId) return;
        const readingId = await readingFor(work, watch, account);
        await update(work, 'watch', { id }, { readingId, note, updatedAt: now() });
        if (before.readingId !== readingId) await moved(work, before);
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
    async remove(clientId: string, id: number): Promise<boolean> {
      const removed = await holding(base, clientId, 'no key update', async (work) => {
        const watch = await findOne(work, 'watch', { clientId, id });
        if (!watch) return false;
        await remove(work, 'watch', { id });
        await left(work, watch.readingId);
        return true;
      });
      return removed === true;
    },
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
