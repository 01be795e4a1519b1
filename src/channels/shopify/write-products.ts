// Stock and prices of variants: the calls that set them.
import { Refusal } from '../../model/writes.ts';
import type { Reading } from '../channel.ts';
import { batches } from '../kit/groups.ts';
import type { Plan, PriceWrite, StockWrite } from '../writing.ts';
import { askOf } from './asks.ts';
import { mayWrite, WRITE_SCOPES } from './installation.ts';
import { SET_PRICES, setStock, WRITE_POINTS } from './write-documents.ts';
import { saidOf } from './write-errors.ts';

const [PRODUCTS, INVENTORY] = WRITE_SCOPES['products.write'];

/** Variants of one call: each costs as much as a call of its own. */
export const MOST_STOCK = 25;

export async function planStock(writes: readonly StockWrite[], reading: Reading): Promise<Plan> {
  // Without the second scope the places of a variant cannot be read.
  await mayWrite([INVENTORY, 'read_locations'], 'all', reading);
  const refused = writes
    .filter(({ locationId }) => locationId === undefined)
    .map(({ at }) => ({
      at,
      refusal: new Refusal('location_not_found', 'The variant is stocked at no location.'),
    }));
  const placed = writes.filter(({ locationId }) => locationId !== undefined);
  const steps = batches(placed, MOST_STOCK).map((some) => {
    const variables = some.flatMap((write, at) => [
      [`input${at}`, inputOf(write, reading)],
      [`key${at}`, keyOf(write, reading)],
    ]);
    const how = { cost: some.length * WRITE_POINTS, reads: false };
    return {
      items: some.map(({ at }) => at),
      ask: askOf(setStock(some.length), Object.fromEntries(variables), how, reading),
      read: (reply) => some.map((_, at) => saidOf(reply, `set${at}`)[0]?.refusal),
    } satisfies Plan['steps'][number];
  });
  return { steps, refused };
}

/** Before 2026-04 the comparison has another name, and is left out by saying so. */
function inputOf({ item, variant, locationId }: StockWrite, { version }: Reading): object {
  const { available: quantity, if_available: before } = item;
  const isOld = version < '2026-04';
  const compared = isOld
    ? before !== undefined && { compareQuantity: before }
    : { changeFromQuantity: before ?? null };
  return {
    name: 'available',
    reason: 'correction',
    ...(isOld && before === undefined && { ignoreCompareQuantity: true }),
    quantities: [
      {
        inventoryItemId: `gid://shopify/InventoryItem/${variant.inventory_item_id}`,
        locationId: `gid://shopify/Location/${locationId}`,
        quantity,
        ...compared,
      },
    ],
  };
}

/** The same for the same write of one request, and for no other: the request's moment is part of it. */
const keyOf = ({ item, variant, locationId }: StockWrite, { now }: Reading): string =>
  [now, variant.id, locationId, item.available, item.if_available ?? 'any'].join('-');

/** One call for each product, of which Shopify changes the variants that it finds good. */
export async function planPrices(writes: readonly PriceWrite[], reading: Reading): Promise<Plan> {
  await mayWrite([PRODUCTS], 'all', reading);
  const steps = [...Map.groupBy(writes, ({ product }) => product.id)].map(([product, some]) => {
    const variants = some.map(({ item, variant }) => ({
      id: `gid://shopify/ProductVariant/${variant.id}`,
      price: item.price,
      ...(item.compare_at_price !== undefined && { compareAtPrice: item.compare_at_price }),
    }));
    const variables = { productId: `gid://shopify/Product/${product}`, variants };
    return {
      items: some.map(({ at }) => at),
      ask: askOf(SET_PRICES, variables, { cost: WRITE_POINTS, reads: false }, reading),
      read: (reply) => {
        const said = saidOf(reply, 'productVariantsBulkUpdate');
        // What names no variant is about all of them.
        return some.map(
          (_, at) => said.find(({ field }) => (field[1] ?? String(at)) === String(at))?.refusal,
        );
      },
    } satisfies Plan['steps'][number];
  });
  return { steps, refused: [] };
}
