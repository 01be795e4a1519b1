// Products of the catalogue in Magento's shape: simple ones, configurable ones and their children.
import { currencies, decimal } from '../../catalogue/currencies.ts';
import { day } from '../../catalogue/moments.ts';
import type { Instant, Product, ProductImage, Variant } from '../../catalogue/types.ts';
import { movedAt, perRecord } from '../../living/derived.ts';
import { utcText } from '../../zone.ts';
import type { Attributes } from './attributes.ts';
import { categoryId, childEntryId, childId, entryId, productId } from './ids.ts';
import {
  type Collection,
  type Columns,
  collection,
  type Row,
  type Texts,
  type Value,
} from './listing.ts';
import { isOfParent } from './moves.ts';
import { isBundle, type View } from './shops.ts';

export const columns: Columns = {
  entity_id: 'number',
  sku: 'text',
  name: 'text',
  status: 'number',
  visibility: 'number',
  type_id: 'text',
  created_at: 'time',
  updated_at: 'time',
  url_key: 'text',
  manufacturer: 'number',
  category_id: 'number',
  price: 'number',
  special_price: 'number',
};

const HIDDEN = 1;

/**
 * Lists products, parents and children alike, by identifier, with the prices of a view's website.
 * The rows of a product are made once.
 */
export function openProductRows(
  attributes: Attributes,
  anchor: Instant,
  { currency }: Pick<View, 'currency'>,
  websites: readonly number[],
): (products: readonly Product[]) => Collection {
  const { numerator, denominator } = currencies[currency];
  const inCurrency = (cents: number | null): number | null =>
    cents === null ? null : Math.round((cents * numerator) / denominator);
  const rowsOfProduct = perRecord((product: Product) => {
    const variants = product.variants.map((variant) => ({
      ...variant,
      price: inCurrency(variant.price),
      compareAtPrice: inCurrency(variant.compareAtPrice),
    }));
    return rowsOf({ ...product, variants }, attributes, anchor, websitesOf(product, websites));
  });
  const texts: Texts = new Map();
  return (products) => {
    const rows = products.flatMap(rowsOfProduct);
    rows.sort((a, b) => Number(a.values.entity_id) - Number(b.values.entity_id));
    return collection(columns, rows, texts);
  };
}

/** Every third product is only in the first website. */
const websitesOf = ({ id }: Product, all: readonly number[]): readonly number[] =>
  id % 3 === 0 ? all.slice(0, 1) : all;

export const isConfigurable = ({ options }: Product): boolean => options.length > 0;

function rowsOf(
  product: Product,
  attributes: Attributes,
  anchor: Instant,
  websites: readonly number[],
): readonly Row[] {
  const [first] = product.variants;
  if (first === undefined) throw new Error(`product ${product.id} has no variant`);
  const shared = sharedAttributes(product, attributes);
  const head = {
    id: productId(product),
    name: product.title,
    status: product.status === 'active' ? 1 : 2,
    visibility: visibilityOf(product),
    createdAt: product.createdAt,
    updatedAt: product.updatedAt,
    categories: product.categories.map(categoryId),
    gallery: product.images.map((image, i) => entryOf(image, entryId(image), i === 0)),
    urlKey: product.handle,
    websites,
  };
  if (!isConfigurable(product))
    return [
      rowOf({
        ...head,
        sku: first.sku ?? '',
        type: isBundle(product) ? 'bundle' : simpleType(product),
        extension: isBundle(product) ? bundleOptions(first) : {},
        attributes: [...shared, ...ownAttributes(product, first, anchor)],
        ...sellable(first),
      }),
    ];
  const parent = rowOf({
    ...head,
    updatedAt: movedAt(product, 'magento', isOfParent),
    sku: `KZ-${String(product.id).padStart(4, '0')}`,
    type: 'configurable',
    price: '0',
    weight: null,
    extension: {
      configurable_product_options: product.options.map((option, position) => {
        const attribute = attributes.of(option);
        return {
          id: option.id,
          attribute_id: String(attribute.id),
          label: option.name,
          position,
          values: option.values.map((value) => ({ value_index: attribute.options.get(value) })),
          product_id: productId(product),
        };
      }),
      configurable_product_links: product.variants.map(childId),
    },
    attributes: [...shared, { attribute_code: 'tax_class_id', value: taxClass(first) }],
  });
  return [
    parent,
    ...product.variants.map((variant) => childRow(product, variant, attributes, anchor, websites)),
  ];
}

