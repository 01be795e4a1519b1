// One Shopify product becomes ours. Pure.
import { decimals } from '../../model/currencies.ts';
import { money } from '../../model/money.ts';
import type {
  Image,
  ProductDraft,
  ProductStatus,
  Variant as UnifiedVariant,
} from '../../model/product.ts';
import type { Draft } from '../../model/record.ts';
import { instant } from '../../model/time.ts';
import type { Note, Telling } from '../channel.ts';
import { filled } from '../kit/text.ts';
import { weightFields, weightUnit } from '../kit/weight.ts';
import { type Media, numberOf, type Product, type Variant } from './native.ts';

export function transform(product: Product, { note }: Telling): ProductDraft {
  const images = imagesOf(product);
  return {
    id: product.legacyResourceId,
    title: product.title,
    body_html: filled(product.descriptionHtml),
    vendor: filled(product.vendor),
    product_type: filled(product.productType),
    handle: product.handle,
    status: productStatus(product, note),
    tags: [...product.tags],
    url: filled(product.onlineStoreUrl),
    created_at: instant(product.createdAt),
    updated_at: instant(product.updatedAt),
    published_at: instant(product.publishedAt),
    options: product.options.map((option) => ({
      id: numberOf(option.id),
      name: option.name,
      position: option.position,
      values: option.optionValues.map(({ name }) => name),
    })),
    variants: product.variants.nodes.map((each) => variant(each, product, note)),
    images,
    image: images.find(({ id }) => id === numberOf(product.featuredMedia?.id)) ?? images[0],
  };
}

/** An unlisted product can be bought by those who have its address: active. */
const STATUSES: Readonly<Record<string, ProductStatus>> = {
  ACTIVE: 'active',
  UNLISTED: 'active',
  DRAFT: 'draft',
  ARCHIVED: 'archived',
};

export function productStatus(product: Product, note?: Note): ProductStatus | null {
  const status = STATUSES[product.status];
  if (status === undefined)
    note?.({
      code: 'unknown_status',
      field: 'status',
      id: product.legacyResourceId,
      message: `Shopify’s ${product.status} is not known for status yet, so it is null.`,
    });
  return status ?? null;
}

const POLICIES: Readonly<Record<string, 'deny' | 'continue'>> = {
  DENY: 'deny',
  CONTINUE: 'continue',
};

function variant(native: Variant, product: Product, note: Note): Draft<UnifiedVariant> {
  const { inventoryItem: item } = native;
  const { weight } = item.measurement;
  const price = (amount: string) => money(amount, decimals(product.shopCurrencyCode));
  const policy = POLICIES[native.inventoryPolicy];
  if (policy === undefined)
    note({
      code: 'unknown_status',
      field: 'variants.inventory_policy',
      id: product.legacyResourceId,
      message: `Shopify’s ${native.inventoryPolicy} is not known for inventory_policy yet, so it is null.`,
    });
  const [option1, option2, option3] = product.options.map(
    (option) => native.selectedOptions.find(({ name }) => name === option.name)?.value,
  );
  return {
    id: native.legacyResourceId,
    product_id: product.legacyResourceId,
    title: native.title,
    sku: filled(native.sku),
    barcode: filled(native.barcode),
    price: price(native.price),
    compare_at_price: native.compareAtPrice === null ? null : price(native.compareAtPrice),
    currency: product.shopCurrencyCode,
    position: native.position,
    option1,
    option2,
    option3,
    inventory_item_id: item.legacyResourceId,
    inventory_quantity: native.inventoryQuantity,
    inventory_policy: policy,
    inventory_management: item.tracked ? 'shopify' : null,
    inventory_levels: (item.inventoryLevels?.nodes ?? []).map(({ location, quantities }) => ({
      location_id: location.legacyResourceId,
      location_name: location.name,
      available: quantities.find(({ name }) => name === 'available')?.quantity ?? null,
    })),
    ...weightFields(weight?.value, weightUnit(weight?.unit)),
    requires_shipping: item.requiresShipping,
    taxable: native.taxable,
    image_id: numberOf(native.media.nodes[0]?.id),
    created_at: instant(native.createdAt),
    updated_at: instant(native.updatedAt),
  };
}

/** Uploads that Shopify has not worked through yet have no image. */
function imagesOf(product: Product): Draft<Image>[] {
  return product.media.nodes
    .filter((media): media is Media & { image: NonNullable<Media['image']> } => !!media.image)
    .map(({ id, alt, image }, index) => ({
      id: numberOf(id),
      src: image.url,
      alt: filled(alt),
      position: index + 1,
      width: image.width,
      height: image.height,
      variant_ids: product.variants.nodes
        .filter((each) => each.media.nodes[0]?.id === id)
        .map((each) => each.legacyResourceId),
    }));
}
