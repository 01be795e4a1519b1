// For tests only: what the stall loses of orders of the catalogue, and why: nearly all.
import type { ChannelLosses } from '../contract/round-trip-compare.ts';
import { ORDER_FIELDS } from '../contract/round-trip-order-fields.ts';

const KEPT = ['currency', 'presentment_currency', 'total_price', 'created_at'];
const FALSE = ['company', 'customer'];
const BY_LINE = Object.keys(ORDER_FIELDS).filter((name) => name.startsWith('line_items.'));
const REST = Object.keys(ORDER_FIELDS).filter(
  (name) => ![...KEPT, ...FALSE, ...BY_LINE].includes(name),
);

export const losses: ChannelLosses = {
  orders: {
    oneCurrency: { is: 'shop', why: 'The stall takes euros alone, and counts in cents of them.' },
    losses: [
      { fields: FALSE, expected: () => false, why: 'The stall does not know its buyers.' },
      { fields: BY_LINE, why: 'The stall writes down a sum and not what was sold.' },
      { fields: REST, why: 'The stall writes down a number, a moment and a sum, and no more.' },
    ],
  },
};
