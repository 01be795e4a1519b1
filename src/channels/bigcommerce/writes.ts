// What a client may change in a BigCommerce store: shipments, stock and prices.
import { Register } from '../../model/register.ts';
import type { Reading } from '../channel.ts';
import { inGroups } from '../kit/groups.ts';
import { identifier } from '../kit/text.ts';
import type { Writes } from '../writing.ts';
import { readAll } from './asks.ts';
import type { CatalogRecord } from './native.ts';
import { fulfillments } from './write-orders.ts';
import { prices, stock } from './write-products.ts';

const DAY = 86_400;

export const writes: Writes = { fulfillments, stock, prices, productsOf };

/** The catalogue is asked for one variant at a time; which product has it never changes. */
async function productsOf(
  variantIds: readonly string[],
  reading: Reading,
): Promise<ReadonlyMap<string, string>> {
  const known = await reading.remember('products of variants', DAY, () =>
    Promise.resolve(new Register<string>()),
  );
  const isNumber = (id: string) => /^[1-9]\d{0,9}$/.test(id);
  const unknown = variantIds.filter((id) => isNumber(id) && !known.has(id));
  await inGroups(unknown, async (id) => {
    const found = await readAll<CatalogRecord>(reading, 'v3/catalog/variants', [
      ['id', id],
      ['include_fields', 'product_id'],
    ]);
    const product = identifier(found.find((one) => identifier(one.id) === id)?.product_id);
    if (product !== null) known.set(id, product);
  });
  return new Map(
    variantIds.flatMap((id) => {
      const product = known.get(id);
      return product === undefined ? [] : [[id, product] as const];
    }),
  );
}
