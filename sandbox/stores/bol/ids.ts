// Native identifiers of catalogue records, as bol forms them.
import { createHash } from 'node:crypto';
import type { Line, Order, Product, Variant } from '../../catalogue/types.ts';

/** Ten characters: digits for some orders, letters and digits for others. */
export function orderId({ id }: Pick<Order, 'id'>): string {
  return id % 5 === 0
    ? String(1_260_000_000 + id)
    : `C${id.toString(36).toUpperCase().padStart(9, '0')}`;
}

export const orderItemId = ({ id }: Pick<Line, 'id'>): string => String(3_110_000_000 + id);

/** Each variant that is for sale is an offer of its own. */
export function offerId({ id }: Pick<Variant, 'id'>): string {
  const hex = createHash('sha256').update(`offer ${id}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export const bolProductId = ({ id }: Pick<Product, 'id'>): string =>
  String(9_300_000_150_000_000 + id);
