// Reads query parameters as the Retailer API declares them, and collects what is wrong with them.
import type { StoreRequest } from '../../store.ts';
import type { Violation } from './replies.ts';

/** What a parameter may be; answers with a sentence when it is something else. */
export type Check = (value: string) => string | null;

export interface Parameters {
  /** The value given, or undefined. */
  text(name: string): string | undefined;
  texts(name: string): readonly string[];
  readonly violations: readonly Violation[];
}

const wrong = (value: string, must: string): string =>
  `Request contains invalid value(s): '${value}', ${must}.`;

export const oneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    words.includes(value) ? null : wrong(value, `allowed values are ${words.join(', ')}`);

export const integer =
  (least: number, most = 2_147_483_647): Check =>
  (value) =>
    /^\d{1,10}$/.test(value) && Number(value) >= least && Number(value) <= most
      ? null
      : wrong(value, `the value must be between ${least} and ${most}`);

export const matching =
  (pattern: RegExp, must: string): Check =>
  (value) =>
    pattern.test(value) ? null : wrong(value, must);

export const anything: Check = (value) => (value === '' ? wrong(value, 'it is empty') : null);

export const flag = oneOf('true', 'false');

/** A name may be repeated only where it is a list. */
export function readParameters(
  { query }: StoreRequest,
  known: Readonly<Record<string, Check>>,
  lists: readonly string[] = [],
): Parameters {
  const given = new Map<string, string[]>();
  const violations: Violation[] = [];
  for (const [name, value] of query) {
    const check = known[name];
    if (check === undefined) {
      // bol would ignore it in silence, which is how a typo hides.
      violations.push({ name, reason: `Request contains an unknown parameter: '${name}'.` });
      continue;
    }
    const values = given.get(name) ?? [];
    if (values.length > 0 && !lists.includes(name))
      violations.push({ name, reason: 'Request contains the parameter more than once.' });
    const reason = check(value);
    if (reason !== null) violations.push({ name, reason });
    given.set(name, [...values, value]);
  }
  return {
    text: (name) => given.get(name)?.[0],
    texts: (name) => given.get(name) ?? [],
    violations,
  };
}
