// Tables for people: columns that line up, fit the terminal, and let nothing that was read steer it.
import { stripVTControlCharacters } from 'node:util';
import { paint } from './text.ts';

/** Rows of cells, each column as wide as its widest cell. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => widthOf(row[at] ?? ''))),
  );
  return rows.map((row) =>
    row
      .map((cell, at) => padded(cell, widths[at] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
}

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
const WIDEST_CELL = 60;

/** Lays out the columns by these items, to at most so many characters; later items follow suit. */
export function layOut<Item>(
  all: readonly Column<Item>[],
  items: readonly Item[],
  room: number,
): Table<Item> {
  const wanted = all.map((column) => {
    const widest = Math.max(0, ...items.map((item) => widthOf(clean(column.of(item)))));
    return { column, widest, width: Math.min(WIDEST_CELL, Math.max(column.title.length, widest)) };
  });
  // One that holds nothing says nothing.
  let shown = wanted.filter(({ widest }) => widest > 0 || items.length === 0);
  const total = () => shown.reduce((sum, { width }) => sum + width + GAP.length, -GAP.length);
  for (;;) {
    // What can give way, does so together; then whole columns go, the least wanted first.
    const over = total() - room;
    const spare = shown.reduce((sum, each) => sum + spareOf(each), 0);
    const leaving = Math.max(0, ...shown.map(({ column }) => column.leaves ?? 0));
    if (over <= spare || leaving === 0) {
      shown = narrowed(shown, Math.min(over, spare));
      break;
    }
    shown = shown.filter(({ column }) => column.leaves !== leaving);
  }
  const line = (cell: (column: Column<Item>) => string) =>
    shown
      .map(({ column, width }) => placed(cut(cell(column), width), width, column.right))
      .join(GAP)
      .trimEnd();
  return {
    head: line(({ title }) => title),
    row: (item) => line((column) => clean(column.of(item))),
    left: wanted
      .filter(({ column, widest }) => widest > 0 && !shown.some((each) => each.column === column))
      .map(({ column }) => column.title),
  };
}

export function tableLines<Item>(
  all: readonly Column<Item>[],
  items: readonly Item[],
  room: number,
): string[] {
  const { head, row } = layOut(all, items, room);
  return [paint('bold', head), ...items.map(row)];
}

interface Shown {
  readonly column: Pick<Column<never>, 'least'>;
  readonly width: number;
}

const spareOf = ({ column: { least }, width }: Shown): number =>
  least === undefined ? 0 : Math.max(0, width - least);

/** One character at a time from whichever is widest of those that may give way. */
function narrowed<S extends Shown>(shown: readonly S[], by: number): S[] {
  const widths = shown.map(({ width }) => width);
  for (let left = by; left > 0; left -= 1) {
    let widest = -1;
    for (const [at, { column }] of shown.entries()) {
      const width = widths[at] ?? 0;
      if (column.least !== undefined && width > column.least && width > (widths[widest] ?? 0))
        widest = at;
    }
    if (widest < 0) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return shown.map((each, at) => ({ ...each, width: widths[at] ?? each.width }));
}

/** What others wrote, without what would move the cursor, change colours or begin a line. */
export const clean = (text: string): string =>
  stripVTControlCharacters(text)
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .trim();

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

const padded = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - widthOf(text)));

const placed = (text: string, width: number, right: true | undefined): string =>
  right ? ' '.repeat(Math.max(0, width - widthOf(text))) + text : padded(text, width);
