// Prints what comes piece by piece, however much it is: a JSON array, lines, or a table.
import type { Asked, Io } from './declare.ts';
import { cell } from './formats.ts';
import { type Column, layOut, roomIn, type Table } from './table.ts';
import { paint, type Row, roomOn, twoColumns } from './text.ts';

export interface Printer<T> {
  readonly add: (item: T) => void;
  readonly end?: () => void;
  /** Of a table, once it has ended: titles of columns for which there was no room. */
  readonly left?: () => readonly string[];
}

/** One record a line, as one array. */
export function jsonList({ out }: Pick<Io, 'out'>): Printer<unknown> {
  // A line is known to have a comma only when the next one comes.
  let held: string | undefined;
  return {
    add(item) {
      out(held === undefined ? '[' : `${held},`);
      held = JSON.stringify(item);
    },
    end() {
      for (const line of held === undefined ? ['[]'] : [held, ']']) out(line);
    },
  };
}

export const lineEach = <T>({ out }: Io, line: (item: T) => string): Printer<T> => ({
  add: (item) => out(line(item)),
});

/** The columns are as wide as these first ones need. */
const TOGETHER = 100;

export function tableOf<T>(io: Io, columns: readonly Column<T>[]): Required<Printer<T>> {
  let waiting: T[] = [];
  let table: Table<T> | undefined;
  const flush = () => {
    if (!table && waiting.length > 0) {
      table = layOut(columns, waiting, roomIn(io));
      io.out(paint('bold', table.head));
    }
    for (const item of waiting) io.out(table?.row(item) ?? '');
    waiting = [];
  };
  return {
    add(item) {
      waiting.push(item);
      if (waiting.length >= TOGETHER) flush();
    },
    end: flush,
    left: () => table?.left ?? [],
  };
}

/** Each as it comes: with --json in an array, otherwise as `shown` has it. Returns how many there were. */
export async function printAll<T>(
  { io, json }: Pick<Asked, 'io' | 'json'>,
  all: AsyncIterable<T>,
  shown: Printer<T>,
): Promise<number> {
  const printer = json ? jsonList(io) : shown;
  let count = 0;
  for await (const item of all) {
    printer.add(item);
    await io.drained?.();
    count += 1;
  }
  printer.end?.();
  return count;
}

/** Facts one under the other; those that are nothing, or would not fit a line, are left out. */
export function factLines(facts: object, { columns }: Io, more: readonly Row[] = []): string[] {
  const rows = Object.entries(facts).map(([name, value]): Row => {
    const text = Array.isArray(value) ? value.map(cell).join(', ') : value;
    return [name.replaceAll('_', ' '), typeof text === 'object' ? '' : cell(text)];
  });
  const said = [...rows, ...more].filter(([, text]) => text !== '');
  return twoColumns(said, roomOn(columns), 'dim');
}
