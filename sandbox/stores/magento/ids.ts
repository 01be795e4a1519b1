// Native identifiers: parents and their children are products alike, in one sequence.
import type { Product, ProductImage, Variant } from '../../catalogue/types.ts';

export const productId = (product: Pick<Product, 'id'>): number => 1000 + product.id;
export const childId = (variant: Pick<Variant, 'id'>): number => 5000 + variant.id;
export const categoryId = (category: { readonly id: number }): number => 10 + category.id;
/** The same file has another entry in every gallery. */
export const entryId = (image: Pick<ProductImage, 'id'>): number => 3000 + image.id;
export const childEntryId = (variant: Pick<Variant, 'id'>): number => 60_000 + variant.id;
