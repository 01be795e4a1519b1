// Products of Mirakl Connect: one a stock-keeping unit, with prices and stock by warehouse.
import { decimals } from '../../model/currencies.ts';
import { compare, isAmount, money } from '../../model/money.ts';
import type { ProductDraft } from '../../model/product.ts';
import type { ProductQuery } from '../../model/query.ts';
import { readInstant } from '../../model/time.ts';
import type { Context, Page, Reading } from '../channel.ts';
import { integer, isRecord, parts, texts } from '../kit/loose.ts';
import { filled, ownId } from '../kit/text.ts';
import { askConnect, type ConnectCursor, collect, type List } from './connect.ts';
import type { ConnectMoney, ConnectPrice, ConnectProduct } from './native.ts';

/** Connect has no way to ask for some products: they are looked for in pages as large as can be. */
const LARGEST_PAGE = 1000;

export async function fetchConnectProducts(
  query: ProductQuery,
  cursor: ConnectCursor | undefined,
  reading: Reading,
): Promise<Page<ConnectProduct, ConnectCursor>> {
  // All that Connect lists is on sale.
  if (query.status !== undefined && query.status !== 'active') return { items: [] };
  const { ids, limit } = query;
  const list: List<ConnectProduct> = {
    what: 'products',
    ask: (page) => askConnect('products', [['limit', String(ids ? LARGEST_PAGE : limit)], ...page]),
    keep: ({ id }) => ids?.includes(id) ?? true,
    ...(ids && { most: ids.length }),
  };
  return collect(list, limit, cursor ?? {}, reading);
}

export function transformConnectProduct(product: ConnectProduct, { now }: Context): ProductDraft {
  const id = ownId(product.id);
  const { price, before } = pricesOf(product, now);
  const images = texts(parts(product.images).map(({ url }) => url)).map((src) => ({ src }));
  const { quantity, levels } = stockOf(product);
  return {
    id,
    title: localized(product.titles),
    body_html: localized(product.descriptions),
    vendor: filled(product.brand),
    product_type: localized(product.category?.labels) ?? filled(product.category?.id),
    handle: id,
    status: 'active',
    images,
    variants: [
      {
        id,
        sku: id,
        barcode: filled(parts(product.gtins)[0]?.value),
        price: price && written(price),
        compare_at_price: before && written(before),
        currency: filled(price?.currency),
        inventory_quantity: quantity,
        inventory_policy: 'deny',
        inventory_management: 'mirakl',
        inventory_levels: levels,
      },
    ],
  };
}

/**
 * What lies in the seller's warehouses and with the partners that send for the seller. Null where
 * no one counts, or where one of the numbers is missing: the rest alone would be too little.
 */
function stockOf({ quantities, partner_quantities }: ConnectProduct) {
  const places = [
    ...parts(quantities).map((one) => [one.warehouse_code, one.available_quantity] as const),
    ...parts(partner_quantities).map((one) => [one.partner_id, one.available_quantity] as const),
  ].map(([code, available]) => ({ code: filled(code), available: integer(available) }));
  const isCounted = Array.isArray(quantities) || places.length > 0;
  return {
    quantity:
      isCounted && places.every(({ available }) => available !== null)
        ? places.reduce((all, { available }) => all + (available ?? 0), 0)
        : null,
    levels: places
      .filter(({ code }) => code !== null)
      .map(({ code, available }) => ({ location_id: code, location_name: null, available })),
  };
}

/** English where there is some, else whatever comes first. */
function localized(titles: ConnectProduct['titles']): string | null {
  const all = parts(titles);
  const english = all.find(({ locale }) => /^en\b|^en_/i.test(filled(locale) ?? ''));
  return filled((english ?? all[0])?.value);
}

/** The price in force, and the standard one where that is reduced. Prices for all channels first. */
export function pricesOf({ standard_prices, discount_prices }: ConnectProduct, now: number) {
  const standards = parts(standard_prices).filter(hasPrice);
  const standard = general(standards);
  const reduced = general(
    parts(discount_prices)
      .filter(hasPrice)
      .filter((one) => isInForce(one, now)),
  );
  if (!reduced) return { price: standard?.price ?? null, before: null, standard };
  const normal = standards.find(
    ({ scope, price }) =>
      filled(scope) === filled(reduced.scope) && price.currency === reduced.price.currency,
  );
  const isReduced = normal && compare(normal.price.amount, reduced.price.amount) > 0;
  return {
    price: reduced.price,
    before: isReduced ? normal.price : null,
    standard: normal,
    reduced,
  };
}

const hasPrice = ({ price }: ConnectPrice): boolean => isRecord(price) && isAmount(price.amount);

const general = (prices: readonly ConnectPrice[]): ConnectPrice | undefined =>
  prices.find(({ scope }) => filled(scope) === null) ?? prices[0];

function isInForce({ start_date, end_date }: ConnectPrice, now: number): boolean {
  const start = readInstant(filled(start_date) ?? '') ?? Number.NEGATIVE_INFINITY;
  const end = readInstant(filled(end_date) ?? '') ?? Infinity;
  return start <= now && now <= end;
}

/** With the decimals of the currency, or more where the seller set more. */
const written = ({ amount, currency }: ConnectMoney): string =>
  money(amount, decimals(filled(currency)));
