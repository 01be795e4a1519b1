// patchListingsItem: whole attributes of a listing are taken, and shown when Amazon is done with them.
import { randomUUID } from 'node:crypto';
import type { Catalogue, Product, Variant } from '../../catalogue/types.ts';
import { Refusal } from '../../living/refusal.ts';
import type { VariantEdit, Writes } from '../../living/writes.ts';
import { type Json, readJson, readRows, unknownIn } from '../../read-json.ts';
import type { StoreRequest } from '../../store.ts';
import { isStoredByAmazon } from './holding.ts';
import { childAsin, variantSku } from './ids.ts';
import { typeOf } from './listing.ts';
import { readMarketplaces } from './listings.ts';
import type { Marketplace } from './marketplaces.ts';
import { availabilityOf, centsOf, isForAll, type KeptListing, keptOf, offersOf, priceIn } from './offers.ts'; // biome-ignore format: one list
import { list, type Parameters, readQuery, text, Wrong, word } from './params.ts';
import type { AmazonShop } from './shops.ts';

/** By the sandbox's clock; Amazon says that it takes up to minutes. */
export const shownAfter = 60_000;

const parameters: Parameters = {
  marketplaceIds: list(1),
  includedData: list(2, ['identifiers', 'issues']),
  mode: word('VALIDATION_PREVIEW'),
  issueLocale: text,
};
const ops = ['add', 'replace', 'merge', 'delete'];

/** A member of `issues`: what is wrong with an attribute. */
class Issue extends Error {
  readonly code: string;
  readonly attribute: string;

  constructor(code: string, message: string, attribute: string) {
    super(message);
    this.code = code;
    this.attribute = attribute;
  }
}

interface Listing {
  readonly product: Product;
  readonly variant: Variant;
  readonly marketplace: Marketplace;
}

interface Written {
  readonly edit?: Omit<VariantEdit, 'variantId'>;
  readonly keep?: KeptListing;
}

export function patchListing(
  sku: string,
  request: StoreRequest,
  shop: AmazonShop,
  writes: Writes,
  catalogue: Pick<Catalogue, 'productById'>,
): object {
  const asked = readQuery(request.query, parameters);
  const [marketplace] = readMarketplaces(asked, shop);
  const { productType, patches } = readPatches(request);
  const found = shop.products.flatMap((product) =>
    product.variants.filter((one) => variantSku(one) === sku).map((variant) => ({ product, variant })),
  )[0]; // biome-ignore format: one search
  if (found === undefined || marketplace === undefined)
    throw new Wrong(`SKU '${sku}' not found in marketplace.`);
  const listing: Listing = { ...found, marketplace };
  const isPreview = asked.text('mode') !== undefined;
  const issues: Issue[] = [];
  const written: Written[] = [];
  if (productType !== 'PRODUCT' && productType !== typeOf(found.product))
    issues.push(new Issue('90244', `The product type '${productType}' is invalid.`, 'productType'));
  for (const patch of patches) {
    try {
      written.push(readPatch(patch, listing));
    } catch (error) {
      if (!(error instanceof Issue)) throw error;
      issues.push(error);
    }
  }
  if (issues.length === 0 && !isPreview)
    writes.later(shownAfter, () => {
      const product = catalogue.productById.get(found.product.id) ?? found.product;
      takePatches(written, product, found.variant, writes);
    });
  const included = asked.list('includedData') ?? ['issues'];
  return {
    sku,
    status: issues.length > 0 ? 'INVALID' : isPreview ? 'VALID' : 'ACCEPTED',
    submissionId: randomUUID().replaceAll('-', ''),
    ...(included.includes('issues') && { issues: issues.map(issueShown) }),
    ...(included.includes('identifiers') &&
      isPreview && {
        identifiers: [{ marketplaceId: marketplace.id, asin: childAsin(found.variant.id) }],
      }),
  };
}

const issueShown = ({ code, message, attribute }: Issue): object => ({
  ...{ code, message, severity: 'ERROR', attributeNames: [attribute] },
  categories: ['INVALID_ATTRIBUTE'],
});

function readPatches({ body }: StoreRequest) {
  const given = readJson(body);
  const patches = readRows(given?.patches) ?? [];
  const isSound = patches.every(
    ({ op, path, value }) =>
      ops.includes(String(op)) &&
      typeof path === 'string' &&
      (value === undefined || readRows(value) !== undefined),
  );
  if (typeof given?.productType !== 'string' || patches.length === 0 || !isSound)
    throw new Wrong('Request has missing or invalid parameters and cannot be parsed.');
  return { productType: given.productType, patches };
}

