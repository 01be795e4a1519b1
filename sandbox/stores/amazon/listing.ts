// One product of the catalogue as Amazon's listings: a single one, or a parent and its variations.
import { currencies } from '../../catalogue/currencies.ts';
import type { Product, ProductImage, Variant } from '../../catalogue/types.ts';
import { utcText } from '../../zone.ts';
import { isStoredByAmazon } from './holding.ts';
import { childAsin, isFamily, parentAsin, productSku, variantSku } from './ids.ts';
import type { Marketplace } from './marketplaces.ts';
import { availabilityOf, convert, isForAll, priceIn, offersOf as purchasableOf } from './offers.ts';

export interface Listing {
  readonly sku: string;
  readonly asin: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly status: readonly ('BUYABLE' | 'DISCOVERABLE')[];
  readonly parentSku: string | null;
  readonly barcode: string | null;
  /** Stock in Amazon's warehouses; null where the merchant ships. */
  readonly amazonStock: number | null;
  readonly title: string;
  render(marketplaces: readonly Marketplace[], included: readonly string[]): object;
}

/** `warehouse` is Amazon's code for its own warehouses in the seller's region. */
export function listingsOf(product: Product, warehouse: string): readonly Listing[] {
  if (!isFamily(product))
    return product.variants.map((variant) => itemOf(product, variant, warehouse));
  return [
    parentOf(product),
    ...product.variants.map((variant) => itemOf(product, variant, warehouse)),
  ];
}

const time = (instant: number): string => `${utcText(instant)}Z`;

/** Everything there is on a listing in one marketplace; `attributes` are by name. */
interface Facts {
  readonly asin: string;
  readonly title: string;
  readonly productType: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly status: Listing['status'];
  readonly images: readonly ProductImage[];
  readonly attributes: (marketplace: Marketplace) => Record<string, readonly object[]>;
  readonly price: (marketplace: Marketplace) => string | null;
  readonly availability: readonly object[];
  readonly relationship: object | null;
}

function renderer(sku: string, facts: Facts): Listing['render'] {
  return (marketplaces, included) => {
    const here = (make: (marketplace: Marketplace) => object) => marketplaces.map(make);
    const parts: Readonly<Record<string, () => object>> = {
      summaries: () => ({ summaries: here((marketplace) => summaryOf(facts, marketplace)) }),
      attributes: () => ({ attributes: merged(marketplaces.map(facts.attributes)) }),
      offers: () => ({
        offers: marketplaces.flatMap((marketplace) => offersOf(facts, marketplace)),
      }),
      fulfillmentAvailability: () => ({ fulfillmentAvailability: facts.availability }),
      relationships: () => ({
        relationships: here(({ id }) => ({
          marketplaceId: id,
          relationships: facts.relationship === null ? [] : [facts.relationship],
        })),
      }),
      productTypes: () => ({
        productTypes: here(({ id }) => ({ marketplaceId: id, productType: facts.productType })),
      }),
    };
    return Object.assign({ sku }, ...included.map((name) => parts[name]?.() ?? {}));
  };
}

function summaryOf(facts: Facts, { id }: Marketplace): object {
  const [main] = facts.images;
  return {
    marketplaceId: id,
    asin: facts.asin,
    productType: facts.productType,
    conditionType: 'new_new',
    status: facts.status,
    itemName: facts.title,
    createdDate: time(facts.createdAt),
    lastUpdatedDate: time(facts.updatedAt),
    ...(main && {
      mainImage: { link: addressOf(main), height: main.height, width: main.width },
    }),
  };
}

function offersOf(facts: Facts, marketplace: Marketplace): object[] {
  const amount = facts.price(marketplace);
  if (amount === null) return [];
  const price = { currencyCode: marketplace.currency, amount };
  const audience = { value: 'ALL', displayName: 'Sell on Amazon' };
  return [{ marketplaceId: marketplace.id, offerType: 'B2C', price, audience }];
}

function merged(all: readonly Record<string, readonly object[]>[]): Record<string, object[]> {
  const attributes: Record<string, object[]> = {};
  for (const one of all)
    for (const [name, values] of Object.entries(one))
      attributes[name] = [...(attributes[name] ?? []), ...values];
  return attributes;
}

const addressOf = ({ file }: ProductImage): string =>
  `https://m.media-amazon.com/images/I/${encodeURIComponent(file)}`;

/** Words of Amazon's own list of product types. */
export const typeOf = ({ productType }: Product): string =>
  (productType ?? 'HOME').toUpperCase().replaceAll(/[^A-Z]+/g, '_');

/** Amazon keeps nine pictures. */
const picturesOf = ({ images }: Product): readonly ProductImage[] => images.slice(0, 9);

function texts({ id, language }: Marketplace, ...values: readonly string[]): readonly object[] {
  return values.map((value) => ({ value, marketplace_id: id, language_tag: language }));
}

