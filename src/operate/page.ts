// Lists by time, newest first, a page at a time: how the place between two pages is written.
import type { After, Listed } from '../store/index.ts';

export const PAGE_ROWS = 50;

/** Undefined where there is none, or it is none of ours. */
export function placeIn(text: string | undefined): After | undefined {
  const [, at, id] = /^(\d{1,15})\.(.{1,200})$/s.exec(text ?? '') ?? [];
  return at === undefined || id === undefined ? undefined : { at: Number(at), id };
}

interface Page<Row> {
  readonly rows: readonly Row[];
  /** Where the next one begins; a page may be short, or empty, and not the last. */
  readonly next?: string | undefined;
}

export const pageOf = <Row>({ rows, next }: Listed<Row>): Page<Row> => ({
  ...{ rows, next: next && `${next.at}.${next.id}` },
});

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
