// Steps that one vendor alone knows, and that leave the date of the record where it was there or everywhere.
import type { Change, Instant, Order, Product } from '../catalogue/types.ts';
import { nameOf } from './order-steps.ts';
import { impossible } from './refusal.ts';

/** Deletes the last refund, of those that gave back a part: the status of an order stays as it is. */
export function deleteRefund(order: Order, at: Instant): Order {
  const gone = order.deletedRefunds ?? [];
  const last = order.refunds.findLast(({ id }) => !gone.includes(id));
  if (last === undefined) throw impossible(`${nameOf(order)} has no refund to delete.`);
  if (order.financialStatus !== 'partially_refunded')
    throw impossible(`${nameOf(order)} is not refunded in part: its status would say more than it is.`); // biome-ignore format: one sentence
  return noted(
    { ...order, deletedRefunds: [...gone, last.id] },
    'delete-refund',
    at,
    'woocommerce',
  );
}

/** The plugin that registered the status of the order is switched off. */
export function orphan(order: Order, at: Instant): Order {
  if (order.orphaned) throw impossible(`${nameOf(order)} has such a status already.`);
  return noted({ ...order, orphaned: true }, 'orphan', at, 'woocommerce');
}

/** It is switched on again. */
export function adopt(order: Order, at: Instant): Order {
  const { orphaned, ...rest } = order;
  if (!orphaned) throw impossible(`The status of ${nameOf(order)} is registered.`);
  return noted(rest, 'adopt', at, 'woocommerce');
}

/** An importer leaves the record without a date of change. */
export function undate<Of extends Order | Product>(record: Of, at: Instant): Of {
  if (record.undated) throw impossible('It has no date of change already.');
  return noted({ ...record, undated: true }, 'undate', at, 'woocommerce');
}

export function hide(product: Product, at: Instant): Product {
  if (product.hidden) throw impossible(`Product ${product.id} is hidden already.`);
  return noted({ ...product, hidden: true }, 'hide', at, 'magento');
}

export function show(product: Product, at: Instant): Product {
  const { hidden, ...rest } = product;
  if (!hidden) throw impossible(`Product ${product.id} is not hidden.`);
  return noted(rest, 'show', at, 'magento');
}

const noted = <Of extends Order | Product>(
  record: Of,
  kind: Change['kind'],
  at: Instant,
  of: string,
): Of => ({
  ...record,
  changes: [...record.changes, { kind, at, before: record.updatedAt, fields: [], of }],
});
