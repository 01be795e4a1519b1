// Walks the shop's products by identifier, so that nothing is lost or repeated between pages.
import { isTooMuch, type Stretch, walk } from '../kit/paging.ts';
import { type Filter, type List, type Reads, readSlice } from './lists.ts';
import { itemOf, type NativeItem } from './native.ts';

/** Most reads for one page of ours, where many rows fall out. */
const MOST_READS = 10;
/** How many rows a shop is asked for that could not manage more. */
const FEW = 25;

export const PRODUCTS: List<NativeItem> = {
  path: 'products',
  sort: 'entity_id',
  size: 100,
  fields:
    'items[id,sku,name,price,status,visibility,type_id,created_at,updated_at,weight,extension_attributes,media_gallery_entries,custom_attributes],search_criteria,total_count',
  read: itemOf,
};

export interface Listing {
  /** What of a product is asked for; all of it unless set. */
  readonly list?: List<NativeItem>;
  /** All must hold. */
  readonly filters: readonly Filter[];
  /** Named products; absent: all. */
  readonly ids?: readonly number[] | undefined;
  /** False for rows that are to be left out, whatever the shop makes of the criteria. */
  readonly keep: (row: NativeItem) => boolean;
}

/** Where a walk stands. */
export interface Cursor {
  /** The last identifier that was read. */
  readonly after?: number;
  /** Pages behind it that turned out empty, which happens where a module hides rows. */
  readonly skipped?: number;
  /** Rows a page, where the shop could not manage as many as it was asked for. */
  readonly size?: number;
}

/** One page of ours: at most `limit` rows that are to be kept. */
export const readPage = (listing: Listing, limit: number, from: Cursor, reads: Reads) =>
  walk<NativeItem, Cursor>(
    {
      what: 'products',
      limit,
      from,
      most: MOST_READS,
      read: (cursor, wanted) => readOn(listing, wanted, cursor, reads),
      keep: listing.keep,
      nameOf: ({ id, updated_at }) => `${id} ${updated_at}`,
    },
    reads,
  );

/**
 * The rows behind a cursor. Always the first page of what is left: page numbers shift when a
 * product is deleted, and some versions repeat the last page for every higher number.
 */
async function readOn(
  listing: Listing,
  wanted: number,
  cursor: Cursor,
  reads: Reads,
): Promise<Stretch<NativeItem, Cursor>> {
  const { after = 0, skipped = 0 } = cursor;
  const left = listing.ids?.filter((id) => id > after);
  if (left?.length === 0) return { rows: [] };
  const behind: Filter = left
    ? ['entity_id', 'in', left.join(',')]
    : ['entity_id', 'gt', String(after)];
  const filters = left || after > 0 ? [...listing.filters, behind] : listing.filters;
  const asked = skipped > 0 ? (cursor.size ?? wanted) : Math.min(wanted, cursor.size ?? wanted);
  const { rows, count, total, size } = await readBravely(
    { ...listing, filters },
    asked,
    skipped + 1,
    reads,
  );
  const last = rows.at(-1)?.id;
  const small = size < asked || cursor.size !== undefined ? { size } : {};
  if (last !== undefined)
    return {
      rows,
      ...(total > count + skipped * size && { next: { after: last, ...small } }),
    };
  if ((skipped + 1) * size >= total) return { rows };
  return { rows, next: { after, skipped: skipped + 1, size } };
}

/** A shop that gives up on a large page is asked once more for a small one. */
async function readBravely(
  { filters, list = PRODUCTS }: Listing,
  size: number,
  number: number,
  reads: Reads,
) {
  const groups = filters.map((filter) => [filter]);
  const read = (rows: number) => readSlice({ ...list, size: rows }, groups, number, reads);
  try {
    return await read(size);
  } catch (error) {
    if (size <= FEW || number > 1 || !isTooMuch(error)) throw error;
    return read(FEW);
  }
}
