// The tables of a copy: their columns, how each database declares them, and the rows of a record.
import type { Resource } from '../data.ts';

/** The same in both databases: exact decimals, times with their zone, the rest as it is. */
type Kind = 'text' | 'decimal' | 'integer' | 'time' | 'flag' | 'json';
export type Dialect = 'postgres' | 'sqlite';
export type Value = string | number | null;

const TYPES: Readonly<Record<Dialect, Readonly<Record<Kind, string>>>> = {
  postgres: {
    ...{ text: 'text', decimal: 'numeric', integer: 'bigint' },
    ...{ time: 'timestamptz', flag: 'boolean', json: 'jsonb' },
  },
  // SQLite has no decimals: a number there would be a binary float.
  sqlite: {
    ...{ text: 'text', decimal: 'text', integer: 'integer' },
    ...{ time: 'text', flag: 'integer', json: 'text' },
  },
};

/** By the name of the column; the field of the record is called the same unless a path is given. */
type Columns = Readonly<Record<string, Kind | readonly [Kind, path: string]>>;

const each = (kind: Kind, names: string): Columns =>
  Object.fromEntries(names.split(' ').map((name) => [name, kind]));

const ORDERS: Columns = {
  ...each('text', 'name order_number source_name financial_status fulfillment_status'),
  ...each('text', 'cancel_reason email phone tags currency presentment_currency'),
  ...each('time', 'created_at updated_at processed_at cancelled_at closed_at'),
  ...each('decimal', 'subtotal_price total_discounts total_line_items_price total_tip_received'),
  ...each('decimal', 'total_tax total_price total_outstanding current_subtotal_price'),
  ...each('decimal', 'current_total_discounts current_total_tax current_total_price'),
  total_shipping_price: ['decimal', 'total_shipping_price_set.shop_money.amount'],
  ...each('flag', 'taxes_included confirmed test'),
  customer_id: ['text', 'customer.id'],
  billing_country_code: ['text', 'billing_address.country_code'],
  shipping_country_code: ['text', 'shipping_address.country_code'],
};
const ORDER_LINES: Columns = {
  ...each('text', 'product_id variant_id sku title variant_title vendor fulfillment_status'),
  ...each('integer', 'quantity fulfillable_quantity grams'),
  ...each('decimal', 'price total_discount'),
  ...each('flag', 'requires_shipping gift_card taxable product_exists'),
};
const PRODUCTS: Columns = {
  ...each('text', 'title vendor product_type handle status url'),
  ...each('time', 'created_at updated_at published_at'),
};
const VARIANTS: Columns = {
  ...each('text', 'title sku barcode currency option1 option2 option3 inventory_item_id'),
  ...each('text', 'inventory_policy weight_unit'),
  ...each('integer', 'inventory_quantity grams'),
  ...each('decimal', 'price compare_at_price weight'),
  ...each('flag', 'requires_shipping taxable'),
  ...each('time', 'created_at updated_at'),
};

export interface Table {
  readonly name: string;
  readonly key: readonly string[];
  readonly columns: Columns;
}

const OWNER = ['tp_user_id', 'channel'];
const KEPT = { record: 'json', read_at: 'time', deleted_at: 'time' } as const satisfies Columns;
const parent = (name: string, columns: Columns): Table => {
  const key = [...OWNER, 'id'];
  const kept = { ...KEPT, left_window_at: 'time' } as const;
  return { name, key, columns: { ...each('text', key.join(' ')), ...columns, ...kept } };
};
const child = (name: string, of: string, columns: Columns): Table => {
  const key = [...OWNER, of, 'id'];
  const own = { ...each('text', key.join(' ')), position: 'integer' } as const;
  return { name, key, columns: { ...own, ...columns, ...KEPT } };
};

/** What is kept of each resource: its records, and a row for each item of a list within them. */
export const TABLES = {
  orders: {
    ...{ parent: parent('orders', ORDERS), list: 'line_items', of: 'order_id' },
    child: child('order_lines', 'order_id', ORDER_LINES),
  },
  products: {
    ...{ parent: parent('products', PRODUCTS), list: 'variants', of: 'product_id' },
    child: child('variants', 'product_id', VARIANTS),
  },
} as const satisfies Record<Resource, object>;

