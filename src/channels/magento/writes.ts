// What a client may change in a Magento shop: shipments, stock and prices.
import { Fault } from '../../model/faults.ts';
import type { Reading } from '../channel.ts';
import { batches } from '../kit/groups.ts';
import type { Writes } from '../writing.ts';
import { parentsOf } from './changed-children.ts';
import { VISIBLE } from './families.ts';
import { type List, readAll } from './lists.ts';
import { itemOf, type NativeItem } from './native.ts';
import { pinned, storeOf } from './store.ts';
import { fulfillments } from './write-orders.ts';
import { prices } from './write-prices.ts';
import { stock } from './write-stock.ts';

export const writes: Writes = { fulfillments, stock, prices, productsOf };

const ITEMS: List<NativeItem> = {
  path: 'products',
  sort: 'entity_id',
  size: 100,
  fields: 'items[id,sku,visibility],search_criteria,total_count',
  read: itemOf,
};

/** What is shown by itself is its own product; anything else is a child of those that are shown. */
async function productsOf(
  variantIds: readonly string[],
  given: Reading,
): Promise<ReadonlyMap<string, string>> {
  const reading = pinned(given, await storeOf(given), false);
  const ids = variantIds.filter((id) => /^[1-9]\d{0,14}$/.test(id)).map(Number);
  const found = await read(ids, reading);
  const hidden = found.filter((item) => !isShown(item)).map(({ id }) => id);
  const pairs = hidden.length === 0 ? [] : await parentsOf(hidden, reading);
  if (!pairs)
    throw new Fault(
      'channel_failed',
      'The shop has so many configurable products that it cannot be found out which of them a variant belongs to.',
      { retryable: false },
    );
  const parents = await read([...new Set(pairs.map(({ parent }) => parent))], reading);
  const shown = new Set(parents.filter(isShown).map(({ id }) => id));
  return new Map([
    ...found.filter(isShown).map(({ id }) => [String(id), String(id)] as const),
    // The first of several parents counts.
    ...pairs
      .filter(({ parent }) => shown.has(parent))
      .map(({ child, parent }) => [String(child), String(parent)] as const)
      .toReversed(),
  ]);
}

const isShown = ({ visibility }: NativeItem): boolean =>
  VISIBLE.split(',').includes(String(visibility));

async function read(ids: readonly number[], reading: Reading): Promise<readonly NativeItem[]> {
  const found: NativeItem[] = [];
  for (const some of batches(ids, ITEMS.size))
    found.push(...(await readAll(ITEMS, [[['entity_id', 'in', some.join(',')]]], reading)));
  return found;
}
