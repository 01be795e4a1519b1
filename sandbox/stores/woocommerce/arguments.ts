// The query parameters of each collection, as `OPTIONS` on the route declares them.
import type { Arguments } from './params.ts';

const paging: Arguments = {
  context: { type: 'string', values: ['view', 'edit'] },
  page: { type: 'integer', minimum: 1 },
  per_page: { type: 'integer', minimum: 1, maximum: 100 },
  search: { type: 'string' },
  include: { type: 'integers' },
  exclude: { type: 'integers' },
  offset: { type: 'integer', minimum: 0 },
  order: { type: 'string', values: ['asc', 'desc'] },
};

const dates: Arguments = {
  after: { type: 'string', format: 'date-time' },
  before: { type: 'string', format: 'date-time' },
  modified_after: { type: 'string', format: 'date-time' },
  modified_before: { type: 'string', format: 'date-time' },
  dates_are_gmt: { type: 'boolean' },
  parent: { type: 'integers' },
  parent_exclude: { type: 'integers' },
};

const postOrder = ['date', 'id', 'include', 'title', 'slug', 'modified'];
const postStates = ['any', 'future', 'trash', 'draft', 'pending', 'private', 'publish'];

export const ownStatuses = [
  'pending',
  'processing',
  'on-hold',
  'completed',
  'cancelled',
  'refunded',
  'failed',
  'checkout-draft',
];

export function orderArguments(customStatuses: readonly string[]): Arguments {
  return {
    ...paging,
    ...dates,
    orderby: { type: 'string', values: postOrder },
    status: {
      type: 'strings',
      values: ['any', 'trash', 'auto-draft', ...ownStatuses, ...customStatuses],
    },
    customer: { type: 'integer' },
    product: { type: 'integer' },
    dp: { type: 'integer' },
    created_via: { type: 'strings' },
  };
}

export const orderItemArguments: Arguments = {
  context: { type: 'string', values: ['view', 'edit'] },
  dp: { type: 'integer' },
};

export const refundArguments: Arguments = {
  ...paging,
  ...dates,
  orderby: { type: 'string', values: postOrder },
  dp: { type: 'integer' },
};

export const customerArguments: Arguments = {
  ...paging,
  orderby: { type: 'string', values: ['id', 'include', 'name', 'registered_date'] },
  email: { type: 'string', format: 'email' },
  role: {
    type: 'string',
    values: [
      'all',
      'administrator',
      'editor',
      'author',
      'contributor',
      'subscriber',
      'customer',
      'shop_manager',
    ],
  },
};

export const productArguments: Arguments = {
  ...paging,
  ...dates,
  orderby: {
    type: 'string',
    values: [
      ...postOrder,
      'popularity',
      'rating',
      'post__in',
      'price',
      'sales',
      'menu_order',
      'random',
    ],
  },
  slug: { type: 'string' },
  status: { type: 'string', values: postStates },
  include_status: { type: 'strings', values: postStates },
  exclude_status: { type: 'strings', values: postStates.slice(1) },
  type: { type: 'string', values: ['simple', 'grouped', 'external', 'variable'] },
  sku: { type: 'string' },
  featured: { type: 'boolean' },
  category: { type: 'string' },
  tag: { type: 'string' },
  brand: { type: 'string' },
  on_sale: { type: 'boolean' },
  virtual: { type: 'boolean' },
  min_price: { type: 'string' },
  max_price: { type: 'string' },
  stock_status: { type: 'string', values: ['instock', 'outofstock', 'onbackorder'] },
};

export const variationArguments: Arguments = {
  ...paging,
  ...dates,
  orderby: { type: 'string', values: [...postOrder, 'menu_order'] },
  status: { type: 'string', values: postStates },
  sku: { type: 'string' },
  stock_status: { type: 'string', values: ['instock', 'outofstock', 'onbackorder'] },
};

/** What `OPTIONS /orders` answers: how a caller learns the statuses that plugins added. */
export function orderOptions(customStatuses: readonly string[]): object {
  const argumentsOfGet = Object.fromEntries(
    Object.entries(orderArguments(customStatuses)).map(([name, argument]) => {
      if (argument.type === 'integers' || argument.type === 'strings') {
        const items = {
          type: argument.type === 'integers' ? 'integer' : 'string',
          ...('values' in argument ? { enum: argument.values } : {}),
        };
        return [name, { type: 'array', items, required: false }];
      }
      const { values, ...rest } = argument as { type: string; values?: readonly string[] };
      return [
        name,
        { ...rest, ...(values === undefined ? {} : { enum: values }), required: false },
      ];
    }),
  );
  return {
    namespace: 'wc/v3',
    methods: ['GET', 'POST'],
    endpoints: [
      { methods: ['GET'], args: argumentsOfGet },
      { methods: ['POST'], args: {} },
    ],
    schema: {
      $schema: 'http://json-schema.org/draft-04/schema#',
      title: 'shop_order',
      type: 'object',
      properties: {
        id: {
          description: 'Unique identifier for the resource.',
          type: 'integer',
          context: ['view', 'edit'],
          readonly: true,
        },
        status: {
          description: 'Order status.',
          type: 'string',
          default: 'pending',
          enum: ['auto-draft', ...ownStatuses, ...customStatuses],
          context: ['view', 'edit'],
        },
        currency: {
          description: 'Currency the order was created with, in ISO format.',
          type: 'string',
          default: 'EUR',
          context: ['view', 'edit'],
        },
      },
    },
  };
}
