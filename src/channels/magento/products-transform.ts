// Turns a Magento product and its children into ours.
import { decimals } from '../../model/currencies.ts';
import { type Amount, compare, isAmount, isZero, money, over, round, times } from '../../model/money.ts'; // biome-ignore format: one line
import type { Image, ProductDraft, ProductOption, Variant } from '../../model/product.ts';
import type { Draft } from '../../model/record.ts';
import { instant } from '../../model/time.ts';
import type { Context, Note } from '../channel.ts';
import { filled, joined, ownId } from '../kit/text.ts';
import { weightFields, weightUnit } from '../kit/weight.ts';
import { labelOf, MANUFACTURER } from './attributes.ts';
import {
  attributeOf,
  type ConfigurableOption,
  type GalleryEntry,
  membersOf,
  type NativeAttribute,
  type NativeItem,
  type NativeProduct,
  objectsIn,
  optionsOf,
  order,
  type StoreFacts,
  websitesOf,
} from './native.ts';
import { isOnSale } from './sale.ts';
import { stockOf } from './stock-transform.ts';

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

/** Prices are kept with so many decimals; PHP may write more of them (`19.989999999999998`). */
const STORED = 6;

export function transformProduct(product: NativeProduct, { now, note }: Context): ProductDraft {
  const store: StoreFacts = { ...NO_STORE, ...membersOf<StoreFacts>(product.store) };
  const children = objectsIn(product.child_records).filter(({ id }) => filled(id) !== null);
  const attribute_records = objectsIn(product.attribute_records);
  const status = statusOf(product, note);
  const options = optionsOf(product);
  const images = imagesOf(product, children, store);
  const handle = attributeOf(product, 'url_key');
  const maker = attribute(attribute_records, MANUFACTURER);
  return {
    id: ownId(product.id),
    title: filled(product.name),
    body_html: attributeOf(product, 'description') ?? attributeOf(product, 'short_description'),
    vendor: labelOf(maker, attributeOf(product, MANUFACTURER)),
    product_type: filled(product.type_id),
    handle,
    status,
    url:
      status === 'active' && isShown(product, store) && handle && store.link_url
        ? `${store.link_url}${handle}.html`
        : null,
    created_at: instantOf(product.created_at),
    updated_at: instantOf(product.updated_at),
    published_at: status === 'active' ? instantOf(product.created_at) : null,
    options:
      options.length > 0
        ? options.map((option, index) => optionOf(option, index, attribute_records))
        : [{ name: 'Title', position: 1, values: [DEFAULT] }],
    variants:
      children.length > 0
        ? children.map((child, index) => ({
            ...sellableOf(child, product, store, { now, note }),
            ...choiceOf(child, options, attribute_records),
            position: index + 1,
            image_id: filled(imageOf(child, product)?.id),
          }))
        : [
            {
              ...sellableOf(product, product, store, { now, note }),
              title: DEFAULT,
              option1: options.length > 0 ? null : DEFAULT,
              position: 1,
            },
          ],
    images: images.map(({ image }) => image),
    image: (images.find(({ main }) => main) ?? images[0])?.image,
  };
}

const instantOf = (text: unknown) => instant(typeof text === 'string' ? text : null);

/** Visible by itself, and in the website of the view. */
const isShown = (product: NativeItem, { website_id }: StoreFacts): boolean =>
  order(product.visibility) > 1 && websitesOf(product).includes(filled(website_id) ?? '');

