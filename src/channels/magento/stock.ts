// Stock: by inventory source for many SKUs at once, and whether it is counted, SKU by SKU.
import { Fault } from '../../model/faults.ts';
import { isAmount } from '../../model/money.ts';
import type { Reading, Warning } from '../channel.ts';
import { inGroups } from '../kit/groups.ts';
import { encode } from '../kit/oauth1.ts';
import { filled } from '../kit/text.ts';
import { askFor, criteriaPairs, type Filter, located, readAll } from './asks.ts';
import { explain, rightMissing, sentenceOf } from './explain.ts';
import {
  type Decimal,
  membersOf,
  type NativeItem,
  type SourceItem,
  type StockItem,
} from './native.ts';
import { callWithSku } from './signed-path.ts';

const HOUR = 3600;
/** A source may be switched off at any time. */
const MINUTES = 300;
/** Most SKUs in one ask, and most characters of them, so that addresses stay within 8 kB. */
const BATCH = 50;
const LONGEST = 3000;
/** Asks under way at the same time; the shop's own limit is the same. */
const TOGETHER = 2;
/** Most SKUs of which is remembered whether their stock is counted. */
const REMEMBERED = 20_000;

/** `sources`: by inventory source. `items`: there are no sources. `denied`: they may not be read. */
export type Way = 'sources' | 'items' | 'denied';

/** Thrown so that a refusal is not remembered: a right is soon given. */
class Denied extends Error {}

/**
 * How stock is to be read. The inventory modules may be removed (404), and where a shop does not
 * use them the list is empty. Where the right is missing the number of the old stock table must not
 * stand in: it knows one source only.
 */
export async function stockWay(reading: Reading): Promise<Way> {
  try {
    return await reading.remember('stock by source', HOUR, async () => {
      const account = await located(reading);
      const pairs = criteriaPairs({ groups: [], sort: 'source_item_id', size: 1 });
      const ask = askFor(account, 'inventory/source-items', pairs);
      const reply = await reading.call({ ...ask, expect: [401, 404] });
      if (reply.status === 401) {
        if (rightMissing(reply) !== undefined) throw new Denied();
        throw explain(reply, ask) ?? new Fault('credential_refused', 'The shop refused the credential.'); // biome-ignore format: one line
      }
      const { total_count } = membersOf<{ total_count: unknown }>(reply.body);
      return reply.status < 300 && Number(total_count) > 0 ? 'sources' : 'items';
    });
  } catch (error) {
    if (!(error instanceof Denied)) throw error;
    return 'denied';
  }
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
  const bySku = new Map(
    products.flatMap((one) => {
      const sku = filled(one.sku);
      return sku === null ? [] : [[sku, one] as const];
    }),
  );
  const skus = [...bySku.keys()];
  if (skus.length === 0) return { sources: [], items: [] };
  if (way === 'denied') {
    reading.note(SOURCES_DENIED);
    return { sources: [], items: [] };
  }
  if (way === 'items') {
    const items = await stockItemsOf(skus, reading, { denied: STOCK_DENIED, unknown: UNKNOWN });
    return { sources: [], items };
  }
  const sources = await sourceItemsOf(skus, reading);
  // What lies in no source has no number that the stock item could take away.
  const held = new Set(sources.map(({ sku }) => sku.toLowerCase()));
  const counted = products.filter(({ sku }) => held.has((filled(sku) ?? '').toLowerCase()));
  return { sources, items: await switchesOf(counted, reading) };
}

/** What each source has of each SKU; one that the shop refuses does not silence the others. */
async function sourceItemsOf(
  skus: readonly string[],
  reading: Reading,
): Promise<readonly SourceItem[]> {
  // Values of `in` are parted by commas, so a SKU with a comma goes alone.
  const lists = [
    ...shortLists(skus.filter((sku) => !sku.includes(','))),
    ...skus.filter((sku) => sku.includes(',')).map((sku) => [sku]),
  ];
  let refused = false;
  const readList = async (list: readonly string[]): Promise<readonly SourceItem[]> => {
    try {
      return await readAll('inventory/source-items', criteriaOf(list), sourceItem, reading);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refused ||= list.length === 1;
      if (list.length === 1) return [];
      const half = Math.ceil(list.length / 2);
      return [...(await readList(list.slice(0, half))), ...(await readList(list.slice(half)))];
    }
  };
  const rows = (await inGroups(lists, readList, TOGETHER)).flat();
  if (refused) reading.note(UNKNOWN);
  if (rows.length === 0) return rows;
  const sources = await sourcesOf(rows, reading);
  return rows.map((row) => {
    const source = sources.get(row.source_code);
    return {
      ...row,
      source_name: source?.name ?? null,
      source_enabled: source?.enabled ?? true,
    };
  });
}

function shortLists(skus: readonly string[]): readonly (readonly string[])[] {
  const lists: string[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const sku of skus) {
    length += encode(sku).length + 1;
    const last = lists.at(-1);
    if (last && last.length < BATCH && length <= LONGEST) last.push(sku);
    else {
      lists.push([sku]);
      length = encode(sku).length + 1;
    }
  }
  return lists;
}

const criteriaOf = (list: readonly string[]) => {
  const filter: Filter =
    list.length === 1 && list[0]?.includes(',')
      ? { field: 'sku', value: list[0], condition: 'eq' }
      : { field: 'sku', value: list.join(','), condition: 'in' };
  return { groups: [[filter]], sort: 'source_item_id', size: 300 };
};

