// Tables for people: columns that line up, fit the terminal, and let nothing that was read steer it.
import { stripVTControlCharacters } from 'node:util';
import type { Io } from './declare.ts';
import { clean, paint } from './text.ts';

export interface Column<Item> {
  readonly title: string;
  readonly of: (item: Item) => string;
  /** Aligned to the right, as amounts are. */
  readonly right?: true;
  /** How narrow it may get where room is short; columns without stay whole. */
  readonly least?: number;
  /** Where even that does not help, the column with the highest number goes first; those without stay. */
  readonly leaves?: number;
}

export interface Table<Item> {
  readonly head: string;
  readonly row: (item: Item) => string;
  /** Titles of columns for which there was no room. */
  readonly left: readonly string[];
}

const GAP = '  ';

/** Lays out the columns by these items, to at most so many characters; later items follow suit. */
export function layOut<Item>(
  all: readonly Column<Item>[],
  items: readonly Item[],
  room: number,
): Table<Item> {
  const wanted = all.map((column) => {
    const widest = Math.max(0, ...items.map((item) => widthOf(cellOf(column, item))));
    return { column, widest, width: Math.max(column.title.length, widest) };
  });
  // One that holds nothing says nothing.
  let shown = wanted.filter(({ widest }) => widest > 0 || items.length === 0);
  const over = () => sumOf(shown, ({ width }) => width + GAP.length) - GAP.length - room;
  const spareOf = ({ column: { least }, width }: (typeof wanted)[number]) =>
    least === undefined ? 0 : Math.max(0, width - least);
  // Where there is not room enough for all, whole columns go, the least wanted first.
  for (;;) {
    const leaving = Math.max(0, ...shown.map(({ column }) => column.leaves ?? 0));
    if (leaving === 0 || over() <= sumOf(shown, spareOf)) break;
    shown = shown.filter(({ column }) => column.leaves !== leaving);
  }
  // Then each that can gives way, one character at a time from whichever is widest.
  for (let left = Math.min(over(), sumOf(shown, spareOf)); left > 0; left -= 1) {
    const giving = shown.filter((each) => spareOf(each) > 0);
    giving.reduce((one, other) => (other.width > one.width ? other : one)).width -= 1;
  }
  const line = (cell: (column: Column<Item>) => string) =>
    shown
      .map(({ column, width }) => placed(cut(cell(column), width), width, column.right))
      .join(GAP)
      .trimEnd();
  return {
    head: line(({ title }) => title),
    row: (item) => line((column) => cellOf(column, item)),
    left: wanted
      .filter((each) => each.widest > 0 && !shown.includes(each))
      .map(({ column }) => column.title),
  };
}

const cellOf = <Item>({ of }: Column<Item>, item: Item): string => clean(of(item)).trim();

const sumOf = <T>(all: readonly T[], of: (one: T) => number): number =>
  all.reduce((sum, one) => sum + of(one), 0);

/** Nothing is cut where no terminal is too narrow for it. */
export const roomIn = ({ columns = Number.POSITIVE_INFINITY }: Pick<Io, 'columns'>): number =>
  columns;

export function tableLines<Item>(
  all: readonly Column<Item>[],
  items: readonly Item[],
  io: Pick<Io, 'columns'>,
): string[] {
  const { head, row } = layOut(all, items, roomIn(io));
  return [paint('bold', head), ...items.map(row)];
}

/** "2026-11-14 09:12+01:00", as the shop's own clock showed it, and by which. */
export const shortTime = (at: unknown): string =>
  typeof at === 'string'
    ? `${at.slice(0, 10)} ${at.slice(11, 16)}${/(?:Z|[+-]\d\d:\d\d)$/.exec(at)?.[0] ?? ''}`.replace(
        /[+]00:00$/,
        'Z',
      )
    : '-';

const PLAIN = /^[\x20-\x7e\u00a0-\u02ff]*$/;
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|\ufe0f/u;
const BARE = /^\p{Mark}+$/u;

let segmenter: Intl.Segmenter | undefined;

/** What is drawn as one, and how wide it is. Most text needs none of this. */
function* drawn(text: string): Generator<readonly [piece: string, width: number]> {
  segmenter ??= new Intl.Segmenter();
  for (const { segment } of segmenter.segment(text))
    yield [segment, BARE.test(segment) ? 0 : WIDE.test(segment) ? 2 : 1];
}

/** How many columns of a terminal a text takes; colours take none. */
export function widthOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const [, each] of drawn(stripVTControlCharacters(text))) width += each;
  return width;
}

/** At most so wide; an ellipsis marks what is left out. */
function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  if (PLAIN.test(text)) return `${text.slice(0, width - 1)}…`;
  let kept = '';
  let taken = 0;
  for (const [piece, each] of drawn(text)) {
    if (taken + each > width - 1) break;
    kept += piece;
    taken += each;
  }
  return `${kept}…`;
}

function placed(text: string, width: number, right: true | undefined): string {
  const gap = ' '.repeat(Math.max(0, width - widthOf(text)));
  return right ? gap + text : text + gap;
}
