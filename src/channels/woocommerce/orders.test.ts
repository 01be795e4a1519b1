// Orders: what is asked of the shop.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Ask, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { OrderQuery } from '../../model/query.ts';
import type { Reading, Warning } from '../channel.ts';
import { STATUS_REFUSED } from './explain.ts';
import type { NativeOrder } from './native.ts';
import { orders } from './orders.ts';

const sample = (name: string): NativeOrder =>
  JSON.parse(readFileSync(new URL(`samples/order-${name}.native.json`, import.meta.url), 'utf8'));
const PAID = sample('paid');
const {
  refund_records: _,
  shop_decimals: __,
  ...WHOLE
} = sample('coupon-fee-variation-partial-refund');
const CHANGED: NativeOrder = { ...WHOLE, refunds: [] };

const ok = (body: unknown, total?: number): Reply => ({
  status: 200,
  headers: total === undefined ? {} : { 'x-wp-total': String(total) },
  text: '',
  body,
});
const missing: Reply = { status: 404, headers: {}, text: '', body: { code: 'rest_no_route' } };
const STATUSES = ok(
  [
    'pending',
    'processing',
    'on-hold',
    'completed',
    'cancelled',
    'refunded',
    'failed',
    'checkout-draft',
    'packed',
  ].map((slug) => ({ slug, name: slug })),
);

/** How the shops of these tests keep their orders. */
let isLegacy = false;

/** A shop that gives these answers, one after the other, to asks that the test looks at. */
function shopThat(...replies: (Reply | Fault)[]) {
  const asks: Ask[] = [];
  const notes: Warning[] = [];
  const reading: Reading = {
    account: { baseUrl: 'https://shop.nl', authMode: 'header' },
    version: 'wc/v3',
    now: Date.UTC(2026, 10, 1),
    call: (ask) => {
      // How many decimals the shop rounds to is beside the point of these tests.
      if (ask.url.includes('/settings/')) return Promise.resolve({ ...missing, status: 403 });
      if (ask.url.endsWith('/system_status'))
        return Promise.resolve(ok({ settings: { HPOS_enabled: !isLegacy } }));
      asks.push(ask);
      const reply = replies.shift();
      assert.ok(reply, `one ask too many: ${ask.url}`);
      return reply instanceof Fault ? Promise.reject(reply) : Promise.resolve(reply);
    },
    note: (warning) => notes.push(warning),
    leaveOut: (fault) => {
      throw fault;
    },
    assume: () => assert.fail('nothing is assumed'),
    remember: (_key, _seconds, make) => make(),
  };
  const asked = () =>
    asks.map(({ method = 'GET', url, query = [] }) => {
      const pairs = query.map(([name, value]) => `${name}=${value}`).join('&');
      return `${method} ${url.replace('https://shop.nl/wp-json/wc/v3/', '')}?${pairs}`;
    });
  return { asks, notes, reading, asked };
}

const read = (query: Partial<OrderQuery>, shop: ReturnType<typeof shopThat>) =>
  orders.fetch({ limit: 10, ...query }, undefined, shop.reading);

test('open orders are those in every status the shop has that is neither closed nor cancelled', async () => {
  const shop = shopThat(STATUSES, ok([PAID], 1));
  const { items, next } = await read({ status: 'open' }, shop);
  assert.deepEqual(items, [PAID]);
  assert.equal(next, undefined);
  assert.deepEqual(shop.asked(), [
    'GET orders/statuses?',
    'GET orders?status=pending,processing,on-hold,packed&dp=6&orderby=id&order=desc&per_page=10',
  ]);
});

test('closed, cancelled and any', async () => {
  for (const [status, sent] of [
    ['closed', 'completed,refunded'],
    ['cancelled', 'cancelled,failed'],
  ] as const) {
    const shop = shopThat(STATUSES, ok([], 0));
    await read({ status }, shop);
    assert.match(shop.asked()[1] ?? '', new RegExp(`\\?status=${sent}&`));
  }
  const shop = shopThat(ok([], 0));
  await read({ status: 'any' }, shop);
  assert.deepEqual(shop.asked(), ['GET orders?status=any&dp=6&orderby=id&order=desc&per_page=10']);
});

const schema = (args: Record<string, unknown>) => ok({ endpoints: [{ methods: ['GET'], args }] });

test('an older shop names its statuses in the schema of the route', async () => {
  const words = ['any', 'trash', 'auto-draft', 'pending', 'completed', 'shipped'];
  const shop = shopThat(missing, schema({ status: { items: { enum: words } } }), ok([], 0));
  await read({ status: 'open' }, shop);
  assert.equal(shop.asked()[1], 'OPTIONS orders?');
  assert.match(shop.asked()[2] ?? '', /\?status=pending,shipped&/);
});

