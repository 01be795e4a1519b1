// Turns a product of Lightspeed's catalogue and its variants into ours.
import { decimals } from '../../model/currencies.ts';
import { compare, isAmount, money, round } from '../../model/money.ts';
import type { Image, ProductDraft, ProductOption, Variant } from '../../model/product.ts';
import type { Draft } from '../../model/record.ts';
import { instant } from '../../model/time.ts';
import type { Context, Note } from '../channel.ts';
import { listed, texts } from '../kit/loose.ts';
import { filled, identifier, joined, ownId } from '../kit/text.ts';
import { weightFields, weightUnit } from '../kit/weight.ts';
import {
  type NativeImage,
  type NativeOption,
  type NativeProduct,
  type NativeProductRow,
  type NativeValue,
  type NativeVariant,
  present,
  sorted,
  variantTitle,
} from './native.ts';

/**
 * `auto` is visible while in stock; `isVisible` says how that stands now. Undefined where neither
 * is said.
 */
export function isVisible({ visibility, isVisible: now }: NativeProductRow): boolean | undefined {
  if (visibility === 'hidden' || now === false) return false;
  return filled(visibility) !== null || now === true ? true : undefined;
}

/** Hidden products are being prepared, as far as anyone can see. */
export function transformProduct(product: NativeProduct, { note }: Context): ProductDraft {
  const visible = isVisible(product);
  const variants = variantsOf(product);
  const images = sorted<NativeImage>(product.images).filter(({ src }) => filled(src) !== null);
  const cover = present(product.image);
  return {
    id: ownId(product.id),
    title: filled(product.title),
    body_html: filled(product.content) ?? filled(product.description),
    vendor: filled(present(product.brand)?.title),
    handle: filled(product.url),
    status: visible === undefined ? null : visible ? 'active' : 'draft',
    url: urlOf(product),
    created_at: instant(product.createdAt),
    updated_at: instant(product.updatedAt),
    published_at: visible === true ? instant(product.createdAt) : null,
    options: optionsOf(variants),
    variants: variants.map((variant) => variantOf(variant, product, note)),
    images: images.map(imageOf),
    image: images.length === 0 && cover ? { position: 1, ...imageOf(cover) } : null,
  };
}

/** The tax rate of a variant stands in the catalogue, its options in its own record. */
function variantsOf({ variants, variantRecords }: NativeProduct): readonly NativeVariant[] {
  const rows = listed<NativeVariant>(variants);
  const rates = new Map(rows.map(({ id, tax }) => [id, tax]));
  const records = listed<NativeVariant>(variantRecords).map((one) => ({
    ...one,
    tax: rates.get(one.id) ?? false,
  }));
  return sorted(records.length > 0 ? records : rows);
}

/** A shop with several languages names the language in its addresses. */
function urlOf({ url, shop }: NativeProduct): string | null {
  const path = filled(url);
  const domain = filled(shop.domain);
  if (path === null || domain === null) return null;
  return `https://${domain}/${shop.languages > 1 ? `${shop.language}/` : ''}${path}.html`;
}

/** Every variant repeats the options of its product, with all their values. */
function optionsOf(variants: readonly NativeVariant[]): readonly Draft<ProductOption>[] {
  const options = new Map<string | null, NativeOption>();
  for (const variant of variants)
    for (const option of sorted<NativeOption>(variant.options)) {
      const key = identifier(option.id) ?? filled(option.name);
      if (!options.has(key)) options.set(key, option);
    }
  return sorted<NativeOption>([...options.values()]).map((option) => ({
    id: identifier(option.id),
    name: filled(option.name),
    position: option.sortOrder ?? null,
    values: texts(sorted<NativeValue>(option.values).map(({ name }) => name)),
  }));
}

function variantOf(variant: NativeVariant, product: NativeProduct, note: Note): Draft<Variant> {
  const currency = filled(product.shop.currency);
  const places = decimals(currency);
  const { priceIncl: price, oldPriceIncl: old } = variant;
  const values = sorted<NativeOption>(variant.options).map(({ value }) =>
    filled(present(value)?.name),
  );
  const tracking = filled(variant.stockTracking);
  const tracked = tracking !== null && tracking !== 'disabled';
  const level = variant.stockLevel;
  const { weight, weight_unit, grams } = weightOf(variant);
  return {
    id: identifier(variant.id),
    title: joined(values, ' / ') ?? titleOf(variant, product),
    sku: filled(variant.sku) ?? filled(variant.articleCode),
    barcode: filled(variant.ean),
    price: isAmount(price) ? money(price, places) : null,
    compare_at_price: isAmount(old) && compare(old, 0) > 0 ? money(old, places) : null,
    currency,
    position: variant.sortOrder ?? null,
    option1: values[0] ?? null,
    option2: values[1] ?? null,
    option3: values[2] ?? null,
    inventory_quantity: tracked && isAmount(level) ? Number(round(level, 0)) : null,
    inventory_management: tracked ? 'lightspeed_c' : null,
    inventory_policy: policyOf(tracking, product.id, note),
    weight,
    weight_unit,
    grams,
    taxable: isAmount(variant.tax) ? compare(variant.tax, 0) > 0 : null,
    created_at: instant(variant.createdAt),
    updated_at: instant(variant.updatedAt),
  };
}

/** Of a variant without options: Lightspeed's own text. */
const titleOf = ({ title }: NativeVariant, product: NativeProduct): string | null =>
  listed(product.variants).length === 1
    ? variantTitle(title, filled(product.title))
    : filled(title);

/** `indicator` shows the stock to buyers without ever refusing an order. */
const POLICIES: ReadonlyMap<string | null, 'deny' | 'continue'> = new Map([
  ['enabled', 'deny'],
  ['indicator', 'continue'],
  ['disabled', 'continue'],
]);

function policyOf(tracking: string | null, product: number, note: Note) {
  const policy = POLICIES.get(tracking);
  if (policy === undefined)
    note({
      code: 'unknown_stock_tracking',
      message: `Lightspeed has a word for stock tracking that is not known here, "${String(tracking)}"; inventory_policy is null.`,
      field: 'variants.inventory_policy',
      word: tracking,
      id: String(product),
    });
  return policy ?? null;
}

/** The catalogue has grams; the variant's own record also what the merchant typed. */
function weightOf({ weight, weightValue, weightUnit: unit }: NativeVariant): Draft<Variant> {
  const grams = isAmount(weight) ? Number(round(weight, 0)) : null;
  const typed = weightFields(filled(weightValue), weightUnit(filled(unit)));
  if (typed.weight !== null) return { ...typed, grams: grams ?? typed.grams };
  return grams === null ? {} : { weight: grams, weight_unit: 'g', grams };
}

const imageOf = ({ id, src, title, sortOrder }: NativeImage): Draft<Image> => ({
  id: identifier(id),
  src: filled(src),
  alt: filled(title),
  ...(sortOrder != null && { position: sortOrder }),
});
