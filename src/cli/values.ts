// What is typed as a value, or stands in a cell of a file: how it is read follows from what stands for it in the help.
import { readInstant, writeInstant } from '../model/time.ts';
import { UsageError } from './declare.ts';

/** What the text must be, for a refusal, and how it is read; undefined where it is not that. */
type Kind = readonly [must: string, read: (text: string) => unknown];

export const MOMENT =
  'ISO 8601, such as 2026-10-01 or 2026-10-01T12:00:00+02:00 (without an offset UTC); or now, today and yesterday (where this machine is), 30m, 24h, 7d, 2w (so long ago).';

const NUMBER: Kind = ['a whole number from 0', (text) => wholeNumber(text)];

const KINDS: Readonly<Record<string, Kind>> = {
  ...{ number: NUMBER, seconds: NUMBER, hours: NUMBER },
  'number|all': [
    'a whole number from 1, or all',
    (text) => (text === 'all' ? Number.POSITIVE_INFINITY : wholeNumber(text, 1)),
  ],
  days: ['a whole number of days from 1', (text) => wholeNumber(text, 1, 9999)],
  time: [`a time (${MOMENT})`, (text) => momentOf(text)],
  'yes|no': ['yes or no', (text) => flagIn(text, 'yes', 'no')],
  'true|false': ['true or false', (text) => flagIn(text, 'true', 'false')],
  'text or none': ['a text, or none', (text) => (text === 'none' ? null : text)],
  'text;text': ['a list', (text) => listIn(text, ';')],
  'id:quantity;id:quantity': ['written id:quantity;id:quantity', linesIn],
};

/** What the text says where `kind` stands for it; `what` is the place that a refusal names. */
export function readAs(kind: string, text: string, what: string): unknown {
  const [must, read] = (Object.hasOwn(KINDS, kind) && KINDS[kind]) || kindLike(kind);
  const value = read(text);
  if (value === undefined) throw new UsageError(`${what} is ${must}, not "${text}".`);
  return value;
}

/** A span as "1-100", words as "one|another", a list as "name,name"; anything else is the text itself. */
function kindLike(kind: string): Kind {
  const [, least = 0, most] = (/^(\d+)-(\d+)$/.exec(kind) ?? []).map(Number);
  if (most !== undefined)
    return [`a whole number from ${least} to ${most}`, (text) => wholeNumber(text, least, most)];
  const words = kind.split('|');
  if (words.length > 1)
    return [`one of ${words.join(', ')}`, (text) => words.find((word) => word === text)];
  return ['', (text) => (kind.includes(',') ? listIn(text, /[\s,]+/) : text)];
}

function wholeNumber(text: string, least = 0, most = Number.MAX_SAFE_INTEGER): number | undefined {
  const number = /^(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
}

const listIn = (text: string, between: string | RegExp): readonly string[] =>
  text
    .split(between)
    .map((one) => one.trim())
    .filter((one) => one !== '');

const flagIn = (text: string, yes: string, no: string): boolean | undefined =>
  text === yes || text === no ? text === yes : undefined;

function linesIn(text: string) {
  // An identifier may hold a colon; a number does not.
  const found = listIn(text, ';').map((one) => /^(.+):(\d{1,10})$/.exec(one));
  const lines = found.flatMap((one) => (one ? [{ id: one[1], quantity: Number(one[2]) }] : []));
  return lines.length === found.length ? lines : undefined;
}

const MILLISECONDS: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** A time as people type it, as the service reads it: ISO 8601, or a few words that are turned into it. */
export function momentOf(text: string, now = Date.now()): string | undefined {
  const word = text.trim().toLowerCase();
  if (word === 'now') return writeInstant(now);
  if (word === 'today') return writeInstant(midnight(now, 0));
  if (word === 'yesterday') return writeInstant(midnight(now, -1));
  const [, count = '', unit = ''] = /^(\d{1,5})([mhdw])$/.exec(word) ?? [];
  const each = MILLISECONDS[unit];
  if (each !== undefined) return writeInstant(now - Number(count) * each);
  return readInstant(text) === undefined ? undefined : text.trim();
}

/** When the day began, or one beside it: days are not all equally long. */
function midnight(now: number, days: number): number {
  const at = new Date(now);
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + days).getTime();
}