/** The shop, or a firewall before it, takes offence at what it was asked for. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Fault &&
  (error.reason === 'signature' || [400, 403, 406, 414].includes(error.status ?? 0));

/** Undefined for a row that belongs to no SKU or no source. */
function sourceItem(row: unknown): SourceItem | undefined {
  const { sku, source_code } = membersOf<SourceItem>(row);
  return filled(sku) !== null && filled(source_code) !== null
    ? { ...(row as SourceItem), sku: String(sku), source_code: String(source_code) }
    : undefined;
}

interface Source {
  readonly name: string | null;
  readonly enabled: boolean;
}

/** The shop's sources; read again at once where a row names one that is not known. */
async function sourcesOf(
  rows: readonly SourceItem[],
  reading: Reading,
): Promise<ReadonlyMap<string, Source>> {
  const known = await reading.remember('sources', MINUTES, () =>
    Promise.resolve(new Map<string, Source>()),
  );
  if (rows.every(({ source_code }) => known.has(source_code))) return known;
  const sources = await readAll(
    'inventory/sources',
    { groups: [], sort: 'source_code', size: 100 },
    (row) => {
      const { source_code, name, enabled } = membersOf<Readonly<Record<string, unknown>>>(row);
      const code = filled(source_code);
      return code === null ? undefined : { code, name: filled(name), enabled: !isNo(enabled) };
    },
    reading,
  );
  for (const { code, name, enabled } of sources) known.set(code, { name, enabled });
  // What the shop does not list is not asked for again and again.
  for (const { source_code } of rows)
    if (!known.has(source_code)) known.set(source_code, { name: null, enabled: true });
  return known;
}

const isNo = (value: unknown): boolean => value === false || value === 0 || value === '0';

/**
 * Whether the stock of a product is counted at all, which sources do not say. A change of that
 * touches the product, so what was read holds until it is changed.
 */
async function switchesOf(
  products: readonly NativeItem[],
  reading: Reading,
): Promise<readonly StockItem[]> {
  const known = await reading.remember('stock switches', HOUR, () =>
    Promise.resolve(new Map<string, StockItem>()),
  );
  const keyOf = ({ sku, updated_at }: NativeItem) => `${sku} ${updated_at}`;
  const missing = products.filter((one) => !known.has(keyOf(one)));
  const skus = missing.map(({ sku }) => filled(sku) ?? '');
  const read = await stockItemsOf(skus, reading, {
    denied: SWITCHES_DENIED,
    unknown: SWITCHES_UNKNOWN,
  });
  const bySku = new Map(read.map((item) => [item.sku, item]));
  if (known.size > REMEMBERED) known.clear();
  for (const one of missing) {
    const item = bySku.get(filled(one.sku) ?? '');
    if (item) known.set(keyOf(one), item);
  }
  return products.flatMap((one) => known.get(keyOf(one)) ?? []);
}

/** The stock item of each SKU: one ask each, two at a time. */
async function stockItemsOf(
  skus: readonly string[],
  reading: Reading,
  words: { readonly denied: Warning; readonly unknown: Warning },
): Promise<readonly StockItem[]> {
  const account = await located(reading);
  let denied = false;
  let absent = false;
  const items = await inGroups(
    skus,
    async (sku) => {
      // An address cannot end in dots.
      if (denied || absent || /^\.{1,2}$/.test(sku)) return undefined;
      const ask = askFor(account, `stockItems/${encode(sku)}`);
      const reply = await callWithSku(ask, reading);
      denied ||= rightMissing(reply) !== undefined;
      // A shop whose API has no stock items has none of any SKU.
      absent ||= reply.status === 404 && /any route/i.test(sentenceOf(reply) ?? '');
      return reply.status < 300 ? stockItem(sku, reply.body) : undefined;
    },
    TOGETHER,
  );
  const known = items.filter((item) => item !== undefined);
  if (denied) reading.note(words.denied);
  else if (known.length < skus.length) reading.note(words.unknown);
  return known;
}

function stockItem(sku: string, body: unknown): StockItem | undefined {
  const { qty, manage_stock, backorders } = membersOf<Readonly<Record<string, unknown>>>(body);
  if (typeof manage_stock !== 'boolean' && filled(manage_stock) === null) return undefined;
  return {
    sku,
    qty: isAmount(qty) ? (qty as Decimal) : null,
    manage_stock: !isNo(manage_stock),
    backorders: isAmount(backorders) ? Number(backorders) : null,
  };
}

const quantity = 'variants.inventory_quantity';

const SOURCES_DENIED: Warning = {
  code: 'permission_missing',
  message:
    'The integration may not read inventory sources (Stores > Inventory > Sources), so variants come without stock.',
  field: quantity,
};

const STOCK_DENIED: Warning = {
  code: 'permission_missing',
  message: 'The integration may not read stock (Catalog > Inventory), so variants come without it.',
  field: quantity,
};

const UNKNOWN: Warning = {
  code: 'stock_unknown',
  message: 'The shop does not say the stock of some products.',
  field: quantity,
};

const SWITCHES_DENIED: Warning = {
  code: 'permission_missing',
  message:
    'The integration may not read whether stock is counted (Catalog > Inventory), so products that are sold without end have the number of their sources.',
  field: quantity,
};

const SWITCHES_UNKNOWN: Warning = {
  code: 'stock_unknown',
  message:
    'The shop does not say of some products whether their stock is counted; their number is that of their sources.',
  field: quantity,
};
