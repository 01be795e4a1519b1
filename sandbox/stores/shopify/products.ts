// Products, their options, media and collections.
import type { Category, Product, ProductImage, ProductOption } from '../../catalogue/types.ts';
import { connect, countOf, cursorOf, listed, sorted } from './connection.ts';
import { gid, gidOf, idIn, numberOf } from './ids.ts';
import { money } from './money.ts';
import { searchMedia, statusOf, vendorOf } from './product-search.ts';
import { noteSearch } from './search-notes.ts';
import { printTime, printTimeOrNull } from './time.ts';
import {
  type FieldArgs,
  type Resolvers,
  stockOf,
  type VariantSource,
  type World,
} from './world.ts';

/** Where shoppers go; the Admin API is not served there. */
export const storefront = 'www.kade-zonen.example';

export interface ImageSource {
  readonly product: Product;
  readonly image: ProductImage;
}

interface OptionSource {
  readonly product: Product;
  readonly id: string;
  readonly name: string;
  readonly position: number;
  readonly values: readonly { readonly id: string; readonly name: string }[];
}

export function imageSources(product: Product): readonly ImageSource[] {
  return product.images.map((image) => ({ product, image }));
}

/** A product without options has one called Title, with the value Default Title. */
export function optionsOf(product: Product): readonly OptionSource[] {
  if (product.options.length > 0) return product.options.map((option) => optionOf(product, option));
  const number = 11_990_000_000_000 + product.id;
  return [
    {
      product,
      id: gid('ProductOption', number),
      name: 'Title',
      position: 1,
      values: [{ id: gid('ProductOptionValue', number + 500_000), name: 'Default Title' }],
    },
  ];
}

function optionOf(product: Product, option: ProductOption): OptionSource {
  const first = 5_550_000_000 + option.id * 1000;
  return {
    product,
    id: gidOf('ProductOption', option.id),
    name: option.name,
    position: option.position,
    values: option.values.map((name, i) => ({ id: gid('ProductOptionValue', first + i), name })),
  };
}

export const optionResolvers: Resolvers<OptionSource> = {
  values: (option) => option.values.map(({ name }) => name),
  optionValues: (option) =>
    option.values.map(({ id, name }) => ({
      id,
      name,
      hasVariants: option.product.variants.some(
        ({ optionValues }) => (optionValues[option.position - 1] ?? 'Default Title') === name,
      ),
    })),
};

function prices(product: Product): readonly number[] {
  return product.variants.map(({ price }) => price ?? 0);
}

function comparePrices(product: Product): readonly number[] {
  return product.variants.flatMap(({ compareAtPrice }) => compareAtPrice ?? []);
}

export function variantsOf(product: Product): readonly VariantSource[] {
  return product.variants.map((variant) => ({ product, variant }));
}

function mediaOf(product: Product, args: FieldArgs) {
  return sorted(
    imageSources(product),
    args.sortKey === 'ID' ? 'ID' : 'POSITION',
    ({ image }) => (args.sortKey === 'ID' ? image.id : image.position),
    ({ image }) => numberOf('MediaImage', image.id),
  );
}

function variantList(product: Product, key: string) {
  return sorted(
    variantsOf(product),
    key,
    ({ variant }) => {
      if (key === 'SKU') return variant.sku ?? '';
      if (key === 'TITLE' || key === 'NAME' || key === 'FULL_TITLE') return variant.title ?? '';
      if (key === 'INVENTORY_QUANTITY') return stockOf(variant);
      return key === 'ID' ? numberOf('ProductVariant', variant.id) : variant.position;
    },
    ({ variant }) => numberOf('ProductVariant', variant.id),
  );
}

