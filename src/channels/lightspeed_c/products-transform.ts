// Turns a product of Lightspeed's catalogue and its variants into ours.
import { decimals } from '../../model/currencies.ts';
import { compare, isAmount, money } from '../../model/money.ts';
import type { Image, ProductDraft, ProductOption, Variant } from '../../model/product.ts';
import type { Draft } from '../../model/record.ts';
import { instant } from '../../model/time.ts';
import type { Note, Telling } from '../channel.ts';
import { filled, identifier, joined } from '../kit/text.ts';
import { weightFields, weightUnit } from '../kit/weight.ts';
import {
  listed,
  type NativeImage,
  type NativeOption,
  type NativeProduct,
  type NativeProductRow,
  type NativeVariant,
  present,
  variantTitle,
} from './native.ts';

/** `auto` is visible while in stock; `isVisible` says how that stands now. */
export const isVisible = ({ visibility, isVisible: told }: NativeProductRow): boolean =>
  visibility !== 'hidden' && told !== false;

/** Hidden products are being prepared, as far as anyone can tell. */
export function transformProduct(product: NativeProduct, { note }: Telling): ProductDraft {
  const visible = isVisible(product);
  const variants = variantsOf(product);
  const images = imagesOf(product);
  const main = product.image ? imageOf(product.image, 0) : null;
  return {
    id: String(product.id),
    title: filled(product.title),
    body_html: filled(product.content) ?? filled(product.description),
    vendor: filled(present(product.brand)?.title),
    handle: filled(product.url),
    status: visible ? 'active' : 'draft',
    url: urlOf(product),
    created_at: instant(product.createdAt),
    updated_at: instant(product.updatedAt),
    published_at: visible ? instant(product.createdAt) : null,
    options: optionsOf(variants),
    variants: variants.map((variant) => variantOf(variant, product, note)),
    images,
    image: images[0] ?? main,
  };
}

/** The catalogue tells the tax rate of a variant, the variant's own record its options. */
function variantsOf({ variants, variantRecords }: NativeProduct): readonly NativeVariant[] {
  const rows = listed(variants);
  const rates = new Map(rows.map(({ id, tax }) => [id, tax]));
  const all = variantRecords?.map((one) => ({ ...one, tax: rates.get(one.id) ?? false })) ?? rows;
  return all.toSorted((a, b) => (a.sortOrder ?? 0) - (b.sortOrder ?? 0));
}

/** A shop with several languages names the language in its addresses. */
function urlOf({ url, shop }: NativeProduct): string | null {
  const path = filled(url);
  if (path === null || shop.domain === null) return null;
  return `https://${shop.domain}/${shop.languages > 1 ? `${shop.language}/` : ''}${path}.html`;
}

/** Every variant repeats the options of its product, with all their values. */
function optionsOf(variants: readonly NativeVariant[]): readonly Draft<ProductOption>[] {
  const options = new Map<unknown, NativeOption>();
  for (const variant of variants)
    for (const option of sorted(variant.options))
      if (!options.has(option.id ?? option.name)) options.set(option.id ?? option.name, option);
  return sorted([...options.values()]).map((option) => ({
    id: identifier(option.id),
    name: filled(option.name),
    position: option.sortOrder ?? null,
    values: sorted(option.values)
      .map(({ name }) => filled(name))
      .filter((name) => name !== null),
  }));
}

const sorted = <T extends { readonly sortOrder?: number }>(
  list: readonly T[] | false | null | undefined,
): readonly T[] => (list || []).toSorted((a, b) => (a.sortOrder ?? 0) - (b.sortOrder ?? 0));

function variantOf(variant: NativeVariant, product: NativeProduct, note: Note): Draft<Variant> {
  const { id, shop } = product;
  const places = decimals(shop.currency);
  const old = variant.oldPriceIncl;
  const values = sorted(variant.options).map((option) => filled(present(option.value)?.name));
  const stock = stockOf(variant, id, note);
  return {
    id: String(variant.id),
    product_id: String(id),
    title: titleOf(variant, values, product),
    sku: filled(variant.sku) ?? filled(variant.articleCode),
    barcode: filled(variant.ean),
    price: money(variant.priceIncl, places),
    compare_at_price: isAmount(old) && compare(old, 0) > 0 ? money(old, places) : null,
    currency: shop.currency,
    position: variant.sortOrder ?? null,
    option1: values[0] ?? null,
    option2: values[1] ?? null,
    option3: values[2] ?? null,
    ...stock,
    ...weightOf(variant),
    taxable: isAmount(variant.tax) ? compare(variant.tax, 0) > 0 : null,
    created_at: instant(filled(variant.createdAt)),
    updated_at: instant(filled(variant.updatedAt)),
  };
}

/** Its values where options are told; a variant without them has Lightspeed's own text. */
function titleOf(
  { title }: NativeVariant,
  values: readonly unknown[],
  { title: name, variants }: NativeProduct,
): string | null {
  const isOnly = listed(variants).length === 1;
  const own = isOnly ? (variantTitle(title, filled(name)) ?? 'Default Title') : filled(title);
  return joined(values, ' / ') ?? own;
}

/** `indicator` shows the stock to buyers without ever refusing an order. */
const POLICIES: ReadonlyMap<string | null, 'deny' | 'continue'> = new Map([
  ['enabled', 'deny'],
  ['indicator', 'continue'],
  ['disabled', 'continue'],
]);

function stockOf(variant: NativeVariant, product: number, note: Note): Draft<Variant> {
  const tracking = filled(variant.stockTracking);
  const policy = POLICIES.get(tracking);
  if (policy === undefined)
    note({
      code: 'unknown_stock_tracking',
      message: `Lightspeed has a word for stock tracking that is not known here, "${String(tracking)}"; inventory_policy is null.`,
      field: 'variants.inventory_policy',
      id: String(product),
    });
  const tracked = tracking !== 'disabled';
  const level = variant.stockLevel;
  return {
    inventory_quantity: tracked && isAmount(level) ? Number(money(level, 0)) : null,
    inventory_management: tracked ? 'lightspeed_c' : null,
    inventory_policy: policy ?? null,
  };
}

/** The catalogue tells grams; the variant's own record also what the merchant typed. */
function weightOf({ weight, weightValue, weightUnit: unit }: NativeVariant): Draft<Variant> {
  const grams = isAmount(weight) ? Number(money(weight, 0)) : null;
  const typed = weightFields(filled(weightValue), weightUnit(filled(unit)));
  if (typed.weight !== null) return { ...typed, grams: grams ?? typed.grams };
  return grams === null ? {} : { weight: grams, weight_unit: 'g', grams };
}

const imagesOf = ({ images }: NativeProduct): readonly Draft<Image>[] =>
  sorted(listed(images).filter((image) => filled(image?.src) !== null)).map((image, index) =>
    imageOf(image, index),
  );

const imageOf = (image: NativeImage, index: number): Draft<Image> => ({
  id: identifier(image.id),
  src: filled(image.src),
  alt: filled(image.title),
  position: image.sortOrder ?? index + 1,
  variant_ids: [],
});
