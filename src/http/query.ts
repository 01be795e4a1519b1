// Reads a query string without guessing: a broken escape is an error, a repeated name a list.
import type { Keywords } from '../model/check.ts';
import { Fault } from '../model/faults.ts';
import { memberOf, readBy } from '../model/read.ts';
import type { Static, TSchema } from '../model/type.ts';

/** What becomes of a text that is not percent-encoded UTF-8. */
type Unreadable = (text: string) => string;

/** Values are strings, or lists where a name was given more than once. */
export function readQuery(
  url: string,
  unreadable: Unreadable = refuse,
): Record<string, string | string[]> {
  const start = url.indexOf('?');
  const query: Record<string, string | string[]> = Object.create(null);
  if (start < 0) return query;
  for (const pair of url.slice(start + 1).split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals), unreadable);
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1), unreadable);
    const before = query[name];
    if (before === undefined) query[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else query[name] = [before, value];
  }
  return query;
}

/** Under this key a parameter says that it may be repeated, which is as good as commas. */
export const REPEATED = Symbol('repeated');
const WHOLE = /^(?:0|[1-9]\d{0,14})$/;

/** A query by the schema of its parameters: each is known and given once; numbers are read. */
export function queryBy<S extends TSchema>(schema: S, address: string): Static<S> {
  const given: Record<string, unknown> = readQuery(address);
  for (const [name, value] of Object.entries(given)) {
    const said: Keywords & { readonly [REPEATED]?: boolean } = memberOf(schema, name) ?? {};
    if (Array.isArray(value) && said[REPEATED]) given[name] = value.join(',');
    else if (said.type === 'integer' && WHOLE.test(String(value))) given[name] = Number(value);
  }
  return readBy(schema, given, 'query');
}

function decode(text: string, unreadable: Unreadable): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return unreadable(spaced);
  }
}

const refuse: Unreadable = () => {
  throw new Fault(
    'invalid_request',
    'The query string is not percent-encoded UTF-8; encode each value, for example with encodeURIComponent.',
  );
};

/** As vendors and mail tools of another age write it: a byte a letter; a sign that escapes nothing stays. */
export const asLatin1: Unreadable = (text) =>
  text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
