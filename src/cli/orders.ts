// The command "manifold orders": reads them from a running service, for people and for programs.
import { Order } from '../model/order.ts';
import { ORDER_FIELDS } from '../model/query.ts';
import { command } from './command.ts';
import { cell, type Item } from './formats.ts';
import { recordsPart } from './records.ts';
import { type Column, shortTime } from './table.ts';

const COLUMNS: readonly Column<Item>[] = [
  { title: 'ID', of: ({ id }) => cell(id), least: 10 },
  {
    title: 'NAME',
    of: ({ id, name, order_number: number }) => named(id, name ?? number),
    least: 8,
    leaves: 2,
  },
  { title: 'CREATED', of: ({ created_at: at }) => shortTime(at) },
  { title: 'PAYMENT', of: ({ financial_status: status }) => cell(status) || '-' },
  {
    title: 'FULFILLMENT',
    of: ({ fulfillment_status: status, cancelled_at: cancelled }) =>
      cancelled === null ? cell(status) || '-' : 'cancelled',
  },
  { title: 'ITEMS', of: ({ line_items: lines }) => cell(piecesOf(lines)), right: true, leaves: 3 },
  { title: 'TOTAL', of: ({ total_price: total }) => cell(total) || '-', right: true },
  { title: 'CUR', of: ({ currency }) => cell(currency) },
  { title: 'BUYER', of: buyerOf, least: 12, leaves: 4 },
  { title: 'UPDATED', of: ({ updated_at: at }) => shortTime(at), leaves: 5 },
];

/** Many channels call an order what its identifier is. */
const named = (id: unknown, name: unknown): string => (id === name ? '' : cell(name));

/** How many pieces were ordered. */
function piecesOf(lines: unknown): number | null {
  if (!Array.isArray(lines)) return null;
  return lines.reduce<number>((sum, line: Item) => sum + Number(line.quantity ?? 0), 0);
}

function buyerOf({ customer, shipping_address: to, email }: Item): string {
  const { first_name: first, last_name: last } = (customer ?? {}) as Item;
  const { name } = (to ?? {}) as Item;
  return [first, last].map(cell).join(' ').trim() || cell(name) || cell(email) || '-';
}

const part = recordsPart({
  name: 'orders',
  body: ORDER_FIELDS,
  read: (manifold, sent) => manifold.orders(sent),
  fields: Object.keys(Order.properties),
  includes: ['raw', 'fulfillments', 'refunds'],
  columns: COLUMNS,
  examples: [
    ['orders <channel>', 'The newest open orders of the demo user, as a table'],
    [
      'orders <channel> --user user-42 --status any --created-at-min yesterday',
      'Everything since yesterday',
    ],
    ['orders <channel> --status any --format csv > orders.csv', 'All of them to a file'],
    ['orders <channel> --fields id,total_price | jq -r .total_price', 'One field a line'],
  ],
});

export const orders = command('orders', { '': part });
