// The neutral records of one shop, which every sandbox store serves in its vendor's own shapes.
import type { Coupon, Order } from './order-types.ts';
import type { Brand, Category, Product, Tag, Variant } from './product-types.ts';
import type { Address, Instant, TaxRate } from './values.ts';

export type * from './order-types.ts';
export type * from './product-types.ts';
export type { OrderTrait, ProductTrait } from './traits.ts';
export type * from './values.ts';

export interface Shop {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly currency: 'EUR';
  readonly timeZone: 'Europe/Amsterdam';
  readonly locale: 'nl-NL';
  /** Whether the prices of `Variant.price` include tax. Orders say it for themselves. */
  readonly taxesIncluded: true;
  readonly weightUnit: 'kg';
  readonly createdAt: Instant;
  readonly address: Address;
}

export interface Customer {
  readonly id: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string | null;
  readonly company: string | null;
  readonly vatNumber: string | null;
  readonly taxExempt: boolean;
  readonly verifiedEmail: boolean;
  readonly acceptsMarketing: boolean;
  readonly marketingUpdatedAt: Instant | null;
  readonly locale: string;
  readonly note: string | null;
  readonly tags: readonly string[];
  readonly address: Address | null;
}

export interface Location {
  readonly id: number;
  readonly name: string;
  readonly address: Address;
  /** The one that channels with a single stock number report. */
  readonly isDefault: boolean;
}

/** Instants at which orders were placed on purpose, so that a test can use them as filter bounds. */
export interface Moments {
  readonly anchor: Instant;
  /** Start and end of the two years. */
  readonly first: Instant;
  /** 00:00:00 UTC, 30 days before the anchor: orders one second before, at, and one second after. */
  readonly midnight: Instant;
  /** 12:00:00 UTC, 20 days before the anchor: three orders in this second, one each side of it. */
  readonly bound: Instant;
  /** A second in which four orders were updated; one was updated each side of it. */
  readonly updatedTogether: Instant;
  /** The last two clock changes of Europe/Amsterdam before the anchor, the older first. */
  readonly clockChanges: readonly [ClockChange, ClockChange];
}

export interface ClockChange {
  readonly at: Instant;
  readonly direction: 'forward' | 'back';
}

export interface Catalogue {
  /** Grows with every change; a record that did not change stays the same object. */
  readonly version: number;
  readonly anchor: Instant;
  readonly moments: Moments;
  readonly shop: Shop;
  readonly locations: readonly Location[];
  readonly brands: readonly Brand[];
  readonly categories: readonly Category[];
  readonly tags: readonly Tag[];
  readonly coupons: readonly Coupon[];
  readonly taxRates: readonly TaxRate[];
  readonly customers: readonly Customer[];
  /** By id, ascending. */
  readonly products: readonly Product[];
  readonly deletedProducts: readonly Product[];
  /** By id, ascending. */
  readonly orders: readonly Order[];
  /** Orders that calls have deleted; none in a catalogue as it was generated. */
  readonly deletedOrders: readonly Order[];
  readonly customerById: ReadonlyMap<number, Customer>;
  /** Living and deleted ones. */
  readonly productById: ReadonlyMap<number, Product>;
  readonly variantById: ReadonlyMap<number, Variant>;
  readonly orderById: ReadonlyMap<number, Order>;
}
