// A walk over all products for what moves no date: prices, special prices and their days, stock, and
// what of it belongs to children.
import { Fault } from '../../model/faults.ts';
import type { Figure, Page, Reading } from '../channel.ts';
import { figureOf, silent } from '../kit/figure.ts';
import { familiesOf, sellableOf, VISIBLE } from './families.ts';
import { type Cursor, PRODUCTS, readPage } from './listing.ts';
import type { List } from './lists.ts';
import {
  keyOf,
  linksOf,
  type NativeItem,
  type NativeProduct,
  type SourceItem,
  type StoreFacts,
} from './native.ts';
import { pricesOf } from './prices.ts';
import {
  readTables,
  SOURCES,
  SPECIALS,
  STOCK,
  sourceItemsIn,
  specialsFor,
  stockItemsIn,
  type Table,
} from './scan-tables.ts';
import { namedSources, sourceItemsOf } from './sources.ts';
import {
  SOURCES_DENIED,
  STOCK_DENIED,
  SWITCHES_DENIED,
  stockWay,
  UNKNOWN,
  type Way,
} from './stock.ts';
import { stockOf } from './stock-transform.ts';
import { pinned, storeOf } from './store.ts';

/** What a figure is made of; what else a record shows, a date shows too. */
const BARE: List<NativeItem> = {
  ...PRODUCTS,
  size: 300,
  fields:
    'items[id,sku,price,status,visibility,type_id,updated_at,extension_attributes[website_ids,configurable_product_links]],search_criteria,total_count',
};
/** Fewer where the sources of each SKU must be asked for. */
const FEW = 50;
const MOST_CHILDREN = 1500;
/** Pages that may be spent on tables: what is remembered of them may be lost meanwhile. */
const MOST_SPENT = 50;

interface ScanCursor extends Cursor {
  /** When the scan began. */
  readonly begun: number;
  readonly spent?: number;
}

export async function scan(cursor: unknown, given: Reading): Promise<Page<Figure, ScanCursor>> {
  const { begun, spent = 0, ...from } = (cursor ?? { begun: given.now }) as ScanCursor;
  const store = await storeOf(given);
  const reading = pinned(given, store, true);
  const way = await stockWay(reading);
  const kinds = way === 'sources' ? [SPECIALS, STOCK, SOURCES] : way === 'items' ? [SPECIALS, STOCK] : [SPECIALS]; // biome-ignore format: one choice
  const tables = await readTables(kinds, begun, reading);
  if (tables.some(({ state }) => state === 'under way') && spent < MOST_SPENT)
    return { items: [], next: { ...from, begun, spent: spent + 1 } };
  const [specials, stock, sources] = tables;
  noteGaps(way, stock, reading);
  const size = sources && sources.state !== 'whole' ? FEW : BARE.size;
  const page = await readPage(
    { list: BARE, filters: [['visibility', 'in', VISIBLE]], keep: () => true },
    size,
    from,
    reading,
  );
  const rows = withFewChildren(page.items);
  if (rows.some(({ id }) => id <= (from.after ?? 0))) throw repeated();
  const families = await familiesOf(rows, BARE, reading);
  const special = await specialsFor(families, specials, reading);
  const placed = await sourcesFor(families.flatMap(sellableOf), sources, reading);
  const items = families.map((family) => {
    const known: NativeProduct = {
      ...family,
      ...(sources && { source_items: sellableOf(family).flatMap(placed) }),
      ...(stock && { stock_items: sellableOf(family).flatMap((one) => stockItemsIn(stock, one)) }),
    };
    return figureOf(family.id, known, (one) => shownOf(one, special, store.facts, reading));
  });
  const last = rows.at(-1);
  const next = rows.length < page.items.length && last ? { after: last.id } : page.next;
  return { items, ...(next && { next: { ...next, begun } }) };
}

/** As many products as have so few children together that they take some five asks. */
function withFewChildren(rows: readonly NativeItem[]): readonly NativeItem[] {
  let count = 0;
  const end = rows.findIndex((row, index) => {
    count += linksOf(row).length;
    return index > 0 && count > MOST_CHILDREN;
  });
  return end < 0 ? rows : rows.slice(0, end);
}

const repeated = () =>
  new Fault(
    'channel_invalid_response',
    'The shop answered products that it had answered before: a scan of them would never end.',
  );

/** What each source has of a SKU, where the shop has sources. */
async function sourcesFor(
  items: readonly NativeItem[],
  table: Table | undefined,
  reading: Reading,
): Promise<(item: NativeItem) => readonly SourceItem[]> {
  if (table === undefined) return () => [];
  const skus = [...new Set(items.map(({ sku }) => String(sku)))];
  const rows =
    table.state === 'whole'
      ? await namedSources([...new Map(items.map((one) => [keyOf(one), one])).values()].flatMap((one) => sourceItemsIn(table, one)), reading) // biome-ignore format: one choice
      : (await sourceItemsOf(skus, reading)).rows;
  const bySku = Map.groupBy(rows, keyOf);
  return (item) => bySku.get(keyOf(item)) ?? [];
}

/** What of a product a transformation would show of this. */
function shownOf(
  family: NativeProduct,
  special: (item: NativeItem) => NativeItem,
  facts: StoreFacts,
  reading: Reading,
): unknown {
  const context = silent(reading);
  const { updated_at, status, visibility, child_records = [] } = family;
  const sold = child_records.length > 0 ? child_records : [family];
  return [
    [updated_at, status, visibility],
    ...sold.map((item) => {
      const { price, compare_at_price } = pricesOf(special(item), facts, context); // biome-ignore format: one line
      const { inventory_quantity, inventory_policy, inventory_levels } = stockOf(item, family, context.note); // biome-ignore format: one line
      return [
        item.id,
        item.updated_at,
        price,
        compare_at_price,
        inventory_quantity,
        inventory_policy,
        inventory_levels?.map((level) => [level?.location_id, level?.available]),
      ];
    }),
  ];
}

function noteGaps(way: Way, stock: Table | undefined, { note }: Reading) {
  if (way === 'denied') note(SOURCES_DENIED);
  if (stock?.state === 'refused') note(way === 'items' ? STOCK_DENIED : SWITCHES_DENIED);
  if (stock?.state === 'absent') note(UNKNOWN);
  if (stock?.state === 'too many' || stock?.state === 'under way')
    note({
      code: 'changes_without_date',
      message:
        'The shop has so many stock items that those of which nothing else changed are not looked for.',
      field: 'variants.inventory_quantity',
    });
}
