// Which changes update `updated_at` of a product, and of the parent of a configurable one.
import type { Change, Product } from '../../catalogue/types.ts';
import { type Moves, productSeen } from '../../living/derived.ts';

/**
 * Saving a product sets `updated_at`. Stock is kept apart (Inventory Management: source items), and
 * neither `source-items` nor a sale saves a product; nor do `base-prices`, by which price tools write
 * (seen on 2.4.6). Doubtful: an edit of the stock in the admin saves both together, and would update it.
 */
const product: Moves<Product> = (change) =>
  change.kind !== 'edit' || change.fields.some((field) => isSaved(field, change));

const isSaved = (field: string, { way }: Change): boolean =>
  field !== 'stock' && (field !== 'price' || way !== 'import');

/** A child's own values are saved with the child, and update only its date. */
export const isOfParent = ({ kind, fields }: Change): boolean =>
  kind !== 'edit' || fields.some((field) => field !== 'price' && field !== 'stock');

export const moves = { product };
export const seen = productSeen('magento', product);
