// One page of a collection: filters, order, page and fields, in Magento's answer.
import type { StoreReply, StoreRequest } from '../../store.ts';
import { type Criteria, type Filter, readCriteria } from './criteria.ts';
import { cut, parseFields } from './fields.ts';
import { apiError, badRequest, json } from './replies.ts';
import type { MagentoShop } from './shops.ts';

export type Value = string | number | null | readonly (string | number)[];

/** How a column compares: numbers, texts without case and accents, times as MySQL writes them. */
export type Columns = Readonly<Record<string, 'number' | 'text' | 'time'>>;

export interface Row {
  readonly values: Readonly<Record<string, Value>>;
  readonly record: object;
}

export interface Collection {
  readonly columns: Columns;
  readonly rows: readonly Row[];
  /** Records as text, by the fields asked for. */
  readonly texts: Texts;
}

export type Texts = Map<string, WeakMap<Row, string>>;

/** `texts` is passed in where rows outlive the list they are in. */
export const collection = (
  columns: Columns,
  rows: readonly Row[],
  texts: Texts = new Map(),
): Collection => ({ columns, rows, texts });

export function list(request: StoreRequest, shop: MagentoShop, all: Collection): StoreReply {
  const criteria = readCriteria(request);
  if ('message' in criteria) return apiError(shop, 400, criteria.message, criteria.parameters);
  const { pageSize, currentPage } = criteria;
  if (shop.mostRows !== null && pageSize !== null && pageSize > shop.mostRows)
    return apiError(shop, 400, 'Maximum SearchCriteria pageSize is %max', { max: shop.mostRows });
  const wrong = criteria.groups.flat().find((filter) => !isSound(filter, all.columns));
  if (wrong !== undefined)
    return badRequest(shop, `Invalid attribute name or value: ${wrong.field} ${wrong.condition} ${wrong.value}`); // biome-ignore format: one sentence
  const unsortable = criteria.sorts.find(({ field }) => all.columns[field] === undefined);
  if (unsortable !== undefined)
    return badRequest(shop, `Invalid attribute name: ${unsortable.field}`);
  const groups = criteria.groups.map((group) => group.map((one) => keeperOf(one, all.columns)));
  const kept = sorted(
    all.rows.filter((row) => groups.every((group) => group.some((keeps) => keeps(row)))),
    criteria,
  );
  const size = pageSize ?? Math.max(1, kept.length);
  const lastPage = Math.max(1, Math.ceil(kept.length / size));
  const number = shop.repeatsLastPage ? Math.min(currentPage, lastPage) : currentPage;
  const page = kept.slice((number - 1) * size, number * size);
  const body = written(page, kept.length, criteria, all);
  return json(200, shop.longDigits ? withLongDigits(body) : body);
}

/** As PHP writes decimals with serialize_precision=17: 19.99 is 19.989999999999998. */
const withLongDigits = (body: string): string =>
  body.replace(
    /("(?:price|weight|quantity)":)(\d+\.\d+)/g,
    (_, name: string, value: string) =>
      `${name}${Number(value)
        .toPrecision(17)
        .replace(/(?<!0)0+$/, '')}`,
  );

function isSound({ field, value, condition }: Filter, columns: Columns): boolean {
  const kind = columns[field];
  if (kind === undefined) return false;
  const values = condition === 'in' || condition === 'nin' ? value.split(',') : [value];
  if (kind === 'number') return values.every((one) => /^\d+(\.\d+)?$/.test(one));
  if (kind === 'time')
    return values.every((one) => /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(one));
  return true;
}

/** Which rows a filter keeps; its value, often hundreds of identifiers, is read once for all of them. */
function keeperOf({ field, value, condition }: Filter, columns: Columns): (row: Row) => boolean {
  const kind = columns[field] ?? 'text';
  const test = testOf(condition, value, kind);
  return ({ values }) => {
    const own = values[field] ?? null;
    const owns = typeof own === 'object' && own !== null ? own : [own];
    if (test === undefined) return owns.some((one) => one !== null) === (condition === 'notnull');
    return owns.some((one) => one !== null && test(comparable(one, kind)));
  };
}

