// Whole tables of a shop, read once for a scan: stock, what lies in each source, special prices. They
// are read in parts, so that no page of a scan takes long, and kept for as long as the scan lasts.
import { Register } from '../../model/register.ts';
import type { Reading } from '../channel.ts';
import { batches, inGroups } from '../kit/groups.ts';
import { parts } from '../kit/loose.ts';
import { type Filter, type List, readAll, readSlice } from './lists.ts';
import {
  itemOf,
  keyOf,
  type NativeItem,
  type NativeProduct,
  type SourceItem,
  type StockItem,
} from './native.ts';
import { SOURCE_ITEMS } from './sources.ts';
import { Refused, stockPage } from './stock.ts';

const HALF_HOUR = 1800;
/** Rows of a table that is kept; no one keeps more than 4 MB of an account. */
const MOST_ROWS = 20_000;
const MOST_STOCK_ROWS = 50_000;
/** Most calls for the tables in one page of a scan. */
const MOST_READS = 10;

/** `refused`: the integration may not read it. `absent`: the shop has no such table. */
type State = 'under way' | 'whole' | 'too many' | 'refused' | 'absent';

/** By the product's number or its SKU: what its rows say, as JSON without the brackets of a list. */
export interface Table {
  readonly rows: Register<string>;
  state: State;
  /** Of the scan that it is read for. */
  begun: number;
  /** The next page. */
  page: number;
}

interface Part {
  readonly entries: readonly (readonly [key: string, row: unknown])[];
  readonly total: number;
  readonly isLast: boolean;
}

interface Kind {
  readonly name: string;
  readonly most: number;
  readonly read: (page: number, reading: Reading) => Promise<Part>;
}

export const STOCK: Kind = {
  name: 'stock',
  most: MOST_STOCK_ROWS,
  async read(page, reading) {
    const { items, total, pages } = await stockPage(page, reading);
    return {
      entries: items.map(([id, item]) => [id, shortOf(item)]),
      total,
      isLast: page >= pages,
    };
  },
};

const shortOf = ({ qty, is_in_stock, manage_stock, backorders }: StockItem) => [
  qty,
  is_in_stock ? 1 : 0,
  manage_stock ? 1 : 0,
  backorders,
];

type Short = ReturnType<typeof shortOf>;

/** The stock item of a product, where the table has it. */
export function stockItemsIn(table: Table, { id, sku }: NativeItem): readonly StockItem[] {
  return rowsIn<Short>(table, String(id)).map(([qty, isIn, isManaged, backorders]) => ({
    sku: String(sku),
    qty,
    is_in_stock: isIn === 1,
    manage_stock: isManaged === 1,
    backorders: backorders as number | null,
  }));
}

export const SOURCES: Kind = {
  name: 'sources',
  most: MOST_ROWS,
  read: partOf(
    {
      ...SOURCE_ITEMS,
      fields: 'items[sku,source_code,quantity,status],search_criteria,total_count',
    },
    [],
    (row) => [keyOf(row), [row.source_code, row.quantity, row.status]],
  ),
};

export const sourceItemsIn = (table: Table, item: NativeItem): readonly SourceItem[] =>
  rowsIn<[string, unknown, unknown]>(table, keyOf(item)).map(([source_code, quantity, status]) => ({
    sku: String(item.sku),
    source_code,
    quantity,
    status,
  }));

/** Special prices are attributes, which come all together: only products that have one are asked for. */
const SPECIAL: List<NativeItem> = {
  path: 'products',
  sort: 'entity_id',
  size: 300,
  fields: 'items[id,sku,custom_attributes],search_criteria,total_count',
  read: itemOf,
};
const PRICED: Filter = ['special_price', 'gteq', '0'];
const OF_PRICES = ['special_price', 'special_from_date', 'special_to_date'];

export const SPECIALS: Kind = {
  name: 'special prices',
  most: MOST_ROWS,
  read: partOf(SPECIAL, [PRICED], (row) => [String(row.id), attributesIn(row)]),
};

const attributesIn = ({ custom_attributes }: NativeItem) =>
  parts(custom_attributes).filter(({ attribute_code }) =>
    OF_PRICES.includes(String(attribute_code)),
  );

/** Each product with the attributes of its special price; asked for, where the table is too long. */
export async function specialsFor(
  families: readonly NativeProduct[],
  table: Table | undefined,
  reading: Reading,
): Promise<(item: NativeItem) => NativeItem> {
  if (table?.state === 'whole')
    return (item) => {
      const found = rowsIn<ReturnType<typeof attributesIn>>(table, String(item.id));
      return { ...item, custom_attributes: found.flat() };
    };
  const ids = families.flatMap(({ id, child_records = [] }) => [id, ...child_records.map((one) => one.id)]); // biome-ignore format: one list
  const asked = batches([...new Set(ids)], SPECIAL.size);
  const found = await inGroups(
    asked,
    (some) => readAll(SPECIAL, [[PRICED], [['entity_id', 'in', some.join(',')]]], reading),
    2,
  );
  const byId = new Map(found.flat().map((row) => [row.id, attributesIn(row)]));
  return (item) => ({ ...item, custom_attributes: byId.get(item.id) ?? [] });
}

function partOf<Row>(
  list: List<Row>,
  filters: readonly Filter[],
  entryOf: (row: Row) => readonly [key: string, row: unknown],
): Kind['read'] {
  return async (page, reading) => {
    const groups = filters.map((filter) => [filter]);
    const { rows, count, size, total } = await readSlice(list, groups, page, reading);
    return { entries: rows.map(entryOf), total, isLast: count === 0 || page * size >= total };
  };
}

/** None of a table that is not whole: half of one would move figures by itself. */
const rowsIn = <Row>({ rows, state }: Table, key: string): readonly Row[] =>
  state === 'whole' ? JSON.parse(`[${rows.get(key) ?? ''}]`) : [];

/** The tables of a scan, as far as they are read; none is `under way` once all are. */
export async function readTables(
  kinds: readonly Kind[],
  begun: number,
  reading: Reading,
): Promise<readonly Table[]> {
  const tables: Table[] = [];
  let left = MOST_READS;
  for (const kind of kinds) {
    const table = await reading.remember(`scan of ${kind.name}`, HALF_HOUR, () =>
      Promise.resolve<Table>({ rows: new Register(), state: 'under way', begun, page: 1 }),
    );
    // What an earlier scan read is too old.
    if (table.begun !== begun) {
      table.rows.clear();
      Object.assign(table, { state: 'under way', begun, page: 1 } satisfies Partial<Table>);
    }
    for (; table.state === 'under way' && left > 0; left--) await readOn(table, kind, reading);
    tables.push(table);
  }
  return tables;
}

async function readOn(table: Table, { read, most }: Kind, reading: Reading) {
  try {
    const { entries, total, isLast } = await read(table.page, reading);
    if (total > most) table.state = 'too many';
    else {
      for (const [key, row] of entries) {
        const before = table.rows.get(key);
        const text = JSON.stringify(row);
        table.rows.set(key, before === undefined ? text : `${before},${text}`);
      }
      table.page += 1;
      if (isLast) table.state = 'whole';
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    table.state = error.isDenied ? 'refused' : 'absent';
  }
}
