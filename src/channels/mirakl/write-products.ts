// Stock and prices: products of Mirakl Connect, or the files of one marketplace (STO01, PRI01).
import { compare, isAmount } from '../../model/money.ts';
import { Refusal } from '../../model/writes.ts';
import type { Reading } from '../channel.ts';
import { batches } from '../kit/groups.ts';
import { integer, parts } from '../kit/loose.ts';
import { exactNumber, sorted } from '../kit/plans.ts';
import { filled } from '../kit/text.ts';
import type { Plan, PriceWrite, Step, StockWrite } from '../writing.ts';
import { pricesOf } from './connect-products.ts';
import { isMarketplace } from './marketplace.ts';
import { marketplacePriceRows, PRICE_COLUMNS } from './marketplace-prices.ts';
import type { ConnectPrice, ConnectProduct, MarketplaceOffer } from './native.ts';
import { idIn, refusalIn, uploadAsk, writeConnect } from './write-asks.ts';

/** https://developer.mirakl.com/content/product/connect/rest/connect/openapi3 (`UpsertProductsRequest`) */
export const MOST_PRODUCTS = 1000;

export function planStock(writes: readonly StockWrite[], reading: Reading): Promise<Plan> {
  if (isMarketplace(reading.account)) return planFile('stock', writes, stockRows, reading);
  const bySku = Map.groupBy(writes, ({ product }) => product.id);
  return planConnect(writes, (write) => quantitiesOf(write, bySku.get(write.product.id) ?? []));
}

export const planPrices = (writes: readonly PriceWrite[], reading: Reading): Promise<Plan> =>
  isMarketplace(reading.account)
    ? planFile(
        'pricing',
        writes,
        (write, sku) => marketplacePriceRows(write, sku, reading.now),
        reading,
      )
    : planConnect(writes, (write) => connectPrices(write, reading.now));

/** Products are written together, each once; of what is not named nothing changes. */
function planConnect<Write extends StockWrite | PriceWrite>(
  writes: readonly Write[],
  changesOf: (write: Write) => object | Refusal,
): Promise<Plan> {
  const { planned, refused } = sorted(writes, (write) => {
    const changes = changesOf(write);
    return changes instanceof Refusal
      ? changes
      : { at: write.at, product: { id: write.product.id, ...changes } };
  });
  const steps = batches(planned, MOST_PRODUCTS).map((some): Step => {
    const products = new Map(some.map(({ product }) => [product.id, product]));
    const body = { products: [...products.values()] };
    return {
      items: some.map(({ at }) => at),
      ask: writeConnect('POST', 'upsertProducts', '/products', body),
      read: (reply) => some.map(() => refusalIn(reply)),
    };
  });
  return Promise.resolve({ steps, refused });
}

/** The list of warehouses is written whole, with all that is asked for of the product. */
function quantitiesOf(write: StockWrite, all: readonly StockWrite[]): object | Refusal {
  const refuse = (sentence: string) => new Refusal('stock_not_set', sentence);
  const rows = parts((write.native as ConnectProduct).quantities).map((one) => ({
    code: filled(one.warehouse_code) ?? undefined,
    available: integer(one.available_quantity),
  }));
  if (!rows.some(({ code }) => code === write.locationId))
    return refuse('This stock lies with a partner who sends for the seller, and counts it.');
  if (rows.filter(({ code }) => code === undefined).length > 1)
    return refuse('Mirakl names several quantities without their warehouses.');
  const quantities = rows.map(({ code, available }) => ({
    available: all.find(({ locationId }) => locationId === code)?.item.available ?? available,
    code,
  }));
  if (quantities.some(({ available }) => available === null))
    return refuse('The quantity of another warehouse cannot be read, and would be lost.');
  return {
    quantities: quantities.map(({ available, code }) => ({
      available_quantity: available,
      ...(code !== undefined && { warehouse_code: code }),
    })),
  };
}

/**
 * Both lists of prices are written whole: those of other scopes and days stay as they were read. What
 * comes of it is looked at by the reading itself.
 */
