// Records that cannot be read at all: named one by one, so that the rest of a page survives them.
import type { Call } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import { inGroups } from './groups.ts';
import { isRecord } from './loose.ts';
import { identifier } from './text.ts';

/** What a driver is given for records that cannot be read: throws, or takes note and returns. */
export interface Lenience {
  readonly leaveOut: (fault: Fault) => void;
}

/** The rows that can be read; one that cannot fails the call, unless the caller asked to read on. */
export function readable<Row>(
  rows: readonly unknown[],
  read: (row: unknown, index: number) => Row,
  { leaveOut }: Lenience,
): Row[] {
  const kept: Row[] = [];
  for (let index = 0; index < rows.length; index++) {
    try {
      kept.push(read(rows[index], index));
    } catch (error) {
      leaveOutIfOne(error, leaveOut);
    }
  }
  return kept;
}

/** As `inGroups`, but a record that cannot be read is left out where the caller asked for that. */
export async function readEach<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  { leaveOut }: Lenience,
  concurrency?: number,
): Promise<Result[]> {
  const done = await inGroups(
    items,
    async (item) => {
      try {
        return { result: await work(item) };
      } catch (error) {
        leaveOutIfOne(error, leaveOut);
        return undefined;
      }
    },
    concurrency,
  );
  return done.filter((one) => one !== undefined).map(({ result }) => result);
}

/**
 * Reads what belongs to one record alone: an answer that makes no sense is then that record's
 * fault. An answer that did not arrive whole is not: asked for again, it may.
 */
export async function partOf<Part, Reading extends { readonly call: Call }>(
  id: unknown,
  place: string,
  reading: Reading,
  read: (reading: Reading) => Promise<Part>,
): Promise<Part> {
  let failure: unknown;
  const call: Call = async (ask) => {
    try {
      return await reading.call(ask);
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  try {
    return await read({ ...reading, call });
  } catch (error) {
    const isNonsense =
      error !== failure && error instanceof Fault && error.code === 'channel_invalid_response';
    throw isNonsense && error.record === undefined ? unreadableRecord(id, place, error) : error;
  }
}

/**
 * Reads a list and what belongs to its entries. Where an entry has gone in between (404), the list is
 * read again, at most twice.
 */
export async function readAgain<Part>(read: () => Promise<Part>, times = 2): Promise<Part> {
  try {
    return await read();
  } catch (error) {
    if (times === 0 || !(error instanceof Fault) || error.status !== 404) throw error;
    return readAgain(read, times - 1);
  }
}

function leaveOutIfOne(error: unknown, leaveOut: Lenience['leaveOut']) {
  if (!(error instanceof Fault) || error.record === undefined) throw error;
  leaveOut(error);
}

/** What a filter needs to know of a record, and whether it is there. */
export type Need = readonly [place: string, isNeeded: boolean, isThere: boolean];

/** A record that cannot be held against what was asked for is refused, never left out in silence. */
export function mustHave(id: unknown, needs: readonly Need[]): void {
  for (const [place, isNeeded, isThere] of needs)
    if (isNeeded && !isThere) throw unreadableRecord(id, place);
}

/** A row as a record that can say which one it is. */
export function recordIn<Row extends object>(row: unknown, idName: string, place = ''): Row {
  const at = place === '' ? '' : `${place}.`;
  if (!isRecord<Row>(row)) throw unreadableRecord(undefined, place === '' ? idName : place);
  if (identifier((row as Readonly<Record<string, unknown>>)[idName]) === null)
    throw unreadableRecord(undefined, `${at}${idName}`);
  return row;
}

/**
 * The rows that are wanted. One that cannot be judged (`isWanted` throws) fails the call, unless the
 * caller asked to read on.
 */
export const sift = <Row>(
  rows: readonly Row[],
  isWanted: (row: Row) => boolean,
  lenience: Lenience,
): Row[] =>
  readable(rows, (row) => ({ row: row as Row, wanted: isWanted(row as Row) }), lenience)
    .filter(({ wanted }) => wanted)
    .map(({ row }) => row);
