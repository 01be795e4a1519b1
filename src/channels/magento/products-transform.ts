// Turns a Magento product and its children into ours.
import type { ProductDraft, ProductOption, Variant } from '../../model/product.ts';
import type { Draft } from '../../model/record.ts';
import { instant } from '../../model/time.ts';
import type { Context, Note } from '../channel.ts';
import { chosen, NO_CHOICE, NO_OPTIONS } from '../kit/choices.ts';
import { part, parts } from '../kit/loose.ts';
import { noteUnknown } from '../kit/notes.ts';
import { filled, ownId } from '../kit/text.ts';
import { weightFields, weightUnit } from '../kit/weight.ts';
import { labelOf, MANUFACTURER } from './attributes.ts';
import { changedAt } from './dates.ts';
import { imagesOf } from './images.ts';
import {
  attributeOf,
  type ConfigurableOption,
  type NativeAttribute,
  type NativeItem,
  type NativeProduct,
  optionsOf,
  order,
  type StoreFacts,
  websitesOf,
} from './native.ts';
import { pricesOf, stored } from './prices.ts';
import { stockOf } from './stock-transform.ts';

const STATUSES = new Map([
  [1, 'active'],
  [2, 'draft'],
] as const);

/** Not a field of Magento's own: the codes that shops give it, the likeliest first. */
const BARCODES = ['barcode', 'ean', 'gtin', 'upc'];

export function transformProduct(product: NativeProduct, context: Context): ProductDraft {
  const store: StoreFacts = part(product.store) ?? {};
  const children = parts(product.child_records).filter(({ id }) => filled(id) !== null);
  const attribute_records = parts(product.attribute_records);
  const status = statusOf(product, context.note);
  const options = optionsOf(product);
  const { images, shown } = imagesOf(product, children, store);
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
    updated_at: instantOf(changedAt(product)),
    published_at: status === 'active' ? instantOf(product.created_at) : null,
    options:
      options.length > 0
        ? options.map((option) => optionOf(option, attribute_records))
        : NO_OPTIONS,
    variants:
      children.length > 0
        ? children.map((child, at) => {
            const choice = choiceOf(child, options, attribute_records);
            return sellableOf(child, product, store, context, choice, shown[at]);
          })
        : [sellableOf(product, product, store, context, options.length === 0 ? NO_CHOICE : {})],
    images: images.map(({ image }) => image),
    image: images.find(({ main }) => main)?.image,
  };
}

const instantOf = (text: unknown) => instant(text);

/** Visible by itself, and in the website of the view. */
const isShown = (product: NativeItem, { website_id }: StoreFacts): boolean =>
  order(product.visibility) > 1 && websitesOf(product).includes(filled(website_id) ?? '');

function statusOf({ id, status }: NativeProduct, note: Note) {
  const known = STATUSES.get(Number(filled(status)) as 1 | 2);
  if (!known) noteUnknown(note, { vendor: 'The shop', word: status, field: 'status', id });
  return known ?? null;
}

const attribute = (records: readonly NativeAttribute[], key: unknown) =>
  records.find((one) => one.attribute_code === key || String(one.attribute_id) === String(key));

function optionOf(
  option: ConfigurableOption,
  records: readonly NativeAttribute[],
): Draft<ProductOption> {
  const known = attribute(records, option.attribute_id);
  return {
    id: filled(option.id),
    name: filled(option.label),
    // Without the attribute the number of an option is all there is.
    values: parts(option.values).flatMap(({ value_index }) => {
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
  return chosen(values, filled(child.name));
}

/** What a product without children and a child have in the same way. */
function sellableOf(
  item: NativeItem,
  product: NativeProduct,
  store: StoreFacts,
  context: Context,
  choice: Draft<Variant>,
  image_id?: string | null,
): Draft<Variant> {
  const taxClass = attributeOf(item, 'tax_class_id');
  const { price, compare_at_price } = pricesOf(item, store, context);
  const stock = stockOf(item, product, context.note);
  const unit = weightUnit(filled(store.weight_unit));
  const { weight, weight_unit, grams } = weightFields(stored(item.weight), unit);
  return {
    id: String(item.id),
    title: choice.title,
    sku: filled(item.sku),
    barcode: barcodeOf(item),
    price,
    compare_at_price,
    currency: store.currency,
    option1: choice.option1,
    option2: choice.option2,
    option3: choice.option3,
    inventory_quantity: stock.inventory_quantity,
    inventory_levels: stock.inventory_levels,
    inventory_policy: stock.inventory_policy,
    inventory_management: stock.inventory_management,
    weight,
    weight_unit,
    grams,
    image_id,
    requires_shipping: isShipped(item),
    taxable: taxClass === null ? null : taxClass !== '0',
    created_at: instantOf(item.created_at),
    updated_at: instantOf(item.updated_at),
  };
}

function barcodeOf(item: NativeItem): string | null {
  for (const code of BARCODES) {
    const barcode = attributeOf(item, code);
    if (barcode !== null) return barcode;
  }
  return null;
}

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
