// Magento's own shapes (REST V1), as far as they are read here, and how to reach into them. Modules
// change any of it, so that nothing is known of a value before it is read.

import { unreadableRecord } from '../../model/unreadable.ts';
import { isNothing, reportUnreadable } from '../../model/unreadable-values.ts';
import { isList, isRecord, membersOf, parts, positionIn } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import type { Unread } from '../kit/unread.ts';

/** Begins with a slash: `file`. Roles such as image, small_image, thumbnail: `types`. */
export interface GalleryEntry
  extends Unread<'id' | 'media_type' | 'label' | 'position' | 'disabled' | 'types' | 'file'> {}

export interface ConfigurableOption extends Unread<'id' | 'attribute_id' | 'label' | 'position'> {
  readonly values?: readonly Unread<'value_index'>[] | null;
}

interface Extensions extends Unread<'website_ids' | 'configurable_product_links'> {
  readonly configurable_product_options?: readonly ConfigurableOption[] | null;
}

/** A product, or the simple product behind one combination of a configurable one. */
export interface NativeItem
  extends Unread<'sku' | 'name' | 'price' | 'status' | 'visibility' | 'type_id'>,
    Unread<'created_at' | 'updated_at' | 'weight'> {
  readonly id: number;
  /** An empty list where nothing is left of it. */
  readonly extension_attributes?: Extensions | readonly never[] | null;
  readonly media_gallery_entries?: readonly GalleryEntry[] | null;
  /** A text, a list (`category_ids`) or null; which there are differs from shop to shop. */
  readonly custom_attributes?: readonly Unread<'attribute_code' | 'value'>[] | null;
}

export type NativeOption = Unread<'label' | 'value'>;

export interface NativeAttribute {
  readonly attribute_id: number | string;
  readonly attribute_code: string;
  readonly options?: readonly NativeOption[] | null;
}

/** What one source has of one SKU. */
export interface SourceItem extends Unread<'quantity' | 'status'> {
  readonly sku: string;
  readonly source_code: string;
  /** Added by `fetch`. */
  readonly source_name?: string | null;
  /** Added by `fetch`: what lies in a source that is switched off is not for sale. */
  readonly source_enabled?: boolean;
}

/** Whether stock is counted at all, and the one number of a shop without inventory sources. */
export interface StockItem {
  readonly qty?: unknown;
  /** False: none of it is for sale, whatever its number. */
  readonly is_in_stock?: boolean;
  /** False: sold without end. The shop's own setting is worked in where a product follows it. */
  readonly manage_stock: boolean;
  /** 0: sold only while there is some; null where it is not said. */
  readonly backorders: number | null;
  /** Added by `fetch`. */
  readonly sku: string;
}

/** What the website can sell of an item, by its number. */
export interface SalableRecord extends Unread<'stock_id' | 'quantity'> {
  readonly id: number;
}

/** The settings of one store view. */
export interface StoreConfig
  extends Unread<'id' | 'code' | 'website_id' | 'weight_unit' | 'timezone'>,
    Unread<'base_currency_code' | 'default_display_currency_code'>,
    Unread<'base_url' | 'base_link_url' | 'base_media_url'>,
    Unread<'secure_base_url' | 'secure_base_link_url' | 'secure_base_media_url'> {}

/** What holds for the whole store view, as far as the integration may read it. */
export interface StoreFacts {
  readonly currency?: string | null;
  readonly weight_unit?: string | null;
  /** Of the whole shop rather than the view: special prices go by it. */
  readonly timezone?: string | null;
  /** Where product pages are. */
  readonly link_url?: string | null;
  /** Where images are. */
  readonly media_url?: string | null;
  /** Products of other websites have no page here. */
  readonly website_id?: string | null;
}

/** A product as `fetch` yields it, with what had to be asked for beside it. */
export interface NativeProduct extends NativeItem {
  readonly child_records?: readonly NativeItem[];
  /** The attributes that its options and its manufacturer are values of. */
  readonly attribute_records?: readonly NativeAttribute[];
  readonly source_items?: readonly SourceItem[];
  readonly stock_items?: readonly StockItem[];
  /** Where they are to be included. */
  readonly salable_records?: readonly SalableRecord[];
  readonly store?: StoreFacts;
}

/** A product that can be distinguished from the others; everything else it may lack. */
export function numberedOf(row: unknown): NativeItem {
  const { id, sku } = membersOf(row);
  if (Number.isSafeInteger(id) && (id as number) > 0) return row as NativeItem;
  throw unreadableRecord(filled(sku) ?? undefined, 'id');
}

/** The same, and its children are known. */
export function itemOf(row: unknown): NativeItem {
  const item = numberedOf(row);
  // Without its children it would look like a product of its own, without a price and options.
  if (!areLinks(extensionsOf(item).configurable_product_links))
    throw unreadableRecord(item.id, 'extension_attributes.configurable_product_links');
  return item;
}

/** Put together of others, so without a price and a stock of their own. */
export const isComposite = ({ type_id }: NativeItem): boolean =>
  type_id === 'configurable' || type_id === 'bundle' || type_id === 'grouped';

/** By which a SKU is recognised: without case. Empty for none. */
export const keyOf = ({ sku }: Unread<'sku'>): string => filled(sku)?.toLowerCase() ?? '';

/** The value of a custom attribute as text; null for a list, for nothing, and where there is none. */
export function attributeOf({ custom_attributes }: NativeItem, code: string): string | null {
  const attributes: unknown = custom_attributes;
  if (!Array.isArray(attributes)) return null;
  // A dozen are asked for of each item.
  for (const one of attributes) {
    if (!isRecord(one) || one.attribute_code !== code) continue;
    const { value } = one;
    if (typeof value === 'number') return String(value);
    // Of an attribute with several values there is a list.
    if (typeof value !== 'string' && !Array.isArray(value)) reportUnreadable(value);
    return typeof value === 'string' && value.trim() !== '' ? value : null;
  }
  return null;
}

export const optionsOf = (item: NativeItem): readonly ConfigurableOption[] =>
  parts(extensionsOf(item).configurable_product_options)
    .filter(({ attribute_id }) => filled(attribute_id) !== null)
    .toSorted((a, b) => order(a.position) - order(b.position));

/** Identifiers of the simple products behind a configurable one. */
export function linksOf(item: NativeItem): readonly number[] {
  const { configurable_product_links: links } = extensionsOf(item);
  return [...new Set(entriesOf(links).map(Number))].filter((id) => id > 0);
}

const areLinks = (links: unknown): boolean =>
  isNothing(links) ||
  (isList(links) && entriesOf(links).every((id) => /^\d{1,15}$/.test(String(id ?? 0))));

/** The websites that show a product. */
export function websitesOf(item: NativeItem): readonly string[] {
  const { website_ids } = extensionsOf(item);
  if (!isList(website_ids)) reportUnreadable(website_ids);
  return entriesOf(website_ids).map((id) => filled(id) ?? '');
}

/** PHP writes a list of which an entry was taken out as an object, by the places of the others. */
const entriesOf = (list: unknown): readonly unknown[] => (isList(list) ? Object.values(list) : []);

const extensionsOf = ({ extension_attributes }: NativeItem): Extensions =>
  isRecord<Extensions>(extension_attributes) ? extension_attributes : {};

/** A position; those without one come first. */
export const order = (position: unknown): number => positionIn(position);
