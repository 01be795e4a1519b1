// Sets stock, of the default location, and prices of variants.

import type { Reply } from '../../model/exchange.ts';
import { compare, isZero } from '../../model/money.ts';
import { Refusal } from '../../model/writes.ts';
import type { Reading } from '../channel.ts';
import { amountIn } from '../kit/amounts.ts';
import { batches } from '../kit/groups.ts';
import { count, listed, membersOf } from '../kit/loose.ts';
import { exactNumber, sorted } from '../kit/plans.ts';
import { filled, identifier } from '../kit/text.ts';
import type { Unread } from '../kit/unread.ts';
import type { PriceWrite, StockWrite, VariantWrite, Writing } from '../writing.ts';
import { readNamed, writingAsk } from './asks.ts';
import type { NativeProduct, NativeVariant } from './native.ts';
import { REFUSED, refusedIn } from './write-answers.ts';

const SCOPES =
  'https://developer.bigcommerce.com/docs/start/authentication/api-accounts#oauth-scopes';
const ADJUSTMENTS =
  'https://developer.bigcommerce.com/docs/rest-management/inventory/adjustments#absolute-adjustment';
const INVENTORY =
  'https://developer.bigcommerce.com/docs/store-operations/catalog/inventory-adjustments';
const VARIANTS =
  'https://developer.bigcommerce.com/docs/rest-catalog/product-variants/variants-batch#update-variants-batch';

/** Most entries of one call; more is refused with 413. */
const MOST_ADJUSTED = 2000;
const MOST_VARIANTS = 50;

/** Every store has it; it is the one whose stock the catalogue shows, and which cannot be deleted. */
const DEFAULT_LOCATION = 1;

export const stock: Writing<StockWrite> = {
  facts: {
    needs: { about: 'The scope Store Inventory (modify), `store_inventory`.', source: SCOPES },
    most: MOST_ADJUSTED,
    shows: {
      seconds: 120,
      why: 'BigCommerce writes stock after its answer, with “some time delay”; it says no figure.',
      source: INVENTORY,
    },
    idempotent: {
      is: false,
      about: 'An absolute adjustment has no key; it sets a number, so the later one counts.',
      source: ADJUSTMENTS,
    },
    limits: [
      {
        about:
          'The stock of the default location is set, which is the one that is read. In a store that has BigCommerce add up its locations, what is read back is the sum.',
        source:
          'https://developer.bigcommerce.com/docs/store-operations/catalog/inventory-locations',
      },
      {
        about:
          'A safety stock is not for sale: it is added to what is written, so that `available` can be sold.',
        source: INVENTORY,
      },
      {
        about:
          'Where BigCommerce counts a product with several variants as a whole (`inventory_tracking` is `product`), the stock of one of them cannot be set.',
        source: ADJUSTMENTS,
      },
    ],
  },
  async plan(writes, reading) {
    const { planned, refused } = sorted(writes, countedBy);
    const reserves = await reservesOf(planned, reading);
    const steps = batches(planned, MOST_ADJUSTED).map((some) => ({
      items: some.map(({ write }) => write.at),
      ask: writingAsk(
        reading.account,
        'PUT',
        'v3/inventory/adjustments/absolute',
        {
          reason: 'Stock set by an application',
          items: some.map(({ write, name, id }) => ({
            location_id: DEFAULT_LOCATION,
            [name]: Number(id),
            quantity: write.item.available + (reserves.get(`${name} ${id}`) ?? 0),
          })),
        },
        { expect: REFUSED },
      ),
      read: (reply: Reply) => refusedIn(reply, some),
    }));
    return { steps, refused };
  },
};

interface Counted {
  readonly write: StockWrite;
  /** What BigCommerce counts it by. */
  readonly name: 'variant_id' | 'product_id';
  readonly id: string;
}

function countedBy(write: StockWrite): Counted | Refusal {
  const { inventory_tracking: tracking } = write.native as NativeProduct;
  const { id, variants } = write.product;
  if (tracking === 'variant') return { write, name: 'variant_id', id: write.item.variant_id };
  if (variants.length === 1) return { write, name: 'product_id', id };
  return new Refusal(
    'stock_not_set',
    `BigCommerce counts the stock of product ${id} as a whole, not that of its variants. In the control panel its inventory can be tracked by variant.`,
  );
}

