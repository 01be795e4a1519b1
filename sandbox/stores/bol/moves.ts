// Which changes move `latestChangedDateTime` of an order's items.
import { orderSeen } from '../../living/derived.ts';

/**
 * The date is that of an item's last change, and an item says how much of it was sent and cancelled.
 * So a parcel moves it, and a refund only where it cancels pieces that were not sent: what is given
 * back later is a return, which has a resource of its own. Notes, tags and addresses of the buyer
 * are not told at all.
 */
export const seen = orderSeen(({ kind, fields }) => {
  if (kind === 'refund') return fields.includes('unsent');
  return kind !== 'edit' || fields.includes('lines');
});
