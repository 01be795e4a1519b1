// What has left of an order that left in part: the pieces in those of its shipments that were shipped.
import { Fault } from '../../model/faults.ts';
import type { FulfillmentStatus } from '../../model/order.ts';
import type { Note, Reading } from '../channel.ts';
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
  { id, orderProducts, shippedProducts }: NativeOrder,
  fulfillment: FulfillmentStatus | null,
  note: Note,
): (line: NativeLine) => number | null {
  const lines = listed<NativeLine>(orderProducts);
  const { pieces, doubtful } = piecesIn(listed<NativeShipmentProduct>(shippedProducts), lines);
  if (fulfillment === 'partial' && doubtful.size > 0) noteUnplaced(id, 'line_items', note);
  const isSomeInNone = lines.some(
    (one) => (count(one.quantityShipped) ?? 0) < (count(one.quantityOrdered) ?? 0),
  );
  return (line) => {
    const ordered = count(line.quantityOrdered);
    const assigned = count(line.quantityShipped);
    if (fulfillment === 'fulfilled') return ordered ?? null;
    if (fulfillment !== 'partial' || assigned === 0) return 0;
    if (!Array.isArray(shippedProducts)) return null;
    const left = pieces.get(line.id) ?? 0;
    if (shippedProducts.length > 0) return doubtful.has(line.id) && left !== ordered ? null : left;
    return isSomeInNone && assigned !== undefined ? Math.min(assigned, ordered ?? assigned) : null;
  };
}

/** Pieces of each line in all of these goods together, and the lines that may have lost more. */
function piecesIn(products: readonly NativeShipmentProduct[], lines: readonly NativeLine[]) {
  const pieces = new Map<number, number>();
  const doubtful = new Set<number>();
  const place = placing(lines);
  for (const product of products)
    for (const { line, quantity, among } of place(product))
      if (line) pieces.set(line.id, (pieces.get(line.id) ?? 0) + quantity);
      else for (const one of among) doubtful.add(one.id);
  return { pieces, doubtful };
}

/**
 * Finds the lines that goods of a shipment belong to: by their codes, by their title where they have
 * none, and by the variant. The same goods on several lines fill one line after the other. Pieces
 * for which no line is certain come without one.
 */
export function placing(
  lines: readonly NativeLine[],
): (product: NativeShipmentProduct) => readonly Placed[] {
  const placed = new Map<number, number>();
  const roomIn = (line: NativeLine) =>
    Math.max(0, (count(line.quantityOrdered) ?? 0) - (placed.get(line.id) ?? 0));
  return (product) => {
    const quantity = count(product.quantity) ?? 0;
    const same = linesOf(product, lines);
    const room = same.reduce((sum, line) => sum + roomIn(line), 0);
    // Which of several variants, say, is certain only where all of them left.
    const isCertain = new Set(same.map(goodsOf)).size === 1 || quantity === room;
    let left = quantity;
    const found = (isCertain ? same : []).flatMap((line): Placed[] => {
      const taken = Math.min(left, roomIn(line));
      placed.set(line.id, (placed.get(line.id) ?? 0) + taken);
      left -= taken;
      return taken > 0 ? [{ line, quantity: taken, among: same }] : [];
    });
    const among = same.length > 0 ? same : lines;
    return left > 0 ? [...found, { quantity: left, among }] : found;
  };
}

interface Placed {
  readonly line?: NativeLine;
  readonly quantity: number;
  /** The lines that it may be of. */
  readonly among: readonly NativeLine[];
}

const CODES = ['articleCode', 'ean', 'sku'] as const;

/** The lines that the goods may be of. */
function linesOf(
  product: NativeShipmentProduct,
  lines: readonly NativeLine[],
): readonly NativeLine[] {
  const shared = (line: NativeLine) =>
    CODES.flatMap((code) => {
      const [one, other] = [filled(product[code]), filled(line[code])];
      return one === null || other === null ? [] : one === other;
    });
  const byCode = lines.filter((line) => shared(line).length > 0 && !shared(line).includes(false));
  // A code that is another line's, or no one's, is no reason to go by the title.
  const withoutCodes = lines.filter((line) => shared(line).length === 0);
  const same = byCode.length > 0 ? byCode : withoutCodes.filter((line) => isTitled(line, product));
  const variant = plain(product.variant);
  const exact = same.filter((line) => variant !== '' && plain(line.variantTitle) === variant);
  return exact.length > 0 ? exact : same;
}

/** Shipments write a title with or without the brand before it. */
const isTitled = ({ brandTitle, productTitle }: NativeLine, { title }: NativeShipmentProduct) =>
  plain(title) !== '' &&
  [plain(productTitle), plain(`${brandTitle ?? ''} ${productTitle ?? ''}`)].includes(plain(title));

const plain = (text: unknown): string => (filled(text) ?? '').toLowerCase().split(/\s+/).join(' ');

/** Lines of the same goods; a shop may give one of their codes on some lines only. */
const goodsOf = ({ brandTitle, productTitle, variantTitle, articleCode }: NativeLine): string =>
  JSON.stringify([brandTitle, productTitle, variantTitle, articleCode].map(plain));

/** Goods in a shipment that are of no line for certain: what is left to ship must be looked up. */
export function noteUnplaced(id: unknown, field: 'line_items' | 'fulfillments', note: Note): void {
  note({
    code: 'fulfillments_unknown',
    message:
      'Lightspeed names goods of a shipment that are none of the order’s lines for certain: which lines have left is not known.',
    field,
    id: String(id),
  });
}
