// Stock in Amazon's own warehouses, which listings do not tell.
import type { Pairs } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { Reading } from '../channel.ts';
import { askFor, broken, isRecord } from './asking.ts';
import type { Listing } from './native.ts';

/** The channel code of stock that the seller ships; every other code is one of Amazon's. */
export const MERCHANT = 'DEFAULT';

export const isShippedByAmazon = ({ fulfillmentAvailability = [] }: Listing): boolean =>
  fulfillmentAvailability.some(({ fulfillmentChannelCode }) => fulfillmentChannelCode !== MERCHANT);

const MOST_SKUS = 50;

/** Sellable pieces by SKU; null where Amazon does not tell. */
export async function readAmazonStock(
  skus: readonly string[],
  marketplaceId: string,
  reading: Reading,
): Promise<ReadonlyMap<string, number | null>> {
  const stock = new Map<string, number | null>(skus.map((sku) => [sku, null]));
  try {
    for (const filter of filtersOf(skus))
      for (const [sku, quantity] of await readSummaries(filter, marketplaceId, reading))
        if (stock.has(sku)) stock.set(sku, quantity);
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'permission_missing') throw error;
    reading.note({
      code: 'field_withheld',
      field: 'variants.inventory_quantity',
      message: `Stock in Amazon’s warehouses is left out: ${error.message}`,
    });
  }
  return stock;
}

/** Many SKUs are joined by commas, so one that holds a comma is asked for alone. */
function filtersOf(skus: readonly string[]): Pairs {
  const plain = skus.filter((sku) => !sku.includes(','));
  const filters: (readonly [string, string])[] = skus
    .filter((sku) => sku.includes(','))
    .map((sku) => ['sellerSku', sku]);
  for (let at = 0; at < plain.length; at += MOST_SKUS)
    filters.push(['sellerSkus', plain.slice(at, at + MOST_SKUS).join(',')]);
  return filters;
}

async function readSummaries(
  filter: Pairs[number],
  marketplaceId: string,
  reading: Reading,
): Promise<readonly (readonly [sku: string, quantity: number | null])[]> {
  const found: (readonly [string, number | null])[] = [];
  let token: string | undefined;
  do {
    const { body } = await reading.call(
      askFor(reading.account, 'getInventorySummaries', '/fba/inventory/v1/summaries', [
        ['details', 'true'],
        ['granularityType', 'Marketplace'],
        ['granularityId', marketplaceId],
        ['marketplaceIds', marketplaceId],
        filter,
        ...(token === undefined ? [] : ([['nextToken', token]] as const)),
      ]),
    );
    const payload = isRecord(body) ? body.payload : undefined;
    if (!isRecord(payload) || !Array.isArray(payload.inventorySummaries))
      throw broken('it holds no stock');
    for (const summary of payload.inventorySummaries.filter(isRecord)) {
      const { sellerSku, inventoryDetails } = summary;
      const quantity = isRecord(inventoryDetails) ? inventoryDetails.fulfillableQuantity : null;
      if (typeof sellerSku === 'string')
        found.push([sellerSku, typeof quantity === 'number' ? quantity : null]);
    }
    const next = isRecord(body) && isRecord(body.pagination) ? body.pagination.nextToken : null;
    token = typeof next === 'string' && next !== '' ? next : undefined;
  } while (token !== undefined);
  return found;
}
