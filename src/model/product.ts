// The unified product: its schema, its type, and the completion of what a channel knows of one.

import { complete, type Draft, type Odd, requireId, template } from './record.ts';
import { decimal, flag, instant, integer, number, orNull, record, text, word } from './schema.ts';
import { type Static, Type } from './type.ts';

export const PRODUCT_STATUSES = ['active', 'draft', 'archived'] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];

export const ProductOption = record({
  id: text(),
  name: text(),
  position: integer(),
  values: Type.Array(Type.String()),
});
export type ProductOption = Static<typeof ProductOption>;

const InventoryLevel = record({
  location_id: text(),
  location_name: text(),
  available: integer(),
});

export const Variant = record({
  id: text(),
  product_id: text(),
  title: text(),
  sku: text(),
  barcode: text(),
  price: decimal(),
  compare_at_price: decimal(),
  currency: text('ISO 4217.'),
  position: integer(),
  option1: text(),
  option2: text(),
  option3: text(),
  inventory_item_id: text(),
  inventory_quantity: integer(),
  inventory_policy: word(['deny', 'continue']),
  inventory_management: text(),
  inventory_levels: Type.Array(InventoryLevel),
  weight: number(),
  weight_unit: word(['g', 'kg', 'lb', 'oz']),
  grams: integer(),
  requires_shipping: flag(),
  taxable: flag(),
  image_id: text(),
  created_at: instant(),
  updated_at: instant(),
});
export type Variant = Static<typeof Variant>;

export const Image = record({
  id: text(),
  src: text(),
  alt: text(),
  position: integer(),
  width: integer(),
  height: integer(),
  variant_ids: Type.Array(Type.String()),
});
export type Image = Static<typeof Image>;

export const Product = record({
  id: Type.String(),
  channel_name: Type.String({ description: 'The channel’s identifier.' }),
  title: text(),
  body_html: text(),
  vendor: text(),
  product_type: text(),
  handle: text(),
  status: word(PRODUCT_STATUSES),
  tags: Type.Array(Type.String()),
  url: text(),
  created_at: instant(),
  updated_at: instant(),
  published_at: instant(),
  options: Type.Array(ProductOption),
  variants: Type.Array(Variant),
  images: Type.Array(Image),
  image: orNull(Image),
});
export type Product = Static<typeof Product>;

/**
 * What a channel knows of a product. What follows from it is filled in: a variant's product, places
 * by the order of the list, the first image as the product's. The channel's name is added by the core.
 */
export type ProductDraft = Draft<
  Omit<Product, 'channel_name' | 'options' | 'variants' | 'images' | 'image'>
> & {
  readonly id: string;
  readonly options?: readonly Draft<ProductOption>[] | undefined;
  readonly variants?: readonly Draft<Variant>[] | undefined;
  readonly images?: readonly Draft<Image>[] | undefined;
  /** Where it is another than the first of the images. */
  readonly image?: Draft<Image> | null | undefined;
};

/** The title of the one variant of a product that has no variants. */
const ONLY = 'Default Title';

/** A whole product from what a channel knows: every field present, null where there is no value. */
export function completeProduct(draft: ProductDraft, channel: string, odd?: Odd): Product {
  requireId(draft.id);
  const placed = <T extends { position: number | null }>(one: T, at: number): T => {
    one.position ??= at + 1;
    return one;
  };
  const variants = (draft.variants ?? []).map((one, at) => {
    const variant = placed(complete(VARIANT, one, odd, 'variants.'), at);
    variant.product_id ??= draft.id;
    return variant;
  });
  const [only, ...others] = variants;
  if (only && others.length === 0) only.title ??= ONLY;
  const images = (draft.images ?? []).map((image, at) =>
    placed(complete(IMAGE, image, odd, 'images.'), at),
  );
  return complete(
    PRODUCT,
    {
      ...(draft as Draft<Product>),
      channel_name: channel,
      options: (draft.options ?? []).map((option, at) =>
        placed(complete(OPTION, option, odd, 'options.'), at),
      ),
      variants,
      images,
      image: draft.image ? complete(IMAGE, draft.image, odd, 'image.') : images[0],
    },
    odd,
  );
}

const OPTION = template<ProductOption>(ProductOption);
const VARIANT = template<Variant>(Variant);
const IMAGE = template<Image>(Image);
const PRODUCT = template<Product>(Product);
