// The commands "manifold orders" and "manifold products": read from a running service, for people and programs.

import { Order } from '../model/order.ts';
import { Product } from '../model/product.ts';
import { MAX_LIMIT, ORDER_FIELDS, PRODUCT_FIELDS } from '../model/query.ts';
import { command, part } from './command.ts';
import type { Part } from './declare.ts';
import { cell, FORMATS, type Item, itemIn, itemsIn } from './formats.ts';
import { CHANNEL, SHOP } from './places.ts';
import { SERVICE } from './reach.ts';
import { filterOptions, type Kind, type RecordsAsked, readRecords, SHOWN } from './read-records.ts';
import { shortTime } from './table.ts';
import { MOMENT } from './values.ts';
import { ship } from './writes.ts';

const ORDERS: Kind = {
  name: 'orders',
  body: ORDER_FIELDS,
  fields: Object.keys(Order.properties),
  parts: { field: 'line_items', names: Object.keys(Order.properties.line_items.items.properties) },
  includes: ['raw', 'reasons', 'fulfillments', 'refunds'],
  columns: [
    { title: 'ID', of: ({ id }) => cell(id) },
    { title: 'NAME', of: nameOf, least: 8, leaves: 2 },
    { title: 'CREATED', of: ({ created_at: at }) => shortTime(at) },
    { title: 'PAYMENT', of: ({ financial_status: status }) => cell(status) || '-', least: 7 },
    {
      title: 'FULFILLMENT',
      of: ({ fulfillment_status: status, cancelled_at: cancelled }) =>
        cancelled === null ? cell(status) || '-' : 'cancelled',
      least: 9,
    },
    { title: 'ITEMS', of: piecesOf, right: true, leaves: 3 },
    { title: 'TOTAL', of: ({ total_price: total }) => cell(total) || '-', right: true },
    { title: 'CUR', of: ({ currency }) => cell(currency) },
    { title: 'BUYER', of: buyerOf, least: 12, leaves: 4 },
    { title: 'UPDATED', of: ({ updated_at: at }) => shortTime(at), leaves: 5 },
  ],
  examples: {
    'orders <channel>': 'The newest open orders of the demo user, as a table',
    'orders <channel> --user user-42 --status any --created-at-min yesterday':
      'Everything since yesterday',
    'orders <channel> --status any --format csv > orders.csv': 'All of them to a file',
    'orders <channel> --status any --format csv --lines --bom > lines.csv':
      'A row for each line item, for a spreadsheet',
    'orders <channel> --fields id,total_price | jq -r .total_price': 'One field a line',
  },
};

/** Many channels call an order what its identifier is. */
function nameOf({ id, name, order_number: number }: Item): string {
  const called = name ?? number;
  return called === id ? '' : cell(called);
}

function piecesOf({ line_items: lines }: Item): string {
  if (!Array.isArray(lines)) return '';
  return String(itemsIn(lines).reduce((sum, { quantity }) => sum + Number(quantity ?? 0), 0));
}

function buyerOf({ customer, shipping_address: to, email }: Item): string {
  const { first_name: first, last_name: last } = itemIn(customer);
  const whole = [first, last].map(cell).join(' ').trim();
  return whole || cell(itemIn(to).name) || cell(email) || '-';
}

const PRODUCTS: Kind = {
  name: 'products',
  body: PRODUCT_FIELDS,
  fields: Object.keys(Product.properties),
  parts: { field: 'variants', names: Object.keys(Product.properties.variants.items.properties) },
  includes: ['raw', 'reasons'],
  columns: [
    { title: 'ID', of: ({ id }) => cell(id) },
    { title: 'TITLE', of: ({ title }) => cell(title) || '-', least: 10 },
    { title: 'STATUS', of: ({ status }) => cell(status) || '-' },
    { title: 'VARIANTS', of: (item) => cell(variantsOf(item).length), right: true, leaves: 2 },
    { title: 'STOCK', of: stockOf, right: true },
    { title: 'PRICE', of: (item) => firstOf(item, 'price') || '-', right: true },
    { title: 'CUR', of: (item) => firstOf(item, 'currency') },
    { title: 'SKU', of: (item) => firstOf(item, 'sku') || '-', least: 8, leaves: 4 },
    { title: 'VENDOR', of: ({ vendor }) => cell(vendor) || '-', least: 8, leaves: 3 },
    { title: 'UPDATED', of: ({ updated_at: at }) => shortTime(at), leaves: 5 },
  ],
  examples: {
    'products <channel>': 'The products of the demo user, as a table',
    'products <channel> --user user-42 --updated-at-min 7d': 'What changed within a week',
    'products <channel> > products.jsonl': 'All of them to a file, a JSON object a line',
  },
};

const variantsOf = ({ variants }: Item): readonly Item[] => itemsIn(variants);
const firstOf = (product: Item, field: string): string => cell(variantsOf(product)[0]?.[field]);

/** Of all variants together; a dash where the channel does not say. */
function stockOf(product: Item): string {
  const known = variantsOf(product).flatMap(({ inventory_quantity: stock }) =>
    typeof stock === 'number' ? [stock] : [],
  );
  return known.length > 0 ? String(known.reduce((sum, stock) => sum + stock, 0)) : '-';
}

const recordsPart = (kind: Kind): Part =>
  part({
    about: `read ${kind.name} of a user from a running service`,
    details: [
      `On a terminal it is a table of the first ${SHOWN}; piped it is all of them, a JSON object a line.`,
      `A time is ${MOMENT}`,
    ],
    given: CHANNEL,
    options: {
      ...filterOptions(kind),
      ...SHOP,
      'max <number|all>': `How many records at most. ${SHOWN} on a terminal unless given, else all.`,
      [`limit <1-${MAX_LIMIT}>`]: `Records a page; ${MAX_LIMIT} unless given.`,
      'fields <name,name>': 'Only these fields; id and channel_name always stay.',
      'include <word,word>': `What to add to every record: ${kind.includes.join(', ')}.`,
      [`format <${FORMATS.join('|')}>`]:
        'How it is written; jsonl is a JSON object a line, json one array, and in csv lists and objects within are JSON. A table on a terminal unless given, jsonl where it is piped.',
      lines: `In csv, a row for each of ${kind.parts.field}, with the fields of the record before it.`,
      bom: 'In csv, begin with the mark by which spreadsheets know UTF-8.',
      'params-file <file>':
        'A JSON file with credentials for this call alone, as "params" of the body has them.',
      lenient: 'Leave out records that cannot be read, and warn, instead of failing the page.',
      ...SERVICE,
    },
    examples: kind.examples,
    json: '[record], as --format json; a record is as the reference has it',
    // The filters are options too: by name no type knows them.
    run: async (asked) => await readRecords(kind, asked as unknown as RecordsAsked),
  });

export const orders = command('orders', { '': recordsPart(ORDERS), ship });
export const products = command('products', { '': recordsPart(PRODUCTS) });
