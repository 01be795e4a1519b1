// Products: what is asked of the shop.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Ask, Call, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { ProductQuery } from '../../model/query.ts';
import type { Reading, Warning } from '../channel.ts';
import type { NativeProduct, NativeVariation } from './native.ts';
import { products } from './products.ts';

const sample = (name: string): NativeProduct =>
  JSON.parse(readFileSync(new URL(`samples/product-${name}.native.json`, import.meta.url), 'utf8'));
const listed = ({ variation_records, shop, ...product }: NativeProduct): NativeProduct => product;
const SIMPLE = sample('simple');
const VARIABLE = sample('variable');
const [BLUE, CREAM] = VARIABLE.variation_records ?? [];
assert.ok(BLUE && CREAM);

interface Shop {
  readonly rows?: readonly NativeProduct[];
  readonly variations?: readonly NativeVariation[];
  /** Before WooCommerce 10.3 there is no route for variations of many products. */
  readonly before103?: boolean;
  /** Statuses of routes that answer with an error. */
  readonly refused?: Readonly<Record<string, number>>;
}

/** A shop that answers by path and keeps what it was asked. */
function shopOf({ rows = [], variations = [], before103 = false, refused = {} }: Shop) {
  const asks: Ask[] = [];
  const notes: Warning[] = [];
  const answer = (path: string, query: ReadonlyMap<string, string>): [number, unknown] => {
    const status = refused[path];
    if (status) return [status, { code: 'refused' }];
    if (path === 'products') return [200, rows];
    if (path === 'orders/statuses') return [200, [{ slug: 'pending' }]];
    if (path === 'data/currencies/current') return [200, { code: 'EUR' }];
    if (path.startsWith('settings/')) return [200, { value: 'kg' }];
    if (path === 'variations' && before103) return [404, { code: 'rest_no_route' }];
    const wanted = query.get('include')?.split(',').map(Number);
    return [200, variations.filter(({ id }) => wanted?.includes(id))];
  };
  const call: Call = (ask) => {
    asks.push(ask);
    const path = ask.url.replace('https://shop.nl/wp-json/wc/v3/', '');
    const [status, body] = answer(path, new Map(ask.query));
    assert.ok(status < 400 || ask.expect?.includes(status), `${path} answered ${status}`);
    const headers = { 'x-wp-total': String(Array.isArray(body) ? body.length : 0) };
    return Promise.resolve<Reply>({ status, headers, text: '', body });
  };
  const reading: Reading = {
    account: { baseUrl: 'https://shop.nl', authMode: 'header' },
    version: 'wc/v3',
    now: Date.UTC(2026, 10, 1),
    call,
    note: (warning) => notes.push(warning),
    leaveOut: (fault) => {
      throw fault;
    },
    assume: () => assert.fail('nothing is assumed'),
    remember: (_key, _seconds, make) => make(),
  };
  const asked = () =>
    asks.map(({ url, query = [] }) => {
      const pairs = query.map(([name, value]) => `${name}=${value}`).join('&');
      return `${url.replace('https://shop.nl/wp-json/wc/v3/', '')}?${pairs}`;
    });
  return { notes, reading, asked };
}

const read = (query: Partial<ProductQuery>, shop: ReturnType<typeof shopOf>) =>
  products.fetch({ limit: 10, ...query }, undefined, shop.reading);

test('products come with their variations and the shop’s units', async () => {
  const shop = shopOf({ rows: [SIMPLE, VARIABLE].map(listed), variations: [BLUE, CREAM] });
  assert.deepEqual((await read({}, shop)).items, [SIMPLE, VARIABLE]);
  assert.deepEqual(shop.asked(), [
    'products?status=any&orderby=id&order=asc&per_page=10',
    'data/currencies/current?',
    'settings/products/woocommerce_weight_unit?',
    'variations?per_page=1&_fields=id',
    'variations?include=205,206&per_page=2',
  ]);
  assert.deepEqual(shop.notes, []);
});

