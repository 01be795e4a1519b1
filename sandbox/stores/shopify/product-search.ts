// The search fields of products, variants, locations, inventory and media.
import type { Location, Product, ProductImage } from '../../catalogue/types.ts';
import { numberOf } from './ids.ts';
import { type Search, type SearchFields, search } from './search.ts';
import { stockOf, type VariantSource, type World } from './world.ts';

/** Reached by its address but in no list of the storefront: a few active ones are. */
export function statusOf(product: Product): 'ACTIVE' | 'DRAFT' | 'ARCHIVED' | 'UNLISTED' {
  if (product.status === 'draft') return 'DRAFT';
  if (product.status === 'archived') return 'ARCHIVED';
  return product.kind === 'physical' && product.id % 53 === 29 ? 'UNLISTED' : 'ACTIVE';
}

export function vendorOf(product: Product, world: World): string {
  // The vendor puts the shop's own name where the merchant named nobody.
  return product.brand?.name ?? world.catalogue.shop.name;
}

const statuses = ['active', 'archived', 'draft', 'unlisted'];

const visibility: Readonly<Record<string, (product: Product) => boolean>> = {
  online_store_channel: () => true,
  published: (product) => product.publishedAt !== null,
  visible: (product) => product.publishedAt !== null,
  unpublished: (product) => product.publishedAt === null,
};

function productFields(world: World): SearchFields<Product> {
  return {
    words: (product) => [
      product.title,
      product.productType,
      vendorOf(product, world),
      ...product.tags.map((tag) => tag.name),
      ...product.variants.flatMap((variant) => [variant.sku, variant.title]),
    ],
    byName: {
      id: { type: 'number', read: (product) => [numberOf('Product', product.id)] },
      title: { type: 'text', read: (product) => [product.title] },
      handle: { type: 'keyword', read: (product) => [product.handle] },
      vendor: { type: 'keyword', read: (product) => [vendorOf(product, world)] },
      product_type: { type: 'keyword', read: (product) => [product.productType] },
      status: {
        type: 'choice',
        values: statuses,
        test: (product, value) => statusOf(product).toLowerCase() === value,
      },
      published_status: {
        type: 'choice',
        values: Object.keys(visibility),
        test: (product, value) => visibility[value]?.(product) === true,
      },
      collection_id: {
        type: 'number',
        read: (product) => product.categories.map(({ id }) => numberOf('Collection', id)),
      },
      created_at: { type: 'time', read: (product) => product.createdAt },
      updated_at: { type: 'time', read: (product) => product.updatedAt },
      published_at: { type: 'time', read: (product) => product.publishedAt },
      tag: { type: 'keyword', read: (product) => product.tags.map((tag) => tag.name) },
      tag_not: {
        type: 'keyword',
        not: true,
        read: (product) => product.tags.map((tag) => tag.name),
      },
      sku: { type: 'keyword', read: (product) => product.variants.map((variant) => variant.sku) },
      barcode: {
        type: 'keyword',
        read: (product) => product.variants.map((variant) => variant.barcode),
      },
      variant_id: {
        type: 'number',
        read: (product) => product.variants.map(({ id }) => numberOf('ProductVariant', id)),
      },
      variant_title: {
        type: 'text',
        read: (product) => product.variants.map((variant) => variant.title),
      },
      gift_card: { type: 'flag', read: (product) => product.kind === 'gift_card' },
      has_only_default_variant: { type: 'flag', read: (product) => product.options.length === 0 },
      inventory_total: {
        type: 'number',
        read: (product) => [product.variants.reduce((sum, variant) => sum + stockOf(variant), 0)],
      },
      is_price_reduced: {
        type: 'flag',
        read: (product) => product.variants.some((variant) => variant.compareAtPrice !== null),
      },
      out_of_stock_somewhere: {
        type: 'flag',
        read: (product) =>
          product.variants.some((v) => v.stock.levels.some((level) => level.available <= 0)),
      },
    },
  };
}

function variantFields(world: World): SearchFields<VariantSource> {
  return {
    words: ({ product, variant }) => [product.title, variant.title, variant.sku, variant.barcode],
    byName: {
      id: { type: 'number', read: ({ variant }) => [numberOf('ProductVariant', variant.id)] },
      product_id: { type: 'number', read: ({ product }) => [numberOf('Product', product.id)] },
      product_ids: { type: 'number', read: ({ product }) => [numberOf('Product', product.id)] },
      sku: { type: 'keyword', read: ({ variant }) => [variant.sku] },
      barcode: { type: 'keyword', read: ({ variant }) => [variant.barcode] },
      title: { type: 'text', read: ({ variant }) => [variant.title] },
      vendor: { type: 'keyword', read: ({ product }) => [vendorOf(product, world)] },
      product_type: { type: 'keyword', read: ({ product }) => [product.productType] },
      product_status: {
        type: 'choice',
        values: statuses,
        test: ({ product }, value) => statusOf(product).toLowerCase() === value,
      },
      tag: { type: 'keyword', read: ({ product }) => product.tags.map((tag) => tag.name) },
      gift_card: { type: 'flag', read: ({ product }) => product.kind === 'gift_card' },
      taxable: { type: 'flag', read: ({ variant }) => variant.taxable },
      inventory_quantity: { type: 'number', read: ({ variant }) => [stockOf(variant)] },
      created_at: { type: 'time', read: ({ variant }) => variant.createdAt },
      updated_at: { type: 'time', read: ({ variant }) => variant.updatedAt },
    },
  };
}

const inventoryFields: SearchFields<VariantSource> = {
  words: ({ variant }) => [variant.sku],
  byName: {
    id: { type: 'number', read: ({ variant }) => [numberOf('InventoryItem', variant.id)] },
    sku: { type: 'keyword', read: ({ variant }) => [variant.sku] },
    created_at: { type: 'time', read: ({ variant }) => variant.createdAt },
    updated_at: { type: 'time', read: ({ variant }) => variant.updatedAt },
  },
};

const locationFields: SearchFields<Location> = {
  words: (location) => [location.name, location.address.city],
  byName: {
    id: { type: 'number', read: (location) => [numberOf('Location', location.id)] },
    name: { type: 'text', read: (location) => [location.name] },
    active: { type: 'flag', read: () => true },
    city: { type: 'text', read: (location) => [location.address.city] },
    country: { type: 'keyword', read: (location) => [location.address.countryCode] },
    zip: { type: 'keyword', read: (location) => [location.address.zip] },
  },
};

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

export function searchVariants(text: string, world: World): Search<VariantSource> {
  return search(text, variantFields(world), world.timeZone);
}

export function searchInventory(text: string, world: World): Search<VariantSource> {
  return search(text, inventoryFields, world.timeZone);
}

export function searchLocations(text: string, world: World): Search<Location> {
  return search(text, locationFields, world.timeZone);
}

export function searchMedia(text: string, world: World): Search<ProductImage> {
  return search(text, mediaFields, world.timeZone);
}
