// Products and variants of the catalogue in the shape of Catalog V3.
import type { Product, Variant } from '../../catalogue/types.ts';
import { brandId, categoryId, imageId, optionId, productId, variantId } from './ids.ts';
import type { BigcommerceShop } from './shops.ts';
import { isoTime, number, weightOf } from './texts.ts';

const euros = (cents: number): number => number(cents * 100);

export function nativeProduct(product: Product, shop: BigcommerceShop): object {
  const [first] = product.variants;
  if (first === undefined) throw new Error(`product ${product.id} has no variant`);
  const simple = product.options.length === 0;
  const { stock } = first;
  return {
    id: productId(product),
    name: product.title,
    type: product.kind === 'digital' ? 'digital' : 'physical',
    sku: simple ? (first.sku ?? '') : '',
    description: product.bodyHtml,
    weight: weight(first, shop),
    width: 0,
    depth: 0,
    height: 0,
    price: euros(productPrice(product)),
    cost_price: 0,
    retail_price: 0,
    // A sale price here would hold for every variant that has none of its own.
    sale_price: simple && !writtenOf(product)[first.id] ? salePrice(first, product) : 0,
    map_price: 0,
    tax_class_id: 0,
    product_tax_code: '',
    calculated_price: euros(first.price ?? 0),
    categories: product.categories.map(categoryId),
    brand_id: product.brand === null ? 0 : brandId(product.brand),
    option_set_id: simple ? null : optionId({ id: product.id }),
    option_set_display: 'right',
    inventory_level: simple || stock.shared ? level(first) : 0,
    inventory_warning_level: 0,
    inventory_tracking: tracking(product, first),
    reviews_rating_sum: 0,
    reviews_count: 0,
    total_sold: 0,
    fixed_cost_shipping_price: 0,
    is_free_shipping: false,
    is_visible: product.status === 'active',
    is_featured: false,
    related_products: [-1],
    warranty: '',
    bin_picking_number: '',
    layout_file: 'product.html',
    upc: simple ? (first.barcode ?? '') : '',
    mpn: '',
    gtin: '',
    date_last_imported: null,
    search_keywords: product.tags.map(({ name }) => name).join(', '),
    availability: product.status === 'active' ? 'available' : 'disabled',
    availability_description: '',
    gift_wrapping_options_type: 'any',
    gift_wrapping_options_list: [],
    sort_order: 0,
    condition: 'New',
    is_condition_shown: false,
    order_quantity_minimum: 0,
    order_quantity_maximum: 0,
    page_title: '',
    meta_keywords: [],
    meta_description: '',
    date_created: isoTime(product.createdAt),
    date_modified: isoTime(product.updatedAt),
    view_count: 0,
    preorder_release_date: null,
    preorder_message: '',
    is_preorder_only: false,
    // "Call for a price": a product must have one, so it is 0 and not shown.
    is_price_hidden: first.price === null,
    price_hidden_label: '',
    custom_url: { url: `/${product.handle}/`, is_customized: false },
    base_variant_id: simple ? variantId(first) : null,
    open_graph_type: 'product',
    open_graph_title: '',
    open_graph_description: '',
    open_graph_use_meta_description: true,
    open_graph_use_product_name: true,
    open_graph_use_image: true,
  };
}

export function nativeVariant(variant: Variant, product: Product, shop: BigcommerceShop): object {
  const simple = product.options.length === 0;
  const written = writtenOf(product)[variant.id];
  const own =
    written?.price === basePrice(variant) || (!simple && basePrice(variant) !== productPrice(product)); // biome-ignore format: one question
  const image = product.images.find(({ id }) => id === variant.imageId);
  const { stock } = variant;
  return {
    id: variantId(variant),
    product_id: productId(product),
    sku: variant.sku ?? '',
    sku_id: simple ? null : variantId(variant) + 1000,
    price: own ? euros(basePrice(variant)) : null,
    calculated_price: euros(variant.price ?? 0),
    sale_price:
      written?.sale !== undefined &&
      written.sale === (variant.compareAtPrice === null ? 0 : variant.price)
        ? euros(written.sale)
        : simple || variant.compareAtPrice === null
          ? null
          : salePrice(variant, product),
    retail_price: null,
    map_price: null,
    fixed_cost_shipping_price: null,
    cost_price: 0,
    weight: simple ? null : weight(variant, shop),
    width: null,
    height: null,
    depth: null,
    is_free_shipping: false,
    calculated_weight: weight(variant, shop),
    purchasing_disabled: false,
    purchasing_disabled_message: '',
    image_url: image === undefined ? '' : addresses(image, product, shop).url_zoom,
    upc: variant.barcode ?? '',
    mpn: '',
    gtin: '',
    inventory_level: stock.shared || simple ? 0 : level(variant),
    inventory_warning_level: 0,
    bin_picking_number: '',
    option_values: product.options.map((option, index) => {
      const label = variant.optionValues[index] ?? '';
      return {
        id: optionId(option) * 100 + option.values.indexOf(label),
        label,
        option_id: optionId(option),
        option_display_name: option.name,
      };
    }),
  };
}

export const nativeImages = (product: Product, shop: BigcommerceShop): readonly object[] =>
  product.images.map((image, index) => ({
    id: imageId(image),
    product_id: productId(product),
    is_thumbnail: index === 0,
    sort_order: index,
    description: image.alt ?? '',
    image_file: `x/${imageId(image)}/${image.file}`,
    ...addresses(image, product, shop),
    date_modified: isoTime(image.createdAt),
  }));

function addresses(image: Product['images'][number], product: Product, { hash }: BigcommerceShop) {
  const name = image.file.replace(/\.jpg$/, '');
  const base = `https://cdn11.bigcommerce.com/s-${hash}/products/${productId(product)}/images/${imageId(image)}/${name}`;
  return {
    url_zoom: `${base}.1280.1280.jpg?c=1`,
    url_standard: `${base}.386.513.jpg?c=1`,
    url_thumbnail: `${base}.220.290.jpg?c=1`,
    url_tiny: `${base}.44.58.jpg?c=1`,
  };
}

/** What it costs when it is not on sale. */
export const basePrice = (variant: Variant): number => variant.compareAtPrice ?? variant.price ?? 0;

/** Prices of variants as they were written, in cents: a variant has them for itself. */
export interface WrittenPrice {
  readonly price?: number;
  readonly sale?: number;
}

export const writtenOf = ({ own }: Product): Readonly<Record<number, WrittenPrice>> =>
  (own?.bigcommerce?.variants ?? {}) as Readonly<Record<number, WrittenPrice>>;

/** The product's own price stays when a variant is given another. */
export const productPrice = ({ own, variants: [first] }: Product): number =>
  (own?.bigcommerce?.price as number | undefined) ?? (first ? basePrice(first) : 0);

/** Some sales are rules of the store's: then only `calculated_price` shows what it costs now. */
const salePrice = ({ compareAtPrice, price }: Variant, { id }: Product): number =>
  compareAtPrice === null || id % 3 === 0 ? 0 : euros(price ?? 0);

const weight = (variant: Variant, { weightUnits }: BigcommerceShop): number =>
  number(weightOf(variant.weight?.grams ?? 0, weightUnits));

/** Only of the default location: the catalogue API knows no other. */
const level = ({ stock }: Variant): number => stock.levels[0]?.available ?? 0;

function tracking(product: Product, { stock }: Variant): 'none' | 'product' | 'variant' {
  if (!stock.tracked) return 'none';
  return stock.shared || product.options.length === 0 ? 'product' : 'variant';
}
