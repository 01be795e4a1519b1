// Parts of orders that are asked for beside them: a few of many orders together, all of an order with many.
import type { Reading } from '../channel.ts';
import { inGroups } from '../kit/groups.ts';
import { parts } from '../kit/loose.ts';
import { readEach } from '../kit/records.ts';
import { allByIds } from './listing.ts';
import type { Order } from './native.ts';
import { PARTS, type PartOperations } from './order-documents.ts';

/** A list of an order, and how one of its entries is read to the end. */
export interface Beside<Field extends 'fulfillments' | 'refunds', Part> {
  readonly field: Field;
  complete(part: Part, order: string, reading: Reading): Promise<Part>;
}

type Holder<Field extends string, Part> = { readonly id: string } & {
  readonly [F in Field]: readonly Part[];
};

/** The orders, those that were asked about with their parts. */
export async function withParts<Field extends 'fulfillments' | 'refunds', Part extends object>(
  orders: readonly Order[],
  asked: readonly Order[],
  { some, all }: PartOperations,
  { field, complete }: Beside<Field, Part>,
  reading: Reading,
): Promise<Order[]> {
  if (asked.length === 0) return [...orders];
  const ids = asked.map(({ id }) => id);
  const found = await allByIds<Holder<Field, Part>>(some, ids, reading);
  const read = async (holder: Holder<Field, Part>) => {
    const { id } = holder;
    const isCut = parts<Part>(holder[field]).length >= PARTS.first;
    const [full] = isCut ? await allByIds<Holder<Field, Part>>(all, [id], reading) : [];
    const list = parts<Part>(full?.[field] ?? holder[field]);
    return { id, [field]: await inGroups(list, (one) => complete(one, id, reading)) };
  };
  const whole = await readEach(found, read, reading);
  const byOrder = new Map(whole.map((one) => [one.id, one]));
  const leftOut = new Set(found.map(({ id }) => id).filter((id) => !byOrder.has(id)));
  return orders
    .filter(({ id }) => !leftOut.has(id))
    .map((order) => ({ ...order, ...byOrder.get(order.id) }));
}
