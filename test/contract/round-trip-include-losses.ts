// Losses of fulfillments and refunds that several vendors share.
import type { Order, Refund } from '../../sandbox/catalogue/types.ts';
import type { Loss } from './round-trip-compare.ts';
import { FULFILLMENT_FIELDS, unordered } from './round-trip-include-fields.ts';

type OrderLoss = Loss<Order>;

/** Something of every refund other than the catalogue's. */
export const ofRefunds =
  (value: (refund: Refund, order: Order) => unknown): NonNullable<OrderLoss['expected']> =>
  (order) =>
    unordered(order.refunds.map((refund) => value(refund, order)));

/** Something of every fulfillment other than the catalogue's. */
export const ofParcels =
  (
    value: (parcel: Order['fulfilments'][number], order: Order) => unknown,
  ): NonNullable<OrderLoss['expected']> =>
  (order) =>
    unordered(order.fulfilments.map((parcel) => value(parcel, order)));

export const noRestock: OrderLoss = {
  fields: ['refunds.line_items.restock'],
  when: ({ refunds }) => refunds.some(({ lines }) => lines.length > 0),
  expected: ofRefunds(({ lines }) => lines.map(() => null)),
  why: 'Whether pieces went back into stock is not said.',
};

export const noLineTax: OrderLoss = {
  fields: ['refunds.line_items.total_tax'],
  when: ({ refunds }) => refunds.some(({ lines }) => lines.length > 0),
  expected: ofRefunds(({ lines }) => lines.map(() => null)),
  why: 'The tax of a refund is given as a whole, not by its lines.',
};

/** A field of every fulfillment is null. */
export const unknownOfParcels = (field: string, why: string, empty: unknown = null): OrderLoss => ({
  fields: [`fulfillments.${field}`],
  when: ({ fulfilments }) => fulfilments.length > 0,
  expected: ofParcels(() => empty),
  why,
});

/** A field of every refund is null. */
export const unknownOfRefunds = (field: string, why: string, empty: unknown = null): OrderLoss => ({
  fields: [`refunds.${field}`],
  when: ({ refunds }) => refunds.length > 0,
  expected: ofRefunds(() => empty),
  why,
});

/** All of the fulfillments, as if the order were another. */
export const parcelsOf = (
  change: (order: Order) => Order,
  why: string,
  /** Lost for another reason. */
  except: readonly string[] = [],
): OrderLoss => ({
  fields: Object.keys(FULFILLMENT_FIELDS).filter((field) => !except.includes(field)),
  when: (order) => JSON.stringify(change(order).fulfilments) !== JSON.stringify(order.fulfilments),
  expected: (order, world, field) => FULFILLMENT_FIELDS[field]?.expected(change(order), world),
  why,
});

/** Numbers of parcels come without an address, of however many parcels the vendor reports. */
export const noTrackingUrls = (change = (order: Order): Order => order): OrderLoss => ({
  fields: ['fulfillments.tracking_urls'],
  when: ({ fulfilments }) => fulfilments.length > 0,
  expected: (order) => change(order).fulfilments.map(() => []),
  why: 'A parcel has its number, and no address to follow it by.',
});

/** Without goods that no one sends, and parcels that would hold nothing else. */
export const onlySent = (order: Order): Order => {
  const isSent = ({ lineId }: { readonly lineId: number }) =>
    order.lines.find(({ id }) => id === lineId)?.requiresShipping === true;
  const parcels = order.fulfilments.map((one) => ({ ...one, lines: one.lines.filter(isSent) }));
  return { ...order, fulfilments: parcels.filter(({ lines }) => lines.length > 0) };
};
