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

/**
 * Orders with their refunds beside them; without, with a warning, where the key may not read them.
 * Where they are to be included, they must be there.
 */
export async function withRefunds(
  orders: readonly NativeOrder[],
  isIncluded: boolean,
  reading: Reading,
): Promise<readonly NativeOrder[]> {
  const refunded = orders.filter((order) => idsOf(order).length > 0);
  if (refunded.length === 0) return orders;
  try {
    const found = await read(refunded, queryOf(isIncluded ? WHOLE : PARTS), reading);
    const byId = new Map(found.map((refund) => [refund.id, refund]));
    return orders.map((order) => {
      const ids = idsOf(order);
      if (ids.length === 0) return order;
      const refund_records = ids.map((id) => byId.get(id)).filter((one) => one !== undefined);
      return { ...order, refund_records };
    });
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
    return rowsOf<NativeRefundRecord>(await reading.call(ask), reading);
  });
  return found.flat();
}