/** Of one value; none for conditions that only ask whether there is one. */
function testOf(
  condition: Filter['condition'],
  value: string,
  kind: Columns[string],
): ((one: string | number) => boolean) | undefined {
  const wanted = comparable(value, kind);
  const listed = new Set(value.split(',').map((one) => comparable(one, kind)));
  switch (condition) {
    case 'eq':
      return (one) => one === wanted;
    case 'neq':
      return (one) => one !== wanted;
    case 'gt':
      return (one) => one > wanted;
    case 'gteq':
      return (one) => one >= wanted;
    case 'lt':
      return (one) => one < wanted;
    case 'lteq':
      return (one) => one <= wanted;
    case 'in':
      return (one) => listed.has(one);
    case 'nin':
      return (one) => !listed.has(one);
    case 'like':
    case 'nlike': {
      const like = pattern(value);
      return (one) => like.test(String(one)) === (condition === 'like');
    }
    case 'null':
    case 'notnull':
      return undefined;
  }
}

/** MySQL's usual collation knows neither case nor accents nor spaces at the end. */
function comparable(value: string | number, kind: Columns[string]): string | number {
  if (kind === 'number') return Number(value);
  const text = String(value);
  if (kind === 'time') return text;
  if (/^[ -~]*$/.test(text)) return text.toLowerCase().trimEnd();
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trimEnd();
}

const pattern = (like: string): RegExp =>
  // oxlint-disable-next-line expressions/super-linear -- a filter written by a developer here
  new RegExp(
    `^${String(comparable(like, 'text'))
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('%', '.*')
      .replaceAll('_', '.')}$`,
    's',
  );

function sorted(rows: readonly Row[], { sorts }: Criteria): readonly Row[] {
  if (sorts.length === 0) return rows;
  return rows.toSorted((a, b) => {
    for (const { field, direction } of sorts) {
      const [x, y] = [a.values[field] ?? '', b.values[field] ?? ''];
      if (x === y) continue;
      return (x < y ? -1 : 1) * (direction === 'ASC' ? 1 : -1);
    }
    return 0;
  });
}

function written(page: readonly Row[], total: number, criteria: Criteria, all: Collection): string {
  const tree = criteria.fields === null ? null : parseFields(criteria.fields);
  const search_criteria = {
    filter_groups: criteria.groups.map((filters) => ({
      filters: filters.map(({ field, value, condition }) => ({
        field,
        value,
        condition_type: condition,
      })),
    })),
    ...(criteria.sorts.length > 0 && { sort_orders: criteria.sorts }),
    ...(criteria.pageSize !== null && { page_size: criteria.pageSize }),
    current_page: criteria.currentPage,
  };
  const rest = JSON.stringify(cut({ search_criteria, total_count: total }, tree ?? 1));
  const items = tree === null ? 1 : tree.items;
  if (items === undefined) return rest;
  // Cutting an empty list leaves nothing at all.
  const texts =
    page.length === 0 && items !== 1
      ? 'null'
      : `[${page.map((row) => textOf(row, items, criteria.fields ?? '', all)).join(',')}]`;
  return rest === '[]' ? `{"items":${texts}}` : `{"items":${texts},${rest.slice(1)}`;
}

function textOf(
  row: Row,
  tree: Parameters<typeof cut>[1],
  fields: string,
  { texts }: Collection,
): string {
  let known = texts.get(fields);
  if (known === undefined) {
    // Only the few forms that callers really use are kept.
    if (texts.size > 20) texts.clear();
    known = new WeakMap();
    texts.set(fields, known);
  }
  let text = known.get(row);
  if (text === undefined) {
    text = JSON.stringify(cut(row.record, tree));
    known.set(row, text);
  }
  return text;
}