function statusOf({ id, status }: NativeProduct, note: Note) {
  const known = STATUSES.get(Number(filled(status)) as 1 | 2);
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
    values: objectsIn(option.values).flatMap(({ value_index }) => {
      const number = filled(value_index);
      return number === null ? [] : [labelOf(known, number) ?? number];
    }),
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

/** What a product without children and a child have in the same way. */
function sellableOf(
  item: NativeItem,
  product: NativeProduct,
  store: StoreFacts,
  context: Pick<Context, 'now' | 'note'>,
): Draft<Variant> {
  const taxClass = attributeOf(item, 'tax_class_id');
  return {
    id: String(item.id),
    product_id: String(product.id),
    sku: filled(item.sku),
    barcode: BARCODES.map((code) => attributeOf(item, code)).find((code) => code !== null),
    ...pricesOf(item, store, context),
    currency: store.currency,
    ...stockOf(item, product, context.note),
    ...weightFields(stored(item.weight), weightUnit(filled(store.weight_unit))),
    requires_shipping: isShipped(item),
    taxable: taxClass === null ? null : taxClass !== '0',
    created_at: instantOf(item.created_at),
    updated_at: instantOf(item.updated_at),
  };
}

/** A special price counts only where it is lower and its days are not over. */
function pricesOf(
  item: NativeItem,
  store: StoreFacts,
  { now, note }: Pick<Context, 'now' | 'note'>,
): Draft<Variant> {
  const regular = stored(item.price);
  if (regular === null) {
    if (item.price !== undefined && item.price !== null && String(item.price) !== '')
      note({
        code: 'value_unreadable',
        message: 'The shop sent a price that is no decimal number; it is left empty.',
        field: 'variants.price',
        id: String(item.id),
      });
    return {};
  }
  if (COMPOSITE.includes(item.type_id ?? '') && isZero(regular)) return {};
  const special = specialOf(item, regular);
  const reduced =
    special !== null && compare(special, regular) < 0 && isOnSale(item, store.timezone, now);
  return reduced
    ? { price: written(special, store), compare_at_price: written(regular, store) }
    : { price: written(regular, store) };
}

/** That of a bundle is a part of its price in hundredths (Magento\Bundle\Pricing\Price\SpecialPrice). */
function specialOf(item: NativeItem, regular: string): string | null {
  const special = stored(attributeOf(item, 'special_price'));
  if (special === null || item.type_id !== 'bundle') return special;
  return over(times(regular, special, 0), 100, STORED);
}

/** An amount as the shop has it in its tables; null for what is none. */
const stored = (value: unknown): string | null => (isAmount(value) ? round(value, STORED) : null);

/** Without needless zeros, and no less precise than its currency: `69.500000` is 69.50. */
const written = (amount: Amount, { currency }: StoreFacts): string =>
  money(amount, decimals(currency));

/** What is put together is shipped if its parts are, which is not known here. */
function isShipped(item: NativeItem): boolean | null {
  switch (item.type_id) {
    case 'simple':
      return true;
    case 'virtual':
    case 'downloadable':
      return false;
    case 'giftcard': {
      const kind = attributeOf(item, 'giftcard_type');
      return kind === null ? null : kind !== '0';
    }
    default:
      return null;
  }
}

const picturesOf = ({ media_gallery_entries }: NativeItem): readonly GalleryEntry[] =>
  objectsIn(media_gallery_entries)
    .filter(({ media_type, disabled }) => media_type === 'image' && !disabled)
    .filter(({ file }) => typeof file === 'string' && file !== '')
    .toSorted((a, b) => order(a.position) - order(b.position));

const isMain = ({ types }: GalleryEntry): boolean =>
  Array.isArray(types) && types.includes('image');

/**
 * The picture of a child: one that its parent shows too, in the parent's gallery, else its own.
 * The same file has another identifier in every gallery.
 */
function imageOf(child: NativeItem, product: NativeItem): GalleryEntry | undefined {
  const own = picturesOf(child);
  const parents = picturesOf(product);
  for (const { file } of own) {
    const shared = parents.find((entry) => entry.file === file);
    if (shared) return shared;
  }
  return own.find(isMain) ?? own[0];
}

/** The product's pictures, then those that only a child has. */
function imagesOf(product: NativeProduct, children: readonly NativeItem[], store: StoreFacts) {
  const parents = picturesOf(product);
  const entries = new Map(parents.map((entry) => [entry, [] as string[]]));
  for (const child of children) {
    const entry = imageOf(child, product);
    if (!entry) continue;
    const variants = entries.get(entry) ?? [];
    variants.push(String(child.id));
    entries.set(entry, variants);
  }
  return [...entries].map(([entry, variant_ids], index) => ({
    main: isMain(entry) && parents.includes(entry),
    image: {
      id: filled(entry.id),
      src: filled(store.media_url) && `${store.media_url}catalog/product${entry.file}`,
      alt: filled(entry.label),
      position: index + 1,
      variant_ids,
    } satisfies Draft<Image>,
  }));
}
