// Magento's own shapes (REST V1), as far as they are read here.
import { isAmount } from '../../model/money.ts';

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
      readonly configurable_product_options?: readonly ConfigurableOption[] | null;
      readonly configurable_product_links?: readonly (number | string)[] | null;
    }
  | readonly unknown[];

/** A product, or the simple product behind one combination of a configurable one. */
export interface NativeItem {
  readonly id: number;
  readonly sku: string;
  readonly name?: string | null;
  readonly price?: Decimal | null;
  readonly status?: number | null;
  readonly visibility?: number | null;
  readonly type_id: string;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly weight?: Decimal | null;
  readonly extension_attributes?: Extensions | null;
  readonly media_gallery_entries?: readonly GalleryEntry[] | null;
  readonly custom_attributes?: readonly CustomAttribute[] | null;
}

export interface NativeAttribute {
  readonly attribute_id: number;
  readonly attribute_code: string;
  readonly options?: readonly { readonly label?: unknown; readonly value?: unknown }[] | null;
}

/** What one source has of one SKU. */
export interface SourceItem {
  readonly sku: string;
  readonly source_code: string;
  readonly quantity: Decimal;
  /** Added by `fetch`; null where it may not be read. */
  readonly source_name?: string | null;
}

/** The one stock number of a shop without inventory sources. */
export interface StockItem {
  readonly qty: Decimal | null;
  readonly manage_stock: boolean;
  /** 0: sold only while there is some. */
  readonly backorders: number;
  /** Added by `fetch`. */
  readonly sku: string;
}

/** What holds for the whole store view; null where the integration may not read it. */
export interface StoreFacts {
  readonly currency: string | null;
  readonly weight_unit: string | null;
  readonly timezone: string | null;
  /** Where product pages are. */
  readonly link_url: string | null;
  /** Where images are. */
  readonly media_url: string | null;
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

export const isItem = (row: NativeItem): boolean =>
  Number.isSafeInteger(row?.id) &&
  typeof row.sku === 'string' &&
  typeof row.type_id === 'string' &&
  isDecimalOrNothing(row.price) &&
  (row.custom_attributes ?? []).every((one) => typeof one?.attribute_code === 'string') &&
  (row.media_gallery_entries ?? []).every((one) => Number.isSafeInteger(one?.id));

export const isAttribute = (row: NativeAttribute): boolean =>
  Number.isSafeInteger(row?.attribute_id) && typeof row.attribute_code === 'string';

export const isSourceItem = (row: SourceItem): boolean =>
  typeof row?.sku === 'string' && typeof row.source_code === 'string' && isAmount(row.quantity);

const isDecimalOrNothing = (value: unknown): boolean =>
  value === undefined || value === null || isAmount(value);

/** The value of a custom attribute as text; null for a list, for nothing, and where there is none. */
export function attributeOf({ custom_attributes }: NativeItem, code: string): string | null {
  const value = custom_attributes?.find((one) => one.attribute_code === code)?.value;
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

export function optionsOf({ extension_attributes }: NativeItem): readonly ConfigurableOption[] {
  const options =
    extension_attributes && 'configurable_product_options' in extension_attributes
      ? (extension_attributes.configurable_product_options ?? [])
      : [];
  return options.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0));
}

/** Identifiers of the simple products behind a configurable one. */
export function linksOf({ extension_attributes }: NativeItem): readonly number[] {
  if (!extension_attributes || !('configurable_product_links' in extension_attributes)) return [];
  return (extension_attributes.configurable_product_links ?? []).map(Number);
}