/** What is on hand at the default location and not for sale. */
async function reservesOf(
  counted: readonly Counted[],
  reading: Reading,
): Promise<ReadonlyMap<string, number>> {
  const reserves = new Map<string, number>();
  for (const [name, some] of Map.groupBy(counted, (one) => one.name)) {
    const ids = some.map(({ id }) => Number(id));
    for (const row of await readNamed(reading, 'v3/inventory/items', `${name}:in`, ids)) {
      const { identity, locations } = membersOf(row);
      const here = listed<Unread<'location_id' | 'settings'>>(locations).find(
        ({ location_id }) => location_id === DEFAULT_LOCATION,
      );
      const reserve = count(membersOf(here?.settings).safety_stock) ?? 0;
      reserves.set(`${name} ${identifier(membersOf(identity)[name])}`, reserve);
    }
  }
  return reserves;
}

export const prices: Writing<PriceWrite> = {
  facts: {
    needs: { about: 'The scope Products (modify), `store_v2_products`.', source: SCOPES },
    most: MOST_VARIANTS,
    shows: {
      seconds: 0,
      why: 'BigCommerce answers with the variants as they are now.',
      source: VARIANTS,
    },
    idempotent: {
      is: false,
      about: 'The call has no key; it sets a price, so the later one counts.',
      source: VARIANTS,
    },
    limits: [
      {
        about:
          'A variant that has the price of its product gets one of its own, and no longer follows the product.',
        source: VARIANTS,
      },
      {
        about:
          'A reduction is the sale price: `price` becomes the sale price, and `compare_at_price` the price. Without `compare_at_price` the sale price of a reduced variant is set, and the price of any other. Null ends the sale, and takes away a retail price that would show as a reduction.',
        source: VARIANTS,
      },
      {
        about:
          'Where a rule or price list of the store changes the price that is shown, it cannot be set.',
        source: `${VARIANTS} (\`calculated_price\`)`,
      },
    ],
  },
  plan(writes, { account }) {
    const { planned, refused } = sorted(writes, (write) => {
      const amounts = amountsFor(write);
      return amounts instanceof Refusal ? amounts : { write, id: write.item.variant_id, amounts };
    });
    const steps = batches(planned, MOST_VARIANTS).map((some) => ({
      items: some.map(({ write }) => write.at),
      ask: writingAsk(
        account,
        'PUT',
        'v3/catalog/variants',
        some.map(({ id, amounts }) => ({ id: Number(id), ...numbers(amounts) })),
        { expect: REFUSED },
      ),
      read: (reply: Reply) => refusedIn(reply, some),
    }));
    return Promise.resolve({ steps, refused });
  },
};

type Amounts = Readonly<Partial<Record<'price' | 'sale_price' | 'retail_price', string>>>;

const numbers = (amounts: Amounts): Readonly<Record<string, object>> =>
  Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, exactNumber(amount)]));

/** What to write so that the reading shows what was asked for; see `pricesOf`. */
function amountsFor(write: PriceWrite): Amounts | Refusal {
  const { price, compare_at_price: before } = write.item;
  const { base, sale, retail } = pricesIn(write);
  const isMore = (amount: string | null) => amount !== null && compare(amount, price) > 0;
  const refuse = (sentence: string) => new Refusal('price_not_set', sentence);
  const plain = sale ?? base;
  const shown = write.variant.price;
  if (shown !== null && plain !== null && compare(shown, plain) !== 0)
    return refuse(`A rule or price list of the store makes ${shown} of ${plain}, so that the price that is shown cannot be set.`); // biome-ignore format: one sentence
  if (before === null)
    return { price, ...(sale !== null && NO_SALE), ...(isMore(retail) && NO_RETAIL) };
  if (before === undefined && sale === null) return { price };
  if (isZero(price)) return refuse('BigCommerce takes a sale price of 0 for none.');
  if (before === undefined)
    return isMore(base)
      ? { sale_price: price }
      : refuse(`It is reduced from ${base}: send "compare_at_price" too, null to end the reduction.`); // biome-ignore format: one choice
  return { price: before, sale_price: price };
}

/** BigCommerce's word for none of it: what a variant leaves empty it takes from its product. */
const NO_SALE = { sale_price: '0' };
const NO_RETAIL = { retail_price: '0' };

/** What a variant has, or its product; null where there is none, or 0 of a sale. */
function pricesIn({ item, native }: VariantWrite<PriceWrite['item']>) {
  const product = native as NativeProduct;
  const own = listed<NativeVariant>(product.variants).find(
    ({ id }) => identifier(id) === item.variant_id,
  );
  const of = (name: 'price' | 'sale_price' | 'retail_price'): string | null =>
    filled(amountIn(own?.[name]) ?? amountIn(product[name]));
  const sale = of('sale_price');
  return {
    base: of('price'),
    sale: sale === null || isZero(sale) ? null : sale,
    retail: of('retail_price'),
  };
}
