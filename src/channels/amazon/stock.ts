// Stock in Amazon's own warehouses, which listings do not show.
import type { Pairs } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { Reading } from '../channel.ts';
import { isRecord, parts } from '../kit/loose.ts';
import { collect } from '../kit/paging.ts';
import { filled } from '../kit/text.ts';
import { askFor, broken } from './asking.ts';
import { countOf, tokenOf } from './lists.ts';
import type { Listing } from './native.ts';

/** The channel code of stock that the seller ships; every other code is one of Amazon's. */
export const MERCHANT = 'DEFAULT';

/** The channels that a listing is sent by; an entry that names none says nothing. */
export const channelsOf = ({ fulfillmentAvailability }: Listing) =>
  parts(fulfillmentAvailability).flatMap(({ fulfillmentChannelCode, quantity }) => {
    const code = filled(fulfillmentChannelCode);
    return code === null ? [] : [{ code, quantity: countOf(quantity) }];
  });

export const isShippedByAmazon = (listing: Listing): boolean =>
  channelsOf(listing).some(({ code }) => code !== MERCHANT);

const MOST_SKUS = 50;

/** Sellable pieces by SKU; null where Amazon does not say. */
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
  const summaries = await collect('stock', async (token: string | undefined) => {
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
    const { payload, pagination } = isRecord(body) ? body : {};
    if (!isRecord(payload) || !Array.isArray(payload.inventorySummaries))
      throw broken('it holds no stock');
    return {
      rows: payload.inventorySummaries.filter(isRecord),
      next: tokenOf(isRecord(pagination) ? pagination.nextToken : undefined),
    };
  });
  return summaries.flatMap(({ sellerSku, inventoryDetails }) => {
    const details = isRecord(inventoryDetails) ? inventoryDetails : {};
    const sku = filled(sellerSku);
    return sku === null ? [] : [[sku, countOf(details.fulfillableQuantity)] as const];
  });
}
