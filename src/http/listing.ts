// Lists: how many come at a time, and where the next page begins.
import type { After } from '../events/deliveries.ts';
import { Fault } from '../model/faults.ts';
import { MAX_ADDRESS_LENGTH } from '../model/text.ts';
import { type Static, type TObject, Type } from '../model/type.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;
const MAX_TOKEN = 500;
const utf8 = new TextDecoder('utf-8', { fatal: true });

export const pagingQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, default: DEFAULT_LIMIT, description: `At most ${MAX_LIMIT}.` }),
  ),
  next_page_token: Type.Optional(Type.String({ description: 'From the page before.' })),
};
export type Asked = Static<TObject<typeof pagingQuery>>;
export const optionalText = (description: string, more: object = {}) =>
  Type.Optional(Type.String({ ...more, description }));
export const ADDRESS = { format: 'uri', maxLength: MAX_ADDRESS_LENGTH };
export const nextPageToken = optionalText('Absent on the last page.');
export const FEWER =
  'With a filter a page may hold fewer than `limit`, or none: go on while there is a `next_page_token`.';

export interface Listing {
  readonly limit: number;
  /** As it came. */
  readonly token: string | undefined;
}

export const listingOf = ({ limit = DEFAULT_LIMIT, next_page_token: token }: Asked): Listing => ({
  limit: Math.min(limit, MAX_LIMIT),
  token,
});

/** Where the next page begins, as an answer says it; nothing on the last. */
export const nextPage = (next: string | undefined) =>
  next === undefined ? undefined : { next_page_token: Buffer.from(next).toString('base64url') };

/** The same of a list by time. */
export const nextAfter = (next: After | undefined) =>
  nextPage(next && JSON.stringify([next.at, next.id]));

/** Where a list by time goes on. */
export const afterOf = ({ token }: Listing): After | undefined =>
  readToken(token, (text) => {
    const [at, id] = JSON.parse(text);
    return Number.isSafeInteger(at) && typeof id === 'string' && /^[\w-]+$/.test(id)
      ? { at, id }
      : undefined;
  });

/** Not sealed: it holds a place in a list that only its owner can read. */
export function readToken<T>(
  token: string | undefined,
  read: (text: string) => T | undefined,
  longest = MAX_TOKEN,
): T | undefined {
  if (token === undefined) return undefined;
  try {
    if (token.length > longest) throw new RangeError('too long');
    const place = read(utf8.decode(Buffer.from(token, 'base64url')));
    if (place === undefined) throw new TypeError('not a place');
    return place;
  } catch (cause) {
    throw new Fault(
      'invalid_page_token',
      'This next_page_token was changed. Copy it as it is from the previous response.',
      { field: 'next_page_token', cause },
    );
  }
}
