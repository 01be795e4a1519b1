// Which changes move `updated_at` (Connect) and `last_updated_date` (marketplaces) of an order.
import type { Order } from '../../catalogue/types.ts';
import { type Moves, orderSeen } from '../../living/derived.ts';

/** What of an order Mirakl shows; tags and the phone number of the order are not among it. */
const shown = ['note', 'email', 'lines', 'own'];

/**
 * `last_updated_date` is the date of the last change of the order: its states, its debit, refunds
 * and cancelations of its lines, its tracking, its additional fields. Doubtful: that a delivery
 * note or an e-mail address changed later counts; sellers cannot change them.
 */
const order: Moves<Order> = ({ kind, fields }) =>
  kind !== 'edit' || fields.some((field) => shown.includes(field));

/** Offers and products have no date at all. */
export const moves = { order, product: () => false };
export const seen = orderSeen('mirakl', order);
