// Sharetribe's own shapes (Integration API v1), as far as they are read here.

/** Plain text in JSON; an object in what was written with the vendor's SDK. */
export type NativeId = string | { readonly uuid: string };

export interface Reference {
  readonly id: NativeId;
  readonly type: string;
}

interface Related<T> {
  readonly data?: T | null;
}

/** In the currency's smallest units. */
export interface NativeMoney {
  readonly amount: number;
  readonly currency: string;
}

/** What is public of a listing. Its private data and metadata are never asked for nor kept. */
export interface ListingAttributes {
  readonly title?: string | null;
  readonly description?: string | null;
  readonly createdAt: string;
  readonly price?: NativeMoney | null;
  readonly publicData?: Readonly<Record<string, unknown>> | null;
  readonly state?: string | null;
  readonly deleted?: boolean | null;
}

/** A resource as it stands in `data` or `included`. */
export interface Resource {
  readonly id: NativeId;
  readonly type: string;
  readonly attributes?: Readonly<Record<string, unknown>> | null;
  readonly relationships?: {
    readonly author?: Related<Reference>;
    readonly images?: Related<readonly Reference[]>;
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
  readonly variants: Readonly<Record<string, Rendition | undefined>>;
}

/** A listing as `fetch` yields it, with what was included for it. */
export interface NativeListing {
  readonly id: string;
  readonly attributes: ListingAttributes;
  /** The seller's public name. */
  readonly author_name: string | null;
  readonly image_records: readonly ImageRecord[];
  /** Null where stock is not counted: bookings, inquiries, unlimited goods. */
  readonly stock: number | null;
}

export const idOf = (id: NativeId): string => (typeof id === 'string' ? id : id.uuid);

const isId = (id: unknown): boolean =>
  typeof id === 'string' || typeof (id as { uuid?: unknown } | null)?.uuid === 'string';

export const isResource = (value: unknown): value is Resource => {
  const { id, type } = (value ?? {}) as Partial<Resource>;
  return isId(id) && typeof type === 'string';
};

export const isMoney = (value: unknown): value is NativeMoney => {
  const { amount, currency } = (value ?? {}) as Partial<NativeMoney>;
  return Number.isSafeInteger(amount) && typeof currency === 'string';
};
