// What became of each item of a write, as a table for people.
import type {
  FulfillmentFigures,
  FulfillmentsOutcome,
  PriceFigures,
  PricesOutcome,
  StockFigures,
  StockOutcome,
} from '../../client/src/index.ts';
import type { Io } from './declare.ts';
import type { Item } from './formats.ts';
import { type Column, clean, layOut } from './table.ts';
import { many, paint, wrapped } from './text.ts';

export type Outcome = FulfillmentsOutcome | StockOutcome | PricesOutcome;
type Figures = FulfillmentFigures | StockFigures | PriceFigures;

/** An identifier is there to be copied: it is never cut. */
const columnsOf = (asked: readonly Item[] | undefined): readonly Column<Outcome>[] => [
  { title: '#', of: ({ index }) => String(index + 1), right: true },
  { title: 'RECORD', of: ({ id }) => id },
  { title: 'OUTCOME', of: ({ outcome }) => wordOf(outcome, asked !== undefined) },
  {
    title: asked ? 'BEFORE → ASKED' : 'BEFORE → AFTER',
    of: ({ index, before, after, outcome }) =>
      asked && outcome === 'accepted'
        ? movedOf(before, askedOf(asked[index] ?? {}, before))
        : movedOf(before, after && figuresOf(after), unitOf(after ?? before)),
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
    const below = said === '' ? [] : wrapped(clean(said), room - INDENT.length);
    const calls = (one.calls ?? []).map(({ method, url }) => clean(`${method} ${url}`));
    for (const line of below) io.out(`${INDENT}${line}`);
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
function movedOf(before: Figures | null, now: string | null, unit = unitOf(before)): string {
  const was = before && figuresOf(before);
  const moved = was === null || now === null || was === now ? (was ?? now) : `${was} → ${now}`;
  return moved === null ? '' : `${moved} ${unit}`.trim();
}

const unitOf = (figures: Figures | null): string =>
  figures && 'line_items' in figures ? 'shipped' : ((figures && 'price' in figures && figures.currency) || ''); // biome-ignore format: one choice

function figuresOf(figures: Figures): string {
  if ('available' in figures) return String(figures.available ?? '-');
  if ('price' in figures) return priceOf(figures.price, figures.compare_at_price);
  return `${piecesOf(figures, 'fulfilled')}/${piecesOf(figures, 'quantity')}`;
}

const priceOf = (price: unknown, compared: unknown): string =>
  `${price ?? '-'}${compared == null ? '' : ` (was ${compared})`}`;

const piecesOf = (
  { line_items: lines }: FulfillmentFigures,
  of: 'quantity' | 'fulfilled' | 'left',
): number => lines.reduce((all, line) => all + line[of], 0);

/** What an item asks for, in the figures of what is there before it. */
function askedOf(item: Item, before: Figures | null): string | null {
  const { available, price, compare_at_price: compared, line_items: lines } = item;
  if (available !== undefined) return String(available);
  if (price !== undefined) return priceOf(price, compared);
  if (before === null || !('line_items' in before)) return null;
  const more = Array.isArray(lines)
    ? lines.reduce((all, { quantity }) => all + quantity, 0)
    : piecesOf(before, 'left');
  return `${piecesOf(before, 'fulfilled') + more}/${piecesOf(before, 'quantity')}`;
}