test('a shop that does not name its statuses is read whole, and the rest left out', async () => {
  const done = { ...PAID, id: 4811, status: 'completed' };
  const shop = shopThat(missing, { ...missing, status: 405 }, ok([PAID, done], 2));
  const { items } = await read({ status: 'open' }, shop);
  assert.deepEqual(items, [PAID]);
  assert.match(shop.asked()[2] ?? '', /\?status=any&/);
});

test('drafts of the checkout and orders in the bin are never given', async () => {
  const drafts = ['checkout-draft', 'auto-draft', 'trash'].map((status, index) => ({
    ...PAID,
    id: 10 - index,
    status,
  }));
  const { items } = await read({ status: 'any' }, shopThat(ok([PAID, ...drafts], 4)));
  assert.deepEqual(items, [PAID]);
});

test('dates go with status, identifiers and since_id', async () => {
  const at = Date.UTC(2026, 9, 28, 9, 5, 31);
  const shop = shopThat(ok([PAID], 1));
  const { items } = await read(
    {
      status: 'open',
      ids: ['4812', '4799'],
      since_id: '4800',
      created_at_min: at,
      created_at_max: at,
    },
    shop,
  );
  assert.deepEqual(items, [PAID]);
  assert.equal(
    shop.asked()[0],
    'GET orders?status=any&dp=6&include=4812&orderby=id&order=asc&per_page=1',
  );
});

test('what a tampered query lets through is left out', async () => {
  const late = { ...PAID, id: 4813, date_modified_gmt: '2026-10-28T09:05:45' };
  const shop = shopThat(ok([late, PAID], 2));
  const { items } = await read(
    { status: 'any', updated_at_max: Date.UTC(2026, 9, 28, 9, 5, 44) },
    shop,
  );
  assert.deepEqual(items, [PAID]);
});

test('a shop older than 5.8 is read whole and filtered here, and that is said', async () => {
  const early = { ...PAID, id: 4800, date_modified_gmt: '2026-10-01T00:00:00' };
  const old = schema({ status: { items: { enum: ['pending'] } }, dates_are_gmt: {} });
  const shop = shopThat(missing, old, ok([PAID, early], 2));
  const { items } = await read({ status: 'any', updated_at_min: Date.UTC(2026, 9, 20) }, shop);
  assert.deepEqual(items, [PAID]);
  assert.equal(shop.asked()[2], 'GET orders?status=any&dp=6&orderby=id&order=desc&per_page=10');
  assert.deepEqual(
    shop.notes.map(({ code }) => code),
    ['slow_filter'],
  );
});

test('buyers with an account are asked for once a page', async () => {
  const { customer, ...order } = CHANGED;
  const again = { ...order, id: 4700 };
  const shop = shopThat(ok([PAID, order, again], 3), ok([customer], 1));
  const { items } = await read({ status: 'any' }, shop);
  assert.deepEqual(items, [PAID, CHANGED, { ...again, customer }]);
  assert.equal(
    shop.asked()[1],
    'GET customers?include=57&per_page=1&role=all&_fields=id,date_created_gmt,date_modified_gmt',
  );
});

test('orders come without the accounts that the key may not read, with a warning', async () => {
  const { customer, ...order } = CHANGED;
  const fault = new Fault('permission_missing', 'The user may not list customers.');
  const shop = shopThat(ok([order], 1), fault);
  assert.deepEqual((await read({ status: 'any' }, shop)).items, [order]);
  assert.deepEqual(
    shop.notes.map(({ code, field }) => [code, field]),
    [['customers_unreadable', 'customer']],
  );
  assert.ok(customer);
});

test('a status that went with its plugin is forgotten, and the statuses asked for again', async () => {
  const refused = new Fault('channel_failed', 'status is not one of …', {
    status: 400,
    reason: STATUS_REFUSED,
  });
  const fewer = ok(['pending', 'processing'].map((slug) => ({ slug, name: slug })));
  const shop = shopThat(STATUSES, refused, fewer, ok([PAID], 1));
  // As the core keeps it: one value under one key.
  const kept = new Map<string, unknown>();
  const remember: Reading['remember'] = async (key, _seconds, make) => {
    if (!kept.has(key)) kept.set(key, await make());
    return kept.get(key) as Awaited<ReturnType<typeof make>>;
  };
  const { items } = await orders.fetch({ limit: 10, status: 'open' }, undefined, {
    ...shop.reading,
    remember,
  });
  assert.deepEqual(items, [PAID]);
  assert.deepEqual(
    shop.asked().map((asked) => asked.replace(/&.*/, '')),
    [
      'GET orders/statuses?',
      'GET orders?status=pending,processing,on-hold,packed',
      'GET orders/statuses?',
      'GET orders?status=pending,processing',
    ],
  );
});

test('the statuses of a shop are remembered for minutes', async () => {
  const shop = shopThat(STATUSES, ok([PAID], 1));
  const seconds: number[] = [];
  await orders.fetch({ limit: 10, status: 'open' }, undefined, {
    ...shop.reading,
    remember: (key, time, make) => {
      if (key === 'abilities') seconds.push(time);
      return make();
    },
  });
  assert.deepEqual(seconds, [300]);
});

