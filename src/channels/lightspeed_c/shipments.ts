// What has left of an order that left in part: the pieces in those of its shipments that were shipped.
import { Fault } from '../../model/faults.ts';
import type { FulfillmentStatus } from '../../model/order.ts';
import type { Reading } from '../channel.ts';
import { count, listed } from '../kit/loose.ts';
import { partOf, readAgain } from '../kit/records.ts';
import { filled } from '../kit/text.ts';
import type { Connection } from './asks.ts';
import { readList } from './listing.ts';
import {
  embeddedIn,
  type NativeLine,
  type NativeOrder,
  type NativeOrderRow,
  type NativeParcel,
  type NativeShipment,
  type NativeShipmentProduct,
} from './native.ts';
import { shippedOf } from './status.ts';

/** Only these orders need their shipments: all others have left as a whole, or not at all. */
export const isPartly = (row: NativeOrderRow): boolean => shippedOf(row) === 'partial';

/** The shipments of an order that are wanted, each with its goods: one ask more for each. */
const readShipments = (
  { id: order, shipments }: NativeOrderRow,
  isWanted: (shipment: NativeShipment) => boolean,
  reading: Connection,
): Promise<readonly NativeParcel[]> =>
  partOf(order, 'its list of shipments', reading, (own) => {
    // What came with the order may have gone since.
    let shown = embeddedIn<NativeShipment>(shipments);
    return readAgain(async () => {
      const all =
        shown ??
        (await readList<NativeShipment>(own, 'shipments', 'shipments', [['order', String(order)]]));
      shown = undefined;
      const parcels: NativeParcel[] = [];
      for (const shipment of all.filter(isWanted)) {
        const path = `shipments/${shipment.id}/products` as const;
        const goods = await readList<NativeShipmentProduct>(own, path, 'shipmentProducts');
        parcels.push({ ...shipment, shipmentProducts: goods });
      }
      return parcels;
    });
  });

const hasLeft = ({ status }: NativeShipment): boolean => status === 'shipped';

/** What an order has of its shipments: all of them where they are to be included. */
export async function shipmentsOf(
  row: NativeOrderRow,
  isIncluded: boolean,
  reading: Connection & Pick<Reading, 'note'>,
): Promise<Pick<NativeOrder, 'shipmentRecords' | 'shippedProducts'>> {
  if (!isIncluded) {
    const shippedProducts = isPartly(row) ? await shippedProductsOf(row, reading) : undefined;
    return shippedProducts ? { shippedProducts } : {};
  }
  const shipmentRecords = await readShipments(row, () => true, reading);
  return { shipmentRecords, ...(isPartly(row) && { shippedProducts: goodsIn(shipmentRecords) }) };
}

const goodsIn = (parcels: readonly NativeParcel[]): readonly NativeShipmentProduct[] =>
  parcels.filter(hasLeft).flatMap(({ shipmentProducts }) => shipmentProducts);

/**
 * A line counts the pieces that were put into a shipment, which may still be in the house. What
 * left is in the shipments that were shipped. Undefined where the key may not read them.
 */
async function shippedProductsOf(
  row: NativeOrderRow,
  reading: Connection & Pick<Reading, 'note'>,
): Promise<readonly NativeShipmentProduct[] | undefined> {
  try {
    return goodsIn(await readShipments(row, hasLeft, reading));
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

/** Pieces of each line in all of these goods together. */
function piecesIn(
  products: readonly NativeShipmentProduct[],
  lines: readonly NativeLine[],
): ReadonlyMap<number, number> {
  const pieces = new Map<number, number>();
  const place = placing(lines);
  for (const product of products)
    for (const { line, quantity } of place(product))
      pieces.set(line.id, (pieces.get(line.id) ?? 0) + quantity);
  return pieces;
}

/**
 * Finds the lines that goods of a shipment belong to. A shipment names goods by their codes, and the
 * variant where codes are shared; pieces of the same goods on several lines fill one line after the
 * other.
 */
export function placing(
  lines: readonly NativeLine[],
): (product: NativeShipmentProduct) => readonly Placed[] {
  const filledUp = new Map<number, number>();
  return (product) => {
    const same = lines.filter((line) => codesOf(line) === codesOf(product));
    const title = filled(product.variant);
    const exact = same.filter((line) => title !== null && filled(line.variantTitle) === title);
    let left = count(product.quantity) ?? 0;
    return (exact.length > 0 ? exact : same).flatMap((line) => {
      const before = filledUp.get(line.id) ?? 0;
      const room = Math.max(0, (count(line.quantityOrdered) ?? 0) - before);
      const quantity = Math.min(left, room);
      filledUp.set(line.id, before + quantity);
      left -= quantity;
      return quantity > 0 ? [{ line, quantity }] : [];
    });
  };
}

interface Placed {
  readonly line: NativeLine;
  readonly quantity: number;
}

const codesOf = ({ articleCode, ean, sku }: NativeLine | NativeShipmentProduct): string =>
  JSON.stringify([filled(articleCode), filled(ean), filled(sku)]);
