// What has left of an order that left in part: the pieces in those of its shipments that were shipped.
import { Fault } from '../../model/faults.ts';
import type { Reading } from '../channel.ts';
import { count, isList, listed } from '../kit/loose.ts';
import { partOf } from '../kit/records.ts';
import { filled } from '../kit/text.ts';
import { readList } from './listing.ts';
import type {
  NativeLine,
  NativeOrder,
  NativeOrderRow,
  NativeShipment,
  NativeShipmentProduct,
} from './native.ts';
import { present } from './native.ts';
import type { Place } from './place.ts';
import { shippedOf } from './status.ts';

/** Only these orders need their shipments: all others have left as a whole, or not at all. */
export const isPartly = (row: NativeOrderRow): boolean => shippedOf(row) === 'partial';

/**
 * A line counts the pieces that were put into a shipment, which may still be in the house. What
 * left is in the shipments that were shipped. Undefined where the key may not read them.
 */
export async function shippedProductsOf(
  row: NativeOrderRow,
  place: Place,
  reading: Reading,
): Promise<readonly NativeShipmentProduct[] | undefined> {
  try {
    return await partOf(row.id, 'its list of shipments', reading, async (own) => {
      const shipments = embeddedIn(row) ?? (await readList<NativeShipment>('shipments', 'shipments', [['order', String(row.id)]], place, own)); // biome-ignore format: one choice
      const gone = shipments.filter(({ status }) => status === 'shipped');
      const products: NativeShipmentProduct[] = [];
      for (const { id } of gone)
        products.push(
          ...(await readList<NativeShipmentProduct>(
            `shipments/${id}/products`,
            'shipmentProducts',
            [],
            place,
            own,
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

/** An order that was asked for by itself brings its shipments along. */
function embeddedIn({ shipments }: NativeOrderRow): readonly NativeShipment[] | undefined {
  const embedded = present(shipments)?.resource?.embedded;
  return isList(embedded) ? listed<NativeShipment>(embedded) : undefined;
}

/**
 * How many pieces of each line have left, by the line's identifier. A shipment names goods by
 * their codes, and the variant where codes are shared; pieces of the same goods on several lines
 * fill one line after the other.
 */
export function shippedPieces({
  orderProducts,
  shippedProducts,
}: NativeOrder): ReadonlyMap<number, number> {
  const lines = listed<NativeLine>(orderProducts);
  const pieces = new Map<number, number>();
  for (const product of listed<NativeShipmentProduct>(shippedProducts)) {
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
