// Stock, price and list price of a listing as its attributes, and as what is written into them.
import { divide } from '../../catalogue/amounts.ts';
import { currencies, decimal } from '../../catalogue/currencies.ts';
import type { Product, Variant } from '../../catalogue/types.ts';
import { isJson, type Json, minorOf, readRows } from '../../read-json.ts';
import { isStoredByAmazon } from './holding.ts';
import { variantSku } from './ids.ts';
import type { Marketplace } from './marketplaces.ts';

/** What Amazon keeps of a listing beside the catalogue: the whole of what was written. */
export interface KeptListing {
  readonly availability?: Json;
  /** By marketplace, for as long as the price is that one. */
  readonly offers?: Readonly<Record<string, { readonly cents: number; readonly rows: readonly Json[] }>>; // biome-ignore format: one table
}

export const keptOf = (product: Product, variant: Variant): KeptListing =>
  product.own?.amazon?.[variantSku(variant)] ?? {};

/** Cents in the currency of a marketplace. */
export function convert(cents: number, { currency }: Marketplace): string {
  const { numerator, denominator, decimals } = currencies[currency];
  return decimal(divide(cents * numerator, denominator), decimals);
}

/** Back to cents; undefined for what is no price. */
export function centsOf(value: unknown, { currency }: Marketplace): number | undefined {
  const { numerator, denominator, decimals } = currencies[currency];
  const minor = minorOf(value, decimals);
  return minor === undefined ? undefined : divide(minor * denominator, numerator);
}

/** Where the merchant ships, half of the listings have a handling time of their own. */
export function availabilityOf(product: Product, variant: Variant, warehouse: string): Json {
  if (isStoredByAmazon(product)) return { fulfillment_channel_code: warehouse };
  const quantity = variant.stock.levels[0]?.available ?? 0;
  const lead = variant.id % 2 === 0 ? { lead_time_to_ship_max_days: 3 } : {};
  const { availability = lead } = keptOf(product, variant);
  return { fulfillment_channel_code: 'DEFAULT', ...availability, quantity };
}

/** One offer for all buyers, and for companies another one of some listings. */
export function offersOf(
  product: Product,
  variant: Variant,
  marketplace: Marketplace,
): readonly Json[] {
  const { price } = variant;
  const { id: marketplace_id, currency } = marketplace;
  if (price === null) return [];
  const written = keptOf(product, variant).offers?.[marketplace_id];
  if (written?.cents === price) return written.rows;
  const offer = (audience: string, cents: number): Json => ({
    ...{ audience, currency, marketplace_id },
    our_price: [{ schedule: [{ value_with_tax: Number(convert(cents, marketplace)) }] }],
  });
  const forCompanies = variant.id % 3 === 0 ? [offer('B2B', Math.floor(price * 0.95))] : [];
  return [offer('ALL', price), ...forCompanies];
}

/** The row that every buyer sees. */
export const isForAll = ({ audience = 'ALL' }: Json): boolean => audience === 'ALL';

export function priceIn(row: Json | undefined): unknown {
  const [price] = readRows(row?.our_price) ?? [];
  const [schedule] = readRows(price?.schedule) ?? [];
  return isJson(schedule) ? schedule.value_with_tax : undefined;
}
