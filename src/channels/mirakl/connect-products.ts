// Products of Mirakl Connect: one a stock-keeping unit, with prices and stock by warehouse.
import { decimals } from '../../model/currencies.ts';
import { compare, isAmount, money } from '../../model/money.ts';
import type { ProductDraft } from '../../model/product.ts';
import type { ProductQuery } from '../../model/query.ts';
import { readInstant } from '../../model/time.ts';
import type { Reading, Telling } from '../channel.ts';
import { filled } from '../kit/text.ts';
import { askConnect, collect, type List, type Place } from './connect.ts';
import type { ConnectMoney, ConnectPrice, ConnectProduct } from './native.ts';
import { isConnectProduct } from './shapes.ts';

/** The title of the one variant of a product that has none, as the unified format has it. */
export const DEFAULT_TITLE = 'Default Title';

/** Connect has no way to ask for some products: they are looked for in pages as large as can be. */
const LARGEST_PAGE = 1000;

export async function fetchConnectProducts(
  query: ProductQuery,
  place: Place | undefined,
  { call }: Reading,
): Promise<{ readonly items: readonly ConnectProduct[]; readonly next?: Place }> {
  // All that Connect lists is on sale.
  if (query.status !== undefined && query.status !== 'active') return { items: [] };
  const { ids, limit } = query;
  const list: List<ConnectProduct> = {
    ask: (page) => askConnect('products', [['limit', String(ids ? LARGEST_PAGE : limit)], ...page]),
    isWhole: isConnectProduct,
    keep: ({ id }) => ids?.includes(id) ?? true,
    ...(ids && { most: ids.length }),
  };
  return collect(list, limit, place ?? {}, call);
}

export function transformConnectProduct(product: ConnectProduct, { now }: Telling): ProductDraft {
  const { price, before } = pricesOf(product, now);
  const images = (product.images ?? [])
    .map(({ url }) => filled(url))
    .filter((url) => url !== null)
    .map((src, index) => ({ src, position: index + 1 }));
  const stock = product.quantities ?? null;
  return {
    id: product.id,
    title: localized(product.titles),
    body_html: localized(product.descriptions),
    vendor: filled(product.brand),
    product_type: localized(product.category?.labels) ?? filled(product.category?.id),
    handle: product.id,
    status: 'active',
    images,
    image: images[0],
    variants: [
      {
        id: product.id,
        product_id: product.id,
        title: DEFAULT_TITLE,
        position: 1,
        sku: product.id,
        barcode: filled(product.gtins?.[0]?.value),
        price: price && written(price),
        compare_at_price: before && written(before),
        currency: filled(price?.currency),
        inventory_quantity: stock?.reduce((all, one) => all + one.available_quantity, 0),
        inventory_policy: 'deny',
        inventory_management: 'mirakl',
        inventory_levels: (stock ?? [])
          .filter(({ warehouse_code }) => filled(warehouse_code) !== null)
          .map(({ warehouse_code, available_quantity }) => ({
            location_id: filled(warehouse_code),
            location_name: null,
            available: available_quantity,
          })),
        requires_shipping: true,
      },
    ],
  };
}

/** English where there is some, else whatever comes first. */
function localized(texts: ConnectProduct['titles']): string | null {
  const english = (texts ?? []).find(({ locale }) => /^en\b|^en_/i.test(locale ?? ''));
  return filled((english ?? texts?.[0])?.value);
}

/** The price in force, and the standard one where that is reduced. Prices for all channels first. */
function pricesOf({ standard_prices, discount_prices }: ConnectProduct, now: number) {
  const standard = general(standard_prices ?? []);
  const reduced = general((discount_prices ?? []).filter((one) => isInForce(one, now)));
  if (!reduced) return { price: standard?.price ?? null, before: null };
  const normal = (standard_prices ?? []).find(
    ({ scope, price }) =>
      filled(scope) === filled(reduced.scope) && price.currency === reduced.price.currency,
  );
  const isReduced = normal && compare(normal.price.amount, reduced.price.amount) > 0;
  return { price: reduced.price, before: isReduced ? normal.price : null };
}

const general = (prices: readonly ConnectPrice[]): ConnectPrice | undefined =>
  prices.find(({ scope }) => filled(scope) === null) ?? prices[0];

function isInForce({ start_date, end_date }: ConnectPrice, now: number): boolean {
  const start = readInstant(start_date ?? '') ?? Number.NEGATIVE_INFINITY;
  const end = readInstant(end_date ?? '') ?? Infinity;
  return start <= now && now <= end;
}

/** With the decimals of the currency, or more where the seller set more. */
function written({ amount, currency }: ConnectMoney): string | null {
  if (!isAmount(amount)) return null;
  const places = String(amount).split('.')[1]?.length ?? 0;
  return money(amount, Math.max(places, decimals(currency)));
}
