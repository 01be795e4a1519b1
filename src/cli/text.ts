// Text for people: colours, clean lines broken between words, two columns, how many of what.
import { stripVTControlCharacters, styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** Colours on a terminal, unless NO_COLOR is set or the stream goes elsewhere. */
export const paint = (style: Style, text: string): string =>
  styleText(style, text, { stream: process.stdout, validateStream: true });

/** What others wrote, without what would move the cursor, change colours or begin a line. */
export const clean = (text: string): string =>
  stripVTControlCharacters(text).replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');

/** Clean lines of at most so many characters, broken between words; a long word stays whole. */
export function wrapped(text: string, room: number): string[] {
  const lines: string[] = [];
  for (const word of clean(text).split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= room)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** A text behind what begins its first line; its other lines are indented so far. */
export function hanging(begin: string, indent: number, text: string, room: number): string[] {
  const [first = '', ...more] = wrapped(text, room - indent);
  return [`${begin}${first}`, ...more.map((line) => `${' '.repeat(indent)}${line}`)];
}

/** Beyond this, lines are hard to read. */
const WIDEST = 100;
const NARROWEST = 60;

/** How wide text may be on a terminal of so many columns. */
export const roomOn = (columns: number | undefined): number =>
  Math.max(NARROWEST, Math.min(columns ?? WIDEST, WIDEST));

export type Row = readonly [left: string, right: string];
const MOST_LEFT = 30;

/** Two columns, the right one wrapped; a left side that is too long has a line of its own. */
export function twoColumns(
  rows: readonly Row[],
  room: number,
  style: Style = [],
  least = 0,
): string[] {
  const fitting = rows.map(([left]) => left.length).filter((length) => length <= MOST_LEFT);
  const width = Math.max(least, ...fitting);
  const indent = width + 4;
  return rows.flatMap(([left, right]) => {
    const begin = `  ${paint(style, left)}`;
    const gap = ' '.repeat(Math.max(0, width + 2 - left.length));
    return left.length > width
      ? [begin, ...hanging(' '.repeat(indent), indent, right, room)]
      : hanging(`${begin}${gap}`, indent, right, room);
  });
}

/** "1 user", "2 users", "3 deliveries". */
export const many = (count: number, one: string, more = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : more}`;

/** What there is some of, one under the other; the names of counts are read as words unless `wordsOf` has others. */
export const countLines = <What extends string>(
  counts: Readonly<Record<What, number>>,
  wordsOf: (what: What) => string = (what) => what.replaceAll(/[A-Z]/g, ' $&').toLowerCase(),
): string[] => {
  const some = (Object.keys(counts) as What[]).filter((what) => counts[what] > 0);
  const rows = some.map((what): Row => [counts[what].toLocaleString('en'), wordsOf(what)]);
  return rows.length > 0 ? twoColumns(rows, WIDEST) : ['  nothing'];
};

/** A sentence of what is declared without a capital and a full stop. */
export const sentence = (about: string): string =>
  `${about.charAt(0).toUpperCase()}${about.slice(1)}${about.endsWith('.') ? '' : '.'}`;
