// Which changes update `latestChangedDateTime` of an order's items and `lastModifiedDateTime` of an offer.
import type { Order, Product } from '../../catalogue/types.ts';
import { type Moves, orderSeen, productSeen } from '../../living/derived.ts';
import { methodOf } from './quantities.ts';

/**
 * The date is that of an item's last change, and an item says how much of it was sent and cancelled.
 * So a parcel moves it, and a refund only where it cancels pieces that were not sent: what is given
 * back later is a return, which has a resource of its own. Notes, tags and addresses of the buyer
 * are not shown at all.
 */
const order: Moves<Order> = ({ kind, fields }) => {
  if (kind === 'refund') return fields.includes('unsent');
  return kind !== 'edit' || fields.includes('lines');
};

/** Titles are those of bol's catalogue, and the stock in its warehouse is its own: neither is of the offer. */
const product: Moves<Product> = ({ kind, fields }, { id }) =>
  kind !== 'edit' ||
  fields.includes('price') ||
  (fields.includes('stock') && methodOf(id) === 'FBR');

export const moves = { order, product };
export const seen = orderSeen('bol', order);
export const offerSeen = productSeen('bol', product);
