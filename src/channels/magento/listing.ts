// Walks the shop's products by identifier, so that nothing is lost or repeated between pages.
import { Fault } from '../../model/faults.ts';
import { type Stretch, walk } from '../kit/paging.ts';
import { type Filter, type Reads, readSlice, type Slice } from './asks.ts';
import { itemOf, type NativeItem } from './native.ts';

/** Most reads for one page of ours, where many rows fall out. */
const MOST_READS = 10;
/** How many rows a shop is asked for that could not manage more. */
const FEW = 25;

const FIELDS =
  'items[id,sku,name,price,status,visibility,type_id,created_at,updated_at,weight,extension_attributes,media_gallery_entries,custom_attributes],search_criteria,total_count';

export interface Listing {
  /** All must hold. */
  readonly filters: readonly Filter[];
  /** Named products; absent: all. */
  readonly ids?: readonly number[] | undefined;
  /** False for rows that are to be left out, whatever the shop makes of the criteria. */
  readonly keep: (row: NativeItem) => boolean;
}

/** Where a walk stands. */
export interface Place {
  /** The last identifier that was read. */
  readonly after?: number;
  /** Pages behind it that turned out empty, which happens where a module hides rows. */
  readonly skipped?: number;
  /** Rows a page, where the shop could not manage as many as it was asked for. */
  readonly size?: number;
}

/** One page of ours: at most `limit` rows that are to be kept. */
export const collect = (listing: Listing, limit: number, from: Place, reads: Reads) =>
  walk<NativeItem, Place>({
    what: 'products',
    limit,
    from,
    most: MOST_READS,
    read: (place, wanted) => readOn(listing, wanted, place, reads),
    keep: listing.keep,
    nameOf: ({ id, updated_at }) => `${id} ${updated_at}`,
  });

type Step = Stretch<NativeItem, Place>;

/**
 * The rows behind the place. Always the first page of what is left: page numbers shift when a
 * product is deleted, and some versions repeat the last page for every higher number.
 */
async function readOn(listing: Listing, wanted: number, place: Place, reads: Reads): Promise<Step> {
  const { after = 0, skipped = 0 } = place;
  const left = listing.ids?.filter((id) => id > after);
  if (left?.length === 0) return { rows: [] };
  const behind: Filter = left
    ? { field: 'entity_id', value: left.join(','), condition: 'in' }
    : { field: 'entity_id', value: String(after), condition: 'gt' };
  const filters = left || after > 0 ? [...listing.filters, behind] : listing.filters;
  const asked = skipped > 0 ? (place.size ?? wanted) : Math.min(wanted, place.size ?? wanted);
  const { rows, count, total, size } = await readBravely(filters, asked, skipped + 1, reads);
  const last = rows.at(-1)?.id;
  const small = size < asked || place.size !== undefined ? { size } : {};
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
  filters: readonly Filter[],
  size: number,
  number: number,
  reads: Reads,
): Promise<Slice<NativeItem>> {
  const read = (rows: number) =>
    readSlice<NativeItem>(
      'products',
      {
        groups: filters.map((filter) => [filter]),
        sort: 'entity_id',
        size: rows,
        number,
        fields: FIELDS,
      },
      itemOf,
      reads,
    );
  try {
    return await read(size);
  } catch (error) {
    if (size <= FEW || number > 1 || !wasTooMuch(error)) throw error;
    return read(FEW);
  }
}

/** PHP ran out of memory or time: an error page, a gateway's timeout, or half an answer. */
const wasTooMuch = (error: unknown): boolean =>
  error instanceof Fault &&
  (error.status === 500 ||
    error.status === 504 ||
    (error.code === 'channel_invalid_response' && error.reason === undefined));

/** Children of configurable products, at most a hundred at once. */
export const childCriteria = (ids: readonly number[]) => ({
  groups: [[{ field: 'entity_id', value: ids.join(','), condition: 'in' }]] satisfies Filter[][],
  sort: 'entity_id',
  size: 100,
  fields: FIELDS,
});
