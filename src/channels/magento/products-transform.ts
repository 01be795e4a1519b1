// Turns a Magento product and its children into ours.
import { decimals } from '../../model/currencies.ts';
import { compare, isAmount, isZero, money } from '../../model/money.ts';
import type { Image, ProductDraft, ProductOption, Variant } from '../../model/product.ts';
import type { Draft } from '../../model/record.ts';
import { instant } from '../../model/time.ts';
import type { Note, Telling } from '../channel.ts';
import { filled, joined } from '../kit/text.ts';
import { weightFields, weightUnit } from '../kit/weight.ts';
import { labelOf, MANUFACTURER } from './attributes.ts';
import {
  attributeOf,
  type ConfigurableOption,
  type Decimal,
  type GalleryEntry,
  type NativeAttribute,
  type NativeItem,
  type NativeProduct,
  optionsOf,
  type StoreFacts,
} from './native.ts';
import { isOnSale } from './sale.ts';

/** The title of the one variant of a product that has none, as the unified format has it. */
const DEFAULT = 'Default Title';
const NO_STORE: StoreFacts = {
  currency: null,
  weight_unit: null,
  timezone: null,
  link_url: null,
  media_url: null,
};

const STATUSES = new Map([
  [1, 'active'],
  [2, 'draft'],
] as const);

/** Not a field of Magento's own: the codes that shops give it, the likeliest first. */
const BARCODES = ['barcode', 'ean', 'gtin', 'upc'];

/** Types whose own price is nothing: it comes from what is chosen. */
const COMPOSITE = ['configurable', 'bundle', 'grouped'];

export function transformProduct(product: NativeProduct, { now, note }: Telling): ProductDraft {
  const { store = NO_STORE, child_records: children = [], attribute_records = [] } = product;
  const status = statusOf(product, note);
  const options = children.length > 0 ? optionsOf(product) : [];
  const images = imagesOf(product, children, store);
  const handle = attributeOf(product, 'url_key');
  const maker = attribute(attribute_records, MANUFACTURER);
  return {
    id: String(product.id),
    title: product.name || null,
    body_html: attributeOf(product, 'description') ?? attributeOf(product, 'short_description'),
    vendor: labelOf(maker, attributeOf(product, MANUFACTURER)),
    product_type: product.type_id,
    handle,
    status,
    url:
      status === 'active' && (product.visibility ?? 1) > 1 && handle && store.link_url
        ? `${store.link_url}${handle}.html`
        : null,
    created_at: instant(product.created_at),
    updated_at: instant(product.updated_at),
    published_at: status === 'active' ? instant(product.created_at) : null,
    options:
      options.length > 0
        ? options.map((option, index) => optionOf(option, index, attribute_records))
        : [{ name: 'Title', position: 1, values: [DEFAULT] }],
    variants:
      children.length > 0
        ? children.map((child, index) => ({
            ...sellableOf(child, product, store, now),
            ...choiceOf(child, options, attribute_records),
            position: index + 1,
            image_id: imageOf(child, product)?.id,
          }))
        : [
            {
              ...sellableOf(product, product, store, now),
              title: DEFAULT,
              option1: DEFAULT,
              position: 1,
            },
          ],
    images: images.map(({ image }) => image),
    image: (images.find(({ main }) => main) ?? images[0])?.image,
  };
}

function statusOf({ id, status }: NativeProduct, note: Note) {
  const known = STATUSES.get((status ?? 0) as 1 | 2);
  if (!known)
    note({
      code: 'unknown_status',
      message: `The shop has a product status "${status}" whose meaning is not known; status is null.`,
      field: 'status',
      id: String(id),
    });
  return known ?? null;
}

const attribute = (records: readonly NativeAttribute[], key: string | number) =>
  records.find((one) => one.attribute_code === key || String(one.attribute_id) === String(key));

function optionOf(
  option: ConfigurableOption,
  index: number,
  records: readonly NativeAttribute[],
): Draft<ProductOption> {
  const known = attribute(records, option.attribute_id);
  return {
    id: filled(option.id),
    name: filled(option.label),
    position: index + 1,
    // Without the attribute the number of an option is all there is.
    values: (option.values ?? []).map(
      ({ value_index }) => labelOf(known, value_index) ?? String(value_index),
    ),
  };
}

/** What a child is among the combinations of its parent. */
function choiceOf(
  child: NativeItem,
  options: readonly ConfigurableOption[],
  records: readonly NativeAttribute[],
): Draft<Variant> {
  const values = options.map(({ attribute_id }) => {
    const known = attribute(records, attribute_id);
    const value = known ? attributeOf(child, known.attribute_code) : null;
    return labelOf(known, value) ?? value;
  });
  return {
    title: joined(values, ' / ') ?? filled(child.name) ?? DEFAULT,
    option1: values[0],
    option2: values[1],
    option3: values[2],
  };
}