/** Only attributes as a whole: what lies below them has no path. */
function readPatch({ op, path, value }: Json, listing: Listing): Written {
  const [, name = ''] = /^\/attributes\/([^/]+)$/.exec(String(path)) ?? [];
  if (name === '') throw new Wrong('Invalid parameters provided.');
  const read = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  if (read === undefined) throw new Issue('90000900', 'The attributes are invalid.', name);
  const rows = op === 'delete' ? undefined : (readRows(value) ?? []);
  if (rows?.length === 0) throw new Issue('90220', `'${name}' is required but not supplied.`, name);
  for (const { marketplace_id: id } of rows ?? [])
    if (id !== undefined && id !== listing.marketplace.id)
      throw new Issue('90244', 'The marketplace_id is not the one of the request.', name);
  return read(listing, rows, op === 'merge');
}

type ReadAttribute = (
  listing: Listing,
  rows: readonly Json[] | undefined,
  isMerged: boolean,
) => Written;

const attributes: Readonly<Record<string, ReadAttribute>> = {
  fulfillment_availability({ product, variant }, rows, isMerged) {
    const name = 'fulfillment_availability';
    const known = ['fulfillment_channel_code', 'quantity', 'lead_time_to_ship_max_days', 'restock_date', 'marketplace_id']; // biome-ignore format: a list
    const [given, second] = rows ?? [];
    if (given === undefined || second !== undefined || unknownIn(given, known).length > 0)
      throw new Issue('90244', `The provided value for '${name}' is invalid.`, name);
    const now = availabilityOf(product, variant, '');
    const row: Json = isMerged ? { ...now, ...given } : given;
    if (row.fulfillment_channel_code === undefined)
      throw new Issue('90220', `The field 'fulfillment_channel_code' for the attribute '${name}' does not have enough values. The required minimum is '1' value(s).`, name); // biome-ignore format: one sentence
    if (isStoredByAmazon(product) || row.fulfillment_channel_code !== 'DEFAULT')
      throw new Issue('90244', 'The quantity of what Amazon fulfills cannot be set.', name);
    const { quantity, fulfillment_channel_code: _, marketplace_id: __, ...rest } = row;
    const days = rest.lead_time_to_ship_max_days;
    if (!isWhole(quantity) || !(days === undefined || isWhole(days)))
      throw new Issue('90244', `The provided value for '${name}' is invalid.`, name);
    // What is left out is gone: a handling time too.
    return { edit: { stock: quantity }, keep: { availability: rest } };
  },
  purchasable_offer({ product, variant, marketplace }, given, isMerged) {
    const name = 'purchasable_offer';
    const now = offersOf(product, variant, marketplace);
    const mine = (given ?? []).map((row) => ({ ...row, marketplace_id: marketplace.id }));
    const audienceOf = ({ audience = 'ALL' }: Json) => audience;
    const merged = (row: Json): Json => ({ ...now.find((one) => audienceOf(one) === audienceOf(row)), ...row }); // biome-ignore format: one thought
    const others = now.filter((one) => !mine.some((row) => audienceOf(row) === audienceOf(one)));
    const rows = isMerged ? [...mine.map(merged), ...others] : mine;
    const cents = centsOf(priceIn(rows.find(isForAll)), marketplace);
    if (!cents || rows.some(({ currency }) => currency !== marketplace.currency))
      throw new Issue('90244', `The provided value for '${name}' is invalid.`, name);
    return { edit: { price: cents }, keep: { offers: { [marketplace.id]: { cents, rows } } } };
  },
  list_price({ marketplace }, rows) {
    if (rows === undefined) return { edit: { compareAtPrice: null } };
    const [row] = rows;
    const cents = centsOf(row?.value ?? row?.value_with_tax, marketplace);
    if (!cents || row?.currency !== marketplace.currency)
      throw new Issue('90244', "The provided value for 'list_price' is invalid.", 'list_price');
    return { edit: { compareAtPrice: cents } };
  },
};

const isWhole = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1_000_000;

function takePatches(
  written: readonly Written[],
  product: Product,
  variant: Variant,
  writes: Writes,
): void {
  const keep: KeptListing = Object.assign({}, ...written.map((one) => one.keep));
  const edit = Object.assign({}, ...written.map((one) => one.edit)) as Written['edit'];
  const kept = keptOf(product, variant);
  const offers = { ...kept.offers, ...keep.offers };
  try {
    const own = { [variantSku(variant)]: { ...kept, ...keep, offers } };
    writes.edit(product.id, [{ variantId: variant.id, ...edit }], undefined, own);
  } catch (error) {
    // Accepted, and forgotten: the listing was deleted meanwhile.
    if (!(error instanceof Refusal)) throw error;
  }
}
