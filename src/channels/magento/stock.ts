// Stock: by inventory source for many SKUs at once, or one by one where there are no sources.
import type { Reading } from '../channel.ts';
import { inGroups } from '../kit/groups.ts';
import { encode } from '../kit/oauth1.ts';
import { filled } from '../kit/text.ts';
import { askFor, batches, criteriaPairs, located, readAll } from './asks.ts';
import { isSourceItem, type SourceItem, type StockItem } from './native.ts';

const HOUR = 3600;
const BATCH = 50;
/** Asks under way at the same time; the shop's own limit is the same. */
const TOGETHER = 2;

/**
 * Whether stock can be asked for by source. The modules may be removed (404), the right may be
 * missing (401), and where a shop does not use them the list is empty.
 */
export const isBySource = (reading: Reading): Promise<boolean> =>
  reading.remember('stock by source', HOUR, async () => {
    const account = await located(reading);
    const pairs = criteriaPairs({ groups: [], sort: 'source_item_id', size: 1 });
    const ask = askFor(account, 'inventory/source-items', pairs);
    const { status, body } = await reading.call({ ...ask, expect: [401, 404] });
    return status < 300 && Number((body as { total_count?: unknown })?.total_count) > 0;
  });

/** What each source has of each SKU. */
export async function sourceItemsOf(
  skus: readonly string[],
  reading: Reading,
): Promise<readonly SourceItem[]> {
  // Values of `in` are parted by commas, so a SKU with a comma goes alone.
  const plain = skus.filter((sku) => !sku.includes(','));
  const lists = [
    ...batches(plain, BATCH).map((list) => ({ value: list.join(','), condition: 'in' as const })),
    ...skus
      .filter((sku) => sku.includes(','))
      .map((value) => ({ value, condition: 'eq' as const })),
  ];
  const found = await inGroups(
    lists,
    (list) =>
      readAll<SourceItem>(
        'inventory/source-items',
        { groups: [[{ field: 'sku', ...list }]], sort: 'source_item_id', size: 300 },
        isSourceItem,
        reading,
      ),
    TOGETHER,
  );
  const rows = found.flat();
  if (rows.length === 0) return rows;
  const names = await sourceNames(reading);
  return rows.map((row) => ({ ...row, source_name: names[row.source_code] ?? null }));
}

const sourceNames = (reading: Reading): Promise<Readonly<Record<string, string | null>>> =>
  reading.remember('sources', HOUR, async () => {
    const rows = await readAll<{ readonly source_code: string; readonly name?: unknown }>(
      'inventory/sources',
      { groups: [], sort: 'source_code', size: 100 },
      (row) => typeof row?.source_code === 'string',
      reading,
    );
    return Object.fromEntries(rows.map(({ source_code, name }) => [source_code, filled(name)]));
  });

/** The stock of each SKU in shops without sources: one ask each, two at a time. */
export async function stockItemsOf(
  skus: readonly string[],
  reading: Reading,
): Promise<readonly StockItem[]> {
  const account = await located(reading);
  let denied = false;
  const items = await inGroups(
    skus,
    async (sku) => {
      if (denied) return undefined;
      // A SKU with a slash is beyond some web servers, which answer as if there were nothing.
      const ask = askFor(account, `stockItems/${encode(sku)}`);
      const { status, body } = await reading.call({ ...ask, expect: [400, 401, 404] });
      denied ||= status === 401;
      return status < 300 ? stockItem(sku, body) : undefined;
    },
    TOGETHER,
  );
  const known = items.filter((item) => item !== undefined);
  if (denied) reading.note(DENIED);
  else if (known.length < skus.length) reading.note(UNKNOWN);
  return known;
}

const DENIED = {
  code: 'permission_missing',
  message:
    'The integration may not read stock (Stores > Inventory > Sources, or Stores > Settings > Configuration > Inventory Section), so variants come without it.',
  field: 'variants.inventory_quantity',
} as const;

const UNKNOWN = {
  code: 'stock_unknown',
  message: 'The shop does not tell the stock of some products.',
  field: 'variants.inventory_quantity',
} as const;

function stockItem(sku: string, body: unknown): StockItem | undefined {
  const { qty, manage_stock, backorders } = (body ?? {}) as Partial<StockItem>;
  if (typeof manage_stock !== 'boolean') return undefined;
  return { sku, qty: qty ?? null, manage_stock, backorders: Number(backorders ?? 0) };
}
