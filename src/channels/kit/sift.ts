// Rows held against what was asked for, where some of them may not say enough for that.
import { type Lenience, readable } from './records.ts';

/**
 * The rows that are wanted. One that cannot be judged (`isWanted` throws) fails the call, unless the
 * caller asked to read on.
 */
export function sift<Row>(
  rows: readonly Row[],
  isWanted: (row: Row) => boolean,
  lenience: Lenience,
): Row[] {
  const judged = readable(
    rows,
    (row) => ({ row: row as Row, wanted: isWanted(row as Row) }),
    lenience,
  );
  return judged.filter(({ wanted }) => wanted).map(({ row }) => row);
}