const SCOPE = [...OWNER, 'resource'];
export const STATE: Table = {
  name: 'copy_state',
  key: ['client_id'],
  columns: { ...each('text', 'client_id cursor holder'), read_at: 'time' },
};
export const SCOPES: Table = {
  name: 'copy_scopes',
  key: SCOPE,
  columns: {
    ...each('text', `${SCOPE.join(' ')} watch_id account page state why`),
    ...each('time', 'begun_at loaded_at complete_until'),
    dated: 'flag',
  },
};
export const UNREAD: Table = {
  name: 'copy_unread',
  key: [...SCOPE, 'id'],
  columns: {
    ...each('text', `${SCOPE.join(' ')} id code message`),
    ...{ ...each('time', 'since next_at'), tries: 'integer' },
  },
};

const ALL = [
  ...Object.values(TABLES).flatMap(({ parent, child }) => [parent, child]),
  SCOPES,
  UNREAD,
];

/** The statements that make them; that of the state comes first and does no harm again. */
export function declarations(dialect: Dialect): readonly string[] {
  const types = TYPES[dialect];
  const body = ({ name, columns, key }: Table) => {
    const lines = Object.entries(columns).map(([column, kind]) => {
      const isKey = key.includes(column) ? ' not null' : '';
      return `"${column}" ${types[typeof kind === 'string' ? kind : kind[0]]}${isKey}`;
    });
    return `"${name}" (${lines.join(', ')}, primary key (${key.join(', ')}))`;
  };
  return [
    `create table if not exists ${body(STATE)}`,
    ...ALL.map((table) => `create table ${body(table)}`),
  ];
}

type Item = Readonly<Record<string, unknown>>;

/** The row of an item; `own` is what it does not say itself. */
export function rowOf(
  { columns }: Table,
  item: Item,
  own: Readonly<Record<string, Value>>,
): Value[] {
  return Object.entries(columns).map(([name, declared]) => {
    if (name in own) return own[name] ?? null;
    const [kind, path] = typeof declared === 'string' ? [declared, name] : declared;
    return cellOf(kind, at(item, path));
  });
}

const at = (item: unknown, path: string): unknown =>
  path.split('.').reduce((found, name) => (found as Item | null | undefined)?.[name], item);

/** What is not of the column's kind, as an override may make it, is null there; the record has it. */
function cellOf(kind: Kind, value: unknown): Value {
  if (value === null || value === undefined) return null;
  if (kind === 'flag') return typeof value === 'boolean' ? Number(value) : null;
  if (kind === 'integer') return Number.isSafeInteger(value) ? (value as number) : null;
  const text = textOf(value);
  if (kind === 'decimal') return /^-?\d+(\.\d+)?$/.test(text) ? text : null;
  if (kind === 'time') return isTime(text) ? text : null;
  return text;
}

/** A time as the service writes it, whose day there is: PostgreSQL refuses what JavaScript makes one of. */
function isTime(text: string): boolean {
  const [, day = '', , offset = '0'] = TIME.exec(text) ?? [];
  const at = Date.parse(`${day}T00:00:00Z`);
  const isDay = !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
  return isDay && day > '0001' && Number(offset) < 16 && !Number.isNaN(Date.parse(text));
}
const TIME = /^(\d{4}-\d\d-\d\d)T[\d:]{5,8}(\.\d+)?(?:Z|[+-](\d\d):\d\d)$/;

/** Characters that PostgreSQL refuses in texts. */
const UNSTORABLE = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
const storable = (text: string): string => text.replace(UNSTORABLE, '\uFFFD');

const textOf = (value: unknown): string =>
  typeof value === 'string' ? storable(value) : JSON.stringify(value);

/** The whole record, as it is kept beside the columns. */
export const jsonOf = (item: unknown): string =>
  JSON.stringify(item, (_, value) => (typeof value === 'string' ? storable(value) : value));

/** The items of a list, each with a name of its own: its identifier, or its place where it has none. */
export function itemsOf(list: unknown): ReadonlyMap<string, { item: Item; position: number }> {
  const named = new Map<string, { item: Item; position: number }>();
  for (const [index, item] of (Array.isArray(list) ? (list as Item[]) : []).entries()) {
    const id = item.id === null || item.id === undefined ? '' : textOf(item.id);
    const position = index + 1;
    named.set(id !== '' && !named.has(id) ? id : `${id}#${position}`, { item, position });
  }
  return named;
}
