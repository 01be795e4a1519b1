// A made-up shop for tests: it filters, sorts and pages as Magento does, as far as they need it.
import assert from 'node:assert/strict';
import type { Ask, Call, Reply } from '../../model/exchange.ts';
import type { ProductQuery } from '../../model/query.ts';
import type { Reading, Warning } from '../channel.ts';
import { explain } from './explain.ts';
import type { NativeItem } from './native.ts';
import { products } from './products.ts';

export const account = { baseUrl: 'https://shop.nl', apiPath: '/rest', auth: 'oauth' };

export const item = (id: number, more: Partial<NativeItem> = {}): NativeItem => ({
  id,
  sku: `S${id}`,
  name: `Product ${id}`,
  price: '10',
  status: 1,
  visibility: 4,
  type_id: 'simple',
  created_at: '2026-01-01 00:00:00',
  updated_at: '2026-01-02 00:00:00',
  custom_attributes: [{ attribute_code: 'url_key', value: `product-${id}` }],
  media_gallery_entries: [],
  ...more,
});

export const range = (count: number) => Array.from({ length: count }, (_, at) => item(at + 1));

/** A configurable product with children that are not shown by themselves. */
export const family = (id: number, count: number): NativeItem[] => [
  item(id, {
    type_id: 'configurable',
    price: 0,
    extension_attributes: {
      configurable_product_options: [{ id: 1, attribute_id: '93', label: 'Colour', position: 0, values: [{ value_index: 49 }] }], // biome-ignore format: one line
      configurable_product_links: Array.from({ length: count }, (_, i) => id * 1000 + i),
    },
  }),
  ...Array.from({ length: count }, (_, i) => item(id * 1000 + i, { visibility: 1 })),
];

type Answer = (path: string, query: ReadonlyMap<string, string>, ask: Ask) => [number, unknown] | undefined; // biome-ignore format: one line

/** `answer` goes first; where it gives nothing, the shop answers as it should. */
export function shopOf(items: readonly NativeItem[], answer: Answer = () => undefined) {
  const asked: { path: string; query: ReadonlyMap<string, string> }[] = [];
  const warnings: Warning[] = [];
  const facts = new Map<string, unknown>();
  const call: Call = (ask) => {
    const path = ask.url.replace('https://shop.nl/rest/', '').replace(/^V1\//, '');
    const query = new Map(ask.query);
    asked.push({ path, query });
    const [status, body] = answer(path, query, ask) ?? [200, ordinary(path, query)];
    const reply: Reply = { status, headers: {}, text: JSON.stringify(body), body };
    if (ask.expect?.includes(status)) return Promise.resolve(reply);
    const fault = explain(reply, ask);
    return fault ? Promise.reject(fault) : Promise.resolve(reply);
  };
  const ordinary = (path: string, query: ReadonlyMap<string, string>): unknown => {
    if (path === 'store/storeConfigs')
      return [{ id: 1, code: 'default', website_id: 1, base_currency_code: 'EUR', weight_unit: 'kgs' }]; // biome-ignore format: one line
    if (path === 'products/attributes') return { items: [], total_count: 0 };
    if (path === 'inventory/sources')
      return { items: [{ source_code: 'default', name: 'Default Source', enabled: true }], total_count: 1 }; // biome-ignore format: one line
    if (path === 'stockItems/lowStock/')
      return { items: items.map(({ id }) => ({ product_id: id, qty: 999, is_in_stock: true, manage_stock: true, backorders: 0 })), total_count: items.length }; // biome-ignore format: one line
    if (path.startsWith('stockItems/'))
      return { qty: 999, manage_stock: true, use_config_manage_stock: true, backorders: 0 };
    if (path.startsWith('inventory')) return page(sourceItems(items, query), query);
    return page(
      items.filter((one) => matches(one, query)),
      query,
    );
  };
  const reading: Reading = {
    account,
    version: 'V1',
    now: Date.UTC(2026, 5, 1),
    call,
    note: (warning) => warnings.push(warning),
    leaveOut: (fault) => {
      throw fault;
    },
    assume: () => {},
    remember: async <T>(key: string, _: number, make: () => Promise<T>) => {
      if (!facts.has(key)) facts.set(key, await make());
      return facts.get(key) as T;
    },
  };
  return { asked, warnings, reading };
}

type Shop = ReturnType<typeof shopOf>;
type Cursor = NonNullable<Parameters<typeof products.fetch>[1]>;

/** What a walk to the end gives, and how much on each page. */
export async function walk({ reading }: Shop, query: ProductQuery) {
  const seen: number[] = [];
  const pages: number[] = [];
  for (let next: Cursor | undefined, isEnd = false; !isEnd; ) {
    const step = await products.fetch(query, next, reading);
    seen.push(...step.items.map(({ id }) => id));
    pages.push(step.items.length);
    isEnd = step.next === undefined;
    next = step.next && (JSON.parse(JSON.stringify(step.next)) as Cursor);
    assert.ok(pages.length < 100, 'the walk ends');
  }
  return { seen, pages };
}

export const listsOf = ({ asked }: Shop) =>
  asked.filter(({ path }) => path === 'products').map(({ query }) => query);

function page(rows: readonly object[], query: ReadonlyMap<string, string>) {
  const size = Number(query.get('searchCriteria[pageSize]'));
  const number = Number(query.get('searchCriteria[currentPage]'));
  const items = rows.slice((number - 1) * size, number * size);
  return { items: items.length > 0 ? items : null, total_count: rows.length };
}

export const filtersOf = (query: ReadonlyMap<string, string>) =>
  [...query].flatMap(([name, field]) => {
    if (!name.endsWith('[field]') || !name.includes('filter_groups')) return [];
    const at = name.slice(0, -'[field]'.length);
    return [{ field, value: query.get(`${at}[value]`) ?? '', condition: query.get(`${at}[condition_type]`) }]; // biome-ignore format: one line
  });

const matches = (one: NativeItem, query: ReadonlyMap<string, string>): boolean =>
  filtersOf(query).every(({ field, value, condition }) => {
    if (field === 'visibility') return value.split(',').includes(String(one.visibility));
    if (field === 'type_id') return one.type_id === value;
    if (field === 'updated_at')
      return condition === 'gteq'
        ? String(one.updated_at) >= value
        : String(one.updated_at) <= value;
    if (field !== 'entity_id') return true;
    if (condition === 'gt') return one.id > Number(value);
    if (condition === 'gteq') return one.id >= Number(value);
    return value.split(',').includes(String(one.id));
  });

const sourceItems = (items: readonly NativeItem[], query: ReadonlyMap<string, string>) => {
  const skus = filtersOf(query)[0]?.value.split(',');
  return items
    .filter(({ sku }) => !skus || skus.includes(String(sku)))
    .map(({ sku, id }) => ({ sku, source_code: 'default', quantity: id, status: 1 }));
};
