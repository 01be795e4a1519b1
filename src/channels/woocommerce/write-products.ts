// Stock and prices: written in batches, those of variations by their product.
import { compare } from '../../model/money.ts';
import { readInstant } from '../../model/time.ts';
import { Refusal, type WriteCode } from '../../model/writes.ts';
import type { Reading } from '../channel.ts';
import { batches, inGroups } from '../kit/groups.ts';
import { listed, membersOf } from '../kit/loose.ts';
import { sorted } from '../kit/plans.ts';
import { filled } from '../kit/text.ts';
import { brokenAnswer } from '../kit/unlike.ts';
import type { Plan, PriceWrite, Step, StockWrite, VariantWrite } from '../writing.ts';
import { askFor, MOST, readNamed, readOne, writing } from './asks.ts';
import { errorOf } from './explain.ts';
import type { NativeProduct, NativeSellable, Row } from './native.ts';
import { hasRoute } from './shop.ts';
import { amountOf, dateOf, numberOf, objectsIn, truthOf } from './values.ts';

/** What one record of a batch is changed to. */
interface Change {
  readonly at: number;
  readonly product: string;
  readonly id: number;
  readonly set: object;
}

export const planStock = (writes: readonly StockWrite[], reading: Reading): Promise<Plan> =>
  planned(writes, reading, ({ item, native, variant }) => {
    const own = sellableOf(native as NativeProduct, variant.id);
    if (own?.manage_stock === 'parent')
      return new Refusal(
        'stock_not_set',
        'The shop counts the pieces of this product for all its variations together. Have the variation counted by itself there first.',
      );
    return { stock_quantity: item.available };
  });

export const planPrices = (writes: readonly PriceWrite[], reading: Reading): Promise<Plan> =>
  planned(writes, reading, ({ item, native, variant, product }) => {
    const { type } = native as NativeProduct;
    if (variant.id === product.id && (type === 'variable' || type === 'grouped'))
      return refusedPrice('The price of this product is that of the products in it.');
    const own = sellableOf(native as NativeProduct, variant.id);
    return own ? pricesOf(item, own, reading.now) : refusedPrice('The shop does not show it.');
  });

const refusedPrice = (why: string): Refusal => new Refusal('price_not_set', why);

/**
 * What is paid now is the sale price while a sale runs, and otherwise the regular one; WooCommerce
 * drops a sale price that is not below the regular one without a word.
 */
function pricesOf(
  { price, compare_at_price: before }: PriceWrite['item'],
  own: NativeSellable,
  now: number,
): object | Refusal {
  const [regular, sale] = [amountOf(own.regular_price), amountOf(own.sale_price)];
  if (before === null) return { regular_price: price, sale_price: '' };
  const isOnSale = truthOf(own.on_sale) === true;
  if (before !== undefined) {
    if (!isOnSale && !runs(own, now))
      return refusedPrice(
        'The shop has dates for a sale of this product, and none runs now. Remove them there first.',
      );
    return { regular_price: before, sale_price: price };
  }
  if (isOnSale) {
    if (regular !== null && compare(price, regular) < 0) return { sale_price: price };
    return refusedPrice(
      `A sale runs, and its price must be below the regular one, ${regular ?? 'which is not set'}: send "compare_at_price" too, null to end the sale.`,
    );
  }
  if (sale !== null && compare(sale, price) >= 0)
    return refusedPrice(
      `The shop has a sale price of ${sale} for another time, which would be lost: send "compare_at_price" null to remove it.`,
    );
  return { regular_price: price };
}

/** Whether a sale would run now, by the dates that the shop keeps for it. */
function runs(
  { date_on_sale_from_gmt, date_on_sale_to_gmt }: NativeSellable,
  now: number,
): boolean {
  const at = (date: unknown, none: number) => readInstant(dateOf(date) ?? '') ?? none;
  return at(date_on_sale_from_gmt, now) <= now && now <= at(date_on_sale_to_gmt, now);
}

/** The record that a variant is: the product itself, or one of its variations. */
const sellableOf = (product: NativeProduct, id: string | null): NativeSellable | undefined =>
  [product, ...objectsIn(product.variation_records)].find((one) => String(one.id) === id);

async function planned<Write extends VariantWrite<unknown>>(
  writes: readonly Write[],
  reading: Reading,
  setOf: (write: Write) => object | Refusal,
): Promise<Plan> {
  const { planned: changes, refused } = sorted(writes, (write): Change | Refusal => {
    const set = setOf(write);
    if (set instanceof Refusal) return set;
    const { id } = write.variant;
    const isSimple = id === write.product.id;
    return { at: write.at, product: isSimple ? '' : write.product.id, id: Number(id), set };
  });
  const groups = [...Map.groupBy(changes, ({ product }) => product)];
  const steps = groups.flatMap(([product, some]) =>
    batches(some, MOST).map((batch) => stepOf(product, batch, reading)),
  );
  return { steps, refused };
}

function stepOf(product: string, batch: readonly Change[], reading: Reading): Step {
  const path = product === '' ? 'products/batch' : `products/${product}/variations/batch`;
  const update = batch.map(({ id, set }) => ({ id, ...set }));
  return {
    items: batch.map(({ at }) => at),
    ask: writing(askFor(reading, path), 'POST', { update }),
    read: ({ body }) => {
      const said = listed<{ id?: unknown; error?: unknown }>(membersOf(body).update);
      return batch.map(({ id }) => {
        const one = said.find((entry) => numberOf(entry.id) === id);
        if (!one) throw brokenAnswer('The shop', 'every record of a batch');
        return one.error === undefined ? undefined : refusalOf(one.error);
      });
    },
  };
}

/** An entry of a batch that was refused, while the others were saved. */
function refusalOf(error: unknown): Refusal {
  const { code, message } = errorOf({ body: error }) ?? { code: '', message: '' };
  const known: WriteCode = /_invalid_id$/.test(code) ? 'record_not_found' : 'refused_by_channel';
  return new Refusal(known, `The shop: ${filled(message) ?? 'refused without a word'}`);
}

/** A simple product is its own only variant; a variation names its product. */
export async function productsOf(variantIds: readonly string[], reading: Reading) {
  const ids = variantIds.filter((id) => /^[1-9]\d{0,14}$/.test(id)).map(Number);
  if (ids.length === 0) return new Map<string, string>();
  const rows = await readNamed<Row>('products', ids, [...FIELDS('id'), ['status', 'any']], reading);
  const found = new Map(rows.map(({ id }) => [String(id), String(id)]));
  const rest = ids.filter((id) => !found.has(String(id)));
  if (rest.length === 0) return found;
  const fields = FIELDS('id,parent_id');
  const variations = (await hasRoute('variations', reading))
    ? await readNamed<Child>('variations', rest, fields, reading)
    : await inGroups(rest, (id) => readOne<Child>('products', id, fields, reading));
  for (const one of variations) {
    const parent = numberOf(one?.parent_id);
    if (one && parent !== null) found.set(String(one.id), String(parent));
  }
  return found;
}

interface Child extends Row {
  readonly parent_id?: unknown;
}

const FIELDS = (names: string) => [['_fields', names]] as const;