function childRow(
  product: Product,
  variant: Variant,
  attributes: Attributes,
  anchor: Instant,
  websites: readonly number[],
): Row {
  const image = product.images.find(({ id }) => id === variant.imageId);
  return rowOf({
    id: childId(variant),
    sku: variant.sku ?? '',
    name: `${product.title}-${variant.optionValues.join('-')}`,
    status: 1,
    visibility: HIDDEN,
    type: simpleType(product),
    createdAt: variant.createdAt,
    updatedAt: variant.updatedAt,
    categories: [],
    gallery: image === undefined ? [] : [entryOf(image, childEntryId(variant), true)],
    urlKey: `${product.handle}-${variant.position}`,
    websites,
    extension: {},
    attributes: [
      ...product.options.map((option, i) => {
        const attribute = attributes.of(option);
        const value = attribute.options.get(variant.optionValues[i] ?? '');
        return { attribute_code: attribute.code, value: String(value) };
      }),
      ...ownAttributes(product, variant, anchor),
    ],
    ...sellable(variant),
  });
}

interface CustomAttribute {
  readonly attribute_code: string;
  readonly value: string | readonly string[];
}

interface Parts {
  readonly id: number;
  readonly sku: string;
  readonly name: string;
  readonly status: number;
  readonly visibility: number;
  readonly type: string;
  readonly price: string | null;
  readonly weight: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly categories: readonly number[];
  readonly gallery: readonly object[];
  readonly urlKey: string;
  readonly websites: readonly number[];
  readonly extension: object;
  readonly attributes: readonly CustomAttribute[];
}

function rowOf(parts: Parts): Row {
  const { id, sku, name, status, visibility, type, price, weight, categories } = parts;
  const created_at = stamp(parts.createdAt);
  const updated_at = stamp(parts.updatedAt);
  const custom: readonly CustomAttribute[] = [
    { attribute_code: 'url_key', value: parts.urlKey },
    ...(categories.length > 0
      ? [{ attribute_code: 'category_ids', value: categories.map(String) }]
      : []),
    { attribute_code: 'required_options', value: '0' },
    { attribute_code: 'has_options', value: type === 'configurable' ? '1' : '0' },
    { attribute_code: 'options_container', value: 'container2' },
    ...parts.attributes,
  ];
  const numberIn = (code: string): number | null => {
    const value = custom.find((one) => one.attribute_code === code)?.value;
    return value === undefined ? null : Number(value);
  };
  const values: Record<string, Value> = {
    entity_id: id,
    sku,
    name,
    status,
    visibility,
    type_id: type,
    created_at,
    updated_at,
    url_key: parts.urlKey,
    manufacturer: numberIn('manufacturer'),
    category_id: categories,
    price: price === null ? null : Number(price),
    special_price: numberIn('special_price'),
  };
  return {
    values,
    record: {
      id,
      sku,
      name,
      attribute_set_id: 4,
      // Written as JSON numbers; the shortest form of a double is the decimal it was made from.
      ...(price !== null && { price: Number(price) }),
      status,
      visibility,
      type_id: type,
      created_at,
      updated_at,
      ...(weight !== null && { weight: Number(weight) }),
      extension_attributes: {
        website_ids: parts.websites,
        ...(categories.length > 0 && {
          category_links: categories.map((category, position) => ({
            position,
            category_id: String(category),
          })),
        }),
        ...parts.extension,
      },
      product_links: [],
      options: [],
      media_gallery_entries: parts.gallery,
      tier_prices: [],
      custom_attributes: custom,
    },
  };
}

const stamp = (instant: Instant): string => utcText(instant).replace('T', ' ');

const visibilityOf = ({ id, hidden }: Product): number =>
  hidden ? HIDDEN : id % 7 === 0 ? 2 : id % 11 === 0 ? 3 : 4;

/** Gift cards of the catalogue are sent by mail; Magento Open Source has no type of its own for them. */
function simpleType({ kind }: Product): string {
  return { physical: 'simple', digital: 'downloadable', gift_card: 'virtual' }[kind];
}

/** One choice of one part. */
const bundleOptions = ({ id, sku }: Variant): object => ({
  bundle_product_options: [
    {
      option_id: id,
      title: 'Tea',
      required: true,
      type: 'select',
      position: 1,
      sku,
      product_links: [],
    },
  ],
});

