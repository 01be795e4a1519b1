// One page of a collection: filters by date and identifier, order, paging headers and `_fields`.
import type { StoreReply, StoreRequest } from '../../store.ts';
import { boundOf } from './dates.ts';
import type { Parameters } from './params.ts';
import { json, restRoot } from './replies.ts';
import type { WooShop } from './shops.ts';

/** A record with what WordPress sorts and filters by. */
export interface Row {
  readonly id: number;
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly title: string;
  readonly parentId: number;
  /** The record as JSON text, made once. */
  text(): string;
  /** The record itself, for `_fields`. */
  record(): object;
}

export interface Defaults {
  readonly orderby: string;
  readonly order: 'asc' | 'desc';
}

const byDate: Defaults = { orderby: 'date', order: 'desc' };

export function page(
  request: StoreRequest,
  shop: WooShop,
  route: string,
  rows: readonly Row[],
  parameters: Parameters,
  defaults: Defaults = byDate,
): StoreReply {
  const kept = sorted(within(rows, parameters, shop), parameters, defaults);
  const perPage = parameters.integer('per_page') ?? 10;
  const number = parameters.integer('page') ?? 1;
  const offset = parameters.integer('offset') ?? (number - 1) * perPage;
  const shown = kept.slice(offset, offset + perPage);
  const pages = Math.ceil(kept.length / perPage);
  const fields = fieldsOf(request);
  const body =
    fields === null
      ? shown.map((row) => row.text())
      : shown.map((row) => JSON.stringify(only(row.record(), fields)));
  const links = pageLinks(request, `${restRoot(shop)}${route}`, number, pages);
  return json(shop, 200, `[${body.join(',')}]`, {
    allow: 'GET, POST',
    'x-wp-total': String(kept.length),
    'x-wp-totalpages': String(pages),
    ...(links === '' ? {} : { link: links }),
  });
}

/** One record, with `_fields` kept. */
export function single(
  request: StoreRequest,
  shop: WooShop,
  row: Pick<Row, 'text' | 'record'>,
): StoreReply {
  const fields = fieldsOf(request);
  const body = fields === null ? row.text() : JSON.stringify(only(row.record(), fields));
  return json(shop, 200, body, { allow: 'GET, POST, PUT, PATCH, DELETE' });
}

function within(rows: readonly Row[], parameters: Parameters, shop: WooShop): readonly Row[] {
  const gmt = parameters.flag('dates_are_gmt') ?? false;
  const bound = (name: string): number | null => {
    const value = parameters.text(name);
    return value === undefined ? null : boundOf(value, gmt, shop.timeZone);
  };
  const after = bound('after');
  const before = bound('before');
  const modifiedAfter = shop.modifiedFilters ? bound('modified_after') : null;
  const modifiedBefore = shop.modifiedFilters ? bound('modified_before') : null;
  const include = setOf(parameters.integers('include'));
  const exclude = setOf(parameters.integers('exclude'));
  const parent = setOf(parameters.integers('parent'));
  const parentExclude = setOf(parameters.integers('parent_exclude'));
  return rows.filter(
    (row) =>
      (after === null || row.createdAt > after) &&
      (before === null || row.createdAt < before) &&
      (modifiedAfter === null || row.modifiedAt > modifiedAfter) &&
      (modifiedBefore === null || row.modifiedAt < modifiedBefore) &&
      (include === null || include.has(row.id)) &&
      (exclude === null || !exclude.has(row.id)) &&
      (parent === null || parent.has(row.parentId)) &&
      (parentExclude === null || !parentExclude.has(row.parentId)),
  );
}

/** An empty list filters nothing, as in WP_Query. */
function setOf(values: readonly number[] | undefined): ReadonlySet<number> | null {
  return values === undefined || values.length === 0 ? null : new Set(values);
}

function sorted(rows: readonly Row[], parameters: Parameters, defaults: Defaults): readonly Row[] {
  const orderby = parameters.text('orderby') ?? defaults.orderby;
  const sign = (parameters.text('order') ?? defaults.order) === 'asc' ? 1 : -1;
  if (orderby === 'include') {
    const include = parameters.integers('include') ?? [];
    const place = new Map(include.map((id, index) => [id, index]));
    return [...rows].sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
  }
  const compare = comparisons[orderby];
  if (compare === undefined) return rows;
  return [...rows].sort((a, b) => sign * (compare(a, b) || a.id - b.id));
}

const comparisons: Readonly<Record<string, (a: Row, b: Row) => number>> = {
  id: () => 0,
  date: (a, b) => a.createdAt - b.createdAt,
  registered_date: (a, b) => a.createdAt - b.createdAt,
  modified: (a, b) => a.modifiedAt - b.modifiedAt,
  title: (a, b) => a.title.localeCompare(b.title),
  name: (a, b) => a.title.localeCompare(b.title),
  slug: (a, b) => a.title.localeCompare(b.title),
  menu_order: () => 0,
};

/** WordPress repeats the caller's own parameters, credentials in the query included. */
function pageLinks(request: StoreRequest, address: string, number: number, pages: number): string {
  const link = (to: number, rel: string): string => {
    const query = new URLSearchParams();
    for (const [name, value] of request.query) if (name !== 'page') query.append(name, value);
    query.append('page', String(to));
    return `<${address}?${query}>; rel="${rel}"`;
  };
  const links: string[] = [];
  if (number > 1) links.push(link(Math.min(number - 1, Math.max(pages, 1)), 'prev'));
  if (number < pages) links.push(link(number + 1, 'next'));
  return links.join(', ');
}

type FieldTree = Map<string, FieldTree | null>;

function fieldsOf(request: StoreRequest): FieldTree | null {
  const names = request.query
    .filter(([name]) => /^_fields(\[\d*\])?$/.test(name))
    .flatMap(([, value]) => value.split(/[\s,]+/))
    .filter((name) => name !== '');
  if (names.length === 0) return null;
  const tree: FieldTree = new Map();
  for (const name of names) {
    let level = tree;
    const parts = name.split('.');
    for (const [i, part] of parts.entries()) {
      const next = level.get(part);
      if (next === null) break;
      if (i === parts.length - 1) {
        level.set(part, null);
        break;
      }
      const deeper: FieldTree = next ?? new Map();
      level.set(part, deeper);
      level = deeper;
    }
  }
  return tree;
}

function only(value: unknown, fields: FieldTree): unknown {
  if (Array.isArray(value)) return value.map((item) => only(item, fields));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const wanted = fields.get(name);
      if (wanted === undefined) return [];
      return [[name, wanted === null ? inner : only(inner, wanted)]];
    }),
  );
}
