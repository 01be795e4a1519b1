// Lists that come in pages: read as far as they are looked at, from the start or from a page token.
import { ManifoldError } from './error.ts';

/** Pages of anything: the token leads to the next one and is undefined on the last. */
interface Paged {
  readonly token: string | undefined;
}

/** Reads page after page. A page is asked for when it is wanted, and not before. */
export async function* pagesFrom<Page extends Paged>(
  read: (token: string | undefined) => Promise<Page>,
  from: string | undefined,
): AsyncGenerator<Page, void, undefined> {
  const seen = new Set<number>();
  let token = from;
  do {
    if (token !== undefined) {
      const mark = digest(token);
      if (seen.has(mark))
        throw new ManifoldError(
          'page_repeats',
          'The pages lead back to one that was read already, so they would never end. Report it to the operator of the service, with the trace id of the last page.',
        );
      seen.add(mark);
    }
    const page = await read(token);
    yield page;
    token = page.token;
  } while (token !== undefined);
}

/** 53 bits of a text: a walk of a million pages remembers them all in a few megabytes. */
function digest(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}

/** Every item of every page. */
export async function* itemsOf<Item>(
  pages: AsyncIterable<{ readonly records: readonly Item[] }>,
): AsyncGenerator<Item, void, undefined> {
  for await (const { records } of pages) yield* records;
}
