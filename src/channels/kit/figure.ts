// The figure of a record in a scan: what would be shown of it, as far as it was asked for.
import type { Context, Figure, Reading } from '../channel.ts';

/** One that cannot be shown has what came of it as its figure: whether it can be read, reading it says. */
export function figureOf<Native>(
  id: unknown,
  native: Native,
  show: (native: Native) => unknown,
): Figure {
  let shown: unknown = native;
  try {
    shown = show(native);
  } catch {
    shown = native;
  }
  return { id: String(id), figure: JSON.stringify(shown) };
}

/** For transformations in a scan: what is odd about a record is noted when it is read. */
export const silent = ({ account, now }: Pick<Reading, 'account' | 'now'>): Context => ({
  account,
  now,
  note: () => {},
});