function sharedAttributes(product: Product, attributes: Attributes): readonly CustomAttribute[] {
  const { brand, bodyHtml, images } = product;
  const maker = brand && attributes.manufacturer.options.get(brand.name);
  return [
    ...(bodyHtml === '' ? [] : [{ attribute_code: 'description', value: bodyHtml }]),
    ...(images[0] ? [{ attribute_code: 'image', value: fileOf(images[0]) }] : []),
    ...(maker ? [{ attribute_code: 'manufacturer', value: String(maker) }] : []),
  ];
}

function sellable({ price, compareAtPrice, weight }: Variant): {
  readonly price: string | null;
  readonly weight: string | null;
} {
  const regular = compareAtPrice ?? price;
  return {
    price: regular === null ? null : decimal(regular, 2),
    weight: weight === null ? null : decimal(weight.grams, 3),
  };
}

const taxClass = ({ taxable }: Variant): string => (taxable ? '2' : '0');

function ownAttributes(
  product: Product,
  variant: Variant,
  anchor: Instant,
): readonly CustomAttribute[] {
  return [
    { attribute_code: 'tax_class_id', value: taxClass(variant) },
    ...(variant.barcode === null ? [] : [{ attribute_code: 'ean', value: variant.barcode }]),
    ...specialPrice(product, variant, anchor),
  ];
}

/** A special price as it was written. */
export interface Special {
  readonly price: number;
  readonly from: string;
  readonly to: string;
}

/** Null where it was deleted. */
export const specialOf = ({ own }: Product, sku: string | null): Special | null | undefined =>
  ((own?.magento?.special ?? {}) as Readonly<Record<string, Special | null>>)[sku ?? ''];

/** The special price that a product shows; null where it has none. */
export function specialShown(product: Product, variant: Variant, anchor: Instant): Special | null {
  const shown = new Map(specialPrice(product, variant, anchor).map(({ attribute_code, value }) => [attribute_code, String(value)])); // biome-ignore format: one line
  const price = shown.get('special_price');
  if (price === undefined) return null;
  return {
    price: Math.round(Number(price) * 100),
    from: shown.get('special_from_date') ?? '',
    to: shown.get('special_to_date') ?? '',
  };
}

/** What is on sale has a special price; some others had one, or will have, and do not show it. */
function specialPrice(
  product: Product,
  { price, compareAtPrice, sku }: Variant,
  anchor: Instant,
): readonly CustomAttribute[] {
  const written = specialOf(product, sku);
  if (written === null || price === null) return [];
  const isPart = isBundle(product);
  const attribute = (code: string, value: string): CustomAttribute => ({
    attribute_code: code,
    value,
  });
  if (written)
    return [
      attribute('special_price', `${decimal(written.price, 2)}0000`),
      ...(written.from ? [attribute('special_from_date', written.from)] : []),
      ...(written.to ? [attribute('special_to_date', written.to)] : []),
    ];
  const midnight = (days: number): string => `${stamp(anchor + days * day).slice(0, 10)} 00:00:00`;
  if (compareAtPrice !== null)
    return [
      // That of a bundle is a percentage of its price.
      attribute('special_price', isPart ? `${(100 * price) / compareAtPrice}.000000` : `${decimal(price, 2)}0000`), // biome-ignore format: one choice
      ...(isPart ? [attribute('price_type', '1')] : []),
      attribute('special_from_date', midnight(-30)),
      ...(product.id % 2 === 0 ? [attribute('special_to_date', midnight(30))] : []),
    ];
  const low = attribute('special_price', `${decimal(Math.max(1, price - 100), 2)}0000`);
  if (product.id % 10 === 4)
    return [
      low,
      attribute('special_from_date', midnight(-60)),
      attribute('special_to_date', midnight(-30)),
    ];
  if (product.id % 10 === 6) return [low, attribute('special_from_date', midnight(10))];
  return [];
}

/** Files lie in folders named by their first two letters. */
export function fileOf({ file }: ProductImage): string {
  return `/${file.charAt(0)}/${file.charAt(1)}/${file}`;
}

function entryOf(image: ProductImage, id: number, main: boolean): object {
  return {
    id,
    media_type: 'image',
    label: image.alt,
    position: image.position,
    disabled: false,
    types: main ? ['image', 'small_image', 'thumbnail'] : [],
    file: fileOf(image),
  };
}
