// What can be said of an item before anything is sent: refused, so already, or ready to be written. Pure.
import type { FulfillmentWrite, PriceWrite, StockWrite } from '../channels/writing.ts';
import { decimals } from '../model/currencies.ts';
import { compare, placesOf } from '../model/money.ts';
import type { Product, Variant } from '../model/product.ts';
import { type Figures, type Items, Refusal, type WriteOperation } from '../model/writes.ts';
import {
  hasParcel,
  isPriced,
  orderFigures,
  priceFigures,
  type ShippedOrder,
  sameNumber,
  stockFigures,
} from './figures.ts';

/** An order or a product as it was read, and in the vendor's words. */
export interface Found {
  readonly record: ShippedOrder | Product;
  readonly native: unknown;
}

export type Write = FulfillmentWrite | StockWrite | PriceWrite;

/** What an item comes to; `before` where there is something to compare with. */
export interface Checked {
  readonly before: Figures | null;
  readonly refusal?: Refusal;
  /** It is so already, as far as can be read. */
  readonly unchanged?: boolean;
  readonly write?: Write;
}

const refuse = (
  before: Figures | null,
  code: ConstructorParameters<typeof Refusal>[0],
  message: string,
): Checked => ({ before, refusal: new Refusal(code, message) });

export function checkItem<W extends WriteOperation>(
  operation: W,
  at: number,
  item: Items[W],
  found: Found | undefined,
): Checked {
  if (operation === 'fulfillments')
    return checkFulfillment(at, item as Items['fulfillments'], found);
  const wish = item as Items['stock' | 'prices'];
  const product = found?.record as Product | undefined;
  const variant = product?.variants.find(({ id }) => id === wish.variant_id);
  if (!found || !product || !variant)
    return refuse(null, 'record_not_found', `The channel has no variant "${wish.variant_id}".`);
  const of = { at, product, variant, native: found.native };
  return 'available' in wish ? checkStock(wish, of) : checkPrice(wish, of);
}

function checkFulfillment(
  at: number,
  item: Items['fulfillments'],
  found: Found | undefined,
): Checked {
  if (!found)
    return refuse(null, 'record_not_found', `The channel has no order "${item.order_id}".`);
  const order = found.record as ShippedOrder;
  const before = orderFigures(order);
  const { tracking_numbers: numbers = [] } = item;
  const asked =
    item.line_items ??
    before.line_items.flatMap(({ id, left }) => (left > 0 ? [{ id, quantity: left }] : []));
  const lines: { line: ShippedOrder['line_items'][number]; quantity: number }[] = [];
  for (const { id, quantity } of asked) {
    const line = order.line_items.find((one) => one.id === id);
    const figures = before.line_items.find((one) => one.id === id);
    if (!line || !figures)
      return refuse(before, 'line_not_found', `The order has no line "${id}".`);
    if (asked.filter((one) => one.id === id).length > 1)
      return refuse(before, 'duplicate_item', `"line_items" names line "${id}" more than once.`);
    lines.push({ line, quantity });
  }
  const hasLeft = asked.every(({ id, quantity }) =>
    before.line_items.some((line) => line.id === id && line.fulfilled >= quantity),
  );
  if (asked.length > 0 && hasLeft && hasParcel(order, numbers, asked))
    return { before, unchanged: true };
  if (order.cancelled_at !== null)
    return refuse(before, 'not_shippable', 'The order is cancelled.');
  if (asked.length === 0) {
    const known = before.tracking_numbers ?? [];
    if (
      numbers.length > 0 &&
      numbers.every((number) => known.some((one) => sameNumber(one, number)))
    )
      return { before, unchanged: true };
    return before.line_items.some(({ quantity, fulfilled }) => fulfilled < quantity)
      ? refuse(
          before,
          'not_shippable',
          'What has not left is not the merchant’s to ship: it was given back, or another sends it.',
        )
      : refuse(before, 'nothing_left', 'Everything of the order has left already.');
  }
  for (const { id, quantity } of asked) {
    const left = before.line_items.find((one) => one.id === id)?.left ?? 0;
    if (quantity > left)
      return refuse(
        before,
        'more_than_left',
        `Of line "${id}" ${left} can still be shipped, and ${quantity} were asked for.`,
      );
  }
  return { before, write: { at, item, order, native: found.native, lines } };
}

interface Of {
  readonly at: number;
  readonly product: Product;
  readonly variant: Variant;
  readonly native: unknown;
}

function checkStock(item: Items['stock'], of: Of): Checked {
  const { variant } = of;
  const places = variant.inventory_levels.flatMap(({ location_id: id }) => id ?? []);
  const [only, ...others] = places;
  if (item.location_id !== undefined && !places.includes(item.location_id))
    return refuse(
      null,
      'location_not_found',
      `The variant is not kept at "${item.location_id}"${places.length > 0 ? `, but at ${places.join(', ')}` : ': its stock has no places'}.`,
    );
  if (item.location_id === undefined && others.length > 0)
    return refuse(
      null,
      'location_required',
      `The variant is kept at ${places.join(', ')}: say which with "location_id".`,
    );
  const locationId = item.location_id ?? only;
  const before = stockFigures(variant, locationId);
  if (before.available === null)
    return refuse(
      before,
      'stock_not_counted',
      'The channel does not count the stock of this variant. Have it counted there first.',
    );
  if (item.if_available !== undefined && item.if_available !== before.available)
    return refuse(
      before,
      'stock_moved',
      `There are ${before.available}, not ${item.if_available}. Read it again and decide.`,
    );
  const write = { ...of, item, locationId };
  return { before, write, ...(before.available === item.available && { unchanged: true }) };
}

function checkPrice(item: Items['prices'], of: Of): Checked {
  const before = priceFigures(of.variant);
  const { price, compare_at_price: reduced, currency } = item;
  if (currency !== undefined && currency !== before.currency)
    return refuse(
      before,
      'currency_differs',
      `The channel shows ${before.currency ?? 'no currency'} for this variant, not ${currency}.`,
    );
  const most = decimals(before.currency);
  for (const amount of [price, reduced])
    if (amount != null && placesOf(amount) > most)
      return refuse(
        before,
        'too_many_decimals',
        `${amount} has more than the ${most} decimals of ${before.currency ?? 'the currency'}.`,
      );
  if (reduced != null && compare(reduced, price) <= 0)
    return refuse(
      before,
      'price_not_set',
      '"compare_at_price" is the price before it was reduced: it must be more than "price".',
    );
  return { before, write: { ...of, item }, ...(isPriced(item, before) && { unchanged: true }) };
}
