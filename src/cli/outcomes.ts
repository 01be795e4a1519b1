// What became of each item of a write, as a table for people.
import type { FulfillmentsOutcome, PricesOutcome, StockOutcome } from '../../client/src/index.ts';
import type { Io } from './declare.ts';
import { cell, type Item, itemIn, itemsIn } from './formats.ts';
import { type Column, layOut } from './table.ts';
import { clean, hanging, many, paint } from './text.ts';

export type Outcome = FulfillmentsOutcome | StockOutcome | PricesOutcome;

/** An identifier is there to be copied: it is never cut. */
const columnsOf = (asked: readonly Item[] | undefined): readonly Column<Outcome>[] => [
  { title: '#', of: ({ index }) => String(index + 1), right: true },
  { title: 'RECORD', of: ({ id }) => id },
  { title: 'OUTCOME', of: ({ outcome }) => wordOf(outcome, asked !== undefined) },
  {
    title: asked ? 'BEFORE → ASKED' : 'BEFORE → AFTER',
    of: ({ index, before, after, outcome }) =>
      asked && outcome === 'accepted'
        ? movedOf(before, askedOf(itemIn(asked[index]), itemIn(before)))
        : movedOf(before, after),
    least: 14,
  },
];
const INDENT = '    ';
const STYLES = {
  confirmed: 'green',
  accepted: 'cyan',
  unchanged: 'dim',
  refused: 'red',
  unknown: 'yellow',
} as const satisfies Record<Outcome['outcome'], string>;

/** A row for each, with the sentence that belongs to it below; of a dry run also what would be asked. */
export function printOutcomes(io: Io, all: readonly Outcome[], asked?: readonly Item[]): void {
  const room = io.columns ?? 100;
  const { head, row } = layOut(columnsOf(asked), all, room);
  io.out(paint('bold', head));
  for (const one of all) {
    io.out(paint(STYLES[one.outcome], row(one)));
    const said = [one.code, one.message].filter((text) => text !== undefined).join(': ');
    const below = said === '' ? [] : hanging(INDENT, INDENT.length, said, room);
    const calls = (one.calls ?? []).map(({ method, url }) => clean(`${method} ${url}`));
    for (const line of below) io.out(line);
    for (const line of calls.flatMap((call) => pieces(call, room - INDENT.length)))
      io.out(paint('dim', `${INDENT}${line}`));
  }
}

/** An address has no place to break at, and is whole all the same. */
const pieces = (text: string, room: number): readonly string[] =>
  Array.from({ length: Math.ceil(text.length / room) }, (_, at) =>
    text.slice(at * room, (at + 1) * room),
  );

/** "3 items: 2 confirmed, 1 refused." */
export function summaryOf(all: readonly Outcome[], dryRun: boolean): string {
  const counts = Map.groupBy(all, ({ outcome }) => outcome);
  const said = [...counts].map(([outcome, of]) => `${of.length} ${wordOf(outcome, dryRun)}`);
  const isOpen = counts.has('accepted') || counts.has('unknown');
  const end = isOpen
    ? ' What the channel still works on is read again; the event write.settled has its end.'
    : '';
  const ends = dryRun ? ' Nothing was written.' : end;
  return `${many(all.length, 'item')}: ${said.join(', ')}.${ends}`;
}

/** Nothing was written by a dry run: what would be sent is not accepted yet. */
const wordOf = (outcome: Outcome['outcome'], dryRun: boolean): string =>
  dryRun && outcome === 'accepted' ? 'would be written' : outcome;

/** What was read first, and what was read back or asked for where that is another, in one unit. */
function movedOf(before: object | null, now: object | null): string {
  const found = [before, now].filter((each) => each !== null).map(itemIn);
  const moved = [...new Set(found.map(figuresOf))].join(' → ');
  return `${moved} ${unitOf(itemIn(found.at(-1)))}`.trim();
}

const unitOf = ({ line_items: lines, currency }: Item): string =>
  lines ? 'shipped' : cell(currency);

/** Of stock the number, of a price what it is and was, of an order the pieces that have left, and all. */
function figuresOf(figures: Item): string {
  const { available, price, compare_at_price: compared, line_items: lines } = figures;
  if (lines) return `${piecesOf(lines, 'fulfilled')}/${piecesOf(lines, 'quantity')}`;
  if ('available' in figures) return cell(available) || '-';
  return `${cell(price) || '-'}${compared ? ` (was ${cell(compared)})` : ''}`;
}

const piecesOf = (lines: unknown, of: 'quantity' | 'fulfilled' | 'left'): number =>
  itemsIn(lines).reduce((all, line) => all + Number(line[of]), 0);

/** What there would be if an item were done; null where that cannot be known. */
function askedOf(item: Item, before: Item): Item | null {
  const { line_items: lines } = before;
  if (!lines) return 'order_id' in item ? null : { ...before, ...item };
  const more = item.line_items ? piecesOf(item.line_items, 'quantity') : piecesOf(lines, 'left');
  const fulfilled = piecesOf(lines, 'fulfilled') + more;
  return { line_items: [{ fulfilled, quantity: piecesOf(lines, 'quantity') }] };
}
