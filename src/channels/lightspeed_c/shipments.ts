// What has left of an order that left in part: the pieces in those of its shipments that were shipped.
import { Fault } from '../../model/faults.ts';
import type { FulfillmentStatus } from '../../model/order.ts';
import type { Reading } from '../channel.ts';
import { count, listed } from '../kit/loose.ts';
import { partOf } from '../kit/records.ts';
import { filled } from '../kit/text.ts';
import type { Connection } from './asks.ts';
import { readList } from './listing.ts';
import {
  embeddedIn,
  type NativeLine,
  type NativeOrder,
  type NativeOrderRow,
  type NativeShipment,
  type NativeShipmentProduct,
} from './native.ts';
import { shippedOf } from './status.ts';

/** Only these orders need their shipments: all others have left as a whole, or not at all. */
export const isPartly = (row: NativeOrderRow): boolean => shippedOf(row) === 'partial';

/**
 * A line counts the pieces that were put into a shipment, which may still be in the house. What
 * left is in the shipments that were shipped. Undefined where the key may not read them.
 */
export async function shippedProductsOf(
  { id: order, shipments }: NativeOrderRow,
  reading: Connection & Pick<Reading, 'note'>,
): Promise<readonly NativeShipmentProduct[] | undefined> {
  try {
    return await partOf(order, 'its list of shipments', reading, async (own) => {
      const all =
        embeddedIn<NativeShipment>(shipments) ??
        (await readList<NativeShipment>(own, 'shipments', 'shipments', [['order', String(order)]]));
      const products: NativeShipmentProduct[] = [];
      for (const { id, status } of all)
        if (status === 'shipped')
          products.push(
            ...(await readList<NativeShipmentProduct>(
              own,
              `shipments/${id}/products`,
              'shipmentProducts',
            )),
          );
      return products;
    });
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'permission_missing') throw error;
    reading.note({
      code: 'permission_missing',
      message:
        'The API key may not read shipments, so the lines of orders that were shipped in part do not say which of them were.',
      field: 'line_items.fulfillment_status',
    });
    return undefined;
  }
}

/**
 * Says how many pieces of a line have left. The line's own number counts pieces that were put into
 * a shipment, and says nothing of whether that left: the order's state does, and where it left in
 * part, its shipments. Where none of them is marked as shipped, pieces in a shipment are taken for
 * those that left, if others are in none. Null where nothing says which.
 */
export function shippedPieces(
  { orderProducts, shippedProducts }: NativeOrder,
  fulfillment: FulfillmentStatus | null,
): (line: NativeLine) => number | null {
  const lines = listed<NativeLine>(orderProducts);
  const pieces = piecesIn(listed<NativeShipmentProduct>(shippedProducts), lines);
  const isSomeInNone = lines.some(
    (one) => (count(one.quantityShipped) ?? 0) < (count(one.quantityOrdered) ?? 0),
  );
  return (line) => {
    const ordered = count(line.quantityOrdered);
    const assigned = count(line.quantityShipped);
    if (fulfillment === 'fulfilled') return ordered ?? null;
    if (fulfillment !== 'partial' || assigned === 0) return 0;
    if (!Array.isArray(shippedProducts)) return null;
    if (shippedProducts.length > 0) return pieces.get(line.id) ?? 0;
    return isSomeInNone && assigned !== undefined ? Math.min(assigned, ordered ?? assigned) : null;
  };
}

/**
 * Pieces by the line's identifier. A shipment names goods by their codes, and the variant where
 * codes are shared; pieces of the same goods on several lines fill one line after the other.
 */
function piecesIn(
  products: readonly NativeShipmentProduct[],
  lines: readonly NativeLine[],
): ReadonlyMap<number, number> {
  const pieces = new Map<number, number>();
  for (const product of products) {
    const same = lines.filter((line) => codesOf(line) === codesOf(product));
    const title = filled(product.variant);
    const exact = same.filter((line) => title !== null && filled(line.variantTitle) === title);
    let left = count(product.quantity) ?? 0;
    for (const line of exact.length > 0 ? exact : same) {
      const before = pieces.get(line.id) ?? 0;
      const taken = Math.min(left, Math.max(0, (count(line.quantityOrdered) ?? 0) - before));
      pieces.set(line.id, before + taken);
      left -= taken;
    }
  }
  return pieces;
}

const codesOf = ({ articleCode, ean, sku }: NativeLine | NativeShipmentProduct): string =>
  JSON.stringify([filled(articleCode), filled(ean), filled(sku)]);
