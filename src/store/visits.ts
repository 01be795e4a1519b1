// The rows of magic links, known by the hash of their token alone, and of the visits that they begin.
import { sql } from 'kysely';
import { notice } from '../model/notices.ts';
import { add, type Base, findOne, hold, insert, unlessGone, update, updateOne } from './base.ts';
import type { NoticeStore } from './notices.ts';
import type { Rec } from './schema.ts';

export type MagicLink = Rec<'magic_link'>;

/** `redeemed` is given to exactly one caller. */
export type Redemption =
  | { readonly outcome: 'redeemed' | 'used' | 'expired'; readonly link: MagicLink }
  | { readonly outcome: 'unknown' };

export function linkStore({ db, now }: Pick<Base, 'db' | 'now'>) {
  const find = (hash: string): Promise<MagicLink | undefined> =>
    findOne(db, 'magic_link', { hash });

  return {
    /** False when the client or the user was removed meanwhile. */
    add: (link: Omit<MagicLink, 'redeemedAt'>): Promise<boolean> => add(db, 'magic_link', link),

    find,

    async redeem(hash: string): Promise<Redemption> {
      const time = now();
      const live = { hash, redeemedAt: null, expiresAt: sql`> ${time}` };
      const redeemed = await updateOne(db, 'magic_link', live, { redeemedAt: time });
      if (redeemed) return { outcome: 'redeemed', link: redeemed };
      const link = await find(hash);
      if (!link) return { outcome: 'unknown' };
      return { outcome: link.redeemedAt === null ? 'expired' : 'used', link };
    },
  };
}

export type Visit = Rec<'visit'>;
export type FinishStatus = NonNullable<Visit['status']>;

export type Opened =
  | { readonly outcome: 'opened'; readonly visit: Visit }
  | { readonly outcome: Exclude<Redemption['outcome'], 'redeemed'> };

export function visitStore(base: Base, notices: Pick<NoticeStore, 'changeOf'>) {
  const { db, now } = base;
  const ifGoesOn = (visit: Visit | undefined) =>
    visit && visit.expiresAt > now() ? visit : undefined;
  const find = async (id: string) => ifGoesOn(await findOne(db, 'visit', { id }));
  const findByLink = async (hash: string) =>
    ifGoesOn(await findOne(db, 'visit', { linkHash: hash }));

  const changeLinked = async (
    id: string,
    change: (linked: readonly string[]) => readonly string[],
  ): Promise<void> => {
    await db.transaction().execute(async (work) => {
      // Writes what is there first, so that no one else changes it meanwhile.
      const visit = await updateOne(work, 'visit', { id }, { linked: sql`linked` });
      if (!visit) return;
      const { linked } = visit;
      const changed = change(linked);
      if (changed.length === linked.length) return;
      await update(work, 'visit', { id }, { linked: changed });
    });
  };

  return {
    find,

    /** The visit that a link began, in whatever browser. */
    findByLink,

    /** Redeems the link and begins the visit, both or neither; a double click gets the same visit. */
    async open(hash: string, id: string, leastMs: number): Promise<Opened> {
      const begin = () =>
        db.transaction().execute(async (work): Promise<Opened> => {
          // Before the link: deleting the user locks the user before the link too.
          const links = linkStore({ db: work, now });
          const found = await links.find(hash);
          if (!found || !(await hold(base, work, 'user', { id: found.userId })))
            return { outcome: 'unknown' };
          const redeemed = await links.redeem(hash);
          if (redeemed.outcome !== 'redeemed') return { outcome: redeemed.outcome };
          const { clientId, userId, scopes, redirectUrl, userName, expiresAt } = redeemed.link;
          const createdAt = now();
          const visit = {
            ...{ id, linkHash: hash, clientId, userId, scopes, redirectUrl, userName },
            ...{ linked: [], createdAt, expiresAt: Math.max(expiresAt, createdAt + leastMs) },
            ...{ finishedAt: null, status: null },
          };
          await insert(work, 'visit', visit);
          return { outcome: 'opened', visit };
        });
      const opened = (await unlessGone(begin)) ?? { outcome: 'unknown' };
      const known = opened.outcome === 'opened' ? undefined : await find(id);
      return known?.linkHash === hash ? { outcome: 'opened', visit: known } : opened;
    },

    /** Whether the visit that a link began goes on, in whatever browser. */
    async goesOn(hash: string): Promise<boolean> {
      return (await findByLink(hash))?.finishedAt === null;
    },

    /** Ends the visit, once, and notifies the client; with nothing linked it was cancelled. */
    async finish({ id, userId }: Visit, wanted: FinishStatus): Promise<Visit | undefined> {
      const at = now();
      const status = sql<FinishStatus>`case when linked = '[]' then 'cancelled' else ${wanted} end`;
      await notices.changeOf(userId, async (work, emit, { tpUserId }) => {
        const open = { id, finishedAt: null };
        const ended = await updateOne(work, 'visit', open, { status, finishedAt: at });
        if (!ended) return;
        const finished = { status: ended.status ?? wanted, linked: [...ended.linked] };
        emit(notice('link.finished', at, { tpUserId, ...finished }));
      });
      return await find(id);
    },

    addLinked: (id: string, channel: string): Promise<void> =>
      changeLinked(id, (linked) => (linked.includes(channel) ? linked : [...linked, channel])),

    dropLinked: (id: string, channel: string): Promise<void> =>
      changeLinked(id, (linked) => linked.filter((name) => name !== channel)),
  };
}
