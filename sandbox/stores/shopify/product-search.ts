// The search fields of products and of their media.
import type { Product, ProductImage } from '../../catalogue/types.ts';
import { numberOf } from './ids.ts';
import { type Search, type SearchFields, search } from './search.ts';
import type { World } from './world.ts';

/** Reached by its address but in no list of the storefront: a few active ones are. */
export function statusOf(product: Product): 'ACTIVE' | 'DRAFT' | 'ARCHIVED' | 'UNLISTED' {
  if (product.status === 'draft') return 'DRAFT';
  if (product.status === 'archived') return 'ARCHIVED';
  return product.kind === 'physical' && product.id % 53 === 29 ? 'UNLISTED' : 'ACTIVE';
}

export function vendorOf(product: Product, world: World): string {
  // The vendor puts the shop's own name where the merchant named no vendor.
  return product.brand?.name ?? world.catalogue.shop.name;
}

function productFields(world: World): SearchFields<Product> {
  return {
    words: (product) => [product.title, product.productType, vendorOf(product, world)],
    byName: {
      id: { type: 'number', read: (product) => [numberOf('Product', product.id)] },
      title: { type: 'text', read: (product) => [product.title] },
      handle: { type: 'keyword', read: (product) => [product.handle] },
      vendor: { type: 'keyword', read: (product) => [vendorOf(product, world)] },
      product_type: { type: 'keyword', read: (product) => [product.productType] },
      status: {
        type: 'choice',
        values: ['active', 'archived', 'draft', 'unlisted'],
        test: (product, value) => statusOf(product).toLowerCase() === value,
      },
      collection_id: {
        type: 'number',
        read: (product) => product.categories.map(({ id }) => numberOf('Collection', id)),
      },
      created_at: { type: 'time', read: (product) => product.createdAt },
      updated_at: { type: 'time', read: (product) => product.updatedAt },
      published_at: { type: 'time', read: (product) => product.publishedAt },
    },
  };
}

/** The documented default of `status` is `active`: it holds unless the term is given. */
export function searchProducts(text: string, world: World): Search<Product> {
  const found = search(text, productFields(world), world.timeZone);
  if (found.names('status')) return found;
  const { test } = found;
  return {
    ...found,
    test: (product) => statusOf(product) === 'ACTIVE' && (test === null || test(product)),
  };
}

const mediaFields: SearchFields<ProductImage> = {
  words: (image) => [image.alt],
  byName: {
    id: { type: 'number', read: (image) => [numberOf('MediaImage', image.id)] },
    media_type: {
      type: 'choice',
      values: ['image', 'video', 'external_video', 'model_3d'],
      test: (_image, value) => value === 'image',
    },
  },
};

export function searchMedia(text: string, world: World): Search<ProductImage> {
  return search(text, mediaFields, world.timeZone);
}
