// Products and variations of the catalogue in WooCommerce's shape.
import { decimal } from '../../catalogue/currencies.ts';
import type { Minor, Product, ProductImage, Variant, Weight } from '../../catalogue/types.ts';
import { imageId, productId, variationId } from './ids.ts';
import { taxClassOf } from './order-items.ts';
import { restRoot } from './replies.ts';
import type { WooShop } from './shops.ts';
import { attributeOf, slug, stored, times } from './texts.ts';

export function nativeProduct(product: Product, shop: WooShop): object {
  const id = productId(product);
  const variable = isVariable(product);
  const [first] = product.variants;
  if (first === undefined) throw new Error(`product ${product.id} has no variant`);
  const shared = first.stock.shared;
  // A variable product's own price is the lowest of its variations.
  const lowest = product.variants.reduce<Minor | null>(
    (low, { price }) => (price === null || (low !== null && low < price) ? low : price),
    null,
  );
  const prices = variable
    ? { price: price(lowest), regular_price: '', sale_price: '' }
    : pricesOf(first);
  const root = `${restRoot(shop)}/wc/v3/products`;
  const stock = variable && !shared ? unmanaged : stockOf(first, true);
  return {
    id,
    name: stored(product.title),
    slug: product.handle,
    permalink: permalink(product, shop),
    ...times('date_created', product.createdAt, shop.timeZone),
    ...times('date_modified', product.undated ? null : product.updatedAt, shop.timeZone),
    type: variable ? 'variable' : 'simple',
    status: productStatus(product),
    featured: false,
    catalog_visibility: 'visible',
    description: product.bodyHtml,
    short_description: '',
    sku: variable ? '' : (first.sku ?? ''),
    ...prices,
    ...noSaleDates,
    on_sale: product.variants.some((variant) => variant.compareAtPrice !== null),
    purchasable: lowest !== null && product.status === 'active',
    total_sales: 0,
    virtual: !variable && !first.requiresShipping,
    downloadable: product.kind === 'digital',
    downloads:
      product.kind === 'digital'
        ? [
            {
              id: String(id),
              name: product.title,
              file: `${shop.site}/files/${product.handle}.pdf`,
            },
          ]
        : [],
    download_limit: -1,
    download_expiry: -1,
    external_url: '',
    button_text: '',
    tax_status: first.taxable ? 'taxable' : 'none',
    tax_class: taxClassOf(product.taxClass),
    ...stock,
    low_stock_amount: null,
    sold_individually: false,
    weight: weightOf(first.weight),
    dimensions: { length: '', width: '', height: '' },
    shipping_required: first.requiresShipping,
    shipping_taxable: first.requiresShipping && first.taxable,
    shipping_class: '',
    shipping_class_id: 0,
    reviews_allowed: true,
    average_rating: '0.00',
    rating_count: 0,
    upsell_ids: [],
    cross_sell_ids: [],
    parent_id: 0,
    purchase_note: '',
    categories: product.categories.map((category) => term(15 + category.id, category)),
    ...(shop.modifiedFilters
      ? { brands: product.brand === null ? [] : [term(30 + product.brand.id, product.brand)] }
      : {}),
    tags: product.tags.map((tag) => term(50 + tag.id, tag)),
    images: product.images.map((image) => nativeImage(image, shop)),
    attributes: product.options.map((option, i) => ({
      ...attributeName(option.name),
      position: i,
      visible: true,
      variation: true,
      options: option.values.map(stored),
    })),
    default_attributes: [],
    variations: variable ? product.variants.map(variationId) : [],
    grouped_products: [],
    menu_order: 0,
    price_html: '',
    related_ids: [],
    meta_data: [],
    stock_status: variable && !shared ? variableStatus(product) : stockStatus(first),
    has_options: variable,
    post_password: '',
    ...(shop.modifiedFilters ? { global_unique_id: variable ? '' : (first.barcode ?? '') } : {}),
    _links: { self: [{ href: `${root}/${id}` }], collection: [{ href: root }] },
  };
}

