// Lists by time, newest first, a page at a time: how the place between two pages is written.

export const PAGE_ROWS = 50;

export interface Place {
  readonly at: number;
  readonly id: string;
}

export const writePlace = ({ at, id }: Place): string => `${at}.${id}`;

/** Undefined where there is none, or it is none of ours. */
export function placeIn(text: string | undefined): Place | undefined {
  const [, at, id] = /^(\d{1,15})\.(.{1,200})$/s.exec(text ?? '') ?? [];
  return at === undefined || id === undefined ? undefined : { at: Number(at), id };
}

/** One row more was asked for than a page has; it is not shown, only known to be there. */
export function pageOf<Row>(
  rows: readonly Row[],
  placeOf: (row: Row) => Place,
): { readonly rows: readonly Row[]; readonly next: string | undefined } {
  const shown = rows.slice(0, PAGE_ROWS);
  const last = shown.at(-1);
  if (rows.length <= PAGE_ROWS || !last) return { rows: shown, next: undefined };
  return { rows: shown, next: writePlace(placeOf(last)) };
}
