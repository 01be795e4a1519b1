// Turns a WooCommerce product and its variations into ours.
import { decimals } from '../../model/currencies.ts';
import { compare, money, placesOf, round } from '../../model/money.ts';
import type { Image, ProductDraft, ProductOption, Variant } from '../../model/product.ts';
import type { Draft } from '../../model/record.ts';
import type { Context, Note } from '../channel.ts';
import { chosen, NO_CHOICE, NO_OPTIONS } from '../kit/choices.ts';
import { noteUnknown } from '../kit/notes.ts';
import { filled, identifier, ownId } from '../kit/text.ts';
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
import { amountOf, dateOf, metaIn, objectIn, objectsIn, textsIn, truthOf } from './values.ts';

/** Where plugins kept barcodes before WooCommerce 9.2 had a field for them. */
const BARCODES = ['_gtin', '_ean', '_barcode', 'hwp_product_gtin', '_wpm_gtin_code', '_alg_ean'];

export function transformProduct(product: NativeProduct, { note }: Context): ProductDraft {
  const variations = objectsIn(product.variation_records);
  const attributes = objectsIn(product.attributes)
    .filter(({ variation }) => truthOf(variation))
    .toSorted((a, b) => placeOf(a) - placeOf(b));
  return {
    id: ownId(product.id),
    title: plainText(product.name),
    body_html: filled(product.description) ?? filled(product.short_description),
    vendor: vendorOf(product),
    product_type: plainText(objectsIn(product.categories)[0]?.name),
    handle: filled(product.slug),
    status: statusOf(product, note),
    tags: objectsIn(product.tags)
      .map(({ name }) => plainText(name))
      .filter((name) => name !== null),
    url: filled(product.permalink),
    created_at: dateOf(product.date_created_gmt),
    updated_at: dateOf(product.date_modified_gmt),
    published_at: product.status === 'publish' ? dateOf(product.date_created_gmt) : null,
    options: attributes.length > 0 ? attributes.map(optionOf) : NO_OPTIONS,
    variants:
      variations.length > 0
        ? variations.map((variation) => variationOf(variation, product, attributes))
        : [{ ...sellableOf(product, product), ...(attributes.length === 0 && NO_CHOICE) }],
    images: imagesOf(product, variations),
  };
}

function statusOf({ id, status }: NativeProduct, note: Note) {
  const known = PRODUCT_STATUSES.get(status);
  if (!known) noteUnknown(note, { vendor: 'The shop', word: status, field: 'status', id });
  return known ?? null;
}

/** Brands are a field since WooCommerce 9.4; before that shops made an attribute of them. */
function vendorOf({ brands, attributes }: NativeProduct): string | null {
  const attribute = objectsIn(attributes).find(
    ({ name }) => filled(name)?.toLowerCase() === 'brand',
  );
  return plainText(objectsIn(brands)[0]?.name) ?? plainText(textsIn(attribute?.options)[0]);
}

/** Where an attribute stands among the others. */
const placeOf = ({ position }: NativeAttribute): number => Number(amountOf(position) ?? 0);

const optionOf = (attribute: NativeAttribute): Draft<ProductOption> => ({
  id: identifier(attribute.id),
  name: plainText(attribute.name),
  values: textsIn(attribute.options)
    .map(plainText)
    .filter((value) => value !== null),
});

function variationOf(
  variation: NativeVariation,
  product: NativeProduct,
  attributes: readonly NativeAttribute[],
): Draft<Variant> {
  // An attribute that a variation leaves out means "any".
  const values = attributes.map(({ id, name }) => {
    const own = objectsIn(variation.attributes).find((one) =>
      identifier(id) === null ? one.name === name : identifier(one.id) === identifier(id),
    );
    return plainText(own?.option);
  });
  return {
    ...sellableOf(variation, product),
    ...chosen(values),
    image_id: identifier(objectIn(variation.image).id),
  };
}

/** What a simple product and a variation say in the same way. */
function sellableOf(one: NativeSellable, product: NativeProduct): Draft<Variant> {
  const shop: Partial<ShopFacts> = objectIn(product.shop);
  const currency = filled(shop.currency);
  const price = priceOf(one.price, currency);
  const regular = priceOf(one.regular_price, currency);
  const reduced =
    truthOf(one.on_sale) === true && regular !== null && (!price || compare(regular, price) !== 0);
  const managed = one.manage_stock === 'parent' || truthOf(one.manage_stock) === true;
  const virtual = truthOf(one.virtual);
  const backorders = filled(one.backorders);
  const taxStatus = filled(one.tax_status);
  const unit = weightUnit(filled(shop.weight_unit));
  const { weight, weight_unit, grams } = weightFields(filled(one.weight), unit);
  return {
    id: ownId(one.id),
    sku: filled(one.sku),
    barcode: barcodeOf(one),
    price,
    compare_at_price: reduced ? regular : null,
    currency,
    inventory_quantity: managed ? wholeOf(one.stock_quantity) : null,
    inventory_policy: backorders === null ? null : backorders === 'no' ? 'deny' : 'continue',
    inventory_management: managed ? 'woocommerce' : null,
    weight,
    weight_unit,
    grams,
    requires_shipping: virtual === null ? null : !virtual,
    taxable: taxStatus === null ? null : taxStatus === 'taxable',
    created_at: dateOf(one.date_created_gmt),
    updated_at: dateOf(one.date_modified_gmt),
  };
}

/** As fine as WooCommerce reckons. */
const FINEST = 6;

/**
 * Prices stand as they were typed: "45" and "45.00" are both usual. What a plugin reckoned may come
 * with the noise of a binary fraction, "19.989999999999998".
 */
function priceOf(price: unknown, currency: string | null): string | null {
  const written = amountOf(price);
  if (written === null) return null;
  const exact = placesOf(written) > 2 * FINEST ? round(written, FINEST) : written;
  return money(exact, decimals(currency ?? ''));
}

/** Plugins allow parts of a piece; what can be sold are whole ones. */
function wholeOf(quantity: unknown): number | null {
  const amount = amountOf(quantity);
  return amount === null ? null : Math.floor(Number(amount));
}

function barcodeOf({ global_unique_id, meta_data }: NativeSellable): string | null {
  const own = filled(global_unique_id);
  if (own !== null) return own;
  const kept = BARCODES.map((key) => filled(metaIn(meta_data, key)));
  return kept.find((barcode) => barcode !== null) ?? null;
}

/** The product's images, then those that only a variation has. */
function imagesOf(
  { images }: NativeProduct,
  variations: readonly NativeVariation[],
): readonly Draft<Image>[] {
  const byId = new Map<string, { readonly image: NativeImage; readonly variants: string[] }>();
  const add = (image: Partial<NativeImage>, variant?: unknown) => {
    const id = identifier(image.id);
    if (id === null) return;
    const entry = byId.get(id) ?? { image: image as NativeImage, variants: [] };
    const named = identifier(variant);
    if (named !== null) entry.variants.push(named);
    byId.set(id, entry);
  };
  for (const image of objectsIn(images)) add(image);
  for (const { id, image } of variations) add(objectIn(image), id);
  return [...byId].map(([id, { image, variants }]) => ({
    id,
    src: filled(image.src),
    alt: plainText(image.alt),
    variant_ids: variants,
  }));
}