test('another refused parameter is not tried again', async () => {
  const refused = new Fault('channel_failed', 'refused', { status: 400 });
  await assert.rejects(read({ status: 'open' }, shopThat(STATUSES, refused)), refused);
});

test('a row without an identifier is refused by name and place, or left out', async () => {
  const { id, ...nameless } = PAID;
  assert.ok(id);
  await assert.rejects(read({ status: 'any' }, shopThat(ok([nameless], 1))), {
    code: 'channel_invalid_response',
    record: 'without an identifier',
    message: /: id is not what it should be/,
  });
  const shop = shopThat(ok([nameless, PAID], 2));
  const left: Fault[] = [];
  const { items } = await orders.fetch({ limit: 10, status: 'any' }, undefined, {
    ...shop.reading,
    leaveOut: (fault) => left.push(fault),
  });
  assert.deepEqual([items, left.length], [[PAID], 1]);
});

test('an order without lists, meta data or addresses is an order', async () => {
  const bare = { id: 4812, status: 'processing', currency: 'EUR', total: '22.95' };
  const { items } = await read({ status: 'any' }, shopThat(ok([bare], 1)));
  const [item] = items;
  assert.ok(item);
  const draft = orders.transform(item, { account: {}, now: 0, note: () => {} });
  assert.deepEqual(
    [draft.id, draft.total_price, draft.line_items, draft.billing_address],
    ['4812', '22.95', [], null],
  );
});

test('named orders that the list leaves out are asked for by themselves: only 404 and the bin are gone', async () => {
  const hidden = { ...PAID, id: 7, status: 'backordered' };
  const shop = shopThat(
    ok([PAID], 1),
    ok({ id: 7 }),
    ok({ id: 8 }),
    missing,
    ok(hidden),
    ok({ ...PAID, id: 8, status: 'trash' }),
  );
  const { items } = await read({ status: 'any', ids: ['9', '8', '7', '4812'] }, shop);
  assert.deepEqual(
    items.map(({ id, status }) => [id, status]),
    [
      [7, 'backordered'],
      [4812, PAID.status],
    ],
  );
  assert.deepEqual(shop.asked(), [
    'GET orders?status=any&dp=6&include=7,8,9,4812&orderby=id&order=asc&per_page=4',
    'GET orders/7?_fields=id',
    'GET orders/8?_fields=id',
    'GET orders/9?_fields=id',
    'GET orders/7?dp=6',
    'GET orders/8?dp=6',
  ]);
});

test('legacy storage is said where a date of change is asked for, and only there', async () => {
  const codesOf = async (query: Partial<OrderQuery>) => {
    const shop = shopThat(STATUSES, ok([], 0));
    await read({ status: 'any', ...query }, shop);
    return shop.notes.map(({ code }) => code);
  };
  assert.deepEqual(await codesOf({ updated_at_min: 0 }), []);
  isLegacy = true;
  assert.deepEqual(await codesOf({ updated_at_min: 0 }), ['changes_without_date']);
  assert.deepEqual(await codesOf({ created_at_min: 0 }), []);
  isLegacy = false;
});

test('an order without a date of change is in the first run of a copy', async () => {
  const bare = { ...PAID, date_modified_gmt: null };
  const first = shopThat(ok([bare], 1));
  const end = Date.UTC(2026, 10, 1);
  const { items } = await read({ status: 'any', updated_at_max: end }, first);
  assert.deepEqual(items, [bare]);
  assert.doesNotMatch(first.asked()[0] ?? '', /modified/);
  const before = shopThat(ok([bare], 1));
  const none = await read({ status: 'any', updated_at_max: Date.UTC(2020, 0, 1) }, before);
  assert.deepEqual(none.items, []);
});

test('a product settles which notes of a line are its attributes, and is read only in doubt', async () => {
  const [line] = PAID.line_items;
  const note = (key: string, value: string) => ({
    key,
    value,
    display_key: key,
    display_value: value,
  });
  const doubtful = {
    ...PAID,
    customer_id: 0,
    line_items: [
      {
        ...line,
        product_id: 5,
        variation_id: 6,
        meta_data: [note('size', 'XL'), note('gift', 'yes')],
      },
    ],
  } as unknown as NativeOrder;
  const product = {
    id: 5,
    attributes: [
      { name: 'size', variation: true },
      { name: 'gift', variation: false },
    ],
  };
  const shop = shopThat(ok([doubtful], 1), ok([product]));
  const { items } = await read({ status: 'any' }, shop);
  assert.match(shop.asked()[1] ?? '', /^GET products\?include=5&.*_fields=id,attributes$/);
  const [item] = items;
  assert.ok(item);
  const context = { account: {}, now: 0, note: () => {} };
  assert.equal(orders.transform(item, context).line_items?.[0]?.variant_title, 'XL');
});