test('variations that PHP wrote as an object are variations', async () => {
  const row = { ...listed(VARIABLE), variations: { 0: 205, 2: 206 } as never };
  const shop = shopOf({ rows: [row], variations: [BLUE, CREAM] });
  assert.deepEqual((await read({}, shop)).items[0]?.variation_records, [BLUE, CREAM]);
});

test('settings are remembered for five minutes, lest prices keep a currency that was changed', async () => {
  const { reading } = shopOf({ rows: [listed(SIMPLE)] });
  const kept = new Map<string, number>();
  const remember: Reading['remember'] = (key, seconds, make) => {
    kept.set(key, seconds);
    return make();
  };
  await products.fetch({ limit: 10 }, undefined, { ...reading, remember });
  assert.deepEqual(
    [...kept],
    [
      ['data/currencies/current', 300],
      ['settings/products/woocommerce_weight_unit', 300],
    ],
  );
});

test('older shops are asked product by product', async () => {
  const rows = [listed(VARIABLE), { ...listed(VARIABLE), id: 300, variations: [301] }];
  const third = { ...BLUE, id: 301 };
  const shop = shopOf({ rows, variations: [BLUE, CREAM, third], before103: true });
  const { items } = await read({}, shop);
  assert.deepEqual(items[1]?.variation_records, [third]);
  assert.deepEqual(shop.asked().slice(-2), [
    'products/198/variations?include=205,206&per_page=2',
    'products/300/variations?include=301&per_page=1',
  ]);
});

test('more than a hundred variations are asked for a hundred at a time', async () => {
  const ids = Array.from({ length: 250 }, (_, index) => 1000 + index);
  const variations = ids.map((id) => ({ ...BLUE, id }));
  for (const before103 of [false, true]) {
    const shop = shopOf({
      rows: [{ ...listed(VARIABLE), variations: ids }],
      variations,
      before103,
    });
    const { items } = await read({}, shop);
    assert.deepEqual(
      items[0]?.variation_records?.map(({ id }) => id),
      ids,
    );
    assert.deepEqual(
      shop
        .asked()
        .slice(-3)
        .map((asked) => new URLSearchParams(asked.split('?')[1]).get('per_page')),
      ['100', '100', '50'],
    );
  }
});

test('a host that cannot manage many variations is asked for fewer', async () => {
  const ids = Array.from({ length: 150 }, (_, index) => 1000 + index);
  const variations = ids.map((id) => ({ ...BLUE, id }));
  for (const before103 of [false, true]) {
    const shop = shopOf({
      rows: [{ ...listed(VARIABLE), variations: ids }],
      variations,
      before103,
    });
    const sizes: number[] = [];
    const call: Call = (ask) => {
      const size = new Map(ask.query).get('include')?.split(',').length ?? 0;
      if (size === 0) return shop.reading.call(ask);
      sizes.push(size);
      return size > 30
        ? Promise.reject(new Fault('channel_failed', 'out of memory', { status: 500 }))
        : shop.reading.call(ask);
    };
    const { items } = await products.fetch({ limit: 10 }, undefined, { ...shop.reading, call });
    assert.deepEqual(
      items[0]?.variation_records?.map(({ id }) => id),
      ids,
    );
    assert.equal(Math.max(...sizes), 100);
    assert.ok(sizes.filter((size) => size <= 30).length > 5);
  }
});

test('what is refused for another reason, or is small already, is not asked for in parts', async () => {
  for (const [count, status] of [
    [100, 403],
    [10, 500],
  ] as const) {
    const ids = Array.from({ length: count }, (_, index) => 1000 + index);
    const shop = shopOf({ rows: [{ ...listed(VARIABLE), variations: ids }] });
    let asks = 0;
    const call: Call = (ask) => {
      if (!new Map(ask.query).has('include')) return shop.reading.call(ask);
      asks++;
      return Promise.reject(new Fault('channel_failed', 'no', { status }));
    };
    await assert.rejects(
      products.fetch({ limit: 10 }, undefined, { ...shop.reading, call }),
      Fault,
    );
    assert.equal(asks, 1);
  }
});

