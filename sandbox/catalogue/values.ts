// What the records of the catalogue are made of: instants, amounts, addresses and tax rates.

/** Epoch milliseconds, always a whole second: vendors keep seconds. */
export type Instant = number;

/** An integer number of minor units (cents, yen, fils) of a currency named beside it. */
export type Minor = number;

export type CurrencyCode = 'EUR' | 'GBP' | 'USD' | 'JPY' | 'KWD';

/** The same amount in the shop's currency and in the order's own, both exact. */
export interface Amount {
  readonly shop: Minor;
  readonly presentment: Minor;
}

export interface Address {
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string | null;
  /** Street and number in one line, as most channels keep it. */
  readonly address1: string;
  readonly address2: string | null;
  /** The parts of `address1`, for channels that keep them apart. */
  readonly street: string;
  readonly houseNumber: string;
  readonly houseNumberExtension: string | null;
  readonly city: string;
  readonly province: string | null;
  readonly provinceCode: string | null;
  readonly zip: string;
  /** ISO 3166-1 alpha-2; names and alpha-3 codes are in `countries.ts`. */
  readonly countryCode: string;
  readonly phone: string | null;
}

/** What was done to a record since the catalogue was made. */
export type ChangeKind =
  | 'create'
  | 'pay'
  | 'ship'
  | 'track'
  | 'refund'
  | 'edit'
  | 'cancel'
  | 'publish'
  | 'archive'
  | 'delete'
  | 'delete-refund'
  | 'orphan'
  | 'adopt'
  | 'hide'
  | 'show'
  | 'undate';

/** How an edit was made where it was neither the admin nor the API: past the shop's own code, or by a sale. */
export type ChangeWay = 'import' | 'sale';

export interface Change {
  readonly kind: ChangeKind;
  readonly at: Instant;
  /** When the record was last changed before. */
  readonly before: Instant;
  /** What an edit touched, such as `note`, `lines` or `stock`. */
  readonly fields: readonly string[];
  readonly way?: ChangeWay;
  /** The one vendor that knows such a thing; the records of the others stay as they are. */
  readonly of?: string;
  /** The vendor by whose API it was written. */
  readonly by?: string;
}

/** What vendors keep with a record for themselves, by their names. */
export type Own = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface TaxRate {
  readonly id: number;
  readonly code: string;
  readonly title: string;
  readonly countryCode: string;
  /** Hundredths of a percent: 2100 is 21 %. */
  readonly basisPoints: number;
}
