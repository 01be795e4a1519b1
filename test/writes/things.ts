// What can be written to a shop of the sandbox: found by reading it, and kept where a dry run would write it.
import assert from 'node:assert/strict';
import type { Sandbox } from '../../sandbox/server.ts';
import { channels } from '../../src/channels/index.ts';
import type { Order } from '../../src/model/order.ts';
import type { Product } from '../../src/model/product.ts';
import { WRITES, type WriteOperation } from '../../src/model/writes.ts';
import { type Asking, ask } from '../instances/asking.ts';
import { write } from './writing.ts';

/** An item of a write, and the record whose writes its vendor counts. */
export interface Thing {
  readonly item: object;
  readonly record: string;
}

export interface Shop {
  readonly asking: Asking;
  readonly sandbox: Sandbox;
  readonly channel: string;
  readonly user: string;
}

/** The shop whose key may write, where the usual one's may not. */
export function writableShop({ stores }: Sandbox, channel: string) {
  const { shops } = stores.find((one) => one.channel === channel) ?? assert.fail(channel);
  return shops.find(({ name }) => name === 'writable') ?? shops[0] ?? assert.fail(channel);
}

/** Every kind of write that any channel takes. */
export const KINDS = Object.entries(channels).flatMap(([channel, { writes }]) =>
  WRITES.flatMap((operation) =>
    writes && 'plan' in writes[operation] ? [{ channel, operation }] : [],
  ),
);

export const dryRun = async (
  { asking, channel, user }: Shop,
  operation: WriteOperation,
  things: readonly Thing[],
) => {
  const items = things.map(({ item }) => item);
  const more = { dry_run: true };
  return await write(asking, operation, items, { channel, user, more, prefer: 'wait=300' });
};

/** So many at most; some orders are on hold or another's to ship, some stock is not counted. */
export async function writable(
  shop: Shop,
  operation: WriteOperation,
  most: number,
): Promise<readonly Thing[]> {
  const fit: Thing[] = [];
  for await (const page of thingsOf(shop, operation)) {
    if (fit.length >= most) break;
    for (let from = 0; from < page.length && fit.length < most; from += 100) {
      const some = page.slice(from, from + 100);
      const { result, text } = await dryRun(shop, operation, some);
      assert.equal(result.length, some.length, text);
      fit.push(...some.filter((_, at) => result[at]?.outcome === 'accepted'));
    }
  }
  return fit.slice(0, most);
}

/** A piece of each order, one variant of each product for its stock, every one for its price. */
async function* thingsOf(
  { asking, sandbox, channel, user }: Shop,
  operation: WriteOperation,
): AsyncGenerator<readonly Thing[]> {
  const { carriers, orders: areRead } = channels[channel] ?? {};
  const [carrier] = Object.keys(carriers?.codes ?? {});
  const parcel = {
    ...{ ...(carrier && { tracking_company: carrier }), accept: true },
    tracking_numbers: ['7000001'],
  };
  if (operation === 'fulfillments' && areRead)
    for await (const orders of pages<Order>('Orders', { status: 'any' }))
      yield orders.flatMap(({ id, cancelled_at, line_items }) => {
        const { id: line } =
          line_items.find(({ fulfillable_quantity: left }) => (left ?? 1) > 0) ?? {};
        const lines = { line_items: [{ id: line, quantity: 1 }] };
        return line && cancelled_at === null
          ? [{ record: id, item: { order_id: id, ...lines, ...parcel } }]
          : [];
      });
  else if (operation === 'fulfillments') {
    const store = sandbox.stores.find((one) => one.channel === channel);
    const ids = sandbox.catalogue.orders.toReversed().map((order) => store?.orderId(order) ?? '');
    yield ids.map((id) => ({ record: id, item: { order_id: id, ...parcel } }));
  } else
    for await (const products of pages<Product>('Products'))
      yield products.flatMap(({ id: record, variants }): readonly Thing[] =>
        (operation === 'stock' ? variants.slice(0, 1) : variants).flatMap((variant) => {
          const { id: variant_id, inventory_levels: levels, price, inventory_quantity } = variant;
          const [level, ...others] = levels;
          const available = (level?.available ?? inventory_quantity ?? 0) + 7;
          const place = others.length > 0 ? { location_id: level?.location_id } : {};
          const wish =
            operation === 'stock'
              ? { ...place, available }
              : { price: price === '43.00' ? '44.00' : '43.00' };
          return record && variant_id ? [{ record, item: { variant_id, ...wish } }] : [];
        }),
      );

  async function* pages<Of>(path: string, more = {}): AsyncGenerator<readonly Of[]> {
    const query = new URLSearchParams({ channel, tpUserId: user });
    let next: string | undefined;
    do {
      const { status, body } = await ask(asking, `/Unified/${path}?${query}`, {
        ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
        body: JSON.stringify(next ? { next_page_token: next } : { limit: 100, ...more }),
      });
      assert.equal(status, 200, JSON.stringify(body));
      yield body.Output.result;
      next = body.Output.next_page_token;
    } while (next !== undefined);
  }
}
