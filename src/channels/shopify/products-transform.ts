// One Shopify product becomes ours. Pure.

import type { Image, ProductDraft, Variant as UnifiedVariant } from '../../model/product.ts';
import type { Draft } from '../../model/record.ts';
import { instant } from '../../model/time.ts';
import type { Context, Note } from '../channel.ts';
import { flagIn } from '../kit/flags.ts';
import { integer, isRecord, parts, texts } from '../kit/loose.ts';
import { filled, identifier, ownId } from '../kit/text.ts';
import { weightFields, weightUnit } from '../kit/weight.ts';
import { amountOf } from './amounts.ts';
import { type Media, nodesOf, numberOf, type Product, recordId, type Variant } from './native.ts';
import { known, productStatus, upper } from './status.ts';

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
    tags: texts(product.tags),
    url: filled(product.onlineStoreUrl),
    created_at: instant(product.createdAt),
    updated_at: instant(product.updatedAt),
    published_at: instant(product.publishedAt),
    options: parts(product.options).map((option) => ({
      id: numberOf(option.id),
      name: filled(option.name),
      position: integer(option.position),
      values: texts(parts(option.optionValues).map(({ name }) => name)),
    })),
    variants: variantsOf(product).map((each) => variant(each, product, note)),
    images,
    image: images.find(({ id }) => id === numberOf(product.featuredMedia?.id)),
  };
}

/** A product without its variants would be another one: they must be there, each of them. */
function variantsOf({ variants }: Product): readonly Variant[] {
  const { nodes } = variants;
  if (!Array.isArray(nodes) || !nodes.every(isRecord<Variant>))
    throw new TypeError('The product has no list of variants.');
  return nodes;
}

const POLICIES = upper(['deny', 'continue']);

function variant(native: Variant, product: Product, note: Note): Draft<UnifiedVariant> {
  const item = isRecord(native.inventoryItem) ? native.inventoryItem : undefined;
  const tracked = flagIn(item?.tracked);
  const weighed = item?.measurement?.weight;
  const unit = weightUnit(filled(weighed?.unit));
  const { weight, weight_unit, grams } = weightFields(filled(weighed?.value), unit);
  const policy = native.inventoryPolicy;
  const selected = parts(native.selectedOptions);
  const [option1, option2, option3] = parts(product.options).map((option) =>
    filled(selected.find(({ name }) => name === option.name)?.value),
  );
  return {
    id: recordId(native),
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
    // Shopify writes zero where no one counts, of which there is no end.
    inventory_quantity: tracked === false ? null : native.inventoryQuantity,
    inventory_policy: known(POLICIES, policy, 'variants.inventory_policy', product, note),
    inventory_management: tracked === true ? 'shopify' : null,
    inventory_levels: nodesOf(item?.inventoryLevels).map(({ location, quantities }) => ({
      location_id: identifier(location?.legacyResourceId),
      location_name: filled(location?.name),
      available: integer(parts(quantities).find(({ name }) => name === 'available')?.quantity),
    })),
    weight,
    weight_unit,
    grams,
    requires_shipping: item?.requiresShipping,
    taxable: native.taxable,
    image_id: imageIdOf(native),
    created_at: instant(native.createdAt),
    updated_at: instant(native.updatedAt),
  };
}

const imageIdOf = (native: Variant): string | null => numberOf(nodesOf(native.media)[0]?.id);

/** Uploads that Shopify has not worked through yet have no image. */
function imagesOf(product: Product): Draft<Image>[] {
  const shown = Map.groupBy(variantsOf(product), imageIdOf);
  shown.delete(null);
  return nodesOf(product.media)
    .filter((media): media is Media & { image: NonNullable<Media['image']> } =>
      isRecord(media.image),
    )
    .map(({ id, alt, image }, index) => ({
      id: numberOf(id),
      src: filled(image.url),
      alt: filled(alt),
      position: index + 1,
      width: integer(image.width),
      height: integer(image.height),
      variant_ids: (shown.get(numberOf(id)) ?? []).map(recordId).filter((one) => one !== null),
    }));
}
