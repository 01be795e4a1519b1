// Native identifiers of catalogue records.
import { createHash } from 'node:crypto';
import type { CurrencyCode, Line, Order, Variant } from '../../catalogue/types.ts';

/** The sales channels that this seller has connected, one a currency. */
export const channels: Readonly<
  Record<CurrencyCode, { readonly id: string; readonly name: string }>
> = {
  EUR: { id: '0107', name: 'Maison Carmin' },
  GBP: { id: '0214', name: 'Harbour & Home' },
  USD: { id: '0231', name: 'Macrow USA' },
  JPY: { id: '0318', name: 'Machiya' },
  KWD: { id: '0402', name: 'Souq Al Bahar' },
};

/** The identifier on the sales channel; the letter counts the sellers of one basket. */
export const channelOrderId = ({ number }: Pick<Order, 'number'>): string => `KZ${number}-A`;

/**
 * Connect puts the channel before it. This operator's marketplace does so too, which makes one
 * order have one identifier in both APIs.
 */
export const orderId = (order: Pick<Order, 'number' | 'currency'>): string =>
  `${channels[order.currency].id}_${channelOrderId(order)}`;

export const commercialId = (order: Pick<Order, 'number' | 'currency'>): string =>
  orderId(order).replace(/-A$/, '');

export const lineId = (order: Pick<Order, 'number' | 'currency'>, index: number): string =>
  `${orderId(order)}-${index + 1}`;

/** Sellers know their goods by their own number; only goods that have one are for sale. */
export const sku = ({ sku: own }: Pick<Variant | Line, 'sku'>): string => {
  if (own === null) throw new Error('goods without a number are not held');
  return own;
};

export const offerId = (variantId: number): number => 20_000 + variantId;
export const productSku = (variantId: number): string => `MKP-${700_000 + variantId}`;

export function uuid(text: string): string {
  const hex = createHash('sha256').update(`mirakl ${text}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
