// Magento's own shapes (REST V1), as far as they are read here, and how to reach into them.
import { unreadableRecord } from '../../model/unreadable.ts';
import { filled } from '../kit/text.ts';

/** Magento writes decimals as JSON numbers, read here as text; in custom attributes they are text. */
export type Decimal = string | number;

/** A text, a list (`category_ids`) or null; which attributes there are differs from shop to shop. */
export interface CustomAttribute {
  readonly attribute_code: string;
  readonly value: unknown;
}

export interface GalleryEntry {
  readonly id: number;
  readonly media_type: string;
  readonly label?: string | null;
  readonly position?: number | null;
  readonly disabled?: boolean | null;
  /** Roles: image, small_image, thumbnail, swatch_image. */
  readonly types?: readonly string[] | null;
  /** Begins with a slash. */
  readonly file?: string | null;
}

export interface ConfigurableOption {
  readonly id?: number | null;
  readonly attribute_id: string | number;
  readonly label?: string | null;
  readonly position?: number | null;
  readonly values?: readonly { readonly value_index: string | number }[] | null;
}

/** An empty list where nothing is left of it. */
type Extensions =
  | {
      readonly website_ids?: readonly (number | string)[] | null;
      readonly configurable_product_options?: readonly ConfigurableOption[] | null;
      readonly configurable_product_links?: readonly (number | string)[] | null;
    }
  | readonly unknown[];

/** A product, or the simple product behind one combination of a configurable one. */
export interface NativeItem {
  readonly id: number;
  readonly sku?: string | null;
  readonly name?: string | null;
  readonly price?: Decimal | null;
  readonly status?: number | null;
  readonly visibility?: number | null;
  readonly type_id?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly weight?: Decimal | null;
  readonly extension_attributes?: Extensions | null;
  readonly media_gallery_entries?: readonly GalleryEntry[] | null;
  readonly custom_attributes?: readonly CustomAttribute[] | null;
}

export interface NativeAttribute {
  readonly attribute_id: number | string;
  readonly attribute_code: string;
  readonly options?: readonly { readonly label?: unknown; readonly value?: unknown }[] | null;
}

/** What one source has of one SKU. */
export interface SourceItem {
  readonly sku: string;
  readonly source_code: string;
  readonly quantity?: Decimal | null;
  /** Added by `fetch`. */
  readonly source_name?: string | null;
  /** Added by `fetch`: what lies in a source that is switched off is not for sale. */
  readonly source_enabled?: boolean;
}

/** Whether stock is counted at all, and the one number of a shop without inventory sources. */
export interface StockItem {
  readonly qty?: Decimal | null;
  /** False: sold without end. The shop's own setting is worked in where a product follows it. */
  readonly manage_stock: boolean;
  /** 0: sold only while there is some; null where it is not said. */
  readonly backorders: number | null;
  /** Added by `fetch`. */
  readonly sku: string;
}

/** What holds for the whole store view; null where the integration may not read it. */
export interface StoreFacts {
  readonly currency: string | null;
  readonly weight_unit: string | null;
  /** Of the whole shop rather than the view: special prices go by it. */
  readonly timezone: string | null;
  /** Where product pages are. */
  readonly link_url: string | null;
  /** Where images are. */
  readonly media_url: string | null;
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
  readonly store?: StoreFacts;
}

/** A product that can be told from the others; everything else it may lack. */
export function itemOf(row: unknown): NativeItem {
  const { id, sku } = membersOf<NativeItem>(row);
  if (Number.isSafeInteger(id) && (id as number) > 0) return row as NativeItem;
  throw unreadableRecord(filled(sku) ?? undefined, 'id');
}

/** An attribute that can be recognised; undefined for anything else, which names nothing. */
export function readAttribute(row: unknown): NativeAttribute | undefined {
  const { attribute_id, attribute_code } = membersOf<NativeAttribute>(row);
  const known = filled(attribute_id) !== null && filled(attribute_code) !== null;
  return known ? (row as NativeAttribute) : undefined;
}

/** The members of an object; none where the shop sent something else. */
export const membersOf = <T extends object>(value: unknown): Partial<T> =>
  typeof value === 'object' && value !== null ? (value as Partial<T>) : {};

/** The objects in a list; none where the shop sent something else. */
export const objectsIn = <T extends object>(list: readonly T[] | null | undefined): readonly T[] =>
  Array.isArray(list) ? list.filter((one) => typeof one === 'object' && one !== null) : [];

/** The value of a custom attribute as text; null for a list, for nothing, and where there is none. */
export function attributeOf({ custom_attributes }: NativeItem, code: string): string | null {
  const value = objectsIn(custom_attributes).find((one) => one.attribute_code === code)?.value;
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

export function optionsOf(item: NativeItem): readonly ConfigurableOption[] {
  const { configurable_product_options } = extensionsOf(item);
  return objectsIn(configurable_product_options)
    .filter(({ attribute_id }) => filled(attribute_id) !== null)
    .toSorted((a, b) => order(a.position) - order(b.position));
}

/** Identifiers of the simple products behind a configurable one. */
export function linksOf(item: NativeItem): readonly number[] {
  const { configurable_product_links: links } = extensionsOf(item);
  return [...new Set(Array.isArray(links) ? links.map(Number) : [])].filter(
    (id) => Number.isSafeInteger(id) && id > 0,
  );
}

/** The websites that show a product. */
export function websitesOf(item: NativeItem): readonly string[] {
  const { website_ids } = extensionsOf(item);
  return Array.isArray(website_ids) ? website_ids.map(String) : [];
}

type Named = Exclude<Extensions, readonly unknown[]>;
const extensionsOf = ({ extension_attributes }: NativeItem): Partial<Named> =>
  membersOf<Named>(extension_attributes);

/** A position; those without one come first. */
export const order = (position: unknown): number => Number(position) || 0;
