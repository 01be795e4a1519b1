// Which changes update `lastUpdatedTime` (`LastUpdateDate`) of an order and `lastUpdatedDate` of a listing.
import type { Order, Product } from '../../catalogue/types.ts';
import { type Moves, orderSeen, productSeen } from '../../living/derived.ts';
import { isStoredByAmazon } from './holding.ts';
import { isFamily } from './ids.ts';

/** What of an order Amazon shows and a seller or buyer may still change. */
const shown = ['note', 'lines'];

/**
 * "An update is any change made by Amazon or by the seller, including an update to the order status."
 * A refund after sending is nowhere in an order: its status stays Shipped, and sellers are sent to
 * the finances and the reports of returns (jlevers/selling-partner-api issue 635). So it does not
 * move the date here. Doubtful: Amazon's own
 * sentence would allow it.
 */
const order: Moves<Order> = ({ kind, fields }) =>
  kind !== 'refund' && (kind !== 'edit' || fields.some((field) => shown.includes(field)));

/**
 * A variation is a listing with a date of its own: its price and stock leave the parent's where it
 * was. Stock in Amazon's warehouses is counted apart from the listing.
 */
const product: Moves<Product> = ({ kind, fields }, record) =>
  kind !== 'edit' ||
  fields.includes('title') ||
  (!isFamily(record) && (fields.includes('price') || !isStoredByAmazon(record)));

export const moves = { order, product };
export const seen = orderSeen('amazon', order);
export const productSeenHere = productSeen('amazon', product, { ownDates: true });
