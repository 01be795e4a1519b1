// Values in the wrong place, recognised by their form: swapped, two in one, one twice, another channel's.
import type { Given } from '../model/credential.ts';
import { Fault } from '../model/faults.ts';
import { cleaned, type Declared, fits, isNarrow } from './clean.ts';
import type { Field } from './field.ts';

export type Misplacement =
  /** It belongs into another field. */
  | { readonly key: string; readonly reason: 'swapped'; readonly other: string }
  /** Two values were pasted into one field. */
  | { readonly key: string; readonly reason: 'pair' }
  /** The same value was given as another field, too. */
  | { readonly key: string; readonly reason: 'twice'; readonly other: string };

/**
 * All that is certain. Nothing is put right silently: a value that was taken for another would be
 * sent as what it is not, and only the person who has the page open can see which is which.
 */
export function misplacedIn(given: Given, channel: Declared): readonly Misplacement[] {
  const clean = cleaned(given, channel);
  const texts = channel.fields.flatMap((field) => {
    const value = clean[field.key];
    return typeof value === 'string' && value !== '' ? [{ field, value }] : [];
  });
  const givenAs = (key: string) => texts.find(({ field }) => field.key === key)?.value;
  return texts.flatMap(({ field, value }): Misplacement[] => {
    const { key } = field;
    if (field.kind === 'address' || field.kind === 'choice') return [];
    if (holdsTwo(String(given[key]), field, channel.fields)) return [{ key, reason: 'pair' }];
    // It is where its beginning says that it belongs.
    if (beginsLike(value, field)) return [];
    const other = channel.fields.find(
      (one) => one.key !== key && belongs(value, field, one, givenAs(one.key)),
    );
    if (other) return [{ key, reason: 'swapped', other: other.key }];
    const same = texts.find((one) => isSameSecret(field, value, one));
    return same ? [{ key, reason: 'twice', other: same.field.key }] : [];
  });
}

/** By its beginning, or by its form where the other field has a value that is not of that form. */
function belongs(value: string, own: Field, other: Field, there: string | undefined): boolean {
  // A pair in one text begins like its first half, but is no whole value of that.
  if (beginsLike(value, other) && fits(value, other)) return true;
  if (!looksLike(value, other) || looksLike(value, own)) return false;
  return there !== undefined && there !== value && !looksLike(there, other);
}

const beginsLike = (value: string, { begins = [] }: Field): boolean =>
  begins.some((beginning) => value.startsWith(beginning));

const looksLike = (value: string, { looks }: Field): boolean =>
  looks !== undefined && fits(value, { pattern: looks });

/** What stands between two values that were pasted together. */
const BETWEEN = /[\s,;:=]+/;

/** Two words that are each a whole value: of this field, or of it and another. */
function holdsTwo(given: string, own: Field, fields: readonly Field[]): boolean {
  if (own.pattern === undefined && own.begins === undefined) return false;
  if (!BETWEEN.test(given)) return false;
  const words = given.split(BETWEEN).filter((word) => word !== '');
  const known = words.filter((word) => fields.some((field) => beginsLike(word, field)));
  const whole = !fits('ab', own) && isNarrow(own) ? words.filter((word) => fits(word, own)) : [];
  return new Set(known).size > 1 || new Set(whole).size > 1;
}

/** An identifier and its secret are never the same. */
const LONG = 12;
const isSameSecret = (
  field: Field,
  value: string,
  other: { readonly field: Field; readonly value: string },
): boolean =>
  other.field.key !== field.key &&
  other.value === value &&
  value.length >= LONG &&
  Boolean(field.secret && other.field.secret);

/** The same for `params`: throws for the first that is certain. */
export function mustBePlaced(given: Given, channel: Declared): void {
  const [first] = misplacedIn(given, channel);
  if (!first) return;
  throw new Fault('invalid_request', `"${first.key}" ${sentenceOf(first)}`, {
    field: first.key,
    reason: first.reason,
  });
}

function sentenceOf(found: Misplacement): string {
  if (found.reason === 'pair') return 'holds two values; give each by its own key.';
  if (found.reason === 'twice') return `is the same as "${found.other}"; they are two values.`;
  return `holds what looks like a value of "${found.other}"; they may be swapped.`;
}

/** The channel whose key a value is, by its beginning; undefined where it may be this channel's own. */
export function foreignKey<T extends Declared>(
  value: string,
  own: Declared,
  channels: readonly T[],
): T | undefined {
  const isOf = ({ fields }: Declared) => fields.some((field) => beginsLike(value, field));
  return isOf(own) ? undefined : channels.find((channel) => isOf(channel));
}
