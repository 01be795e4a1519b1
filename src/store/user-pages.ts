// Pages of a client's users with what each has linked: one statement a page, whatever is in it.
import type { Kysely, Selectable } from 'kysely';
import { storable } from '../model/text.ts';
import { type CredentialFacts, toFacts } from './credentials.ts';
import type { CredentialTable, Tables } from './schema.ts';
import { toUser, type User } from './users.ts';

export interface UserPageAsk {
  /** The last one before the page. */
  readonly after?: string | undefined;
  /** From 1. */
  readonly limit: number;
  /** Only users who have this channel linked. */
  readonly channel?: string | undefined;
  /** Only users with a link in this state; of `channel` if that is given, too. */
  readonly state?: CredentialFacts['state'] | undefined;
}

export interface UserWithLinks {
  readonly user: User;
  /** By channel, without secrets. */
  readonly links: readonly CredentialFacts[];
}

export interface UserPage {
  readonly rows: readonly UserWithLinks[];
  /** Where to go on after; absent at the end. */
  readonly next?: string;
}

/**
 * With a filter, so many users are looked at for one page: a client with a hundred thousand of whom
 * one matches must not hold up the others. The page may then be short, or empty, and not the last.
 */
const LOOKED_AT = 1000;

const LINK_COLUMNS = [
  'credential.user_id',
  'credential.channel',
  'credential.account',
  'credential.state',
  'credential.state_reason',
  'credential.state_code',
  'credential.linked_at',
  'credential.updated_at',
  'credential.expires_at',
  'credential.version',
  'credential.name',
  'credential.grant_ends_at',
] as const;
type Link = Omit<Selectable<CredentialTable>, 'secrets' | 'account_key' | 'way' | 'notified_end'>;

export type UserPages = ReturnType<typeof userPages>;

export function userPages(db: Kysely<Tables>) {
  /** The last user that a page with a filter looks at; undefined where fewer are left. */
  const boundOf = async (clientId: string, after: string): Promise<string | undefined> => {
    const row = await db
      .selectFrom('user')
      .select('tp_user_id')
      .where('client_id', '=', clientId)
      .where('tp_user_id', '>', after)
      .orderBy('tp_user_id')
      .offset(LOOKED_AT - 1)
      .limit(1)
      .executeTakeFirst();
    return row?.tp_user_id;
  };

  return async function page(clientId: string, ask: UserPageAsk): Promise<UserPage> {
    const { after = '', limit, channel, state } = ask;
    if (!storable(after) || (channel !== undefined && !storable(channel))) return { rows: [] };
    let users = db
      .selectFrom('user')
      .selectAll()
      .where('client_id', '=', clientId)
      .where('tp_user_id', '>', after)
      .orderBy('tp_user_id')
      .limit(limit + 1);
    let bound: string | undefined;
    if (channel !== undefined || state !== undefined) {
      bound = await boundOf(clientId, after);
      if (bound !== undefined) users = users.where('tp_user_id', '<=', bound);
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
      .select(LINK_COLUMNS)
      .orderBy('one.tp_user_id')
      .orderBy('credential.channel')
      .execute();
    const found = new Map<string, { user: User; links: CredentialFacts[] }>();
    for (const row of rows) {
      const user = toUser({ ...row, updated_at: row.user_updated_at });
      const one = found.get(user.id) ?? { user, links: [] };
      found.set(user.id, one);
      if (isLink(row)) one.links.push(toFacts(row));
    }
    const kept = [...found.values()].slice(0, limit);
    const next = found.size > limit ? kept.at(-1)?.user.tpUserId : bound;
    return { rows: kept, ...(next !== undefined && { next }) };
  };
}

/** The columns of a link are all null where a user has none. */
const isLink = <R extends { readonly channel: string | null }>(row: R): row is R & Link =>
  row.channel !== null;
