// Which changes update `updatedAt` of a product.
import type { Product } from '../../catalogue/types.ts';
import { type Moves, productSeen } from '../../living/derived.ts';

/**
 * Price and stock stand in variants, which have dates of their own. Doubtful: Lightspeed does not say
 * that a variant leaves the product's date where it was.
 */
const product: Moves<Product> = ({ kind, fields }) => kind !== 'edit' || fields.includes('title');

export const moves = { product };
export const seen = productSeen('lightspeed_c', product, { ownDates: true });