function sharedAttributes(product: Product, title: string, marketplace: Marketplace) {
  const { id } = marketplace;
  const body = product.bodyHtml.trim();
  return {
    item_name: texts(marketplace, title),
    ...(product.brand && { brand: texts(marketplace, product.brand.name) }),
    ...(body !== '' && { product_description: texts(marketplace, body) }),
    ...(product.tags.length > 0 && {
      generic_keyword: texts(marketplace, ...product.tags.map(({ name }) => name)),
    }),
    ...Object.fromEntries(
      picturesOf(product).map((image, at) => [
        at === 0 ? 'main_product_image_locator' : `other_product_image_locator_${at}`,
        [{ media_location: addressOf(image), marketplace_id: id }],
      ]),
    ),
  };
}

/** The names of Amazon's attributes by which variations differ. */
const attributeOf = (name: string): string =>
  name === 'Colour' ? 'color' : name.toLowerCase().replaceAll(' ', '_');

const themeOf = (product: Product) => {
  const attributes = product.options.map(({ name }) => attributeOf(name));
  return { attributes, theme: attributes.join('/').toUpperCase() };
};

/** A parent is found by buyers but never bought. */
function parentOf(product: Product): Listing {
  const sku = productSku(product);
  const facts: Facts = {
    asin: parentAsin(product),
    title: product.title,
    productType: typeOf(product),
    createdAt: product.createdAt,
    updatedAt: product.updatedAt,
    status: product.status === 'active' ? ['DISCOVERABLE'] : [],
    images: picturesOf(product),
    attributes: (marketplace) => sharedAttributes(product, product.title, marketplace),
    price: () => null,
    availability: [],
    relationship: {
      type: 'VARIATION',
      childSkus: product.variants.map(variantSku),
      variationTheme: themeOf(product),
    },
  };
  return {
    sku,
    asin: facts.asin,
    createdAt: facts.createdAt,
    updatedAt: facts.updatedAt,
    status: facts.status,
    parentSku: null,
    barcode: null,
    amazonStock: null,
    title: facts.title,
    render: renderer(sku, facts),
  };
}

const units: Readonly<Record<string, string>> = { kg: 'kilograms', g: 'grams' };

function itemOf(product: Product, variant: Variant, warehouse: string): Listing {
  const sku = variantSku(variant);
  const family = isFamily(product);
  const title = variant.title === null ? product.title : `${product.title}, ${variant.title}`;
  const stock = variant.stock.levels[0]?.available ?? 0;
  const byAmazon = isStoredByAmazon(product);
  const available = availabilityOf(product, variant, warehouse);
  const live = product.status === 'active' && variant.price !== null;
  const status: Listing['status'] = !live
    ? []
    : stock > 0
      ? ['BUYABLE', 'DISCOVERABLE']
      : ['DISCOVERABLE'];
  const own = product.images.filter(({ id }) => id === variant.imageId);
  const images = family ? own : picturesOf(product);
  const facts: Facts = {
    asin: childAsin(variant.id),
    title,
    productType: typeOf(product),
    // A single listing is the product: it has the product's own dates.
    createdAt: family ? variant.createdAt : product.createdAt,
    updatedAt: family ? variant.updatedAt : product.updatedAt,
    status,
    images,
    attributes: (marketplace) => ({
      ...(family
        ? { item_name: texts(marketplace, title) }
        : sharedAttributes(product, title, marketplace)),
      ...differences(product, variant, marketplace),
      fulfillment_availability: [{ ...available, marketplace_id: marketplace.id }],
      ...(variant.price !== null && {
        purchasable_offer: purchasableOf(product, variant, marketplace),
      }),
    }),
    price: (marketplace) => {
      const row = purchasableOf(product, variant, marketplace).find(isForAll);
      const { decimals } = currencies[marketplace.currency];
      return row === undefined ? null : Number(priceIn(row)).toFixed(decimals);
    },
    availability: [
      byAmazon
        ? { fulfillmentChannelCode: warehouse }
        : { fulfillmentChannelCode: 'DEFAULT', quantity: stock },
    ],
    relationship: family
      ? { type: 'VARIATION', parentSkus: [productSku(product)], variationTheme: themeOf(product) }
      : null,
  };
  return {
    sku,
    asin: facts.asin,
    createdAt: facts.createdAt,
    updatedAt: facts.updatedAt,
    status,
    parentSku: family ? productSku(product) : null,
    barcode: variant.barcode,
    amazonStock: byAmazon ? stock : null,
    title,
    render: renderer(sku, facts),
  };
}

/** What differs between variations: codes, list price, weight, and the options themselves. */
function differences(product: Product, variant: Variant, marketplace: Marketplace) {
  const { id, currency } = marketplace;
  const { barcode, compareAtPrice, weight, optionValues } = variant;
  return {
    ...(barcode && {
      externally_assigned_product_identifier: [{ type: 'ean', value: barcode, marketplace_id: id }],
    }),
    ...(compareAtPrice !== null && {
      list_price: [
        { currency, value: Number(convert(compareAtPrice, marketplace)), marketplace_id: id },
      ],
    }),
    ...(weight && {
      item_package_weight: [
        { unit: units[weight.unit], value: Number(weight.value), marketplace_id: id },
      ],
    }),
    ...Object.fromEntries(
      product.options.map(({ name }, at) => [
        attributeOf(name),
        texts(marketplace, optionValues[at] ?? ''),
      ]),
    ),
  };
}
