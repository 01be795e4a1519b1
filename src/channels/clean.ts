// Keys as they were meant: without what cannot be seen and what was pasted along, and never without a
// character that may belong to them.
import type { Given } from '../model/credential.ts';
import { withoutEnd, withoutStart } from '../model/text.ts';
import type { Channel } from './channel.ts';
import type { Field } from './field.ts';
import { visible } from './kit/invisible.ts';
import { LANGUAGES } from './words.ts';

export type Declared = Pick<Channel, 'fields' | 'words'>;

/** Any visible ASCII: what travels in a header. Of such a value nothing visible is ever taken off. */
const ANY = '[!-~]+';

/** Every data call with its own keys asks: a pattern is made once. */
const made = new Map<string, RegExp>();

export function fits(value: string, { pattern = ANY }: Pick<Field, 'pattern'>): boolean {
  const known = made.get(pattern);
  // oxlint-disable-next-line expressions/super-linear -- checked where it is declared
  const whole = known ?? new RegExp(`^(?:${pattern})$`, 'v');
  if (!known) made.set(pattern, whole);
  return whole.test(value);
}

/** Whether its values hold less than any visible character. */
export const isNarrow = (field: Pick<Field, 'pattern'>): boolean => !fits('~"a.\'~', field);

/** What was given, each value as its field declares it; addresses are mended where they are read. */
export function cleaned(given: Given, channel: Declared): Given {
  const clean: Record<string, string | readonly string[]> = {};
  for (const [key, value] of Object.entries(given)) {
    const field = channel.fields.find((known) => known.key === key);
    if (!field || field.kind === 'address') clean[key] = value;
    else if (typeof value !== 'string') clean[key] = value.map(visible);
    else
      clean[key] = isClean(value, field) ? value : cleanKey(value, field, labelsOf(field, channel));
  }
  return clean;
}

/** Most values are: nothing to take off, and nothing that a label could end with. */
const isClean = (value: string, field: Field): boolean =>
  fits(value, field) && /^[!-9;<>-~]+$/.test(value);

/**
 * What no one can see goes in any case, and so do line breaks: windows and mails break long keys. A
 * label, quotes, a full stop and spaces inside go only where the value does not fit with them, and
 * fits without; a label with a colon or an equals sign behind it goes by itself.
 */
export function cleanKey(text: string, field: Field, labels: readonly string[] = []): string {
  const seen = visible(text).replace(/ ?\n ?/g, '\n');
  const [tight, wide] = patternsOf(labels);
  const straight = seen.replace(tight, '').replaceAll('\n', '');
  if (fits(straight, field)) return straight;
  const loose = seen.replace(wide, '').replaceAll('\n', '');
  const bare = [straight, loose].flatMap((one) => [
    one,
    unquoted(one),
    unquoted(withoutEnd(one, ENDS)),
  ]);
  const joined = isNarrow(field) ? bare.map((one) => one.replaceAll(' ', '')) : [];
  return [...bare, ...joined].find((one) => one !== '' && fits(one, field)) ?? straight;
}

const QUOTES = '"\'`´′″«»‹›„“”‟‘’‚‛<>';

/** Every space is a plain one by now. */
const unquoted = (text: string): string =>
  withoutEnd(withoutStart(text, ` ${QUOTES}`), ` ${QUOTES}`);

const ENDS = ` .,;:!?)]}${QUOTES}`;

/** By a list of labels: what is made of it is made once. */
const patterns = new WeakMap<readonly string[], readonly [tight: RegExp, wide: RegExp]>();

/** A label with a colon or an equals sign behind it, and one with less. */
function patternsOf(labels: readonly string[]): readonly [tight: RegExp, wide: RegExp] {
  const known = patterns.get(labels);
  if (known) return known;
  const both = [labelPattern(labels, '\\s*[:=]'), labelPattern(labels, '[\\s:=>–-]')] as const;
  patterns.set(labels, both);
  return both;
}

/** The label at the beginning, with or without quotes, and what follows it. */
function labelPattern(labels: readonly string[], after: string): RegExp {
  if (labels.length === 0) return /^(?!)/;
  const any = labels.map((label) => RegExp.escape(label)).join('|');
  // oxlint-disable-next-line expressions/super-linear -- our own labels; test/readers measures it
  return new RegExp(`^[${QUOTES}{\\s]*(?:${any})[${QUOTES}]?${after}+[\\s:=>–-]*`, 'iu');
}

/** By channel, then by the key of a field. */
const labels = new WeakMap<Declared, Map<string, readonly string[]>>();

function labelsOf(field: Field, channel: Declared): readonly string[] {
  const ofChannel = labels.get(channel) ?? new Map<string, readonly string[]>();
  const known = ofChannel.get(field.key) ?? labelsIn(field, channel);
  ofChannel.set(field.key, known);
  labels.set(channel, ofChannel);
  return known;
}

/** What a page may call the field: its label in every language, and its key as programs write it. */
function labelsIn({ key }: Field, { words }: Declared): readonly string[] {
  const apart = key.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const worded = LANGUAGES.flatMap((language) => {
    const { fields, ways } = words[language];
    return [fields, ...Object.values(ways).map((way) => way.fields ?? {})].flatMap(
      (own) => own[key]?.label ?? [],
    );
  });
  const written = [' ', '_', '-', ''].map((sign) => apart.replaceAll(/[ _]/g, sign));
  // The longest first: "Access Token Secret" begins with "Access Token".
  return [...new Set([key, ...worded, ...written])].sort((a, b) => b.length - a.length);
}