function connectPrices({ item, native, variant }: PriceWrite, now: number): object | Refusal {
  const refuse = (sentence: string) => new Refusal('price_not_set', sentence);
  const product = native as ConnectProduct;
  const [standards, discounts] = [product.standard_prices, product.discount_prices].map(parts) as [
    readonly ConnectPrice[],
    readonly ConnectPrice[],
  ];
  if ([...standards, ...discounts].some(({ price }) => !isAmount(price?.amount)))
    return refuse('Another price of the product cannot be read, and would be lost.');
  const { standard, reduced, before } = pricesOf(product, now);
  const [currency, scope] = [variant.currency ?? '', (reduced ?? standard)?.scope];
  const priced = (row: ConnectPrice | undefined, amount: string): ConnectPrice => ({
    ...(scope !== undefined && { scope }),
    ...row,
    price: { amount, currency },
  });
  const put = (list: readonly ConnectPrice[], row: ConnectPrice | undefined, amount: string) =>
    row === undefined
      ? [...list, priced(row, amount)]
      : list.map((one) => (one === row ? priced(row, amount) : one));
  const { price, compare_at_price: wanted = before && String(before.amount) } = item;
  if (wanted !== null && compare(price, wanted) >= 0)
    return refuse(`The price before the reduction is ${wanted}: send another "compare_at_price".`);
  const next = {
    standard_prices: put(standards, standard, wanted ?? price),
    discount_prices:
      wanted === null ? discounts.filter((one) => one !== reduced) : put(discounts, reduced, price),
  };
  const seen = pricesOf({ ...product, ...next }, now);
  const isSame = (amount: unknown, asked: string | null) =>
    asked === null ? amount === undefined : isAmount(amount) && compare(amount, asked) === 0;
  if (!isSame(seen.price?.amount, price) || !isSame(seen.before?.amount, wanted))
    return refuse('Prices for some sales channels are in force that Mirakl shows instead.');
  const sent = (rows: readonly ConnectPrice[]) =>
    rows.map((row) => ({
      ...row,
      price: { ...row.price, amount: exactNumber(String(row.price.amount)) },
    }));
  const { discount_prices: left } = next;
  return {
    standard_prices: sent(next.standard_prices),
    discount_prices: left.length === 0 ? null : sent(left),
  };
}

// A marketplace.

const FILES = {
  stock: {
    operation: 'STO01',
    columns: ['offer-sku', 'quantity', 'warehouse-code', 'update-delete'],
  },
  pricing: { operation: 'PRI01', columns: PRICE_COLUMNS },
} as const;

type Rows = readonly Readonly<Record<string, string>>[];

/** One file for all of them, as Mirakl takes one a minute. Columns that no row has are left out. */
function planFile<Write extends StockWrite | PriceWrite>(
  kind: keyof typeof FILES,
  writes: readonly Write[],
  rowsOf: (write: Write, sku: string) => Rows | Refusal,
  { account }: Reading,
): Promise<Plan> {
  const { planned, refused } = sorted(writes, (write) => {
    const sku = filled((write.native as MarketplaceOffer).shop_sku);
    if (sku === null)
      return new Refusal(
        kind === 'stock' ? 'stock_not_set' : 'price_not_set',
        'The offer has no SKU of the seller, by which Mirakl would find it.',
      );
    const rows = rowsOf(write, sku);
    return rows instanceof Refusal ? rows : { at: write.at, sku, rows };
  });
  if (planned.length === 0) return Promise.resolve({ steps: [], refused });
  const { operation, columns } = FILES[kind];
  // The rows of one offer must stand together.
  const rows = planned.toSorted((a, b) => (a.sku < b.sku ? -1 : 1)).flatMap((one) => one.rows);
  const used = columns.filter((name) => rows.some((row) => row[name] !== undefined));
  const table = [used, ...rows.map((row) => used.map((name) => row[name] ?? ''))];
  const step: Step = {
    items: planned.map(({ at }) => at),
    ask: uploadAsk(account, operation, `/api/offers/${kind}/imports`, table),
    read: (reply) => {
      const id = idIn(reply, 'import_id', 'importId');
      return planned.map(
        ({ sku }) =>
          refusalIn(reply) ??
          (id === undefined ? undefined : { process: JSON.stringify([kind, id, sku]) }),
      );
    },
  };
  return Promise.resolve({ steps: [step], refused });
}

const stockRows = ({ item, locationId }: StockWrite, sku: string): Rows => [
  {
    'offer-sku': sku,
    quantity: String(item.available),
    ...(locationId !== undefined && { 'warehouse-code': locationId }),
    'update-delete': 'update',
  },
];
