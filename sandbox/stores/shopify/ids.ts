// Identifiers as the vendor numbers them, derived from catalogue numbers and back.

/** The vendor's numbers grow in steps of 32,768, and records of one kind lie close together. */
const step = 32_768;

const numbered = {
  Order: 6_100_020_445_187,
  Product: 9_120_012_058_627,
  ProductVariant: 48_810_011_230_467,
  InventoryItem: 50_915_022_045_955,
  Customer: 8_200_033_161_475,
  LineItem: 15_580_044_177_667,
  ShippingLine: 5_100_055_293_187,
  Location: 97_100_066_051,
  Collection: 497_100_077_315,
  MediaImage: 44_120_088_346_883,
  ProductOption: 11_550_099_036_419,
  Fulfillment: 5_430_040_450_819,
  FulfillmentOrder: 6_880_140_555_011,
  FulfillmentOrderLineItem: 14_120_150_660_355,
  FulfillmentLineItem: 12_650_050_566_403,
  Refund: 944_060_681_475,
  RefundLineItem: 502_070_796_547,
  OrderTransaction: 7_410_080_911_619,
} as const;

export type NumberedKind = keyof typeof numbered;

export function numberOf(kind: NumberedKind, id: number): number {
  return numbered[kind] + id * step;
}

/** The catalogue number behind a vendor number, or null when no record can have it. */
export function catalogueId(kind: NumberedKind, number: number): number | null {
  const id = (number - numbered[kind]) / step;
  return Number.isInteger(id) && id > 0 ? id : null;
}

export function gid(kind: string, number: number): string {
  return `gid://shopify/${kind}/${number}`;
}

export function gidOf(kind: NumberedKind, id: number): string {
  return gid(kind, numberOf(kind, id));
}

export interface Gid {
  readonly kind: string;
  readonly number: number;
}

/** Reads a global id; null for anything that is not one. */
export function readGid(text: string): Gid | null {
  const match = /^gid:\/\/shopify\/([A-Za-z]+)\/(\d{1,16})(?:\?.*)?$/.exec(text);
  if (match?.[1] === undefined) return null;
  return { kind: match[1], number: Number(match[2]) };
}

/** The catalogue number of a global id of one kind; null for another kind or an unknown number. */
export function idIn(kind: NumberedKind, text: string): number | null {
  const read = readGid(text);
  return read?.kind === kind ? catalogueId(kind, read.number) : null;
}

/** The number of a shop, by its place among the shops. */
export const shopNumber = (index: number): number => 55_210_098_761 + index * 4096;
