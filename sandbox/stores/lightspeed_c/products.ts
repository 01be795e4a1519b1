// Products of the catalogue: as the catalogue resource gives them, and their variants by themselves.
import { ratesFor } from '../../catalogue/shop.ts';
import type { Product, ProductImage, Variant } from '../../catalogue/types.ts';
import { piecesOf } from '../../holding.ts';
import { offsetText } from '../../zone.ts';
import { link } from './account.ts';
import { brandId, categoryId, imageId, optionId, productId, valueId, variantId } from './ids.ts';
import { euros } from './money.ts';
import type { LightspeedShop } from './shops.ts';
import { variantTitle } from './titles.ts';

export function nativeProduct(product: Product, shop: LightspeedShop): object {
  const { brand, images, categories, variants } = product;
  const at = (instant: number): string => offsetText(shop.timeZone, instant);
  const visible = product.status === 'active';
  const [first] = images;
  const listed = (records: readonly { readonly id: number }[]) => listedBy(shop, records);
  return {
    id: productId(product),
    createdAt: at(product.createdAt),
    updatedAt: at(product.updatedAt),
    isVisible: visible,
    isFeatured: false,
    visibility: visible ? (product.id % 4 === 0 ? 'auto' : 'visible') : 'hidden',
    hits: 0,
    data01: '',
    data02: '',
    data03: '',
    url: product.handle,
    title: product.title,
    fulltitle: product.title,
    description: '',
    content: product.bodyHtml,
    brand: brand ? { id: brandId(brand), title: brand.name, url: brand.handle } : false,
    supplier: false,
    deliverydate: false,
    image: first ? { id: imageId(first), ...addressesOf(first, shop) } : false,
    images: images.length === 0 ? false : listed(images.map((image) => nativeImage(image, shop))),
    categories: listed(
      categories.map((category) => ({
        id: categoryId(category),
        isVisible: true,
        depth: category.parentId === null ? 1 : 2,
        sortOrder: category.id,
        image: false,
        url: category.handle,
        title: category.name,
      })),
    ),
    variants: listed(
      variants.map((variant) => ({
        ...sellable(variant, product, shop),
        tax: taxOf(product, variant),
      })),
    ),
    relations: [],
    filters: [],
    reviews: [],
    specifications: [],
    discounts: [],
  };
}

/** By themselves, variants also give their options and the weight that was typed. */
export function nativeVariant(variant: Variant, product: Product, shop: LightspeedShop): object {
  const id = variantId(variant);
  return {
    ...sellable(variant, product, shop),
    unitPrice: 0,
    unitUnit: '',
    weightValue: variant.weight?.value ?? '0.000',
    weightUnit: variant.weight?.unit ?? 'kg',
    image: false,
    tax: taxOf(product, variant) === 0 ? false : link(shop, 'taxes/1207266', 1_207_266),
    product: link(shop, `products/${productId(product)}`, productId(product)),
    movements: link(shop, `variants/movements?variant=${id}`),
    metafields: link(shop, `variants/${id}/metafields`),
    additionalcost: false,
    options: listedBy(
      shop,
      product.options.map((option, i) => {
        const values = option.values.map((name, index) => ({
          id: valueId(option, index),
          sortOrder: index + 1,
          name,
        }));
        return {
          id: optionId(option),
          sortOrder: option.position,
          name: option.name,
          values: listedBy(shop, values),
          value: values.find(({ name }) => name === variant.optionValues[i]) ?? false,
        };
      }),
    ),
  };
}

/** Lists are objects by identifier, arrays in some shops. */
const listedBy = (shop: LightspeedShop, records: readonly { readonly id: number }[]): unknown =>
  shop.arrays ? records : Object.fromEntries(records.map((record) => [record.id, record]));

function sellable(variant: Variant, product: Product, shop: LightspeedShop) {
  const { stock } = variant;
  const rate = taxOf(product, variant);
  const without = (cents: number): number => Math.round((cents * 100) / (1 + rate)) / 10_000;
  const price = variant.price ?? 0;
  const old = variant.compareAtPrice ?? 0;
  return {
    id: variantId(variant),
    createdAt: offsetText(shop.timeZone, variant.createdAt),
    updatedAt: offsetText(shop.timeZone, variant.updatedAt),
    isDefault: variant.position === 1,
    sortOrder: variant.position,
    articleCode: variant.sku ?? '',
    ean: variant.barcode ?? '',
    sku: variant.id % 2 === 0 ? (variant.sku ?? '') : '',
    hs: null,
    priceExcl: without(price),
    priceIncl: euros(price),
    priceCost: 0,
    oldPriceExcl: without(old),
    oldPriceIncl: euros(old),
    stockTracking: stock.tracked ? (stock.backorders ? 'indicator' : 'enabled') : 'disabled',
    stockLevel: piecesOf(variant),
    stockAlert: 5,
    stockMinimum: 0,
    stockSold: 0,
    stockBuyMininum: 1,
    stockBuyMinimum: 1,
    stockBuyMaximum: 10_000,
    weight: variant.weight?.grams ?? 0,
    volume: 0,
    colli: 0,
    sizeX: 0,
    sizeY: 0,
    sizeZ: 0,
    matrix: false,
    title: variantTitle(
      product.options.map(({ name }, i) => ({ name, value: variant.optionValues[i] ?? '' })),
      shop,
    ),
  };
}

/** The rate of the shop's own country. */
export function taxOf({ taxClass }: Product, { taxable }: Variant): number {
  if (!taxable) return 0;
  return ratesFor('NL', taxClass).reduce((sum, { basisPoints }) => sum + basisPoints, 0) / 10_000;
}

const nativeImage = (image: ProductImage, shop: LightspeedShop) => ({
  id: imageId(image),
  createdAt: offsetText(shop.timeZone, image.createdAt),
  updatedAt: offsetText(shop.timeZone, image.createdAt),
  sortOrder: image.position,
  ...addressesOf(image, shop),
});

function addressesOf({ file, id }: ProductImage, shop: LightspeedShop) {
  const folder = `https://cdn.webshopapp.com/shops/${shop.number}/files/${500 + id}`;
  return { thumb: `${folder}/50x50x2/${file}`, src: `${folder}/${file}` };
}