export const productResolvers: Resolvers<Product> = {
  id: (product) => gidOf('Product', product.id),
  legacyResourceId: (product) => String(numberOf('Product', product.id)),
  defaultCursor: (product, _args, { world }) => cursorOf(world.sortedProducts('ID'), product),
  descriptionHtml: (product) => product.bodyHtml,
  bodyHtml: (product) => product.bodyHtml,
  description: (product, args) => {
    const text = product.bodyHtml
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    return args.truncateAt == null ? text : text.slice(0, args.truncateAt);
  },
  vendor: (product, _args, { world }) => vendorOf(product, world),
  productType: (product) => product.productType ?? '',
  status: statusOf,
  tags: (product) => product.tags.map((tag) => tag.name).toSorted(),
  createdAt: (product) => printTime(product.createdAt),
  updatedAt: (product) => printTime(product.updatedAt),
  publishedAt: (product) => printTimeOrNull(product.publishedAt),
  onlineStoreUrl: (product) =>
    product.publishedAt === null ? null : `https://${storefront}/products/${product.handle}`,
  onlineStorePreviewUrl: (product, _args, { world }) =>
    `https://${world.host}/products/${product.handle}`,
  isGiftCard: (product) => product.kind === 'gift_card',
  hasOnlyDefaultVariant: (product) => product.options.length === 0,
  hasOutOfStockVariants: (product) =>
    product.variants.some((variant) => variant.stock.tracked && stockOf(variant) <= 0),
  requiresSellingPlan: () => false,
  templateSuffix: () => null,
  seo: () => ({ title: null, description: null }),
  totalInventory: (product) => product.variants.reduce((sum, one) => sum + stockOf(one), 0),
  tracksInventory: (product) => product.variants.some((variant) => variant.stock.tracked),
  totalVariants: (product) => product.variants.length,
  variantsCount: (product) => countOf(product.variants.length),
  mediaCount: (product) => countOf(product.images.length),
  priceRangeV2: (product) => ({
    minVariantPrice: money(Math.min(...prices(product)), 'EUR'),
    maxVariantPrice: money(Math.max(...prices(product)), 'EUR'),
  }),
  compareAtPriceRange: (product) => {
    const list = comparePrices(product);
    if (list.length === 0) return null;
    return {
      minVariantCompareAtPrice: money(Math.min(...list), 'EUR'),
      maxVariantCompareAtPrice: money(Math.max(...list), 'EUR'),
    };
  },
  options: (product, args) => optionsOf(product).slice(0, args.first ?? undefined),
  featuredMedia: (product) => imageSources(product)[0] ?? null,
  featuredImage: (product) => imageSources(product)[0] ?? null,
  media: (product, args, ask) => {
    const found = searchMedia(args.query ?? '', ask.world);
    noteSearch(ask, ['products', 'media'], args.query, found.warnings);
    const { test } = found;
    const match = test === null ? null : (source: ImageSource) => test(source.image);
    return connect(mediaOf(product, args), match, args, (source) => source);
  },
  images: (product, args) =>
    listed(imageSources(product), args, ({ image }) => numberOf('MediaImage', image.id)),
  variants: (product, args) =>
    connect(variantList(product, args.sortKey ?? 'POSITION'), null, args, (source) => source),
  inCollection: (product, args) => {
    const id = idIn('Collection', args.id ?? '');
    return product.categories.some((category) => category.id === id);
  },
  collections: (product, args) =>
    listed(product.categories, args, ({ id }) => numberOf('Collection', id)),
};

export const collectionResolvers: Resolvers<Category> = {
  id: (category) => gidOf('Collection', category.id),
  legacyResourceId: (category) => String(numberOf('Collection', category.id)),
  title: (category) => category.name,
  descriptionHtml: () => '',
  updatedAt: (_category, _args, { world }) => printTime(world.catalogue.shop.createdAt),
};

export const mediaResolvers: Resolvers<ImageSource> = {
  id: ({ image }) => gidOf('MediaImage', image.id),
  alt: ({ image }) => image.alt,
  createdAt: ({ image }) => printTime(image.createdAt),
  updatedAt: ({ image }) => printTime(image.createdAt),
  image: (source) => source,
  mediaContentType: () => 'IMAGE',
  mimeType: () => 'image/jpeg',
  preview: (source) => ({ image: source, status: 'READY' }),
  status: () => 'READY',
};

function addressOf({ image }: ImageSource, world: World): string {
  const digits = String(world.number).padStart(12, '0').match(/.{4}/g) ?? [];
  const version = Math.floor(image.createdAt / 1000);
  return `https://cdn.shopify.com/s/files/1/${digits.join('/')}/files/${encodeURIComponent(image.file)}?v=${version}`;
}

export const imageResolvers: Resolvers<ImageSource> = {
  id: ({ image }) => gid('ImageSource', numberOf('MediaImage', image.id) + 50),
  altText: ({ image }) => image.alt,
  width: ({ image }) => image.width,
  height: ({ image }) => image.height,
  url: (source, _args, { world }) => addressOf(source, world),
  src: (source, _args, { world }) => addressOf(source, world),
  originalSrc: (source, _args, { world }) => addressOf(source, world),
};
