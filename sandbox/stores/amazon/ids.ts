// Identifiers as Amazon writes them, made from the numbers of the catalogue.
import type { Fulfilment, Line, Order, Product, Variant } from '../../catalogue/types.ts';

/** Looks drawn, comes back the same, and differs for every number below ten million. */
const scattered = (number: number, factor: number): string =>
  String((number * factor + 4_471_820) % 10_000_000).padStart(7, '0');

const prefixes: Readonly<Record<string, string>> = { USD: '114', JPY: '250', GBP: '206' };

/** Three digits, seven and seven: `305-4471820-9914367`. */
export function orderId(order: Order): string {
  const prefix = prefixes[order.currency] ?? (order.id % 2 === 0 ? '305' : '402');
  return `${prefix}-${scattered(order.id, 3_141_593)}-${scattered(order.id, 7_654_321)}`;
}

export const itemId = (line: Line): string => `4127${String(line.id).padStart(10, '0')}`;

/** What the seller called a package; those that came another way have numbers. */
export const referenceOf = ({ id, own, by }: Fulfilment): string =>
  by === 'amazon' ? String(own?.reference) : String(id);

/** Ten characters, beginning with B0; parents and children have their own. */
const asin = (kind: 'P' | 'V', id: number): string =>
  `B0${kind}${id.toString(36).toUpperCase().padStart(7, '0')}`;

export const isFamily = (product: Product): boolean => product.options.length > 0;

export const parentAsin = (product: Product): string => asin('P', product.id);
export const childAsin = (variantId: number): string => asin('V', variantId);

export const productAsin = (product: Product): string =>
  isFamily(product) ? parentAsin(product) : childAsin(product.variants[0]?.id ?? 0);

/** What the seller calls the product: the number that its variants' SKUs begin with. */
export function productSku(product: Product): string {
  const sku = product.variants[0]?.sku ?? '';
  return isFamily(product) ? sku.replace(/-\d+$/, '') : sku;
}

export const variantSku = (variant: Variant): string => variant.sku ?? '';
