// Stock of a page of products: how a shop keeps it, and whether it is counted, SKU by SKU.
import { isAmount } from '../../model/money.ts';
import { Register } from '../../model/register.ts';
import type { Reading, Warning } from '../channel.ts';
import { inGroups } from '../kit/groups.ts';
import { membersOf } from '../kit/loose.ts';
import { encode } from '../kit/oauth1.ts';
import { filled } from '../kit/text.ts';
import { askFor, located } from './asks.ts';
import { criteriaPairs } from './lists.ts';
import { keyOf, type NativeItem, type SourceItem, type StockItem } from './native.ts';
import { rememberIfAllowed } from './rights.ts';
import { rightMissing, sentenceOf } from './sentence.ts';
import { callWithSku } from './signed-path.ts';
import { isNo, sourceItemsOf } from './sources.ts';

const HOUR = 3600;
/** Asks under way at the same time; the shop's own limit is the same. */
const TOGETHER = 2;
/** Most SKUs of which is remembered whether their stock is counted. */
const REMEMBERED = 20_000;

/** `sources`: by inventory source. `items`: there are no sources. `denied`: they may not be read. */
export type Way = 'sources' | 'items' | 'denied';

/**
 * How stock is to be read. The inventory modules may be removed (404), and where a shop does not
 * use them the list is empty. Where the right is missing the number of the old stock table must not
 * stand in: it knows one source only.
 */
export async function stockWay(reading: Reading): Promise<Way> {
  const query = criteriaPairs({ groups: [], sort: 'source_item_id', size: 1 });
  const way = await rememberIfAllowed(
    reading,
    'stock by source',
    async () => ({
      ...askFor(await located(reading), 'inventory/source-items', query),
      expect: [404],
    }),
    ({ status, body }): Way =>
      status < 300 && Number(membersOf(body).total_count) > 0 ? 'sources' : 'items',
  );
  return way ?? 'denied';
}

export interface Stock {
  readonly sources: readonly SourceItem[];
  readonly items: readonly StockItem[];
}

/** The stock of these products, as far as the integration may read it. */
export async function readStock(
  products: readonly NativeItem[],
  way: Way,
  reading: Reading,
): Promise<Stock> {
  const skus = [...new Set(products.flatMap(({ sku }) => filled(sku) ?? []))];
  if (skus.length === 0) return { sources: [], items: [] };
  if (way === 'denied') {
    reading.note(SOURCES_DENIED);
    return { sources: [], items: [] };
  }
  if (way === 'items')
    return { sources: [], items: await stockItemsOf(skus, reading, STOCK_DENIED, UNKNOWN) };
  const { rows: sources, isWhole } = await sourceItemsOf(skus, reading);
  if (!isWhole) reading.note(UNKNOWN);
  // What lies in no source has no number that the stock item could take away.
  const held = new Set(sources.map(keyOf));
  const counted = products.filter((one) => held.has(keyOf(one)));
  return { sources, items: await switchesOf(counted, reading) };
}

/**
 * Whether the stock of a product is counted at all, which sources do not say. A change of that
 * touches the product, so what was read holds until it is changed.
 */
async function switchesOf(
  products: readonly NativeItem[],
  reading: Reading,
): Promise<readonly StockItem[]> {
  const known = await reading.remember('stock switches', HOUR, () =>
    Promise.resolve(new Register<StockItem>()),
  );
  const versionOf = ({ sku, updated_at }: NativeItem) => `${sku} ${updated_at}`;
  const missing = products.filter((one) => !known.has(versionOf(one)));
  const skus = missing.map(({ sku }) => filled(sku) ?? '');
  const read = await stockItemsOf(skus, reading, SWITCHES_DENIED, SWITCHES_UNKNOWN);
  const bySku = new Map(read.map((item) => [item.sku, item]));
  if (known.size > REMEMBERED) known.clear();
  for (const one of missing) {
    const item = bySku.get(filled(one.sku) ?? '');
    if (item) known.set(versionOf(one), item);
  }
  return products.flatMap((one) => known.get(versionOf(one)) ?? []);
}

/** The stock item of each SKU: one ask each, two at a time. */
async function stockItemsOf(
  skus: readonly string[],
  reading: Reading,
  whenDenied: Warning,
  whenUnknown: Warning,
): Promise<readonly StockItem[]> {
  const account = await located(reading);
  let denied = false;
  let absent = false;
  const items = await inGroups(
    skus,
    async (sku) => {
      // An address cannot end in dots.
      if (denied || absent || /^\.{1,2}$/.test(sku)) return undefined;
      const reply = await callWithSku(askFor(account, `stockItems/${encode(sku)}`), reading);
      denied ||= rightMissing(reply) !== undefined;
      // A shop whose API has no stock items has none of any SKU.
      absent ||= reply.status === 404 && /any route/i.test(sentenceOf(reply) ?? '');
      return reply.status < 300 ? stockItem(sku, reply.body) : undefined;
    },
    TOGETHER,
  );
  const known = items.filter((item) => item !== undefined);
  if (denied) reading.note(whenDenied);
  else if (known.length < skus.length) reading.note(whenUnknown);
  return known;
}

function stockItem(sku: string, body: unknown): StockItem | undefined {
  const { qty, manage_stock, backorders } = membersOf(body);
  if (typeof manage_stock !== 'boolean' && filled(manage_stock) === null) return undefined;
  return {
    sku,
    qty: isAmount(qty) ? qty : null,
    manage_stock: !isNo(manage_stock),
    backorders: isAmount(backorders) ? Number(backorders) : null,
  };
}

const warning = (code: 'permission_missing' | 'stock_unknown', message: string): Warning => ({
  code,
  message,
  field: 'variants.inventory_quantity',
});

const SOURCES_DENIED = warning(
  'permission_missing',
  'The integration may not read inventory sources (Stores > Inventory > Sources), so variants come without stock.',
);
const STOCK_DENIED = warning(
  'permission_missing',
  'The integration may not read stock (Catalog > Inventory), so variants come without it.',
);
const UNKNOWN = warning('stock_unknown', 'The shop does not say the stock of some products.');
const SWITCHES_DENIED = warning(
  'permission_missing',
  'The integration may not read whether stock is counted (Catalog > Inventory), so products that are sold without end have the number of their sources.',
);
const SWITCHES_UNKNOWN = warning(
  'stock_unknown',
  'The shop does not say of some products whether their stock is counted; their number is that of their sources.',
);
