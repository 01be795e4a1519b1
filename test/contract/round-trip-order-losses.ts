// What several channels lose of an order for the same reason; the rest is in each channel's losses.ts.
import { hasTrait } from './round-trip-compare.ts';
import {
  isCancelled,
  type OrderLoss,
  plainOf,
  zeroSet,
  zeroText,
} from './round-trip-order-views.ts';

export const cancelledLate: OrderLoss = {
  fields: ['cancelled_at'],
  when: isCancelled,
  expected: (order) => order.updatedAt,
  why: 'No moment of the cancellation is kept, so that the last change stands for it.',
};
export const noTags: OrderLoss = { fields: ['tags'], why: 'Orders have no tags.' };
export const noTips: OrderLoss = {
  fields: ['total_tip_received'],
  expected: zeroText,
  why: 'Tips are unknown; a tip is one of the additional fees.',
};
export const noCompany: OrderLoss = {
  fields: ['company'],
  expected: () => false,
  why: 'There is no record of companies; the name of one stands in the billing address.',
};

export const noVariants: OrderLoss = {
  fields: ['line_items.variant_title'],
  why: 'Goods have a title of their own, which says what makes the variant.',
};
export const worthNothing: OrderLoss = {
  fields: ['current_total_price', 'current_total_tax'],
  when: isCancelled,
  expected: zeroSet,
  why: 'A cancelled order is worth nothing any more, whether or not money was given back.',
};
export const noCustomer: OrderLoss = {
  fields: ['customer'],
  expected: () => false,
  why: 'Marketplaces keep to themselves by which number they know a buyer.',
};

export const noParts: readonly OrderLoss[] = [
  {
    fields: ['financial_status'],
    when: hasTrait('payment-partial'),
    expected: () => 'pending',
    why: 'A payment of a part is unknown: the order waits for its payment.',
  },
  {
    fields: ['total_outstanding'],
    when: hasTrait('payment-partial'),
    expected: plainOf(({ totals }) => totals.total),
    why: 'A payment of a part is unknown: the whole total is outstanding.',
  },
];

export const phoneAlone: OrderLoss = {
  fields: ['billing_address'],
  when: (order) => order.billing === null && order.phone !== null,
  expected: () => [null, null, null, null, null],
  why: 'The phone number is kept in the billing address, which is there for its sake alone.',
};
