// Lists that are walked by identifier, which never changes: each read asks for what comes after the last.
import type { Pairs } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import { listed } from '../kit/loose.ts';
import { type Stretch, walk } from '../kit/paging.ts';
import type { Lenience } from '../kit/records.ts';
import { brokenAnswer } from '../kit/unlike.ts';
import { ask, type Connection, entriesIn, lengthIn, type Path, type Row } from './asks.ts';

/** Most reads for one page of ours, where many rows fall out. */
const MOST_READS = 8;

/** The last record that was looked at. */
export interface Cursor {
  readonly after: number;
}

/** One page of ours, by a `read` that yields at most `wanted` rows, all of them to be kept. */
export const walkFrom = <R extends Row>(
  after: number,
  what: string,
  limit: number,
  read: (after: number, wanted: number) => Promise<Stretch<R, Cursor>>,
  lenience: Lenience,
) =>
  walk<R, Cursor>(
    {
      what,
      limit,
      from: { after },
      most: MOST_READS,
      read: (cursor, wanted) => read(cursor.after, wanted),
      nameOf: ({ id }) => String(id),
    },
    lenience,
  );

/** Rows that a walk goes by, and whether more may stand behind them. */
export interface Numbered<R> {
  readonly rows: readonly R[];
  readonly full: boolean;
}

/**
 * The rows of a list that is walked by identifier: each is behind `after`, or the walk would never
 * end. A row without a number cannot be one of them.
 */
export async function readNumbered<R extends Row>(
  reading: Connection & Lenience,
  path: Path,
  {
    after,
    limit,
    query,
  }: { readonly after: number; readonly limit: number; readonly query: Pairs },
): Promise<Numbered<R>> {
  const reply = await ask(reading, path, query);
  const entries = entriesIn(reply, path);
  const rows = listed<R>(entries).filter(({ id }) => Number.isSafeInteger(id));
  if (rows.length < entries.length) reading.leaveOut(unreadableRecord(undefined, 'id'));
  if (rows.length === 0 && entries.length > 0)
    throw brokenAnswer('BigCommerce', 'a list of records with numbers');
  const repeated = rows.find(({ id }) => id <= after);
  if (repeated)
    throw new Fault(
      'channel_invalid_response',
      `BigCommerce was asked for what comes after ${after} and sent ${repeated.id} again: reading on would never end.`,
    );
  return { rows, full: entries.length >= limit || lengthIn(reply).total > entries.length };
}
