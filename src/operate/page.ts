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

interface Page<Row> {
  readonly rows: readonly Row[];
  /** Where the next one begins; a page may be short, or empty, and not the last. */
  readonly next?: string | undefined;
}

/** One row more was asked for than a page has; it is not shown, only known to be there. */
export function pageOf<Row extends Place>(rows: readonly Row[]): Page<Row> {
  const shown = rows.slice(0, PAGE_ROWS);
  const last = rows.length > PAGE_ROWS ? shown.at(-1) : undefined;
  return { rows: shown, next: last && writePlace(last) };
}

/** The rows of all pages, however many there are. */
export async function* eachOf<Row>(
  read: (after: string | undefined) => Promise<Page<Row>>,
): AsyncGenerator<Row> {
  let after: string | undefined;
  do {
    const { rows, next } = await read(after);
    yield* rows;
    after = next;
  } while (after !== undefined);
}
