// Lists: how a query narrows them, how many come at a time, and where the next page begins.
import type { After } from '../events/deliveries.ts';
import { Fault, invalid } from '../model/faults.ts';
import { MAX_ADDRESS_LENGTH } from '../model/text.ts';
import { readInstant } from '../model/time.ts';
import { Type } from '../model/type.ts';
import { textsIn } from './query.ts';

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
export const optionalText = (
  description: string,
  bounds: { format?: string; maxLength?: number } = {},
) => Type.Optional(Type.String({ ...bounds, description }));
export const ADDRESS = { format: 'uri', maxLength: MAX_ADDRESS_LENGTH };
export const nextPageToken = optionalText('Absent on the last page.');
export const FEWER =
  'With a filter a page may hold fewer than `limit`, or none: go on while there is a `next_page_token`.';

export interface Listing {
  readonly filters: Readonly<Record<string, string | undefined>>;
  readonly limit: number;
  /** As it came. */
  readonly token: string | undefined;
}

/** Reads the query strictly: an unknown or repeated name is said to be so. Without filters it is no list. */
export function readListing(
  url: string,
  filters: Readonly<Record<string, unknown>> | undefined,
  paging: readonly string[] = Object.keys(pagingQuery),
  usual = DEFAULT_LIMIT,
): Listing {
  if (!filters) return { filters: {}, limit: DEFAULT_LIMIT, token: undefined };
  const known = [...new Set([...Object.keys(filters), ...paging])];
  const { limit, next_page_token: token, ...rest } = textsIn(url, known);
  return { filters: rest, limit: readLimit(limit, usual), token };
}

export function oneOf<W extends string>(
  name: string,
  value: string | undefined,
  words: readonly W[],
): W | undefined {
  if (value === undefined) return undefined;
  const found = words.find((word) => word === value);
  if (!found) throw invalid(name, `"${name}" must be one of ${words.join(', ')}.`);
  return found;
}

export function instantOf(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const instant = readInstant(value);
  if (instant === undefined)
    throw invalid(name, `"${name}" must be an ISO 8601 time such as 2026-10-01T12:00:00Z.`);
  return instant;
}

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

function readLimit(text: string | undefined, usual: number): number {
  if (text === undefined) return usual;
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw invalid('limit', '"limit" must be a whole number from 1.');
  return Math.min(Number(text), MAX_LIMIT);
}
