// Reads a query string without guessing: a broken escape is an error, a repeated name a list.
import { Fault, invalid } from '../model/faults.ts';
import { storable } from '../model/text.ts';

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

/** The values by their names, each of them known and given once. */
export function textsIn(url: string, known: readonly string[]): Record<string, string> {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(readQuery(url))) {
    if (!known.includes(name))
      throw invalid(
        name.slice(0, 60),
        `There is no such query parameter; known are ${known.join(', ')}.`,
      );
    if (typeof value !== 'string' || !storable(value))
      throw invalid(name, `"${name}" must be given once, as text.`);
    given[name] = value;
  }
  return given;
}

/** The fields of a body, all of them known; `example` shows one. */
export function fieldsIn<Name extends string>(
  body: unknown,
  known: readonly Name[],
  example: string,
): Readonly<Partial<Record<Name, unknown>>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid('body', `The body must be an object such as ${example}.`);
  const unknown = Object.keys(body).find((name) => !known.some((one) => one === name));
  if (unknown !== undefined)
    throw invalid(unknown.slice(0, 60), `There is no such field; known are ${known.join(', ')}.`);
  return body as Readonly<Partial<Record<Name, unknown>>>;
}

/** For addresses that nothing can be said to. */
export function refuseQuery(url: string): void {
  const [unknown] = Object.keys(readQuery(url));
  if (unknown !== undefined)
    throw new Fault('invalid_request', 'This address takes no query parameters.', {
      field: unknown.slice(0, 60),
    });
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
