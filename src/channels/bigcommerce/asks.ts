// How BigCommerce is asked, and how the lists of its two generations are read.
import type { Account } from '../../model/credential.ts';
import type { Ask, Call, Pairs, Reply } from '../../model/exchange.ts';
import { batches } from '../kit/groups.ts';
import { count, listed, membersOf } from '../kit/loose.ts';
import { collect } from '../kit/paging.ts';
import { pair } from '../kit/pairs.ts';
import { brokenAnswer } from '../kit/unlike.ts';

export const API = 'api.bigcommerce.com';

/** Most rows a page may have; more is refused with 413. */
export const MOST = 250;

/** The generation and the path: orders live in V2, all else in V3. */
export type Path = `${'v2' | 'v3'}/${string}`;

export interface Connection {
  readonly account: Account;
  readonly call: Call;
}

export const ask = (
  { account, call }: Connection,
  path: Path,
  query: Pairs = [],
  more: Pick<Ask, 'expect'> = {},
): Promise<Reply> => call({ ...askFor(account, path), query, ...more });

/** An ask that writes. */
export function writingAsk(
  account: Account,
  method: 'POST' | 'PUT',
  path: Path,
  body: object,
  more: Pick<Ask, 'expect'> = {},
): Ask {
  const { headers, ...asked } = askFor(account, path);
  return {
    ...asked,
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...more,
  };
}

const askFor = (account: Account, path: Path) =>
  ({
    url: `https://${API}/stores/${account.store_hash}/${path}`,
    // V2 speaks XML to those who do not say.
    headers: { accept: 'application/json' },
    numbers: 'exact',
  }) as const;

/** A bare list in V2, where nothing found has no body; `{ data }` in V3. */
export function entriesIn({ body, status }: Reply, path: Path): readonly unknown[] {
  const isOld = path.startsWith('v2/');
  if (isOld && status === 204) return [];
  const entries = isOld ? body : membersOf(body).data;
  if (Array.isArray(entries)) return entries;
  throw brokenAnswer('BigCommerce', 'a list');
}

export interface Row {
  readonly id: number;
}

/** What V3 says of the whole list: BigCommerce may answer smaller pages than it was asked for. */
export const lengthIn = ({ body }: Reply): { readonly total: number; readonly pages: number } => {
  const { total, total_pages } = membersOf(membersOf(membersOf(body).meta).pagination);
  return { total: count(total) ?? 0, pages: count(total_pages) ?? 0 };
};

/** A list to its end, page by page. What belongs to a record may be missing without a body. */
export const readAll = <R extends object>(
  connection: Connection,
  path: Path,
  query: Pairs = [],
): Promise<readonly R[]> =>
  collect<R, number>(path, async (page = 1) => {
    const pairs = [...query, ...pair('page', page), ...pair('limit', MOST)];
    const reply = await ask(connection, path, pairs);
    const entries = reply.status === 204 ? [] : entriesIn(reply, path);
    const goesOn = entries.length >= MOST || (entries.length > 0 && lengthIn(reply).pages > page);
    return { rows: listed<R>(entries), ...(goesOn && { next: page + 1 }) };
  });

/** What belongs to these identifiers, in lists short enough for an address. */
export async function readNamed<R extends object>(
  connection: Connection,
  path: Path,
  name: string,
  ids: readonly number[],
  query: Pairs = [],
): Promise<readonly R[]> {
  const found: R[] = [];
  for (const some of batches(ids))
    found.push(...(await readAll<R>(connection, path, [...pair(name, some), ...query])));
  return found;
}
