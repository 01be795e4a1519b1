// What WooCommerce takes for a change of a record, by how the shop stores its orders (seen on 11.0.1 and 8.2.2).
import type { Order, Product } from '../../catalogue/types.ts';
import { type Moves, orderSeen, perRecord, productSeen } from '../../living/derived.ts';
import { settled } from '../../living/settled.ts';

type Storage = 'hpos' | 'legacy';

/** What plugins and importers write past the shop's code moves no date, and no more does deleting a refund. */
const quiet = new Set(['delete-refund', 'orphan', 'adopt', 'undate']);

/**
 * Status, payment, refund and the customer's note move the date of an order. A line, a fee, a coupon
 * or an address does where orders have tables of their own, and does not where they are posts.
 */
const ordersIn: Readonly<Record<Storage, Moves<Order>>> = {
  hpos: ({ kind, way, fields }) =>
    !quiet.has(kind) && way !== 'import' && !fields.includes('notes'),
  legacy: ({ kind, way, fields }) =>
    !quiet.has(kind) && way !== 'import' && (kind !== 'edit' || fields.includes('note')),
};

/** A sale, the admin and the API move the date of a product, and a variation that of its parent. */
const product: Moves<Product> = ({ kind, way }) => !quiet.has(kind) && way !== 'import';

export const movesIn = (storage: Storage) => ({ order: ordersIn[storage], product });

/** An order as a shop shows it: without the refunds that were deleted, and with the date that it gives it. */
export const ordersSeen = {
  hpos: perRecord(seenIn('hpos')),
  legacy: perRecord(seenIn('legacy')),
};

function seenIn(storage: Storage): (order: Order) => Order {
  const dated = orderSeen('woocommerce', ordersIn[storage]);
  return (order) => dated(withoutDeleted(order));
}

function withoutDeleted(order: Order): Order {
  const { deletedRefunds: gone, changes, updatedAt } = order;
  if (!gone) return order;
  const refunds = order.refunds.filter(({ id }) => !gone.includes(id));
  const payments = order.payments.filter(({ refundId }) => !gone.includes(refundId ?? 0));
  const step = { kind: 'delete-refund', at: updatedAt, fields: [] } as const;
  const { undated } = order;
  return {
    ...settled({ ...order, refunds, payments }, step),
    changes,
    ...(undated && { undated }),
  };
}

export const productSeenHere = productSeen('woocommerce', product);
