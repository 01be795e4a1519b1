// What was given for an account, before anybody looked at it: read as text, or refused with the reason.
import type { Given } from '../../model/credential.ts';
import { Fault } from '../../model/faults.ts';

/** Refuses a value. The message goes on after the key: `must be one text, not a list.` */
export function refuse(key: string, message: string, reason?: string): never {
  throw new Fault('invalid_request', `"${key}" ${message}`, { field: key, reason });
}

/** The text given for a key, trimmed; empty where nothing was. */
export function textIn(given: Given, key: string, reason?: string): string {
  const value = given[key] ?? '';
  if (typeof value === 'string') return value.trim();
  return refuse(key, 'must be one text, not a list.', reason);
}

/** As text that can travel in a header: secrets and identifiers hold visible characters alone. */
export function visibleIn(given: Given, key: string, reason?: string): string {
  const value = textIn(given, key, reason);
  if (/[^\x21-\x7e]/.test(value))
    refuse(key, 'holds a space or a character that it cannot have: copy it again, whole.', reason);
  return value;
}

/** The words given for a key: a list, or one text with commas. */
export function wordsIn(given: Given, key: string): string[] {
  const value = given[key] ?? [];
  return (typeof value === 'string' ? [value] : value)
    .flatMap((entry) => entry.split(/[\s,;]+/))
    .filter((word) => word !== '');
}

/** Both or neither: a client's identifier and its secret belong together. */
export function mustBePair(
  first: readonly [key: string, value: string],
  second: readonly [key: string, value: string],
  reason?: string,
): void {
  if ((first[1] === '') === (second[1] === '')) return;
  const [missing] = first[1] === '' ? first : second;
  refuse(missing, `is missing: "${first[0]}" and "${second[0]}" belong together.`, reason);
}

/** A pair as Basic authorisation wants it: given as `user:password`, or in its base64 form. */
export function pairIn(token: string): readonly [user: string, password: string] | undefined {
  const bare = token.replace(/^(Basic|Bearer)\s+/i, '');
  const pair = bare.includes(':') ? bare : Buffer.from(bare, 'base64').toString('latin1');
  const [, user, password] = /^([\x21-\x39\x3b-\x7e]+)\s*:\s*([\x21-\x7e]+)$/.exec(pair) ?? [];
  return user && password ? [user, password] : undefined;
}

export const base64Of = (user: string, password: string): string =>
  Buffer.from(`${user}:${password}`).toString('base64');
