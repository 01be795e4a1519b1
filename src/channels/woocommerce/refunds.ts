// Reads the refunds of orders: the list of orders says how much was given back, but not for what.
import type { Pairs } from '../../model/exchange.ts';
import type { Reading } from '../channel.ts';
import { inGroups } from '../kit/groups.ts';
import { askFor, MOST, readNamed, rowsOf } from './asks.ts';
import type { NativeOrder, NativeRefundRecord } from './native.ts';
import { hasRoute, isForbidden } from './shop.ts';
import { numbersIn, objectsIn } from './values.ts';

/** Not rounded; what is not read of a refund is not asked for. */
const PARTS = 'id,line_items,shipping_lines,fee_lines';
const WHOLE = `${PARTS},date_created_gmt,amount,reason`;
const queryOf = (fields: string): Pairs => [
  ['dp', '6'],
  ['_fields', fields],
];

/** How often an order is read again whose refunds were deleted while it was read. */
const TRIES = 2;

/**
 * Orders with their refunds beside them; without, with a warning, where the key may not read them.
 * Where they are to be included, they must be there. An order that names a refund which is not there
 * is read again: it may have been deleted in between, or the order itself.
 */
export async function withRefunds(
  orders: readonly NativeOrder[],
  isIncluded: boolean,
  again: (order: NativeOrder) => Promise<NativeOrder | undefined>,
  reading: Reading,
): Promise<readonly NativeOrder[]> {
  const query = queryOf(isIncluded ? WHOLE : PARTS);
  try {
    let rows = await attached(orders, query, reading);
    for (let tries = 0; tries < TRIES && rows.some(isTorn); tries++) {
      const renewed = await inGroups(rows, (order) =>
        isTorn(order) ? again(order) : Promise.resolve<NativeOrder | undefined>(order),
      );
      rows = await attached(
        renewed.filter((order) => order !== undefined),
        query,
        reading,
      );
    }
    for (const { id } of rows.filter(isTorn))
      reading.note({
        code: 'refunds_unknown',
        message: 'The shop names refunds of an order that it does not show.',
        field: 'current_subtotal_price',
        id: String(id),
      });
    return rows;
  } catch (error) {
    if (isIncluded || !isForbidden(error)) throw error;
    reading.note({
      code: 'refunds_unreadable',
      message: `The refunds could not be read, so it is not known what they were for: ${error.message}`,
      field: 'current_subtotal_price',
    });
    return orders;
  }
}

/** The orders with those of their refunds that are there. */
async function attached(
  orders: readonly NativeOrder[],
  query: Pairs,
  reading: Reading,
): Promise<readonly NativeOrder[]> {
  const open = orders.filter((order) => !order.refund_records && idsOf(order).length > 0);
  if (open.length === 0) return orders;
  const found = await read(open, query, reading);
  const byId = new Map(found.map((refund) => [refund.id, refund]));
  return orders.map((order) => {
    if (!open.includes(order)) return order;
    const refund_records = idsOf(order).map((id) => byId.get(id));
    return { ...order, refund_records: refund_records.filter((one) => one !== undefined) };
  });
}

const isTorn = (order: NativeOrder): boolean =>
  (order.refund_records?.length ?? 0) < idsOf(order).length;

const idsOf = ({ refunds }: NativeOrder): readonly number[] =>
  numbersIn(objectsIn(refunds).map(({ id }) => id));

async function read(
  orders: readonly NativeOrder[],
  query: Pairs,
  reading: Reading,
): Promise<readonly NativeRefundRecord[]> {
  if (await hasRoute('refunds', reading))
    return readNamed<NativeRefundRecord>('refunds', orders.flatMap(idsOf), query, reading);
  const found = await inGroups(orders, async ({ id }) => {
    const ask = askFor(reading, `orders/${id}/refunds`, [['per_page', String(MOST)], ...query]);
    const reply = await reading.call({ ...ask, expect: [404] });
    return reply.status === 404 ? [] : rowsOf<NativeRefundRecord>(reply, reading);
  });
  return found.flat();
}
