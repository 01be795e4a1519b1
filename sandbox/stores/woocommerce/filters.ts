// The filters that belong to one collection: orders by status and buyer, products by their data.
import type { OrderRow, ProductRow } from './collections.ts';
import { productId } from './ids.ts';
import type { Parameters } from './params.ts';
import { isVariable } from './products.ts';

/** `any` means every status but these. */
const hidden = new Set(['trash', 'auto-draft', 'checkout-draft']);

export function orderFilter(parameters: Parameters): (row: OrderRow) => boolean {
  const status = parameters.texts('status') ?? ['any'];
  const any = status.length === 0 || status.includes('any');
  const customer = parameters.integer('customer');
  const product = parameters.integer('product');
  const via = parameters.texts('created_via');
  const search = parameters.text('search')?.toLowerCase();
  return (row) =>
    (any ? !hidden.has(row.status) || status.includes(row.status) : status.includes(row.status)) &&
    (customer === undefined || (row.order.customerId ?? 0) === customer) &&
    (product === undefined ||
      row.order.lines.some(
        (line) => line.productId !== null && productId({ id: line.productId }) === product,
      )) &&
    (via === undefined || via.length === 0 || via.includes(row.createdVia)) &&
    (search === undefined || searchText(row).includes(search));
}

function searchText({ id, order }: OrderRow): string {
  return [
    id,
    order.email,
    order.billing?.firstName,
    order.billing?.lastName,
    ...order.lines.map((l) => l.title),
  ]
    .join(' ')
    .toLowerCase();
}

export function productFilter(parameters: Parameters): (row: ProductRow) => boolean {
  const status = parameters.text('status') ?? 'any';
  const only = parameters.texts('include_status');
  const without = parameters.texts('exclude_status');
  const type = parameters.text('type');
  const slug = sanitized(parameters.text('slug'));
  const sku = parameters.text('sku')?.split(',');
  const search = parameters.text('search')?.toLowerCase();
  const category = numbers(parameters.text('category'));
  const tag = numbers(parameters.text('tag'));
  const brand = numbers(parameters.text('brand'));
  const onSale = parameters.flag('on_sale');
  const virtual = parameters.flag('virtual');
  const featured = parameters.flag('featured');
  const stock = parameters.text('stock_status');
  const least = cents(parameters.text('min_price'));
  const most = cents(parameters.text('max_price'));
  const stateFits = (state: string): boolean =>
    only === undefined || only.length === 0
      ? status === 'any'
        ? state !== 'trash'
        : state === status
      : only.includes(state) || (only.includes('any') && state !== 'trash');
  return ({ product, status: state, stockStatus }) => {
    const prices = product.variants.flatMap(({ price }) => (price === null ? [] : [price]));
    return (
      stateFits(state) &&
      !(without ?? []).includes(state) &&
      (type === undefined || type === (isVariable(product) ? 'variable' : 'simple')) &&
      (slug === undefined || sanitized(product.handle) === slug) &&
      (sku === undefined ||
        product.variants.some((variant) => variant.sku !== null && sku.includes(variant.sku))) &&
      (search === undefined || product.title.toLowerCase().includes(search)) &&
      (category === null || product.categories.some(({ id }) => category.has(15 + id))) &&
      (tag === null || product.tags.some(({ id }) => tag.has(50 + id))) &&
      (brand === null || (product.brand !== null && brand.has(30 + product.brand.id))) &&
      (onSale === undefined ||
        onSale === product.variants.some((v) => v.compareAtPrice !== null)) &&
      (virtual === undefined || virtual === product.variants.every((v) => !v.requiresShipping)) &&
      (featured === undefined || !featured) &&
      (stock === undefined || stock === stockStatus) &&
      (least === null || prices.some((price) => price >= least)) &&
      (most === null || prices.some((price) => price <= most))
    );
  };
}

function numbers(text: string | undefined): ReadonlySet<number> | null {
  return text === undefined ? null : new Set(text.split(',').map(Number));
}

function cents(text: string | undefined): number | null {
  return text === undefined ? null : Math.round(Number(text) * 100);
}

/** WP_Query takes a name as sanitize_title makes it: letters beyond ASCII as bytes, in small letters. */
function sanitized(name: string): string;
function sanitized(name: string | undefined): string | undefined;
function sanitized(name: string | undefined): string | undefined {
  return name
    ?.toLowerCase()
    .replace(/[^ -~]+/g, (letters) => encodeURIComponent(letters).toLowerCase());
}
