// The search fields of orders, as the vendor documents them for the `orders` query.
import type { Order } from '../../catalogue/types.ts';
import { numberOf } from './ids.ts';
import { displayedFulfilment, searchedFulfilment } from './order-fulfilment.ts';
import { type Search, type SearchFields, search } from './search.ts';
import type { World } from './world.ts';

const financial = [
  'paid',
  'pending',
  'authorized',
  'partially_paid',
  'partially_refunded',
  'refunded',
  'voided',
  'expired',
];

const states: Readonly<Record<string, (order: Order) => boolean>> = {
  open: (order) => order.state === 'open',
  closed: (order) => order.state === 'closed',
  cancelled: (order) => order.state === 'cancelled',
  not_closed: (order) => order.state !== 'closed',
};

const fields: SearchFields<Order> = {
  words: (order) => [`#${order.number}`, order.email, ...order.lines.map((line) => line.title)],
  byName: {
    id: { type: 'number', read: (order) => [numberOf('Order', order.id)] },
    name: { type: 'keyword', read: (order) => [`#${order.number}`, String(order.number)] },
    email: { type: 'keyword', read: (order) => [order.email] },
    created_at: { type: 'time', read: (order) => order.createdAt },
    updated_at: { type: 'time', read: (order) => order.updatedAt },
    processed_at: { type: 'time', read: (order) => order.processedAt },
    status: {
      type: 'choice',
      values: Object.keys(states),
      test: (order, value) => states[value]?.(order) === true,
    },
    financial_status: {
      type: 'choice',
      values: financial,
      test: (order, value) => order.financialStatus === value,
    },
    fulfillment_status: {
      type: 'choice',
      values: Object.keys(searchedFulfilment),
      test: (order, value) => displayedFulfilment(order) === searchedFulfilment[value],
    },
  },
};

export function searchOrders(text: string, world: World): Search<Order> {
  return search(text, fields, world.timeZone);
}
