// The query parameters of each route, as the vendor's reference declares them.
import type { Arguments } from './params.ts';

const paging: Arguments = { page: 'integer', limit: 'integer' };

const includes: Arguments = {
  include: { list: ['consignments', 'consignments.line_items', 'fees'] },
  consignment_structure: ['object'],
};

const sorts = ['id', 'customer_id', 'date_created', 'date_modified', 'status_id', 'channel_id', 'external_id']; // biome-ignore format: a table

export const orderArguments: Arguments = {
  ...paging,
  ...includes,
  min_id: 'integer',
  max_id: 'integer',
  min_total: 'decimal',
  max_total: 'decimal',
  customer_id: 'integer',
  email: 'text',
  status_id: 'integer',
  cart_id: 'text',
  payment_method: 'text',
  min_date_created: 'time',
  max_date_created: 'time',
  min_date_modified: 'time',
  max_date_modified: 'time',
  channel_id: 'integer',
  external_order_id: 'text',
  sort: sorts.flatMap((name) => [name, `${name}:asc`, `${name}:desc`]),
};

export const oneOrderArguments: Arguments = includes;
export const pagedArguments: Arguments = paging;

export const refundArguments: Arguments = {
  ...paging,
  'order_id:in': 'integers',
  'id:in': 'integers',
  'created:min': 'time',
  'created:max': 'time',
  transaction_id: 'text',
};

const fields: Arguments = { include_fields: 'texts', exclude_fields: 'texts' };

export const productArguments: Arguments = {
  ...paging,
  ...fields,
  id: 'integer',
  'id:in': 'integers',
  'id:not_in': 'integers',
  'id:min': 'integer',
  'id:max': 'integer',
  'id:greater': 'integer',
  'id:less': 'integer',
  'channel_id:in': 'integers',
  include: {
    list: ['variants', 'images', 'custom_fields', 'bulk_pricing_rules', 'primary_image', 'modifiers', 'options', 'videos'], // biome-ignore format: a table
  },
  direction: ['asc', 'desc'],
  sort: ['id', 'name', 'sku', 'price', 'date_modified', 'date_last_imported', 'inventory_level', 'is_visible', 'total_sold', 'calculated_price'], // biome-ignore format: a table
  'categories:in': 'integers',
  name: 'text',
  brand_id: 'integer',
  'date_modified:min': 'time',
  'date_modified:max': 'time',
  is_visible: 'boolean',
  type: ['physical', 'digital'],
  keyword: 'text',
  sku: 'text',
  'sku:in': 'texts',
};

export const variantArguments: Arguments = { ...paging, ...fields };

export const allVariantArguments: Arguments = {
  ...paging,
  ...fields,
  id: 'integer',
  sku: 'text',
  upc: 'text',
  'product_id:in': 'integers',
};

export const inventoryArguments: Arguments = {
  ...paging,
  'variant_id:in': 'integers',
  'product_id:in': 'integers',
  'location_id:in': 'integers',
};

export const brandArguments: Arguments = {
  ...paging,
  ...fields,
  id: 'integer',
  'id:in': 'integers',
  name: 'text',
  sort: ['name'],
  direction: ['asc', 'desc'],
};

export const customerArguments: Arguments = {
  ...paging,
  'id:in': 'integers',
  'email:in': 'texts',
  'date_created:min': 'time',
  'date_created:max': 'time',
  'date_modified:min': 'time',
  'date_modified:max': 'time',
  sort: ['date_created:asc', 'date_created:desc', 'last_name:asc', 'last_name:desc', 'date_modified:asc', 'date_modified:desc'], // biome-ignore format: a table
};
