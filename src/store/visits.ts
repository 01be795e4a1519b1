// The rows of visits: one browser's stay on the link pages, begun by redeeming a magic link.
import { type Kysely, type Selectable, sql } from 'kysely';
import { linkFinished } from '../model/notices.ts';
import { isMissingParent } from './faults.ts';
import { keepUser } from './keep.ts';
import { linkStore, type Redemption } from './links.ts';
import type { Flavor } from './migrate.ts';
import type { NoticeStore } from './notices.ts';
import type { Tables, VisitTable } from './schema.ts';

export interface Visit {
  /** Known to one browser alone. */
  readonly id: string;
  readonly linkHash: string;
  readonly clientId: string;
  readonly userId: string;
  /** The channels it offers. */
  readonly scopes: readonly string[];
  readonly redirectUrl: string | null;
  /** What the application calls the user. */
  readonly userName: string | null;
  /** The channels linked in it, in that order. */
  readonly linked: readonly string[];
  readonly createdAt: number;
  readonly expiresAt: number;
  /** How it ended; null while it goes on. From then on nothing can be changed in it. */
  readonly status: FinishStatus | null;
}

export type FinishStatus = 'completed' | 'cancelled';

export type Opened =
  | { readonly outcome: 'opened'; readonly visit: Visit }
  | { readonly outcome: Exclude<Redemption['outcome'], 'redeemed'> };

export type VisitStore = ReturnType<typeof visitStore>;

export function visitStore(
  db: Kysely<Tables>,
  flavor: Flavor,
  now: () => number,
  notices: Pick<NoticeStore, 'changeOf'>,
) {
  const findBy = async (key: 'id' | 'link_hash', value: string): Promise<Visit | undefined> => {
    const row = await db
      .selectFrom('visit')
      .selectAll()
      .where(key, '=', value)
      .where('expires_at', '>', now())
      .executeTakeFirst();
    return row && toVisit(row);
  };
  const find = (id: string) => findBy('id', id);

  const changeLinked = async (
    id: string,
    change: (linked: readonly string[]) => readonly string[],
  ): Promise<void> => {
    await db.transaction().execute(async (work) => {
      // Writes what is there first, so that nobody else changes it meanwhile.
      const row = await work
        .updateTable('visit')
        .set((e) => ({ linked: e.ref('linked') }))
        .where('id', '=', id)
        .returning('linked')
        .executeTakeFirst();
      if (!row) return;
      const linked: string[] = JSON.parse(row.linked);
      const changed = change(linked);
      if (changed.length === linked.length) return;
      await work
        .updateTable('visit')
        .set({ linked: JSON.stringify(changed) })
        .where('id', '=', id)
        .execute();
    });
  };

  return {
    find,

    /** The visit that a link began, in whatever browser. */
    findByLink: (hash: string) => findBy('link_hash', hash),

    /**
     * Redeems the link and begins the visit, both or neither. The browser that redeemed it may ask
     * again, as a double click does, and gets the same visit.
     */
    async open(hash: string, id: string, leastMs: number): Promise<Opened> {
      const known = await find(id);
      if (known?.linkHash === hash) return { outcome: 'opened', visit: known };
      try {
        return await db.transaction().execute(async (work) => {
          // Before the link: whoever deletes the user has the user before the link too.
          const links = linkStore(work, now);
          const found = await links.find(hash);
          if (!found || !(await keepUser(work, flavor, found.userId)))
            return { outcome: 'unknown' };
          const redeemed = await links.redeem(hash);
          if (redeemed.outcome !== 'redeemed') return { outcome: redeemed.outcome };
          const { link } = redeemed;
          const time = now();
          const row = await work
            .insertInto('visit')
            .values({
              id,
              link_hash: hash,
              client_id: link.clientId,
              user_id: link.userId,
              scopes: JSON.stringify(link.scopes),
              redirect_url: link.redirectUrl,
              user_name: link.userName,
              linked: '[]',
              created_at: time,
              expires_at: Math.max(link.expiresAt, time + leastMs),
            })
            .returningAll()
            .executeTakeFirstOrThrow();
          return { outcome: 'opened', visit: toVisit(row) };
        });
      } catch (error) {
        if (isMissingParent(error)) return { outcome: 'unknown' };
        throw error;
      }
    },

    /** Whether the visit that a link began goes on, in whatever browser. */
    async goesOn(hash: string): Promise<boolean> {
      const row = await db
        .selectFrom('visit')
        .select('id')
        .where('link_hash', '=', hash)
        .where('expires_at', '>', now())
        .where('finished_at', 'is', null)
        .executeTakeFirst();
      return row !== undefined;
    },

    /**
     * Ends the visit, once, and tells the client; returns it as it ended. A visit in which nothing
     * was linked was cancelled.
     */
    async finish({ id, userId }: Visit, wanted: FinishStatus): Promise<Visit | undefined> {
      const at = now();
      const status = sql<string>`case when linked = '[]' then 'cancelled' else ${wanted} end`;
      await notices.changeOf(userId, async (work, tell, { tpUserId }) => {
        const row = await work
          .updateTable('visit')
          .set({ status, finished_at: at })
          .where('id', '=', id)
          .where('finished_at', 'is', null)
          .returningAll()
          .executeTakeFirst();
        const ended = row && toVisit(row);
        if (ended) tell(linkFinished(tpUserId, ended.status ?? wanted, ended.linked, at));
      });
      return await find(id);
    },

    /** Notes that a channel was linked in this visit. */
    addLinked: (id: string, channel: string): Promise<void> =>
      changeLinked(id, (linked) => (linked.includes(channel) ? linked : [...linked, channel])),

    /** Notes that it no longer is. */
    dropLinked: (id: string, channel: string): Promise<void> =>
      changeLinked(id, (linked) => linked.filter((name) => name !== channel)),
  };
}

function toVisit(row: Selectable<VisitTable>): Visit {
  return {
    id: row.id,
    linkHash: row.link_hash,
    clientId: row.client_id,
    userId: row.user_id,
    scopes: JSON.parse(row.scopes),
    redirectUrl: row.redirect_url,
    userName: row.user_name,
    linked: JSON.parse(row.linked),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    status:
      row.finished_at === null ? null : row.status === 'completed' ? 'completed' : 'cancelled',
  };
}
