// The unified product: its schema, its type, and the completion of what a channel knows of one.

import { complete, type Draft, type Identified, type Odd, requireId, template } from './record.ts';
import { decimal, flag, instant, integer, number, object, orNull, text, word } from './schema.ts';
import { type Static, Type } from './type.ts';

export const PRODUCT_STATUSES = ['active', 'draft', 'archived'] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];

export const ProductOption = object(
  'ProductOption',
  'What variants of a product differ in, such as size or colour.',
  {
    id: text('The channel’s identifier of the option.'),
    name: text('What it is called, such as Size.'),
    position: integer('Its place among the options, from 1; option1 holds the first.'),
    values: Type.Array(Type.String(), { description: 'Every value that a variant may have.' }),
  },
);
export type ProductOption = Static<typeof ProductOption>;

const InventoryLevel = object('InventoryLevel', 'Stock at one place.', {
  location_id: text('The channel’s identifier of the place.'),
  location_name: text('What the place is called.'),
  available: integer('How many can be sold from there.'),
});

export const Variant = object('Variant', 'What can be bought of a product: one size, one colour.', {
  id: text('The channel’s identifier of the variant; `variant_id` of line items.'),
  product_id: text('The `id` of the product.'),
  title: text(
    'What distinguishes it from the other variants; Default Title where there is only one.',
  ),
  sku: text('The shop’s own stock number.'),
  barcode: text('EAN, UPC, ISBN or another number of the trade.'),
  price: decimal('Price of one, now.'),
  compare_at_price: decimal('Price before it was reduced; null while it is not.'),
  currency: text('ISO 4217.'),
  position: integer('Its place among the variants, from 1.'),
  option1: text('Its value of the first option.'),
  option2: text('Its value of the second option.'),
  option3: text('Its value of the third option.'),
  inventory_item_id: text('The channel’s identifier of what is counted in stock.'),
  inventory_quantity: integer('How many can be sold, all places together.'),
  inventory_policy: word(
    ['deny', 'continue'],
    'Whether it can be bought while there is none: deny or continue.',
  ),
  inventory_management: text('Who counts the stock; null where no one does.'),
  inventory_levels: Type.Array(InventoryLevel, { description: 'Stock by place.' }),
  weight: number('Weight of one, in `weight_unit`.'),
  weight_unit: word(['g', 'kg', 'lb', 'oz'], 'Unit of `weight`.'),
  grams: integer('Weight of one, in grams.'),
  requires_shipping: flag('Whether it is shipped at all.'),
  taxable: flag('Whether tax is charged on it.'),
  image_id: text('The `id` of its own image among the product’s.'),
  created_at: instant('When it was made.'),
  updated_at: instant('When anything about it last changed.'),
});
export type Variant = Static<typeof Variant>;

export const Image = object('Image', 'A picture of a product.', {
  id: text('The channel’s identifier of the image.'),
  src: text('Where it can be loaded from.'),
  alt: text('What it shows, in words.'),
  position: integer('Its place among the images, from 1.'),
  width: integer('Pixels.'),
  height: integer('Pixels.'),
  variant_ids: Type.Array(Type.String(), {
    description: 'The variants that it shows; empty where it is of the product as a whole.',
  }),
});
export type Image = Static<typeof Image>;

export const Product = object(
  'Product',
  'A product with its variants, the same whatever the channel. All fields are always there: null where the channel has nothing. Where the request names `fields`, a record holds those, `id` and `channel_name` alone.',
  {
    id: Type.String({
      description: 'The channel’s identifier of the product; `product_id` of line items.',
    }),
    channel_name: Type.String({ description: 'The channel’s identifier.' }),
    title: text('What it is called.'),
    body_html: text('Description, as HTML or plain text.'),
    vendor: text('Brand or maker.'),
    product_type: text('What kind of product it is, in the channel’s words.'),
    handle: text('Its name in addresses, or the channel’s own short identifier.'),
    status: word(PRODUCT_STATUSES, 'Whether it is for sale.'),
    tags: Type.Array(Type.String(), { description: 'The shop’s labels for it.' }),
    url: text('Its page in the shop.'),
    created_at: instant('When it was made.'),
    updated_at: instant('When anything about it last changed.'),
    published_at: instant('When it came on sale.'),
    options: Type.Array(ProductOption, { description: 'What its variants differ in.' }),
    variants: Type.Array(Variant, {
      description: 'What can be bought; one for a product without variants.',
    }),
    images: Type.Array(Image, { description: 'Its pictures, in order.' }),
    image: orNull(Image, 'The first or main of its pictures.'),
  },
);
export type Product = Static<typeof Product>;

/**
 * What a channel knows of a product. What follows from it is filled in: a variant's product, places
 * by the order of the list, the first image as the product's. The channel's name is added by the core.
 */
export type ProductDraft = Identified<Omit<Product, 'channel_name'>>;

/** The title of the one variant of a product that has no variants. */
const ONLY = 'Default Title';

/** A whole product from what a channel knows: every field present, null where there is no value. */
export function completeProduct(draft: ProductDraft, channel: string, odd?: Odd): Product {
  requireId(draft.id);
  const product = complete<Product>(PRODUCT, draft, odd);
  const { options, variants, images } = product;
  for (const list of [options, variants, images]) placeAll(list);
  for (const variant of variants) variant.product_id ??= draft.id;
  const [only, ...others] = variants;
  if (only && others.length === 0) only.title ??= ONLY;
  product.channel_name = channel;
  // Where it is another than the first of the images, the channel says so.
  product.image ??= images[0] ?? null;
  return product;
}

function placeAll(list: readonly { position: number | null }[]) {
  list.forEach((one, at) => {
    one.position ??= at + 1;
  });
}

const PRODUCT = template<Product>(Product);

/** Where a channel keeps that apart from what lies in stock. */
export const Salable = object('Salable', 'What a website can sell of a variant now.', {
  variant_id: text('`id` of the product’s variant.'),
  stock_id: text('The channel’s identifier of the stock that the website sells from.'),
  quantity: integer('Pieces, less those that orders have reserved.'),
});
export type Salable = Static<typeof Salable>;
export type SalableDraft = Draft<Salable>;

const SALABLE = template<Salable>(Salable);

export const completeSalable = (draft: SalableDraft, odd?: Odd, prefix = ''): Salable =>
  complete(SALABLE, draft, odd, prefix);
