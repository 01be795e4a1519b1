// What several channels lose of an order, and why.
import { isCancelled, type OrderLoss, zeroSet, zeroText } from './round-trip-told.ts';

export const cancelledLate: OrderLoss = {
  fields: ['cancelled_at'],
  when: isCancelled,
  told: (order) => order.updatedAt,
  why: 'No moment of the cancellation is kept, so that the last change stands for it.',
};
export const noTags: OrderLoss = { fields: ['tags'], why: 'Orders have no tags.' };
export const noTips: OrderLoss = {
  fields: ['total_tip_received'],
  told: zeroText,
  why: 'Tips are unknown; a tip is one of the additional fees.',
};
export const noCompany: OrderLoss = {
  fields: ['company'],
  told: () => false,
  why: 'There is no record of companies; the name of one stands in the billing address.',
};

export const noVariants: OrderLoss = {
  fields: ['line_items.variant_title'],
  why: 'Goods have a title of their own, which says what makes the variant.',
};
export const worthNothing: OrderLoss = {
  fields: ['current_total_price', 'current_total_tax'],
  when: isCancelled,
  told: zeroSet,
  why: 'A cancelled order is worth nothing any more, whether or not money was given back.',
};
export const noCustomer: OrderLoss = {
  fields: ['customer'],
  told: () => false,
  why: 'Marketplaces do not tell sellers by which number they know a buyer.',
};