export function nativeVariation(product: Product, variant: Variant, shop: WooShop): object {
  const id = variationId(variant);
  const parent = `${restRoot(shop)}/wc/v3/products/${productId(product)}`;
  const image = product.images.find((candidate) => candidate.id === variant.imageId);
  const query = product.options
    .map((option, i) => {
      const attribute = attributeOf(option.name);
      const name = `attribute_${attribute.id === 0 ? slug(option.name) : attribute.slug}`;
      const value = variant.optionValues[i] ?? '';
      return `${name}=${encodeURIComponent(attribute.id === 0 ? value : slug(value))}`;
    })
    .join('&');
  return {
    id,
    type: 'variation',
    ...times('date_created', variant.createdAt, shop.timeZone),
    ...times('date_modified', variant.updatedAt, shop.timeZone),
    description: '',
    permalink: `${permalink(product, shop)}?${query}`,
    sku: variant.sku ?? '',
    ...(shop.modifiedFilters ? { global_unique_id: variant.barcode ?? '' } : {}),
    ...pricesOf(variant),
    ...noSaleDates,
    on_sale: variant.compareAtPrice !== null,
    status: 'publish',
    purchasable: variant.price !== null && product.status === 'active',
    virtual: !variant.requiresShipping,
    downloadable: false,
    downloads: [],
    download_limit: -1,
    download_expiry: -1,
    tax_status: variant.taxable ? 'taxable' : 'none',
    tax_class: taxClassOf(product.taxClass),
    ...stockOf(variant, false),
    stock_status: stockStatus(variant),
    low_stock_amount: null,
    weight: weightOf(variant.weight),
    dimensions: { length: '', width: '', height: '' },
    shipping_class: '',
    shipping_class_id: 0,
    image: image === undefined ? null : nativeImage(image, shop),
    gallery_image_ids: [],
    attributes: product.options.map((option, i) => ({
      ...attributeName(option.name),
      option: stored(variant.optionValues[i] ?? ''),
    })),
    menu_order: variant.position,
    meta_data: [],
    name: stored(variant.optionValues.join(', ')),
    parent_id: productId(product),
    _links: {
      self: [{ href: `${parent}/variations/${id}` }],
      collection: [{ href: `${parent}/variations` }],
      up: [{ href: parent }],
    },
  };
}

export function isVariable(product: Product): boolean {
  return product.options.length > 0;
}

export function productStatus(product: Product): string {
  return { active: 'publish', draft: 'draft', archived: 'trash' }[product.status];
}

/** Of a simple product or a variation; a variable product without shared stock asks its variations. */
export function stockStatus({ stock }: Variant): 'instock' | 'outofstock' | 'onbackorder' {
  const level = stock.levels[0]?.available;
  if (!stock.tracked || level === undefined || level > 0) return 'instock';
  return stock.backorders ? 'onbackorder' : 'outofstock';
}

function variableStatus(product: Product): string {
  return product.variants.some((variant) => stockStatus(variant) === 'instock')
    ? 'instock'
    : 'outofstock';
}

const noSaleDates = {
  date_on_sale_from: null,
  date_on_sale_from_gmt: null,
  date_on_sale_to: null,
  date_on_sale_to_gmt: null,
};

function price(minor: Minor | null): string {
  return minor === null ? '' : decimal(minor, 2);
}

function pricesOf(variant: Variant): Readonly<Record<string, string>> {
  const sale = variant.compareAtPrice !== null;
  return {
    price: price(variant.price),
    regular_price: price(variant.compareAtPrice ?? variant.price),
    sale_price: sale ? price(variant.price) : '',
  };
}

const unmanaged = {
  manage_stock: false as boolean | 'parent',
  stock_quantity: null as number | null,
  backorders: 'no',
  backorders_allowed: false,
  backordered: false,
};

/** Stock kept on the product shows as the string "parent" on its variations. */
function stockOf({ stock }: Variant, isProduct: boolean): typeof unmanaged {
  if (!stock.tracked) return unmanaged;
  const quantity = stock.levels[0]?.available ?? 0;
  return {
    manage_stock: stock.shared && !isProduct ? 'parent' : true,
    stock_quantity: quantity,
    backorders: stock.backorders ? 'notify' : 'no',
    backorders_allowed: stock.backorders,
    backordered: stock.backorders && quantity < 0,
  };
}

/** The shop weighs in kilograms, whatever unit the merchant thinks in. */
function weightOf(weight: Weight | null): string {
  if (weight === null) return '';
  return decimal(weight.grams, 3).replace(/(?<![.0])\.?0+$/, '');
}

function term(
  id: number,
  { name, handle }: { readonly name: string; readonly handle: string },
): { readonly id: number; readonly name: string; readonly slug: string } {
  return { id, name: stored(name), slug: handle };
}

function attributeName(name: string): {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
} {
  const attribute = attributeOf(name);
  return { id: attribute.id, name: stored(name), slug: attribute.slug };
}

function nativeImage(image: ProductImage, shop: WooShop): object {
  const base = `${shop.site}/wp-content/uploads/2024/11/${image.file}`;
  return {
    id: imageId(image),
    ...times('date_created', image.createdAt, shop.timeZone),
    ...times('date_modified', image.createdAt, shop.timeZone),
    src: base,
    name: image.file.replace(/\.jpg$/, ''),
    alt: image.alt ?? '',
    srcset: '',
    sizes: '',
    thumbnail: base.replace(/\.jpg$/, '-300x300.jpg'),
  };
}

function permalink(product: Product, shop: WooShop): string {
  return product.status === 'active' ? `${shop.site}/product/${product.handle}/` : `${shop.site}/?post_type=product&p=${productId(product)}`; // biome-ignore format: one choice
}
