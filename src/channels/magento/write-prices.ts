// Sets prices at the scope that is read: of the whole shop, or of every view of the website.

import type { Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { compare } from '../../model/money.ts';
import { Refusal } from '../../model/writes.ts';
import type { Reading } from '../channel.ts';
import { batches } from '../kit/groups.ts';
import { membersOf, parts } from '../kit/loose.ts';
import { exactNumber, sorted } from '../kit/plans.ts';
import { filled } from '../kit/text.ts';
import type { PriceWrite, Step, Writing } from '../writing.ts';
import { askFor, located, writingAsk } from './asks.ts';
import { secondText } from './dates.ts';
import { attributeOf, isComposite, type NativeItem, type NativeProduct } from './native.ts';
import { isOnSale, stored } from './prices.ts';
import { rememberIfAllowed } from './rights.ts';
import { storeOf } from './store.ts';
import { refusedPrices } from './write-answers.ts';
import { MOST_ENTRIES } from './write-stock.ts';

const PRICES = 'https://developer.adobe.com/commerce/webapi/rest/modules/catalog-pricing/';
const DAY = 86_400_000;

export const prices: Writing<PriceWrite> = {
  facts: {
    needs: {
      about:
        'The permissions Catalog, and Stores > Attributes > Product to know the scope of prices.',
      source:
        'https://github.com/magento/magento2, app/code/Magento/Catalog/etc/webapi.xml (`Magento_Catalog::catalog`, `Magento_Catalog::attributes_attributes`)',
    },
    most: MOST_ENTRIES,
    shows: {
      seconds: 0,
      why: 'The API shows a price as soon as it is written, also where indexers run on a schedule.',
      source: 'seen on Magento 2.4.6',
    },
    idempotent: {
      is: false,
      about: 'The calls have no key; they set a price, so the later one counts.',
      source: PRICES,
    },
    limits: [
      {
        about:
          'A reduction is the special price: `price` becomes the special price, and `compare_at_price` the price. Without `compare_at_price` the special price of a reduced variant is set, and the price of any other. Null ends the special price: it is deleted or, where a website has prices of its own, made the same as the price.',
        source: PRICES,
      },
      {
        about:
          'The days of a special price that is on are kept. Where its days were over, it lasts until it is ended.',
        source: PRICES,
      },
      {
        about:
          'Where websites have prices of their own, those of the website that is read are set, in all its views.',
        source: 'seen on Magento 2.4.6',
      },
      {
        about: 'Bundles, grouped and configurable products have no price that can be set.',
        source: PRICES,
      },
    ],
  },
  async plan(writes, reading) {
    const account = await located(reading);
    const { facts, views } = await storeOf(reading);
    const isGlobal = (await scopeOf(reading)) === 'global';
    const stores = isGlobal ? [GLOBAL] : views;
    if (stores.length === 0)
      throw missing('the views of the website', 'Stores > Settings > All Stores');
    const { planned, refused } = sorted(writes, (write) => {
      const item = soldItem(write);
      const sku = filled(item?.sku);
      if (!item || sku === null || isComposite(item))
        return new Refusal(
          'price_not_set',
          'Its price comes from what is chosen, or it has no SKU.',
        );
      const isOn = isOnSale(item, facts, reading.now);
      const calls = callsFor(write, item, { isOn, isGlobal, now: reading.now });
      return calls instanceof Refusal ? calls : { at: write.at, sku, calls };
    });
    const stepOf = (path: Path, some: readonly Priced[]): Step => ({
      items: some.map(({ at }) => at),
      ask: writingAsk(account, 'POST', `products/${path}`, {
        prices: some.flatMap(({ sku, price, days }) =>
          stores.map((store_id) => ({ price: exactNumber(price), store_id, sku, ...days })),
        ),
      }),
      read: (reply: Reply) =>
        refusedPrices(
          reply,
          some.map(({ sku }) => sku),
        ),
    });
    const priced = planned.map(({ at, sku, calls }) => calls.map((one) => ({ at, sku, ...one })));
    // Those of one item are made one after another, and each only if the one before was taken.
    const apart = priced.filter((calls) => calls.length > 1).flat();
    const alone = Map.groupBy(
      priced.filter((calls) => calls.length === 1).flat(),
      ({ path }) => path,
    );
    const together = Math.max(1, Math.floor(MOST_ENTRIES / stores.length));
    return {
      steps: [
        ...[...alone].flatMap(([path, all]) =>
          batches(all, together).map((some) => stepOf(path, some)),
        ),
        ...apart.map((one) => stepOf(one.path, [one])),
      ],
      refused,
    };
  },
};

/** The number of the scope that all views share. */
const GLOBAL = 0;

type Path = 'base-prices' | 'special-price' | 'special-price-delete';

interface Call {
  readonly path: Path;
  readonly price: string;
  /** Empty ones leave the days as they are. */
  readonly days?: { readonly price_from: string; readonly price_to: string };
}
type Priced = Call & { readonly at: number; readonly sku: string };

const KEPT = { price_from: '', price_to: '' };
/** A day ago it has begun on every clock. */
const fromNow = (now: number) => ({
  price_from: `${secondText(now - DAY).slice(0, 10)} 00:00:00`,
  price_to: '2099-12-31 23:59:59',
});

/** What to write so that the reading shows what was asked for; see `pricesOf`. */
function callsFor(
  { item, variant }: PriceWrite,
  sold: NativeItem,
  { isOn, isGlobal, now }: { readonly isOn: boolean; readonly isGlobal: boolean; readonly now: number }, // biome-ignore format: one line
): readonly Call[] | Refusal {
  const { price, compare_at_price: before } = item;
  const regular = stored(sold.price);
  const special = stored(attributeOf(sold, 'special_price'));
  const reduced = (days: Call['days']): Call => ({
    path: 'special-price',
    price,
    days: days ?? KEPT,
  });
  if (before === undefined && variant.compare_at_price !== null)
    return regular !== null && compare(regular, price) > 0
      ? [reduced(KEPT)]
      : new Refusal('price_not_set', `It is reduced from ${variant.compare_at_price}: send "compare_at_price" too, null to end the reduction.`); // biome-ignore format: one choice
  if (before != null)
    return [reduced(isOn ? KEPT : fromNow(now)), { path: 'base-prices', price: before }];
  const base: Call = { path: 'base-prices', price };
  if (special === null || !isOn || compare(special, price) >= 0) return [base];
  // A value of the whole shop would show again where that of the website is deleted.
  return [{ ...reduced(KEPT), ...(isGlobal && { path: 'special-price-delete' }) }, base];
}

/** The product itself, or the child that the variant is. */
function soldItem({ item, native }: PriceWrite): NativeItem | undefined {
  const product = native as NativeProduct;
  const all = [product, ...parts(product.child_records)];
  return all.find(({ id }) => String(id) === item.variant_id);
}

/** Whether prices hold for the whole shop or for a website: Stores > Configuration > Catalog > Price. */
async function scopeOf(reading: Reading): Promise<string | null> {
  const scope = await rememberIfAllowed(
    reading,
    'scope of prices',
    async () => askFor(await located(reading), 'products/attributes/price'),
    ({ body }) => filled(membersOf(body).scope),
  );
  if (scope === undefined) throw missing('the scope of prices', 'Stores > Attributes > Product');
  return scope;
}

const missing = (what: string, box: string): Fault =>
  new Fault(
    'permission_missing',
    `The integration may not read ${what}, so it is not known where a price would show. Tick “${box}” in its API permissions.`,
    { status: 401, reason: 'resource_missing' },
  );