test('a variation that is listed but not shown is warned of', async () => {
  const shop = shopOf({ rows: [listed(VARIABLE)], variations: [CREAM] });
  const { items } = await read({}, shop);
  assert.deepEqual(items[0]?.variation_records, [CREAM]);
  assert.deepEqual(
    shop.notes.map(({ code, id }) => [code, id]),
    [['variations_withheld', '198']],
  );
});

test('without the right to read settings, products come without currency and weight', async () => {
  const refused = {
    'data/currencies/current': 403,
    'settings/products/woocommerce_weight_unit': 401,
  };
  const shop = shopOf({ rows: [listed(SIMPLE)], refused });
  const { items } = await read({}, shop);
  assert.deepEqual(items[0]?.shop, { currency: null, weight_unit: null });
  assert.deepEqual(
    shop.notes.map(({ code, field }) => [code, field]),
    [
      ['permission_missing', 'variants.currency'],
      ['permission_missing', 'variants.weight'],
    ],
  );
});

test('what each filter asks of the shop', async () => {
  const at = Date.UTC(2026, 2, 1, 11, 10);
  const dates = (after: string, before: string) =>
    `dates_are_gmt=true&after=2026-03-01T${after}&before=2026-03-01T${before}`;
  const cases: [Partial<ProductQuery>, string][] = [
    [{ status: 'active' }, 'status=any&include_status=publish,private'],
    [{ status: 'draft' }, 'status=any&include_status=draft,pending,future'],
    [{ status: 'archived' }, 'status=trash'],
    [{ published_status: 'published' }, 'status=publish'],
    [{ published_status: 'unpublished' }, 'status=any&include_status=private,draft,pending,future'],
    [{ published_status: 'any' }, 'status=any'],
    [{ status: 'active', published_status: 'unpublished' }, 'status=private'],
    [{ handle: 'teapot' }, 'status=any&slug=teapot'],
    [{ collection_id: '16' }, 'status=any&category=16'],
    [{ created_at_min: at, created_at_max: at }, `status=any&${dates('11:09:59', '11:10:01')}`],
    [
      { published_at_min: at, created_at_max: at + 5000, published_at_max: at + 1000 },
      `status=publish&${dates('11:09:59', '11:10:02')}`,
    ],
  ];
  for (const [query, expected] of cases) {
    const shop = shopOf({});
    await read(query, shop);
    assert.equal(shop.asked().at(-1), `products?${expected}&orderby=id&order=asc&per_page=10`);
  }
});

test('filters that exclude each other find nothing, and ask nothing', async () => {
  const shop = shopOf({});
  assert.deepEqual(await read({ status: 'draft', published_status: 'published' }, shop), {
    items: [],
  });
  assert.deepEqual(shop.asked(), []);
});

test('what an older shop overlooks is left out here', async () => {
  const rows = ['publish', 'draft', 'private'].map((status, index) => ({
    ...listed(SIMPLE),
    id: index + 1,
    status,
  }));
  const ids = (found: { items: readonly NativeProduct[] }) => found.items.map(({ id }) => id);
  assert.deepEqual(ids(await read({ status: 'active' }, shopOf({ rows }))), [1, 3]);
  const slugs = [{ ...listed(SIMPLE), slug: 'tea-pot' }];
  assert.deepEqual(ids(await read({ handle: 'Tea Pot' }, shopOf({ rows: slugs }))), []);
});

test('a category must be a number', async () => {
  for (const collection_id of ['black-tea', '0', '16,17', '1.5'])
    await assert.rejects(read({ collection_id }, shopOf({})), {
      code: 'invalid_request',
      field: 'collection_id',
    });
});

test('a handle is found as WordPress keeps it, as a browser shows it, and as a browser copies it', async () => {
  const kept = '%d1%87%d0%b0%d0%b9-250';
  const rows = [{ ...SIMPLE, slug: kept }];
  for (const handle of [kept, 'чай-250', '%D1%87%D0%B0%D0%B9-250']) {
    const shop = shopOf({ rows });
    const { items } = await products.fetch({ limit: 10, handle }, undefined, shop.reading);
    assert.equal(items.length, 1, handle);
    assert.ok(
      shop.asked().some((asked) => asked.includes(`slug=${kept}`)),
      handle,
    );
  }
});