/** What a product without children and a child tell in the same way. */
function sellableOf(
  item: NativeItem,
  product: NativeProduct,
  store: StoreFacts,
  now: number,
): Draft<Variant> {
  const taxClass = attributeOf(item, 'tax_class_id');
  return {
    id: String(item.id),
    product_id: String(product.id),
    sku: filled(item.sku),
    barcode: BARCODES.map((code) => attributeOf(item, code)).find((code) => code !== null),
    ...pricesOf(item, store, now),
    currency: store.currency,
    ...stockOf(item, product),
    ...weightFields(item.weight, weightUnit(store.weight_unit)),
    requires_shipping: isShipped(item),
    taxable: taxClass === null ? null : taxClass !== '0',
    created_at: instant(item.created_at),
    updated_at: instant(item.updated_at),
  };
}

/** A special price counts only where it is lower and its days are not over. */
function pricesOf(item: NativeItem, store: StoreFacts, now: number): Draft<Variant> {
  const regular = item.price;
  if (regular === undefined || regular === null) return {};
  if (COMPOSITE.includes(item.type_id) && isZero(regular)) return {};
  const special = attributeOf(item, 'special_price');
  const reduced =
    special !== null &&
    isAmount(special) &&
    compare(special, regular) < 0 &&
    isOnSale(item, store.timezone, now);
  return reduced
    ? { price: written(special, store), compare_at_price: written(regular, store) }
    : { price: written(regular, store) };
}

/** As precise as the shop has it, and no less than its currency: `69.500000` is 69.50. */
function written(amount: Decimal, { currency }: StoreFacts): string {
  const places = /\.(\d*?)0*$/.exec(String(amount))?.[1]?.length ?? 0;
  return money(amount, Math.max(places, decimals(currency ?? '')));
}

/** What lies in the sources, or the one number there is; reservations are not taken off. */
function stockOf({ sku }: NativeItem, product: NativeProduct): Draft<Variant> {
  const same = (one: { readonly sku: string }) => one.sku.toLowerCase() === sku.toLowerCase();
  const sources = product.source_items?.filter(same) ?? [];
  if (sources.length > 0) {
    const levels = sources.map(({ source_code, source_name, quantity }) => ({
      location_id: source_code,
      location_name: source_name ?? null,
      available: whole(quantity),
    }));
    return {
      inventory_quantity: levels.reduce((sum, { available }) => sum + available, 0),
      inventory_management: 'magento',
      inventory_levels: levels,
    };
  }
  const item = product.stock_items?.find(same);
  if (!item) return {};
  const inventory_policy = item.backorders > 0 ? 'continue' : 'deny';
  if (!item.manage_stock) return { inventory_policy };
  return {
    inventory_quantity: item.qty === null ? null : whole(item.qty),
    inventory_management: 'magento',
    inventory_policy,
  };
}

/** Stock may be kept in parts of a piece; what can be sold are whole ones. */
const whole = (quantity: Decimal): number => Math.floor(Number(quantity));

function isShipped(item: NativeItem): boolean | null {
  if (item.type_id === 'virtual' || item.type_id === 'downloadable') return false;
  if (item.type_id !== 'giftcard') return true;
  const kind = attributeOf(item, 'giftcard_type');
  return kind === null ? null : kind !== '0';
}

const picturesOf = ({ media_gallery_entries }: NativeItem): readonly GalleryEntry[] =>
  (media_gallery_entries ?? [])
    .filter(({ media_type, disabled, file }) => media_type === 'image' && !disabled && file)
    .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0));

const isMain = ({ types }: GalleryEntry): boolean => types?.includes('image') ?? false;

/**
 * The picture of a child: one that its parent shows too, in the parent's gallery, else its own.
 * The same file has another identifier in every gallery.
 */
function imageOf(
  child: NativeItem,
  product: NativeItem,
): { id: string; entry: GalleryEntry } | null {
  const own = picturesOf(child);
  const parents = picturesOf(product);
  for (const { file } of own) {
    const shared = parents.find((entry) => entry.file === file);
    if (shared) return { id: String(shared.id), entry: shared };
  }
  const entry = own.find(isMain) ?? own[0];
  return entry ? { id: String(entry.id), entry } : null;
}

/** The product's pictures, then those that only a child has. */
function imagesOf(product: NativeProduct, children: readonly NativeItem[], store: StoreFacts) {
  const entries = new Map(
    picturesOf(product).map((entry) => [String(entry.id), { entry, variants: [] as string[] }]),
  );
  for (const child of children) {
    const image = imageOf(child, product);
    if (!image) continue;
    const known = entries.get(image.id) ?? { entry: image.entry, variants: [] };
    known.variants.push(String(child.id));
    entries.set(image.id, known);
  }
  return [...entries].map(([id, { entry, variants }], index) => ({
    main: isMain(entry) && picturesOf(product).includes(entry),
    image: {
      id,
      src: store.media_url === null ? null : `${store.media_url}catalog/product${entry.file}`,
      alt: filled(entry.label),
      position: index + 1,
      variant_ids: variants,
    } satisfies Draft<Image>,
  }));
}
