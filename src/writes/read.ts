// Reads what items are for, through the channel's own driver: before they are written, and to read them back.
import type { OpenAccount } from '../accounts/index.ts';
import { canInclude, largestPage } from '../accounts/resource.ts';
import type { Fulfilling } from '../channels/writing.ts';
import type { Operation } from '../model/execution.ts';
import { Fault } from '../model/faults.ts';
import type { Product } from '../model/product.ts';
import { type Figures, type Items, recordOf, type WriteOperation } from '../model/writes.ts';
import { readPage, resourceIn } from '../unified/reading.ts';
import type { Found } from './check.ts';
import { orderFigures, priceFigures, type ShippedOrder, stockFigures } from './figures.ts';

/** By the identifier of the order or variant; what the channel does not have is not there. */
export async function readFor(
  account: OpenAccount,
  operation: WriteOperation,
  items: readonly Items[WriteOperation][],
  version: string,
): Promise<ReadonlyMap<string, Found>> {
  const { channel, name } = account;
  const { writes } = channel;
  if (!writes) throw new Fault('unsupported_channel', `Nothing can be written to ${name}.`);
  const ids = [...new Set(items.map(recordOf))];
  if (operation === 'fulfillments') {
    const { fulfillments } = writes;
    const { read, ships, version: own = version } = 'plan' in fulfillments ? fulfillments : {};
    if (!read) {
      const found = await readRecords(account, 'orders', ids, own);
      return ships ? new Map([...found].map(sendable({ ships }))) : found;
    }
    const orders = await account.ask((reading) => read(ids, reading), { version });
    return new Map(orders.map(({ order, native }) => [order.id, { record: order, native }]));
  }
  const products = await account.ask((reading) => writes.productsOf(ids, reading), { version });
  const found = await readRecords(account, 'products', [...new Set(products.values())], version);
  return new Map(
    ids.flatMap((id) => {
      const product = found.get(products.get(id) ?? '');
      return product ? [[id, product]] : [];
    }),
  );
}

/** Of what is never shipped nothing is left. */
export const sendable =
  ({ ships }: Pick<Fulfilling, 'ships'>) =>
  ([id, { record, native }]: readonly [string, Found]): readonly [string, Found] => {
    const order = record as ShippedOrder;
    const line_items = order.line_items.map((line) =>
      ships?.(line, native) === false ? { ...line, fulfillable_quantity: 0 } : line,
    );
    return [id, { record: { ...order, line_items }, native }];
  };

async function readRecords(
  account: OpenAccount,
  operation: Operation,
  wanted: readonly string[],
  version: string,
): Promise<ReadonlyMap<string, Found>> {
  const resource = resourceIn(account, operation);
  const most = largestPage(resource, version);
  // What no identifier of the channel looks like, it does not have.
  const ids = wanted.filter((id) => resource.id.pattern.test(id));
  const found = new Map<string, Found>();
  for (let at = 0; at < ids.length; at += most) {
    const some = ids.slice(at, at + most);
    const query = {
      ...{ ids: some, limit: some.length },
      ...(operation === 'orders' && resource.filters.status && { status: 'any' }),
      ...(operation === 'orders' &&
        canInclude(resource, 'fulfillments') && { include: ['fulfillments' as const] }),
    };
    let cursor: unknown;
    let trail: readonly string[] = [];
    do {
      const page = await readPage(account, { operation, query, version, cursor, trail });
      for (const [each, record] of page.records.entries())
        found.set(String(record.id), {
          record: record as unknown as Found['record'],
          native: page.natives[each],
        });
      [cursor, trail] = [page.next, page.trail];
    } while (cursor !== undefined);
  }
  return found;
}

/** The figures of what was found; undefined where it is gone. */
export function figuresIn(
  operation: WriteOperation,
  item: Items[WriteOperation],
  found: Found | undefined,
  locationId: string | null | undefined,
): Figures | undefined {
  if (!found) return undefined;
  if (operation === 'fulfillments') return orderFigures(found.record as ShippedOrder);
  const { variant_id: id } = item as Items['stock'];
  const variant = (found.record as Product).variants.find((one) => one.id === id);
  if (!variant) return undefined;
  return operation === 'stock'
    ? stockFigures(variant, locationId ?? undefined)
    : priceFigures(variant);
}
