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
import { type Column, clean, layOut } from './table.ts';
import { many, paint, wrapped } from './text.ts';

export type Outcome = FulfillmentsOutcome | StockOutcome | PricesOutcome;
type Figures = FulfillmentFigures | StockFigures | PriceFigures;

const COLUMNS: readonly Column<Outcome>[] = [
  { title: '#', of: ({ index }) => String(index + 1), right: true },
  { title: 'RECORD', of: ({ id }) => id, least: 12 },
  { title: 'OUTCOME', of: ({ outcome }) => outcome },
  { title: 'BEFORE → AFTER', of: ({ before, after }) => movedOf(before, after), least: 14 },
  { title: 'CODE', of: ({ code }) => code ?? '', least: 10 },
];
const INDENT = '    ';
const STYLES = {
  confirmed: 'green',
  accepted: 'cyan',
  unchanged: 'dim',
  refused: 'red',
  unknown: 'yellow',
} as const satisfies Record<Outcome['outcome'], string>;

/** A row for each, with the sentence that belongs to it and what would be asked below. */
export function printOutcomes(io: Io, all: readonly Outcome[]): void {
  const room = io.columns ?? 100;
  const { head, row } = layOut(COLUMNS, all, room);
  io.out(paint('bold', head));
  for (const one of all) {
    io.out(paint(STYLES[one.outcome], row(one)));
    const below =
      one.message === undefined ? [] : wrapped(clean(one.message), room - INDENT.length);
    const calls = (one.calls ?? []).map(({ method, url }) => clean(`${method} ${url}`));
    for (const line of below) io.out(`${INDENT}${line}`);
    for (const line of calls)
      io.out(paint('dim', `${INDENT}${shortened(line, room - INDENT.length)}`));
  }
}

const shortened = (text: string, room: number): string =>
  text.length <= room ? text : `${text.slice(0, room - 1)}…`;

/** "3 items: 2 confirmed, 1 refused." */
export function summaryOf(all: readonly Outcome[], dryRun: boolean): string {
  const counts = Map.groupBy(all, ({ outcome }) => outcome);
  // Nothing was written: what would be sent is not accepted yet.
  const word = (outcome: Outcome['outcome']) =>
    dryRun && outcome === 'accepted' ? 'would be written' : outcome;
  const said = [...counts].map(([outcome, of]) => `${of.length} ${word(outcome)}`);
  return `${many(all.length, 'item')}: ${said.join(', ')}.${dryRun ? ' Nothing was written.' : ''}`;
}

/** What was read first, and what was read back where that is another. */
function movedOf(before: Figures | null, after: Figures | null): string {
  const [was, is] = [before && figuresOf(before), after && figuresOf(after)];
  if (was === null || is === null) return was ?? is ?? '';
  return was === is ? was : `${was} → ${is}`;
}

function figuresOf(figures: Figures): string {
  if ('available' in figures) return String(figures.available ?? '-');
  if ('price' in figures) {
    const { price, compare_at_price: compared, currency } = figures;
    return [price ?? '-', ...(compared === null ? [] : [`(was ${compared})`]), currency ?? '']
      .join(' ')
      .trim();
  }
  const sum = (of: 'quantity' | 'fulfilled') =>
    figures.line_items.reduce((all, line) => all + line[of], 0);
  return `${sum('fulfilled')}/${sum('quantity')}`;
}
