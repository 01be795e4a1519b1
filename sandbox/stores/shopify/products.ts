// Products, their options, media and variants.
import type { Product, ProductImage } from '../../catalogue/types.ts';
import { piecesOf } from '../../holding.ts';
import { listed } from './connection.ts';
import { gid, gidOf, idIn, numberOf } from './ids.ts';
import { printMoney } from './money.ts';
import { searchMedia, statusOf, vendorOf } from './product-search.ts';
import { noteSearch } from './search.ts';
import { printTime, printTimeOrNull } from './time.ts';
import type { Resolvers, VariantSource } from './world.ts';

/** Where shoppers go; the Admin API is not served there. */
const storefront = 'www.kade-zonen.example';

interface OptionSource {
  readonly id: string;
  readonly name: string;
  readonly position: number;
  /** The number of the first value; the others follow it. */
  readonly first: number;
  readonly values: readonly string[];
}

/** A product without options has one called Title, with the value Default Title. */
function optionsOf(product: Product): readonly OptionSource[] {
  const number = 11_990_000_000_000 + product.id;
  if (product.options.length === 0)
    return [
      {
        id: gid('ProductOption', number),
        name: 'Title',
        position: 1,
        first: number + 500_000,
        values: ['Default Title'],
      },
    ];
  return product.options.map(({ id, name, position, values }) => ({
    id: gidOf('ProductOption', id),
    name,
    position,
    first: 5_550_000_000 + id * 1000,
    values,
  }));
}

export const optionResolvers: Resolvers<OptionSource> = {
  optionValues: ({ first, values }) =>
    values.map((name, i) => ({ id: gid('ProductOptionValue', first + i), name })),
};

export const productResolvers: Resolvers<Product> = {
  id: (product) => gidOf('Product', product.id),
  legacyResourceId: (product) => String(numberOf('Product', product.id)),
  descriptionHtml: (product) => product.bodyHtml,
  vendor: (product, _args, { world }) => vendorOf(product, world),
  productType: (product) => product.productType ?? '',
  status: statusOf,
  tags: (product) => product.tags.map((tag) => tag.name).toSorted(),
  createdAt: (product) => printTime(product.createdAt),
  /** Of the variants that are counted. */
  totalInventory: ({ variants }) =>
    variants.reduce((sum, one) => sum + (one.stock.tracked ? piecesOf(one) : 0), 0),
  updatedAt: (product) => printTime(product.updatedAt),
  publishedAt: (product) => printTimeOrNull(product.publishedAt),
  onlineStoreUrl: (product) =>
    product.publishedAt === null ? null : `https://${storefront}/products/${product.handle}`,
  options: (product, { first }) => optionsOf(product).slice(0, first ?? undefined),
  featuredMedia: (product) => product.images[0] ?? null,
  media: (product, args, ask) => {
    const { test, warnings } = searchMedia(args.query ?? '', ask.world);
    noteSearch(ask, ['products', 'media'], args.query, warnings);
    return listed(test === null ? product.images : product.images.filter(test), args);
  },
  variants: (product, args) =>
    listed(
      product.variants.map((variant) => ({ product, variant })),
      args,
    ),
  inCollection: (product, args) => {
    const id = idIn('Collection', args.id ?? '');
    return product.categories.some((category) => category.id === id);
  },
};

export const variantResolvers: Resolvers<VariantSource> = {
  id: ({ variant }) => gidOf('ProductVariant', variant.id),
  legacyResourceId: ({ variant }) => String(numberOf('ProductVariant', variant.id)),
  title: ({ variant }) => variant.title ?? 'Default Title',
  sku: ({ variant }) => variant.sku,
  barcode: ({ variant }) => variant.barcode,
  // A price cannot be missing here: what the merchant left open is given as nothing.
  price: ({ variant }) => printMoney(variant.price ?? 0, 'EUR'),
  compareAtPrice: ({ variant }) =>
    variant.compareAtPrice === null ? null : printMoney(variant.compareAtPrice, 'EUR'),
  position: ({ variant }) => variant.position,
  taxable: ({ variant }) => variant.taxable,
  createdAt: ({ variant }) => printTime(variant.createdAt),
  updatedAt: ({ variant }) => printTime(variant.updatedAt),
  inventoryQuantity: ({ variant }) => piecesOf(variant),
  inventoryPolicy: ({ variant }) => (variant.stock.backorders ? 'CONTINUE' : 'DENY'),
  inventoryItem: (source) => source,
  selectedOptions: ({ product, variant }) =>
    optionsOf(product).map(({ name }, i) => ({
      name,
      value: variant.optionValues[i] ?? 'Default Title',
    })),
  media: ({ product, variant }, args) =>
    listed(
      product.images.filter(({ id }) => id === variant.imageId),
      args,
    ),
};

export const mediaResolvers: Resolvers<ProductImage> = {
  id: (image) => gidOf('MediaImage', image.id),
  image: (image) => image,
};

export const imageResolvers: Resolvers<ProductImage> = {
  url: (image, _args, { world }) => {
    const digits = String(world.number).padStart(12, '0').match(/.{4}/g) ?? [];
    const version = Math.floor(image.createdAt / 1000);
    return `https://cdn.shopify.com/s/files/1/${digits.join('/')}/files/${encodeURIComponent(image.file)}?v=${version}`;
  },
};
