// The search fields of orders, as the vendor documents them for the `orders` query.
import type { Order } from '../../catalogue/types.ts';
import { gateways } from './gateways.ts';
import { numberOf } from './ids.ts';
import { displayedFulfilment, searchedFulfilment } from './order-fulfilment.ts';
import { confirmationNumber, retailLocationId, sources } from './order-origin.ts';
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

export function searchOrders(text: string, world: World): Search<Order> {
  return search(text, fieldsOf(world), world.timeZone);
}

const known = new WeakMap<World, SearchFields<Order>>();

function fieldsOf(world: World): SearchFields<Order> {
  const old = known.get(world);
  if (old !== undefined) return old;
  const made = orderFields(world);
  known.set(world, made);
  return made;
}

function orderFields(world: World): SearchFields<Order> {
  const customerName = (order: Order): string | null => {
    const customer =
      order.customerId === null ? undefined : world.catalogue.customerById.get(order.customerId);
    return customer === undefined ? null : `${customer.firstName} ${customer.lastName}`;
  };
  return {
    words: (order) => [
      `#${order.number}`,
      order.email,
      customerName(order),
      order.poNumber,
      ...order.lines.map((line) => line.title),
    ],
    byName: {
      id: { type: 'number', read: (order) => [numberOf('Order', order.id)] },
      name: { type: 'keyword', read: (order) => [`#${order.number}`, String(order.number)] },
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
      return_status: {
        type: 'choice',
        values: [
          'return_requested',
          'in_progress',
          'inspection_complete',
          'returned',
          'return_failed',
          'no_return',
        ],
        test: (_order, value) => value === 'no_return',
      },
      email: { type: 'keyword', read: (order) => [order.email] },
      tag: { type: 'keyword', read: (order) => order.tags },
      tag_not: { type: 'keyword', not: true, read: (order) => order.tags },
      sku: { type: 'keyword', read: (order) => order.lines.map((line) => line.sku) },
      customer_id: {
        type: 'number',
        read: (order) => [
          order.customerId === null ? null : numberOf('Customer', order.customerId),
        ],
      },
      discount_code: { type: 'keyword', read: (order) => order.discounts.map(({ code }) => code) },
      gateway: {
        type: 'keyword',
        read: (order) => order.payments.map(({ gateway }) => gateways[gateway].name),
      },
      po_number: { type: 'keyword', read: (order) => [order.poNumber] },
      source_name: { type: 'keyword', read: (order) => [sources[order.source].name] },
      confirmation_number: { type: 'keyword', read: (order) => [confirmationNumber(order)] },
      location_id: {
        type: 'number',
        read: (order) => {
          const location = retailLocationId(order);
          return [location === null ? null : numberOf('Location', location)];
        },
      },
      test: { type: 'flag', read: (order) => order.test },
      subtotal_line_items_quantity: {
        type: 'number',
        read: (order) => [order.lines.reduce((sum, line) => sum + line.quantity, 0)],
      },
      total_weight: { type: 'number', read: (order) => [order.totals.weight] },
    },
  };
}
