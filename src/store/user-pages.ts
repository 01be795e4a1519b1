// Pages of a client's users with what each has linked: one statement a page, whatever is in it.
import { sql } from 'kysely';
import { MAX_USER_LENGTH, storable } from '../model/text.ts';
import type { Base } from './base.ts';
import { type CredentialFacts, factsOf, isThere } from './credentials.ts';
import { toRecord } from './schema.ts';
import type { User } from './users.ts';

export interface UserPageAsk {
  /** The last one before the page. */
  readonly after?: string | undefined;
  /** From 1. */
  readonly limit: number;
  /** Only users whose tpUserId begins so. */
  readonly beginning?: string | undefined;
  readonly channel?: string | undefined;
  /** Only users with a link in this state; of `channel` if that is given, too. */
  readonly state?: CredentialFacts['state'] | undefined;
}

export interface UserPage {
  /** Links by channel, without secrets. */
  readonly rows: readonly { readonly user: User; readonly links: readonly CredentialFacts[] }[];
  /** Where to go on after; absent at the end. */
  readonly next?: string;
}

/**
 * With a filter, so many users are looked at for one page: a client with a hundred thousand of whom
 * one matches must not hold up the others. The page may then be short, or empty, and not the last.
 */
const LOOKED_AT = 1000;
/** Behind all that begins as the text before it. */
const LAST = '\u{10ffff}'.repeat(MAX_USER_LENGTH);

export function userPages({ db, dialect }: Pick<Base, 'db' | 'dialect'>) {
  /**
   * One bound on each side, since SQLite takes no more from an index. PostgreSQL finds the beginning
   * in one where it sorts by bytes; elsewhere it looks through the client's users.
   */
  const within = ({ after = '', beginning = '' }: Partial<UserPageAsk>, last?: string) => {
    const bounds = [
      after === ''
        ? sql`tp_user_id >= ${dialect === 'sqlite' ? beginning : ''}`
        : sql`tp_user_id > ${after}`,
    ];
    if (last !== undefined) bounds.push(sql`tp_user_id <= ${last}`);
    if (beginning !== '' && dialect === 'postgres') bounds.push(sql`tp_user_id ^@ ${beginning}`);
    else if (beginning !== '' && last === undefined)
      bounds.push(sql`tp_user_id <= ${beginning + LAST}`);
    return sql<boolean>`${sql.join(bounds, sql` and `)}`;
  };

  /** The last user that a page with a filter looks at; undefined where fewer are left. */
  const boundOf = async (clientId: string, ask: UserPageAsk): Promise<string | undefined> => {
    const { rows } = await sql<{ last: string }>`select tp_user_id as last from ${sql.table('user')}
      where client_id = ${clientId} and ${within(ask)}
      order by tp_user_id limit 1 offset ${LOOKED_AT - 1}`.execute(db);
    return rows[0]?.last;
  };

  return async function page(clientId: string, ask: UserPageAsk): Promise<UserPage> {
    const { after = '', limit, beginning = '', channel, state } = ask;
    if (![after, beginning, channel ?? ''].every(storable)) return { rows: [] };
    const isSifted = channel !== undefined || state !== undefined;
    const bound = isSifted ? await boundOf(clientId, ask) : undefined;
    let users = db
      .selectFrom('user')
      .selectAll()
      .where('client_id', '=', clientId)
      .where(within(ask, bound))
      .orderBy('tp_user_id')
      .limit(limit + 1);
    if (isSifted) {
      // Counted user by user: of "exists" PostgreSQL makes a join that reads all clients' links.
      users = users.where(({ fn, selectFrom, eb }) => {
        let link = selectFrom('credential')
          .select(fn.countAll().as('count'))
          .whereRef('credential.user_id', '=', 'user.id');
        if (channel !== undefined) link = link.where('credential.channel', '=', channel);
        if (state !== undefined) link = link.where('credential.state', '=', state);
        return eb(link, '>', 0);
      });
    }
    const rows = await db
      .selectFrom(users.as('one'))
      .leftJoin('credential', 'credential.user_id', 'one.id')
      .select(['one.id', 'one.client_id', 'one.tp_user_id', 'one.created_at'])
      .select('one.updated_at as user_updated_at')
      .selectAll('credential')
      .orderBy('one.tp_user_id')
      .orderBy('credential.channel')
      .execute();
    const found = new Map<string, { user: User; links: CredentialFacts[] }>();
    for (const row of rows) {
      const user = toRecord('user', { ...row, updated_at: row.user_updated_at });
      const one = found.get(user.id) ?? { user, links: [] };
      found.set(user.id, one);
      if (isThere(row)) one.links.push(factsOf(toRecord('credential', row)));
    }
    const kept = [...found.values()].slice(0, limit);
    const next = found.size > limit ? kept.at(-1)?.user.tpUserId : bound;
    return { rows: kept, ...(next !== undefined && { next }) };
  };
}
