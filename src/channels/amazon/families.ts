// Families of listings: which SKUs the seller lists, and of which parent they are variations.
import type { Pairs } from '../../model/exchange.ts';
import type { Reading } from '../channel.ts';
import { inGroups } from '../kit/groups.ts';
import { isRecord, parts, texts } from '../kit/loose.ts';
import { PAGE_SIZE, type Shelf, searchListings } from './listings.ts';
import type { Listing, Relationship } from './native.ts';

/** The parents of each SKU; null where the seller does not list it, none where it is not known. */
type Register = ReadonlyMap<string, readonly string[] | null>;

const KEPT_SECONDS = 600;
/** One seller's SKUs must not crowd out what else is remembered. */
const MOST_KEPT = 10_000;

export const identified = (type: 'SKU' | 'ASIN', values: readonly string[]): Pairs => [
  ['identifiers', values.join(',')],
  ['identifiersType', type],
];

/** Many SKUs are joined by commas, so one that holds a comma cannot be searched for. */
const isSearchable = (sku: string): boolean => !sku.includes(',');

/** Looks up SKUs, twenty a call, and only those not seen in the last ten minutes. */
export async function lookUp(
  skus: readonly string[],
  shelf: Shelf,
  reading: Reading,
): Promise<Register> {
  const kept = await reading.remember(
    `shelf ${shelf.marketplaceId}`,
    KEPT_SECONDS,
    async () => new Map<string, readonly string[] | null>(),
  );
  const found = new Map<string, readonly string[] | null>();
  const unseen: string[] = [];
  for (const sku of new Set(skus)) {
    const known = kept.get(sku);
    if (known !== undefined) found.set(sku, known);
    else if (isSearchable(sku)) unseen.push(sku);
  }
  await inGroups(groupsOf(unseen), async (group) => {
    const { rows } = await searchListings(shelf, identified('SKU', group), undefined, reading, [
      'relationships',
    ]);
    const listed = rows.filter(
      (row): row is Listing & Record<string, unknown> =>
        isRecord(row) && typeof row.sku === 'string',
    );
    const parents = new Map(listed.map((listing) => [listing.sku, parentsOf(listing, shelf)]));
    // A row that names no SKU may be any of those that seem to be missing.
    const whole = listed.length === rows.length;
    for (const sku of group) {
      const known = parents.get(sku) ?? (whole ? null : undefined);
      if (known === undefined) continue;
      found.set(sku, known);
      if (kept.size < MOST_KEPT) kept.set(sku, known);
    }
  });
  return found;
}

const groupsOf = (skus: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(skus.length / PAGE_SIZE) }, (_, at) =>
    skus.slice(at * PAGE_SIZE, (at + 1) * PAGE_SIZE),
  );

/**
 * The product that each SKU belongs to, as products are made of listings: its first parent among
 * the listings, else itself; null where the seller does not list it. What is not known is left out.
 */
export async function productsOf(
  skus: readonly string[],
  shelf: Shelf,
  reading: Reading,
): Promise<ReadonlyMap<string, string | null>> {
  const own = await lookUp(skus, shelf, reading);
  const parents = [...own.values()].flatMap((found) => found ?? []);
  const isListed = await listedAmong(parents, shelf, reading);
  return new Map(
    [...own].map(([sku, found]) => [sku, found && (found.find(isListed) ?? sku)] as const),
  );
}

/** Which of these SKUs are listed; one that cannot be searched for is: being named must do. */
export async function listedAmong(
  skus: readonly string[],
  shelf: Shelf,
  reading: Reading,
): Promise<(sku: string) => boolean> {
  const known = await lookUp(skus, shelf, reading);
  return (sku) => known.get(sku) !== null;
}

export const parentsOf = (listing: Listing, shelf: Shelf): readonly string[] =>
  texts(variationOf(listing, shelf)?.parentSkus);

export const childrenNamedBy = (listing: Listing, shelf: Shelf): readonly string[] =>
  texts(variationOf(listing, shelf)?.childSkus);

/** How a listing is related to variations in one marketplace; where that is missing, in the first. */
export function variationOf(
  { relationships }: Listing,
  { marketplaceId }: Pick<Shelf, 'marketplaceId'>,
): Relationship | undefined {
  const entries = parts(relationships);
  const own = entries.find((entry) => entry.marketplaceId === marketplaceId) ?? entries[0];
  return parts(own?.relationships).find(({ type }) => type === 'VARIATION');
}
