// Families of listings: which SKUs the seller lists, and of which parent they are variations.
import type { Pairs } from '../../model/exchange.ts';
import { Register } from '../../model/register.ts';
import { batches, inGroups } from '../kit/groups.ts';
import { isRecord, parts, texts } from '../kit/loose.ts';
import { PAGE_SIZE, readAll, type Shelf, searchListings } from './listings.ts';
import type { Listing, Relationship } from './native.ts';

/** The parents of a SKU; null where the seller does not list it. Of others it is not known. */
type Parents = readonly string[] | null;

const KEPT_SECONDS = 600;
/** One seller's SKUs must not crowd out what else is remembered. */
const MOST_KEPT = 10_000;

/** Values are joined by commas, so one that holds a comma cannot be searched for. */
export const identified = (type: 'SKU' | 'ASIN', values: readonly string[]): Pairs => [
  ['identifiers', values.join(',')],
  ['identifiersType', type],
];

/** Looks up SKUs, twenty a call, and only those not seen in the last ten minutes. */
async function lookUp(
  skus: readonly string[],
  shelf: Shelf,
): Promise<ReadonlyMap<string, Parents>> {
  const kept = await shelf.reading.remember(
    `shelf ${shelf.marketplaceId}`,
    KEPT_SECONDS,
    async () => new Register<Parents>(),
  );
  const found = new Map<string, Parents>();
  const unseen: string[] = [];
  for (const sku of new Set(skus)) {
    const known = kept.get(sku);
    if (known !== undefined) found.set(sku, known);
    else if (!sku.includes(',')) unseen.push(sku);
  }
  await inGroups(batches(unseen, PAGE_SIZE), async (group) => {
    const { rows } = await searchListings(shelf, identified('SKU', group), {
      included: 'relationships',
    });
    const listed = rows.filter(isRecord<Listing>).filter(({ sku }) => typeof sku === 'string');
    const parents = new Map(listed.map((listing) => [listing.sku, parentsOf(listing, shelf)]));
    // A row that names no SKU may be any of those that seem to be missing.
    const isWhole = listed.length === rows.length;
    for (const sku of group) {
      const known = parents.get(sku) ?? (isWhole ? null : undefined);
      if (known === undefined) continue;
      found.set(sku, known);
      if (kept.size < MOST_KEPT) kept.set(sku, known);
    }
  });
  return found;
}

/**
 * The product that each SKU belongs to, as products are made of listings: its first parent among
 * the listings, else itself; null where the seller does not list it. What is not known is left out.
 */
export async function productsOf(
  skus: readonly string[],
  shelf: Shelf,
): Promise<ReadonlyMap<string, string | null>> {
  const own = await lookUp(skus, shelf);
  // In the order of the SKUs, not in that of the answers: the same page asks the same each time.
  const parents = skus.flatMap((sku) => own.get(sku) ?? []);
  const isListed = await listedAmong(parents, shelf);
  return new Map(
    [...own].map(([sku, found]) => [sku, found && (found.find(isListed) ?? sku)] as const),
  );
}

/** Which of these SKUs are listed; one that cannot be searched for is: being named must do. */
async function listedAmong(
  skus: readonly string[],
  shelf: Shelf,
): Promise<(sku: string) => boolean> {
  const known = await lookUp(skus, shelf);
  return (sku) => known.get(sku) !== null;
}

/** A listing that is a product by itself, and its place on the page. */
export interface Own {
  readonly listing: Listing;
  readonly at: number;
}

/** Without the variations whose parent is a listing of the seller too: they come with it. */
export async function ownOf(listings: readonly Listing[], shelf: Shelf): Promise<readonly Own[]> {
  const onPage = new Set(listings.map(({ sku }) => sku));
  const parents = listings.map((listing) => parentsOf(listing, shelf));
  const elsewhere = parents.flat().filter((sku) => !onPage.has(sku));
  const isListed = await listedAmong(elsewhere, shelf);
  return listings
    .map((listing, at) => ({ listing, at }))
    .filter(({ at }) => !parents[at]?.some((sku) => onPage.has(sku) || isListed(sku)));
}

/** Variations in the order in which the parent names them. */
export async function childrenOf(listing: Listing, shelf: Shelf): Promise<readonly Listing[]> {
  const named = texts(variationOf(listing, shelf)?.childSkus);
  if (named.length === 0) return [];
  const children = await readAll(shelf, [['variationParentSku', listing.sku]]);
  const place = new Map(named.map((sku, at) => [sku, at]));
  const placeOf = ({ sku }: Listing) => place.get(sku) ?? named.length;
  return children.toSorted((a, b) => placeOf(a) - placeOf(b));
}

const parentsOf = (listing: Listing, shelf: Shelf): readonly string[] =>
  texts(variationOf(listing, shelf)?.parentSkus);

/** How a listing is related to variations in one marketplace; where that is missing, in the first. */
export function variationOf(
  { relationships }: Listing,
  { marketplaceId }: Pick<Shelf, 'marketplaceId'>,
): Relationship | undefined {
  const entries = parts(relationships);
  const own = entries.find((entry) => entry.marketplaceId === marketplaceId) ?? entries[0];
  return parts(own?.relationships).find(({ type }) => type === 'VARIATION');
}
