// Which changes update `date_modified` of a product.
import type { Product } from '../../catalogue/types.ts';
import { type Moves, productSeen } from '../../living/derived.ts';

/**
 * A variant that changes, with its price or stock, leaves the product's date where it was
 * (https://fivetran.com/docs/connectors/applications/big-commerce/troubleshooting/missing-product-variants).
 * Doubtful: the stock of a product without options; it is written by the same API, and is taken to
 * leave it too.
 */
const product: Moves<Product> = ({ kind, fields }, { options }) =>
  kind !== 'edit' || fields.includes('title') || (fields.includes('price') && options.length === 0);

export const moves = { product };
export const seen = productSeen('bigcommerce', product);
