// Sharetribe's own shapes (Integration API v1), as far as they are read here.
import { isRecord } from '../kit/loose.ts';

/** Plain text in JSON; an object in what was written with the vendor's SDK. */
export type NativeId = string | { readonly uuid: string };

export interface Reference {
  readonly id?: NativeId | null;
}

type Related<T> = { readonly data?: T | null } | null;

/** In the currency's smallest units. */
export interface NativeMoney {
  readonly amount: number;
  readonly currency: string;
}

/** What is public of a listing. Its private data and metadata are never asked for nor kept. */
export interface ListingAttributes {
  readonly title?: string | null;
  readonly description?: string | null;
  readonly createdAt?: string | null;
  /** As it came: whether it is money is for the reader to see. */
  readonly price?: unknown;
  readonly publicData?: Readonly<Record<string, unknown>> | null;
  readonly state?: string | null;
  readonly deleted?: boolean | null;
}

/** A resource as it stands in `data` or `included`. */
export interface Resource {
  readonly id?: NativeId | null;
  readonly type?: string | null;
  readonly attributes?: Readonly<Record<string, unknown>> | null;
  readonly relationships?: {
    readonly author?: Related<Reference>;
    readonly images?: Related<readonly (Reference | null)[]>;
    readonly currentStock?: Related<Reference>;
  } | null;
}

export interface Rendition {
  readonly url?: string | null;
  readonly width?: number | null;
  readonly height?: number | null;
}

export interface ImageRecord {
  readonly id: string;
  readonly variants?: Readonly<Record<string, Rendition | null | undefined>> | null;
}

/** A listing joined with what was included for it; each member may be odd. */
export interface Listing {
  readonly id: string | null;
  readonly attributes?: ListingAttributes | null;
  /** The seller's public name. */
  readonly author_name: string | null;
  readonly image_records: readonly ImageRecord[];
  /** Null where the listing has no record of stock; otherwise its quantity, as it came. */
  readonly stock: unknown;
}

/** A listing as `fetch` yields it, and as an answer of its own would hold it, as far as it was asked for. */
export interface ListingDocument {
  readonly data: Resource;
  /** Its images, its stock and its seller. */
  readonly included: readonly Resource[];
}

/** The identifier as text; null where there is none. */
export function idOf(id: unknown): string | null {
  const own = isRecord(id) ? id.uuid : id;
  return typeof own === 'string' && own !== '' ? own : null;
}

export const isMoney = (value: unknown): value is NativeMoney =>
  isRecord(value) &&
  Number.isSafeInteger(value.amount) &&
  typeof value.currency === 'string' &&
  value.currency !== '';
