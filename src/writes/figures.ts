// What is there of an order or a variant, in the figures that a write is held against. Pure.

import { compare } from '../model/money.ts';
import type { Order } from '../model/order.ts';
import type { Variant } from '../model/product.ts';
import type { AskedLine, Figures, Items, WriteOperation } from '../model/writes.ts';

/** Parcels that never left, or came to nothing. */
const NOT_LEFT = new Set<string | null>(['cancelled', 'failed']);

/** An order as it is read with its fulfillments, where its channel has them. */
export type ShippedOrder = Order & {
  readonly fulfillments?: readonly {
    readonly status: string | null;
    readonly tracking_numbers: readonly string[];
    readonly line_items: readonly {
      readonly id: string | null;
      readonly quantity: number | null;
    }[];
  }[];
};

/** Of every line: what was ordered, has left, and can still leave. */
export function orderFigures(order: ShippedOrder): Figures<'fulfillments'> {
  const sent = (order.fulfillments ?? []).filter(({ status }) => !NOT_LEFT.has(status));
  const byLine = new Map<string, number>();
  for (const { id, quantity } of sent.flatMap(({ line_items }) => line_items))
    if (id !== null) byLine.set(id, (byLine.get(id) ?? 0) + (quantity ?? 0));
  // Where parcels do not name their lines, a line says by its own status what has left.
  const isNamed = byLine.size > 0;
  return {
    line_items: order.line_items.flatMap((line) => {
      const { id, quantity, fulfillable_quantity: open } = line;
      if (id === null || quantity === null) return [];
      // What can still leave is in the house, though a parcel may be packed with it.
      const most = open === null ? quantity : Math.max(0, quantity - open);
      const named = Math.min(byLine.get(id) ?? 0, most);
      const fulfilled = isNamed ? named : leftOf(line, quantity);
      return [{ id, quantity, fulfilled, left: open ?? Math.max(0, quantity - fulfilled) }];
    }),
    tracking_numbers:
      order.fulfillments === undefined
        ? null
        : sent.flatMap(({ tracking_numbers }) => tracking_numbers),
  };
}

function leftOf(line: Order['line_items'][number], quantity: number): number {
  if (line.fulfillment_status === 'fulfilled') return quantity;
  return line.fulfillment_status === 'partial'
    ? quantity - (line.fulfillable_quantity ?? quantity)
    : 0;
}

/** At one place, or of the variant as a whole. */
export function stockFigures(variant: Variant, locationId: string | undefined): Figures<'stock'> {
  const level = variant.inventory_levels.find(({ location_id }) => location_id === locationId);
  return {
    location_id: locationId ?? null,
    available: level ? level.available : variant.inventory_quantity,
  };
}

export const priceFigures = (variant: Variant): Figures<'prices'> => ({
  price: variant.price,
  compare_at_price: variant.compare_at_price,
  currency: variant.currency,
});

/** What was read back, held against what was there before and what was asked for. */
export type Compared = 'done' | 'same' | 'other';

export function compareFigures(
  operation: WriteOperation,
  item: Items[WriteOperation],
  before: Figures,
  after: Figures,
  lines: readonly AskedLine[] = [],
): Compared {
  if (isAsAsked(operation, item, before, after, lines)) return 'done';
  return isSame(before, after) ? 'same' : 'other';
}

/** Whether nothing changed; a channel may list the same in another order. */
export const isSame = (a: Figures | null, b: Figures | null): boolean => inOrder(a) === inOrder(b);

const inOrder = (figures: Figures | null): string =>
  JSON.stringify(
    figures && 'line_items' in figures
      ? [
          figures.line_items.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
          figures.tracking_numbers?.toSorted() ?? null,
        ]
      : figures,
  );

function isAsAsked(
  operation: WriteOperation,
  item: Items[WriteOperation],
  before: Figures,
  after: Figures,
  lines: readonly AskedLine[],
): boolean {
  if (operation === 'stock')
    return (after as Figures<'stock'>).available === (item as Items['stock']).available;
  if (operation === 'prices') return isPriced(item as Items['prices'], after as Figures<'prices'>);
  const [was, is] = [before, after] as Figures<'fulfillments'>[];
  if (!was || !is) return false;
  const sent = ({ line_items }: Figures<'fulfillments'>, id: string) =>
    line_items.find((line) => line.id === id)?.fulfilled ?? 0;
  const { tracking_numbers: numbers = [] } = item as Items['fulfillments'];
  return (
    lines.every(({ id, quantity }) => sent(is, id) - sent(was, id) >= quantity) &&
    // Those that the channel does not show cannot be held against anything.
    numbers.every((number) => is.tracking_numbers?.some((one) => sameNumber(one, number)) ?? true)
  );
}

/** Vendors drop blanks and change letters to capitals. */
export const sameNumber = (a: string, b: string): boolean => bare(a) === bare(b);
const bare = (text: string): string => text.replaceAll(/[\s-]/g, '').toUpperCase();

/** Whether it costs what the item asks for. */
export function isPriced(item: Items['prices'], figures: Figures<'prices'>): boolean {
  const same = (a: string | null, b: string | null) =>
    a === null || b === null ? a === b : compare(a, b) === 0;
  return (
    same(figures.price, item.price) &&
    (item.compare_at_price === undefined || same(figures.compare_at_price, item.compare_at_price))
  );
}

/** Whether a parcel with these very numbers has these lines already. */
export function hasParcel(
  order: ShippedOrder,
  numbers: readonly string[],
  lines: readonly AskedLine[],
) {
  if (numbers.length === 0) return false;
  const theirs = (order.fulfillments ?? []).filter(
    ({ status, tracking_numbers }) =>
      !NOT_LEFT.has(status) &&
      numbers.some((number) => tracking_numbers.some((one) => sameNumber(one, number))),
  );
  const found = theirs.flatMap(({ tracking_numbers }) => tracking_numbers);
  const held = theirs.flatMap(({ line_items }) => line_items);
  return (
    numbers.every((number) => found.some((one) => sameNumber(one, number))) &&
    lines.every(
      ({ id, quantity }) =>
        held.reduce((sum, line) => sum + (line.id === id ? (line.quantity ?? 0) : 0), 0) >=
        quantity,
    )
  );
}
