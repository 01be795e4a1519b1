// The products of the catalogue: variants, options, images and stock.
import type { ProductTrait } from './traits.ts';
import type { Change, Instant, Minor, Own } from './values.ts';

export interface Brand {
  readonly id: number;
  readonly name: string;
  readonly handle: string;
}

export interface Category {
  readonly id: number;
  readonly name: string;
  readonly handle: string;
  readonly parentId: number | null;
}

export interface Tag {
  readonly id: number;
  readonly name: string;
  readonly handle: string;
}

export type ProductKind = 'physical' | 'digital' | 'gift_card';
export type ProductStatus = 'active' | 'draft' | 'archived';
export type TaxClass = 'standard' | 'reduced' | 'zero';

export interface Product {
  readonly id: number;
  readonly kind: ProductKind;
  readonly status: ProductStatus;
  /** True for a product that orders still name but no list holds (`Catalogue.deletedProducts`). */
  readonly deleted: boolean;
  readonly title: string;
  readonly handle: string;
  readonly bodyHtml: string;
  readonly brand: Brand | null;
  readonly productType: string | null;
  readonly categories: readonly Category[];
  readonly tags: readonly Tag[];
  readonly taxClass: TaxClass;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly publishedAt: Instant | null;
  /** Empty when the product has one variant only. */
  readonly options: readonly ProductOption[];
  /** At least one. */
  readonly variants: readonly Variant[];
  readonly images: readonly ProductImage[];
  readonly traits: readonly ProductTrait[];
  /** What was done to it by calls, oldest first; none in a catalogue as it was generated. */
  readonly changes: readonly Change[];
  /** Not visible by itself, neither in the catalogue nor in the search. */
  readonly hidden?: true;
  /** Without a date of change, as some importers leave it. */
  readonly undated?: true;
  readonly own?: Own;
}

export interface ProductOption {
  readonly id: number;
  readonly name: string;
  readonly position: number;
  readonly values: readonly string[];
}

export interface Variant {
  readonly id: number;
  readonly productId: number;
  readonly position: number;
  /** Option values joined by ` / `, or null for the single variant of a product without options. */
  readonly title: string | null;
  /** One value an option, in the order of the product's options. */
  readonly optionValues: readonly string[];
  readonly sku: string | null;
  /** EAN-13 with a right check digit. */
  readonly barcode: string | null;
  /** Shop currency, tax included; null where the merchant set no price. */
  readonly price: Minor | null;
  readonly compareAtPrice: Minor | null;
  readonly taxable: boolean;
  readonly requiresShipping: boolean;
  readonly weight: Weight | null;
  readonly stock: Stock;
  readonly imageId: number | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export interface Weight {
  /** As the merchant typed it. */
  readonly value: string;
  readonly unit: 'kg' | 'g';
  readonly grams: number;
}

export interface Stock {
  readonly tracked: boolean;
  /** Whether it may be sold when none is left. */
  readonly backorders: boolean;
  /** Kept on the product rather than on each variant; then every variant shows the same numbers. */
  readonly shared: boolean;
  /** Empty when not tracked. */
  readonly levels: readonly StockLevel[];
}

export interface StockLevel {
  readonly locationId: number;
  readonly available: number;
}

export interface ProductImage {
  readonly id: number;
  readonly position: number;
  /** File name without folder or host; each store builds its own address from it. */
  readonly file: string;
  readonly alt: string | null;
  readonly width: number;
  readonly height: number;
  readonly createdAt: Instant;
}
