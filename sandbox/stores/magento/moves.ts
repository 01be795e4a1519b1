// Which changes move `updated_at` of a product.
import { productSeen } from '../../living/derived.ts';

/**
 * Saving a product sets `updated_at`. Stock is kept apart (Inventory Management: source items), and
 * setting it by `/inventory/source-items` saves no product, so that a new quantity alone moves no
 * date. Doubtful: an edit in the admin saves both at once, and would move it.
 */
export const seen = productSeen(
  ({ kind, fields }) => kind !== 'edit' || fields.some((field) => field !== 'stock'),
);
