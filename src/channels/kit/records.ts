// Records that cannot be read at all: told one by one, so that the rest of a page survives them.
import type { Call } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import { inGroups } from './groups.ts';

/** What a driver is handed for records that cannot be read: throws, or takes note and returns. */
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
  for (const [index, row] of rows.entries()) {
    try {
      kept.push(read(row, index));
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
  atOnce?: number,
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
    atOnce,
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

function leaveOutIfOne(error: unknown, leaveOut: Lenience['leaveOut']) {
  if (!(error instanceof Fault) || error.record === undefined) throw error;
  leaveOut(error);
}
