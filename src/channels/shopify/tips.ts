// Tips: Shopify lists what was given as one as a line of the order, beside the goods, and counts it in its own total too.
import { compare, isAmount, isZero, sum, times } from '../../model/money.ts';
import { parts } from '../kit/loose.ts';
import { filled, identifier } from '../kit/text.ts';
import type { LineItem, MoneyBag, Order } from './native.ts';

/**
 * The lines of an order that are tips. GraphQL does not mark them (REST has `tip` on them): such a
 * line has no product, no variant and no number, is not shipped, and is called "Tip", or that in
 * the shop's language. Custom items may look the same, so the amounts decide: tips are those that
 * come to what the order says it got as tips, or where none do, those called so.
 */
export function tipsIn(order: Order): ReadonlySet<LineItem> {
  if (SIDES.every((side) => isZero(receivedOf(order, side)))) return NONE;
  const lines = parts<LineItem>(order.lineItems?.nodes).filter(isLikeTip);
  const named = lines.filter((line) => filled(line.title) === 'Tip');
  const sets = [named, lines, ...lines.map((line) => [line])];
  return new Set(sets.find((some) => SIDES.some((side) => isAllOf(order, some, side))) ?? named);
}

/** The order with its goods alone. */
export function withoutTips(order: Order): Order {
  const tips = tipsIn(order);
  if (tips.size === 0) return order;
  const nodes = order.lineItems.nodes.filter((line) => !tips.has(line));
  return { ...order, lineItems: { ...order.lineItems, nodes } };
}

/** The global ids of the tips, for what points to lines. */
export const tipIds = (order: Order): ReadonlySet<unknown> =>
  new Set([...tipsIn(order)].map(({ id }) => id));

/** A token that may not read products has none on any line. */
const isLikeTip = (line: LineItem): boolean =>
  identifier(line.product?.legacyResourceId) === null &&
  identifier(line.variant?.legacyResourceId) === null &&
  line.requiresShipping !== true &&
  line.isGiftCard !== true &&
  filled(line.sku) === null;

const SIDES = ['shopMoney', 'presentmentMoney'] as const satisfies readonly (keyof MoneyBag)[];

const NONE: ReadonlySet<LineItem> = new Set();

function receivedOf({ totalTipReceivedSet }: Order, side: keyof MoneyBag): string {
  const amount: unknown = totalTipReceivedSet?.[side]?.amount;
  return isAmount(amount) ? String(amount) : '0';
}

/** Sums of converted amounts may be a cent apart on one side: either will do. */
function isAllOf(order: Order, lines: readonly LineItem[], side: keyof MoneyBag): boolean {
  const received = receivedOf(order, side);
  if (isZero(received)) return false;
  const prices = lines.map(({ originalUnitPriceSet: price, quantity }) => {
    const amount: unknown = price?.[side]?.amount;
    return isAmount(amount) && isAmount(quantity) ? times(amount, quantity, 0) : null;
  });
  const known = prices.filter((one) => one !== null);
  return known.length === prices.length && compare(sum(known, 0), received) === 0;
}
