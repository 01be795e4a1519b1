// Which changes move `lastUpdatedTime` (`LastUpdateDate`) of an order.
import { orderSeen } from '../../living/derived.ts';

/** What of an order Amazon shows and a seller or buyer may still change. */
const shown = ['note', 'lines'];

/**
 * "An update is any change made by Amazon or by the seller, including an update to the order status."
 * A refund after sending is nowhere in an order: its status stays Shipped, and sellers are sent to
 * the finances and the reports of returns (jlevers/selling-partner-api issue 635). So it does not
 * move the date here. Doubtful: Amazon's own
 * sentence would allow it.
 */
export const seen = orderSeen(
  ({ kind, fields }) =>
    kind !== 'refund' && (kind !== 'edit' || fields.some((field) => shown.includes(field))),
);
