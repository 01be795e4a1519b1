// What channels lose of orders only after changes; the catalogue as it is generated shows none of it.
import type { Line } from '../../sandbox/catalogue/types.ts';
import { statusId } from '../../sandbox/stores/bigcommerce/status.ts';
import type { ChannelLosses, World } from './round-trip-compare.ts';
import { ORDER_FIELDS } from './round-trip-order-fields.ts';
import type { OrderLoss } from './round-trip-order-views.ts';

/** False for a product that was put away since it was bought. */
const isThere = ({ productId, productExists }: Line, { catalogue }: World): boolean =>
  !productExists || catalogue.productById.get(productId ?? 0)?.status !== 'archived';

const archivedIsGone: OrderLoss = {
  fields: ['line_items.product_id', 'line_items.variant_id', 'line_items.product_exists'],
  when: ({ lines }, world) => lines.some((line) => !isThere(line, world)),
  expected(order, world, field) {
    const plain = ORDER_FIELDS[field]?.expected(order, world) as readonly unknown[];
    const gone = field === 'line_items.product_exists' ? false : null;
    return order.lines.map((line, at) => (isThere(line, world) ? plain[at] : gone));
  },
  why: 'There is no archive: a product that was put away since is gone, and lines do not find it.',
};

const goodsAlone: OrderLoss = {
  fields: ['financial_status'],
  when: ({ financialStatus, lines }) =>
    financialStatus === 'partially_refunded' &&
    lines.every(({ quantity, refundedQuantity }) => quantity === refundedQuantity),
  expected: () => 'refunded',
  why: 'A refund shows in the pieces of lines only: when all came back, nobody sees that shipping did not.',
};

/** The status that says nothing of the sending. */
const PARTIALLY_REFUNDED = 14;

const givenBackUnsent: OrderLoss = {
  fields: ['fulfillment_status'],
  when: (order) =>
    order.fulfilmentStatus === 'fulfilled' &&
    statusId(order) === PARTIALLY_REFUNDED &&
    order.lines.some((line) => line.requiresShipping && line.fulfilledQuantity < line.quantity),
  expected: () => 'partial',
  why: 'Pieces ordered and sent are counted, and those given back before they were sent still miss.',
};

const added: Readonly<Record<string, readonly OrderLoss[]>> = {
  bigcommerce: [archivedIsGone, givenBackUnsent],
  lightspeed_c: [archivedIsGone, goodsAlone],
};

/** The losses of a channel with those that come with changes; the first that applies counts. */
export function afterChanges(name: string, losses: ChannelLosses): ChannelLosses {
  const { orders } = losses;
  if (orders === undefined) return losses;
  return { ...losses, orders: { ...orders, losses: [...(added[name] ?? []), ...orders.losses] } };
}
