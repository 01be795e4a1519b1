// Stock in Amazon's own warehouses, which listings do not show.
import type { Pairs } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { batches } from '../kit/groups.ts';
import { count, isRecord, membersOf, parts } from '../kit/loose.ts';
import { collect } from '../kit/paging.ts';
import { pair } from '../kit/pairs.ts';
import { filled } from '../kit/text.ts';
import { askFor, broken, nextTokenIn } from './asks.ts';
import type { Shelf } from './listings.ts';
import type { Listing } from './native.ts';

/** The channel code of stock that the seller ships; every other code is one of Amazon's. */
export const MERCHANT = 'DEFAULT';

/** The channels that a listing is sent by; an entry that names none says nothing. */
export const channelsOf = ({ fulfillmentAvailability }: Listing) =>
  parts(fulfillmentAvailability)
    .map(({ fulfillmentChannelCode, quantity }) => ({
      code: filled(fulfillmentChannelCode) ?? '',
      quantity: count(quantity) ?? null,
    }))
    .filter(({ code }) => code !== '');

export const isShippedByAmazon = ({ fulfillmentAvailability }: Listing): boolean =>
  parts(fulfillmentAvailability).some(({ fulfillmentChannelCode }) => {
    const code = filled(fulfillmentChannelCode);
    return code !== null && code !== MERCHANT;
  });

const MOST_SKUS = 50;

/** Sellable pieces by SKU; null where Amazon does not say. */
export async function readAmazonStock(
  skus: readonly string[],
  shelf: Shelf,
): Promise<ReadonlyMap<string, number | null>> {
  const rows = new Map<string, (number | null)[]>(skus.map((sku) => [sku, []]));
  for (const filter of filtersOf(skus))
    try {
      for (const { sellerSku, inventoryDetails } of await readSummaries(filter, shelf))
        rows
          .get(filled(sellerSku) ?? '')
          ?.push(count(membersOf(inventoryDetails).fulfillableQuantity) ?? null);
    } catch (error) {
      const code = error instanceof Fault && leftOutAs(error);
      if (!code) throw error;
      shelf.reading.note({
        code,
        field: 'variants.inventory_quantity',
        message: `Stock in Amazon’s warehouses is left out: ${error.message}`,
      });
      if (code === 'field_withheld') break;
    }
  return new Map([...rows].map(([sku, quantities]) => [sku, sumOf(quantities)]));
}

/** A role that is missing is missing for all; a refused parameter may be that of some SKUs alone. */
function leftOutAs({ code, status }: Fault) {
  if (code === 'permission_missing') return 'field_withheld';
  return status === 400 ? 'stock_left_out' : undefined;
}

/** A SKU has a row for each of its numbers and conditions in the warehouses. */
function sumOf(quantities: readonly (number | null)[]): number | null {
  let sum = 0;
  for (const quantity of quantities) {
    if (quantity === null) return null;
    sum += quantity;
  }
  return quantities.length > 0 ? sum : null;
}

/** Many SKUs are joined by commas, so one that holds a comma is asked for alone. */
function filtersOf(skus: readonly string[]): Pairs {
  const hasComma = (sku: string) => sku.includes(',');
  const plain = skus.filter((sku) => !hasComma(sku));
  return [
    ...skus.filter(hasComma).flatMap((sku) => pair('sellerSku', sku)),
    ...batches(plain, MOST_SKUS).flatMap((group) => pair('sellerSkus', group)),
  ];
}

const readSummaries = (filter: Pairs[number], { marketplaceId, reading }: Shelf) =>
  collect(
    'stock',
    async (token: string | undefined) => {
      const { body } = await reading.call(
        askFor(reading.account, 'getInventorySummaries', '/fba/inventory/v1/summaries', [
          ['details', 'true'],
          ['granularityType', 'Marketplace'],
          ['granularityId', marketplaceId],
          ['marketplaceIds', marketplaceId],
          filter,
          ...pair('nextToken', token),
        ]),
      );
      const { inventorySummaries } = membersOf(membersOf(body).payload);
      if (!Array.isArray(inventorySummaries)) throw broken('a list of stock');
      return { rows: inventorySummaries.filter(isRecord), next: nextTokenIn(body) };
    },
    summaryName,
  );

/** Stock has no identifier; all of it where it does not say what it is of. */
function summaryName(summary: Readonly<Record<string, unknown>>): string {
  const { sellerSku, fnSku, condition } = summary;
  const sku = filled(sellerSku);
  return sku === null ? JSON.stringify(summary) : `${sku} ${filled(fnSku)} ${filled(condition)}`;
}
