// Turns a WooCommerce product and its variations into ours.
import { decimals } from '../../model/currencies.ts';
import { compare, isAmount, money } from '../../model/money.ts';
import type { Image, ProductDraft, ProductOption, Variant } from '../../model/product.ts';
import type { Draft } from '../../model/record.ts';
import { instant } from '../../model/time.ts';
import type { Note, Telling } from '../channel.ts';
import { filled, identifier, joined } from '../kit/text.ts';
import { weightFields, weightUnit } from '../kit/weight.ts';
import { plainText } from './entities.ts';
import type {
  NativeAttribute,
  NativeImage,
  NativeProduct,
  NativeSellable,
  NativeVariation,
  ShopFacts,
} from './native.ts';
import { PRODUCT_STATUSES } from './status.ts';

/** The title of the one variant of a product that has none, as the unified format has it. */
const DEFAULT = 'Default Title';
const NO_FACTS: ShopFacts = { currency: null, weight_unit: null };

/** Where plugins kept barcodes before WooCommerce 9.2 had a field for them. */
const BARCODES = ['_gtin', '_ean', '_barcode', 'hwp_product_gtin', '_wpm_gtin_code', '_alg_ean'];

export function transformProduct(product: NativeProduct, { note }: Telling): ProductDraft {
  const variations = product.variation_records ?? [];
  const attributes = product.attributes
    .filter(({ variation }) => variation)
    .toSorted((a, b) => a.position - b.position);
  const images = imagesOf(product, variations);
  return {
    id: String(product.id),
    title: plainText(product.name),
    body_html: filled(product.description) ?? filled(product.short_description),
    vendor: vendorOf(product),
    product_type: plainText(product.categories[0]?.name),
    handle: filled(product.slug),
    status: statusOf(product, note),
    tags: product.tags.map(({ name }) => plainText(name)).filter((name) => name !== null),
    url: filled(product.permalink),
    created_at: instant(product.date_created_gmt),
    updated_at: instant(product.date_modified_gmt),
    published_at: product.status === 'publish' ? instant(product.date_created_gmt) : null,
    options: attributes.length > 0 ? attributes.map(optionOf) : [DEFAULT_OPTION],
    variants:
      variations.length > 0
        ? variations.map((variation, index) => variationOf(variation, index, product, attributes))
        : [onlyVariantOf(product, attributes)],
    images,
    image: images[0],
  };
}

function statusOf({ id, status }: NativeProduct, note: Note) {
  const known = PRODUCT_STATUSES.get(status);
  if (!known)
    note({
      code: 'unknown_status',
      message: `The shop has a product status of its own, "${status}", whose meaning is not known; status is null.`,
      field: 'status',
      id: String(id),
    });
  return known ?? null;
}

/** Brands are a field since WooCommerce 9.4; before that shops made an attribute of them. */
function vendorOf({ brands, attributes }: NativeProduct): string | null {
  const attribute = attributes.find(({ name }) => name.toLowerCase() === 'brand');
  return plainText(brands?.[0]?.name) ?? plainText(attribute?.options[0]);
}

const DEFAULT_OPTION: Draft<ProductOption> = { name: 'Title', position: 1, values: [DEFAULT] };

const optionOf = (attribute: NativeAttribute, index: number): Draft<ProductOption> => ({
  id: identifier(attribute.id),
  name: plainText(attribute.name),
  position: index + 1,
  values: attribute.options.map(plainText).filter((value) => value !== null),
});

function variationOf(
  variation: NativeVariation,
  index: number,
  product: NativeProduct,
  attributes: readonly NativeAttribute[],
): Draft<Variant> {
  // An attribute that a variation leaves out means "any".
  const values = attributes.map(({ id, name }) => {
    const own = variation.attributes.find((one) => (id > 0 ? one.id === id : one.name === name));
    return plainText(own?.option);
  });
  return {
    ...sellableOf(variation, product),
    title: joined(values, ' / ') ?? DEFAULT,
    position: index + 1,
    option1: values[0],
    option2: values[1],
    option3: values[2],
    image_id: identifier(variation.image?.id),
  };
}

const onlyVariantOf = (
  product: NativeProduct,
  attributes: readonly NativeAttribute[],
): Draft<Variant> => ({
  ...sellableOf(product, product),
  title: DEFAULT,
  position: 1,
  option1: attributes.length > 0 ? null : DEFAULT,
});

/** What a simple product and a variation tell in the same way. */
function sellableOf(one: NativeSellable, { id, shop = NO_FACTS }: NativeProduct): Draft<Variant> {
  const price = priceOf(one.price, shop.currency);
  const regular = priceOf(one.regular_price, shop.currency);
  const reduced = one.on_sale && regular !== null && (!price || compare(regular, price) !== 0);
  const managed = one.manage_stock === true || one.manage_stock === 'parent';
  return {
    id: String(one.id),
    product_id: String(id),
    sku: filled(one.sku),
    barcode: barcodeOf(one),
    price,
    compare_at_price: reduced ? regular : null,
    currency: shop.currency,
    inventory_quantity: managed ? wholeOf(one.stock_quantity) : null,
    inventory_policy: one.backorders === 'no' ? 'deny' : 'continue',
    inventory_management: managed ? 'woocommerce' : null,
    ...weightFields(one.weight, weightUnit(shop.weight_unit)),
    requires_shipping: !one.virtual,
    taxable: one.tax_status === 'taxable',
    created_at: instant(one.date_created_gmt),
    updated_at: instant(one.date_modified_gmt),
  };
}

/** Prices stand as they were typed: "45" and "45.00" are both usual. */
function priceOf(price: string | number, currency: string | null): string | null {
  if (!isAmount(price)) return null;
  const written = String(price).split('.')[1]?.length ?? 0;
  return money(price, Math.max(written, decimals(currency ?? '')));
}

/** Plugins allow parts of a piece; what can be sold are whole ones. */
const wholeOf = (quantity: string | number | null): number | null =>
  quantity === null || !Number.isFinite(Number(quantity)) ? null : Math.floor(Number(quantity));

function barcodeOf({ global_unique_id, meta_data = [] }: NativeSellable): string | null {
  const kept = BARCODES.map((key) => filled(meta_data.find((meta) => meta.key === key)?.value));
  return filled(global_unique_id) ?? kept.find((barcode) => barcode !== null) ?? null;
}

/** The product's images, then those that only a variation has. */
function imagesOf(
  { images }: NativeProduct,
  variations: readonly NativeVariation[],
): readonly Draft<Image>[] {
  const byId = new Map<string, { readonly image: NativeImage; readonly variants: string[] }>();
  const add = (image: NativeImage | null | undefined, variant?: number) => {
    const id = identifier(image?.id);
    if (!image || id === null) return;
    const entry = byId.get(id) ?? { image, variants: [] };
    if (variant !== undefined) entry.variants.push(String(variant));
    byId.set(id, entry);
  };
  for (const image of images) add(image);
  for (const { id, image } of variations) add(image, id);
  return [...byId].map(([id, { image, variants }], index) => ({
    id,
    src: filled(image.src),
    alt: plainText(image.alt),
    position: index + 1,
    variant_ids: variants,
  }));
}
