// Stock of a page of products: how a shop keeps it, and whether it is counted.

import type { Reply } from '../../model/exchange.ts';
import { isAmount } from '../../model/money.ts';
import { Register } from '../../model/register.ts';
import type { Reading, Warning } from '../channel.ts';
import { inGroups } from '../kit/groups.ts';
import { count, listed, membersOf } from '../kit/loose.ts';
import { encode } from '../kit/oauth1.ts';
import { filled, identifier } from '../kit/text.ts';
import { brokenAnswer } from '../kit/unlike.ts';
import { askFor, located } from './asks.ts';
import { criteriaPairs } from './lists.ts';
import { keyOf, type NativeItem, type SourceItem, type StockItem } from './native.ts';
import { rememberIfAllowed } from './rights.ts';
import { rightMissing, sentenceOf } from './sentence.ts';
import { callWithSku } from './signed-path.ts';
import { isNo, sourceItemsOf } from './sources.ts';

/** Sales and settings change stock without touching the product's date: nothing is kept for long. */
const MINUTE = 60;
/** Asks under way at the same time; the shop's own limit is the same. */
const TOGETHER = 2;
/** Rows of a page of the whole stock. */
const ROWS = 500;

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
    ({ status, body }): Way => {
      if (status >= 300) return 'items';
      const total = count(membersOf(body).total_count);
      // What is no list says nothing of sources; the old stock table must not stand in for them.
      if (total === undefined) throw brokenAnswer('The shop', 'a list of source items');
      return total > 0 ? 'sources' : 'items';
    },
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
    return { sources: [], items: await stockRowsOf(products, reading, STOCK_DENIED, UNKNOWN) };
  const { rows: sources, isWhole } = await sourceItemsOf(skus, reading);
  if (!isWhole) reading.note(UNKNOWN);
  // What lies in no source has no number that the stock item could take away.
  const held = new Set(sources.map(keyOf));
  const counted = products.filter((one) => held.has(keyOf(one)));
  // Whether the stock of a product is counted at all, sources do not say.
  const items = await stockRowsOf(counted, reading, SWITCHES_DENIED, SWITCHES_UNKNOWN);
  return { sources, items };
}

/**
 * The stock items of these products: out of the whole stock, where that takes fewer asks than there
 * are products, and one by one for what it does not hold.
 */
async function stockRowsOf(
  products: readonly NativeItem[],
  reading: Reading,
  whenDenied: Warning,
  whenUnknown: Warning,
): Promise<readonly StockItem[]> {
  const sold = products.filter(({ sku }) => filled(sku) !== null);
  const table = await wholeStock(sold.length, reading);
  if (table instanceof Refused) {
    reading.note(table.isDenied ? whenDenied : whenUnknown);
    return [];
  }
  const found = sold.flatMap(({ id, sku }) => {
    const row = table?.get(String(id));
    return row ? { ...row, sku: String(sku) } : [];
  });
  const known = new Set(found.map(({ sku }) => sku));
  const rest = sold.flatMap(({ sku }) => (known.has(String(sku)) ? [] : (filled(sku) ?? [])));
  const others = await stockItemsOf([...new Set(rest)], reading, whenDenied, whenUnknown);
  return [...found, ...others];
}

/** The shop has no such list, or the integration no right to it. Thrown, so that it is not remembered. */
export class Refused extends Error {
  readonly isDenied: boolean;
  constructor(reply: Reply) {
    super();
    this.isDenied = rightMissing(reply) !== undefined;
  }
}

/**
 * Every row of a shop's stock by the number of its product: the list of what is low on stock, where
 * low is anything. Undefined where there are more pages of it than products to ask for.
 */
async function wholeStock(
  wanted: number,
  reading: Reading,
): Promise<ReadonlyMap<string, StockItem> | Refused | undefined> {
  // One or two are asked for sooner by themselves.
  if (wanted <= 2) return undefined;
  try {
    const table = await reading.remember('stock', MINUTE, async () => {
      const rows = new Register<StockItem>();
      for (let page = 1, pages = 1; page <= pages; page++) {
        const found = await stockPage(page, reading);
        pages = found.pages <= wanted ? found.pages : 0;
        for (const [id, item] of found.items) rows.set(id, item);
      }
      return rows;
    });
    return table.size > 0 ? table : undefined;
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
}

/** One page of the whole stock, each row by the number of its product; throws `Refused`. */
export async function stockPage(page: number, reading: Reading) {
  const query = { scopeId: 0, qty: 100_000_000, currentPage: page, pageSize: ROWS };
  const pairs = Object.entries(query).map(([name, value]) => [name, String(value)] as const);
  const asked = askFor(await located(reading), 'stockItems/lowStock/', pairs);
  const reply = await reading.call({ ...asked, expect: [401, 404] });
  if (reply.status >= 300) throw new Refused(reply);
  const { items, total_count } = membersOf(reply.body);
  const rows = listed(items).flatMap((row) => {
    const item = stockItem('', row);
    const id = identifier(membersOf(row).product_id);
    return item && id !== null ? [[id, item] as const] : [];
  });
  const total = Number(total_count);
  return { items: rows, total, pages: Math.ceil(total / ROWS) };
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
  const { qty, is_in_stock, manage_stock, backorders } = membersOf(body);
  if (typeof manage_stock !== 'boolean' && filled(manage_stock) === null) return undefined;
  return {
    sku,
    qty: isAmount(qty) ? qty : null,
    is_in_stock: !isNo(is_in_stock),
    manage_stock: !isNo(manage_stock),
    backorders: isAmount(backorders) ? Number(backorders) : null,
  };
}

const warning = (code: 'permission_missing' | 'stock_unknown', message: string): Warning => ({
  code,
  message,
  field: 'variants.inventory_quantity',
});

export const SOURCES_DENIED = warning(
  'permission_missing',
  'The integration may not read inventory sources (Stores > Inventory > Sources), so variants come without stock.',
);
export const STOCK_DENIED = warning(
  'permission_missing',
  'The integration may not read stock (Catalog > Inventory), so variants come without it.',
);
export const UNKNOWN = warning(
  'stock_unknown',
  'The shop does not say the stock of some products.',
);
export const SWITCHES_DENIED = warning(
  'permission_missing',
  'The integration may not read whether stock is counted (Catalog > Inventory), so products that are sold without end have the number of their sources.',
);
const SWITCHES_UNKNOWN = warning(
  'stock_unknown',
  'The shop does not say of some products whether their stock is counted; their number is that of their sources.',
);
