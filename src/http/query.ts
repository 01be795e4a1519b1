// Reads a query string without guessing: a broken escape is an error, a repeated name a list.
import { Fault } from '../model/faults.ts';

/** Values are strings, or lists where a name was given more than once. */
export function readQuery(url: string): Record<string, string | string[]> {
  const start = url.indexOf('?');
  const query: Record<string, string | string[]> = Object.create(null);
  if (start < 0) return query;
  for (const pair of url.slice(start + 1).split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1));
    const before = query[name];
    if (before === undefined) query[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else query[name] = [before, value];
  }
  return query;
}

/** For addresses that nothing can be said to. */
export function refuseQuery(url: string): void {
  const [unknown] = Object.keys(readQuery(url));
  if (unknown !== undefined)
    throw new Fault('invalid_request', 'This address takes no query parameters.', {
      field: unknown.slice(0, 60),
    });
}

function decode(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new Fault(
      'invalid_request',
      'The query string is not percent-encoded UTF-8; encode each value, for example with encodeURIComponent.',
    );
  }
}
