// One Shopify product becomes ours. Pure.
import type {
  Image,
  ProductDraft,
  ProductStatus,
  Variant as UnifiedVariant,
} from '../../model/product.ts';
import type { Draft } from '../../model/record.ts';
import { instant } from '../../model/time.ts';
import type { Context, Note } from '../channel.ts';
import { isRecord, parts } from '../kit/loose.ts';
import { filled, identifier, ownId } from '../kit/text.ts';
import { weightFields, weightUnit } from '../kit/weight.ts';
import { amountOf } from './amounts.ts';
import {
  type Media,
  nodesOf,
  numberOf,
  type Product,
  recordId,
  texts,
  type Variant,
} from './native.ts';

export function transform(product: Product, { note }: Context): ProductDraft {
  const images = imagesOf(product);
  return {
    id: ownId(recordId(product)),
    title: filled(product.title),
    body_html: filled(product.descriptionHtml),
    vendor: filled(product.vendor),
    product_type: filled(product.productType),
    handle: filled(product.handle),
    status: productStatus(product, note),
    tags: [...texts(product.tags)],
    url: filled(product.onlineStoreUrl),
    created_at: instant(filled(product.createdAt)),
    updated_at: instant(filled(product.updatedAt)),
    published_at: instant(filled(product.publishedAt)),
    options: parts(product.options).map((option) => ({
      id: numberOf(option.id),
      name: filled(option.name),
      position: whole(option.position),
      values: [...texts(parts(option.optionValues).map(({ name }) => name))],
    })),
    variants: variantsOf(product).map((each) => variant(each, product, note)),
    images,
    image: images.find(({ id }) => id === numberOf(product.featuredMedia?.id)) ?? images[0],
  };
}

/** An unlisted product can be bought by those who have its address: active. */
const STATUSES = new Map<string, ProductStatus>([
  ['ACTIVE', 'active'],
  ['UNLISTED', 'active'],
  ['DRAFT', 'draft'],
  ['ARCHIVED', 'archived'],
]);

export function productStatus(product: Product, note?: Note): ProductStatus | null {
  const word = filled(product.status);
  if (word === null) return null;
  const status = STATUSES.get(word);
  if (status === undefined && note) noteUnknown('status', word, product, note);
  return status ?? null;
}

function noteUnknown(field: string, native: string, product: Product, note: Note): void {
  const id = recordId(product);
  note({
    code: 'unknown_status',
    field,
    ...(id !== null && { id }),
    message: `Shopify’s ${native} is not known for ${field} yet, so it is null.`,
  });
}

/** A product without its variants would be another one: they must be there, each of them. */
function variantsOf({ variants }: Product): readonly Variant[] {
  const { nodes } = variants;
  if (!Array.isArray(nodes) || !nodes.every(isRecord<Variant>))
    throw new TypeError('The product has no list of variants.');
  return nodes;
}

const whole = (value: unknown): number | null =>
  Number.isSafeInteger(value) ? (value as number) : null;

const POLICIES = new Map<string, 'deny' | 'continue'>([
  ['DENY', 'deny'],
  ['CONTINUE', 'continue'],
]);

function variant(native: Variant, product: Product, note: Note): Draft<UnifiedVariant> {
  const item = isRecord(native.inventoryItem) ? native.inventoryItem : undefined;
  const weight = item?.measurement?.weight;
  const word = filled(native.inventoryPolicy);
  const policy = word === null ? null : POLICIES.get(word);
  if (word !== null && policy === undefined)
    noteUnknown('variants.inventory_policy', word, product, note);
  const selected = parts(native.selectedOptions);
  const [option1, option2, option3] = parts(product.options).map((option) =>
    filled(selected.find(({ name }) => name === option.name)?.value),
  );
  return {
    id: identifier(native.legacyResourceId) ?? numberOf(native.id),
    product_id: recordId(product),
    title: filled(native.title),
    sku: filled(native.sku),
    barcode: filled(native.barcode),
    price: amountOf(native.price, product.shopCurrencyCode),
    compare_at_price: amountOf(native.compareAtPrice, product.shopCurrencyCode),
    currency: product.shopCurrencyCode,
    position: native.position,
    option1,
    option2,
    option3,
    inventory_item_id: identifier(item?.legacyResourceId),
    // Shopify writes zero where nobody counts, of which there is no end.
    inventory_quantity: item?.tracked === false ? null : native.inventoryQuantity,
    inventory_policy: policy,
    inventory_management: item?.tracked === true ? 'shopify' : null,
    inventory_levels: nodesOf(item?.inventoryLevels).map(({ location, quantities }) => ({
      location_id: identifier(location?.legacyResourceId),
      location_name: filled(location?.name),
      available: whole(parts(quantities).find(({ name }) => name === 'available')?.quantity),
    })),
    ...weightFields(filled(weight?.value), weightUnit(filled(weight?.unit))),
    requires_shipping: item?.requiresShipping,
    taxable: native.taxable,
    image_id: imageIdOf(native),
    created_at: instant(filled(native.createdAt)),
    updated_at: instant(filled(native.updatedAt)),
  };
}

const imageIdOf = (native: Variant): string | null => numberOf(nodesOf(native.media)[0]?.id);

/** Uploads that Shopify has not worked through yet have no image. */
function imagesOf(product: Product): Draft<Image>[] {
  return nodesOf(product.media)
    .filter((media): media is Media & { image: NonNullable<Media['image']> } =>
      isRecord(media.image),
    )
    .map(({ id, alt, image }, index) => ({
      id: numberOf(id),
      src: filled(image.url),
      alt: filled(alt),
      position: index + 1,
      width: whole(image.width),
      height: whole(image.height),
      variant_ids: variantsOf(product)
        .filter((each) => imageIdOf(each) !== null && imageIdOf(each) === numberOf(id))
        .map((each) => identifier(each.legacyResourceId) ?? numberOf(each.id))
        .filter((one) => one !== null),
    }));
}
