// What channels lose of orders only after changes; the catalogue as it is generated shows none of it.
import type { Catalogue, Line } from '../../sandbox/catalogue/types.ts';
import type { Store } from '../../sandbox/store.ts';
import { statusOf as statusAtAmazon } from '../../sandbox/stores/amazon/holding.ts';
import { bucketOf as bucketAtBol } from '../../sandbox/stores/bol/quantities.ts';
import type { ChannelLosses, World } from './round-trip-compare.ts';
import { unordered } from './round-trip-include-fields.ts';
import { ORDER_FIELDS } from './round-trip-order-fields.ts';
import { type OrderLoss, zeroSet } from './round-trip-order-views.ts';

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
  why: 'A refund shows in the pieces of lines only: when all came back, it does not show that shipping did not.',
};

const hiddenBuyer: OrderLoss = {
  fields: ['note'],
  when: (order) => ['PENDING', 'CANCELLED'].includes(statusAtAmazon(order)) && order.note !== null,
  why: 'Amazon says nothing of the buyer before the payment and after a cancellation, instructions included.',
};

const refundedByAmounts: OrderLoss = {
  fields: ['current_total_tax'],
  when: ({ financialStatus, totals }) =>
    financialStatus === 'refunded' && totals.tax.shop !== totals.refundedTax.shop,
  expected: zeroSet,
  why: 'An order that was refunded whole is worth nothing, also where amounts without tax gave it back.',
};

const nothingOpen: OrderLoss = {
  fields: ['closed_at'],
  when: (order) => order.state === 'open' && bucketAtBol(order) === 'cancelled',
  expected: (order) => order.updatedAt,
  why: 'When all pieces were given back before they were sent, nothing of the order is open at bol.',
};

const skuIsGone: OrderLoss = {
  fields: ['refunds.line_items'],
  when: ({ lines, refunds }) => refunds.length > 0 && lines.some((line) => !line.productExists),
  expected: ({ lines, refunds }) =>
    unordered(
      refunds.map((refund) =>
        unordered(
          refund.lines.map(({ lineId, quantity }) => {
            const line = lines.find(({ id }) => id === lineId);
            return [line?.productExists ? line.sku : null, quantity];
          }),
        ),
      ),
    ),
  why: 'The SKU, by which lines are distinguished here, is looked up in the product, which is gone.',
};

const addedToRefunds: Readonly<Record<string, readonly OrderLoss[]>> = {
  woocommerce: [skuIsGone],
};

const added: Readonly<Record<string, readonly OrderLoss[]>> = {
  amazon: [hiddenBuyer],
  bol: [nothingOpen],
  bigcommerce: [archivedIsGone],
  lightspeed_c: [archivedIsGone, goodsAlone],
  woocommerce: [refundedByAmounts],
};

/** The losses of a channel with those that these changes brought; the first that applies counts. */
export function afterChanges(losses: ChannelLosses, store: Store, catalogue: Catalogue) {
  const { orders } = losses;
  if (orders === undefined) return losses;
  const world: World = { store, catalogue, sides: ['shop', 'presentment'] };
  const shown = store.shops[0]?.orders ?? [];
  const brought = (by: typeof added) =>
    (by[store.channel] ?? []).filter((loss) => shown.some((order) => loss.when?.(order, world)));
  const { refunds } = losses;
  return {
    ...losses,
    orders: { ...orders, losses: [...brought(added), ...orders.losses] },
    ...(refunds && { refunds: [...brought(addedToRefunds), ...refunds] }),
  };
}
