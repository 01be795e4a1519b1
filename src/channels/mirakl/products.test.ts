// Products: how both lists are walked, and which price is in force.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Account } from '../../model/credential.ts';
import type { Ask } from '../../model/exchange.ts';
import { completeProduct } from '../../model/product.ts';
import type { ProductQuery } from '../../model/query.ts';
import { MARKETPLACE, miraklThat, NOW, ok, sample } from './fake-vendor.ts';
import type { MarketplaceOffer } from './native.ts';
import { products } from './products.ts';

const REDUCED = sample('product-connect-reduced');
const BARE = sample('product-connect-bare');
const OFFER: MarketplaceOffer = sample('product-marketplace-reduced');
const INACTIVE: MarketplaceOffer = sample('product-marketplace-inactive');

type Mirakl = ReturnType<typeof miraklThat>;
const read = (query: Partial<ProductQuery>, mirakl: Mirakl, page?: unknown) =>
  products.fetch({ limit: 10, ...query }, page as never, mirakl.reading);

test('Connect is read by its page tokens', async () => {
  const first = miraklThat([ok({ data: [REDUCED], next_page_token: 'two' })]);
  const { items, next } = await read({ limit: 1 }, first);
  assert.deepEqual(items, [REDUCED]);
  const second = miraklThat([ok({ data: [BARE] })]);
  assert.deepEqual(await read({ limit: 1 }, second, next), { items: [BARE] });
  assert.deepEqual(
    [...first.sent(), ...second.sent()],
    ['/api/products?limit=1', '/api/products?limit=1&page_token=two'],
  );
});

test('products of Connect are looked for by identifier until all are found', async () => {
  const mirakl = miraklThat([
    ok({ data: [REDUCED], next_page_token: 'two' }),
    ok({ data: [BARE], next_page_token: 'three' }),
  ]);
  assert.deepEqual(await read({ ids: ['TRAY-OVAL'] }, mirakl), { items: [BARE] });
  assert.deepEqual(mirakl.sent(), [
    '/api/products?limit=1000',
    '/api/products?limit=1000&page_token=two',
  ]);
});

test('more than fit come on the next page, and the search still ends', async () => {
  const page = () => ok({ data: [REDUCED, BARE], next_page_token: 'two' });
  const ids = ['BASKET-S', 'TRAY-OVAL'];
  const { items, next } = await read({ ids, limit: 1 }, miraklThat([page()]));
  assert.deepEqual(items, [REDUCED]);
  assert.deepEqual(await read({ ids, limit: 1 }, miraklThat([page()]), next), { items: [BARE] });
});

test('Connect knows nothing but what is on sale', async () => {
  for (const status of ['draft', 'archived'])
    assert.deepEqual(await read({ status }, miraklThat([])), { items: [] });
});

const now = (native: object, at = NOW) => {
  const draft = products.transform(native as never, { account: {}, now: at, note: () => {} });
  const [variant] = draft.variants ?? [];
  return [variant?.price, variant?.compare_at_price, variant?.currency];
};

test('whether goods are sent or taxed is nowhere said', () => {
  for (const native of [REDUCED, OFFER]) {
    const draft = products.transform(native, { account: {}, now: NOW, note: () => {} });
    const [variant] = completeProduct(draft, 'mirakl').variants;
    assert.deepEqual([variant?.requires_shipping, variant?.taxable], [null, null]);
  }
});

test('a discount counts while it runs', () => {
  assert.deepEqual(now(REDUCED), ['24.90', '29.90', 'EUR']);
  assert.deepEqual(now(REDUCED, Date.UTC(2026, 7, 31)), ['29.90', null, 'EUR']);
  assert.deepEqual(now(REDUCED, Date.UTC(2026, 11, 2)), ['29.90', null, 'EUR']);
});

test('a price for all channels comes before one for some', () => {
  const scoped = { price: { amount: 5, currency: 'USD' }, scope: 'US' };
  assert.deepEqual(now({ ...BARE, standard_prices: [scoped, ...BARE.standard_prices] }), [
    '45.50',
    null,
    'USD',
  ]);
  assert.deepEqual(now({ ...BARE, standard_prices: [scoped] }), ['5.00', null, 'USD']);
  assert.deepEqual(now({ id: 'X', discount_prices: [scoped] }), ['5.00', null, 'USD']);
  assert.deepEqual(now({ id: 'X' }), [null, null, null]);
});

/** A marketplace whose offers may change between asks. */
const marketOf = (offers: () => readonly MarketplaceOffer[]) => (ask: Ask) => {
  const value = (name: string) => Number(ask.query?.find(([key]) => key === name)?.[1]);
  const [offset, max] = [value('offset'), value('max')];
  assert.ok(max >= 1 && max <= 100);
  const rows = offers();
  return ok({ offers: rows.slice(offset, offset + max), total_count: rows.length });
};

const many = (count: number): MarketplaceOffer[] =>
  Array.from({ length: count }, (_, index) => ({ ...OFFER, offer_id: 1000 + index }));

async function walk(
  query: Partial<ProductQuery>,
  offers: () => readonly MarketplaceOffer[],
  between: (page: number) => void = () => {},
  account: Account = MARKETPLACE,
) {
  const ids: (string | number)[] = [];
  let page: unknown;
  let count = 0;
  do {
    const { items, next } = await read(query, miraklThat(marketOf(offers), account), page);
    assert.ok(items.length <= (query.limit ?? 10));
    ids.push(...(items as MarketplaceOffer[]).map(({ offer_id }) => offer_id));
    page = next;
    between(++count);
  } while (page);
  return ids;
}

test('every offer comes once, in pages of any size', async () => {
  const offers = many(230);
  const expected = offers.map(({ offer_id }) => offer_id);
  for (const limit of [1, 33, 99, 100])
    assert.deepEqual(await walk({ limit }, () => offers), expected, `${limit} a page`);
  assert.deepEqual(await walk({}, () => []), []);
});

test('offers that come or go in front of the walk shift nothing', async () => {
  for (const change of [
    (offers: MarketplaceOffer[]) => void offers.splice(2, 3),
    (offers: MarketplaceOffer[]) => void offers.splice(2, 0, { ...OFFER, offer_id: 1 }),
  ]) {
    const offers = many(60);
    const ids = await walk(
      { limit: 10 },
      () => offers,
      (page) => page === 2 && change(offers),
    );
    assert.deepEqual(
      ids,
      many(60).map(({ offer_id }) => offer_id),
    );
  }
});

test('inactive offers are drafts, and can be asked for', async () => {
  const offers = [OFFER, INACTIVE];
  const ask = { sort: 'productTitle' };
  const market = miraklThat(
    marketOf(() => offers),
    { ...MARKETPLACE, shop_id: '7' },
  );
  assert.deepEqual((await read({ status: 'draft' }, market)).items, [INACTIVE]);
  assert.equal(
    market.sent()[0],
    `/api/offers?sort=${ask.sort}&order=asc&max=10&offset=0&shop_id=7`,
  );
  assert.deepEqual(await walk({ status: 'active' }, () => offers), [OFFER.offer_id]);
  assert.deepEqual(await walk({ status: 'archived' }, () => offers), []);
});

test('offers are asked for one by one when they are named', async () => {
  const answer = (ask: Ask) =>
    ask.url.endsWith('/20551') ? ok(OFFER) : { status: 404, headers: {}, text: '', body: {} };
  const market = miraklThat(answer, MARKETPLACE);
  const ids = ['20551', '999', 'NO-NUMBER'];
  const { items, next } = await read({ ids, limit: 1 }, market);
  assert.deepEqual(items, [OFFER]);
  assert.deepEqual(market.asks[0]?.expect, [404]);
  assert.deepEqual(await read({ ids, limit: 1 }, market, next), { items: [] });
  assert.deepEqual(market.sent(), ['/api/offers/20551?', '/api/offers/999?']);
});

test('an answer without offers, or an offer without its number, is refused', async () => {
  for (const body of [{}, { offers: [{ ...OFFER, offer_id: null }], total_count: 1 }])
    await assert.rejects(read({}, miraklThat([ok(body)], MARKETPLACE)), {
      code: 'channel_invalid_response',
    });
  await assert.rejects(read({ ids: ['1'] }, miraklThat([ok({ no: 'offer' })], MARKETPLACE)), {
    code: 'channel_invalid_response',
    record: '1',
  });
  const answer = (ask: Ask) => ok(ask.url.endsWith('/20551') ? OFFER : { no: 'offer' });
  const lenient = miraklThat(answer, MARKETPLACE, true);
  assert.deepEqual((await read({ ids: ['1', '20551'] }, lenient)).items, [OFFER]);
  assert.deepEqual(lenient.leftOut, ['1']);
});

test('rows that cannot be read are gone past by those who read on', async () => {
  const odd = (mark: string) => ({ ...OFFER, offer_id: null, shop_sku: mark });
  const offers = [odd('a'), ...many(3), odd('b'), odd('c'), ...many(9).slice(3)];
  const answer = marketOf(() => offers as unknown as MarketplaceOffer[]);
  for (const limit of [1, 2, 5, 20]) {
    const ids: unknown[] = [];
    let page: unknown;
    do {
      const { items, next } = await read({ limit }, miraklThat(answer, MARKETPLACE, true), page);
      ids.push(...(items as MarketplaceOffer[]).map(({ offer_id }) => offer_id));
      page = next;
    } while (page);
    assert.deepEqual(
      ids,
      many(9).map(({ offer_id }) => offer_id),
      `${limit} a page`,
    );
  }
});

test('a marketplace that answers the same page whatever is asked for is found out', async () => {
  const stuckAt = (count: number, total: number) => () =>
    ok({ offers: many(count), total_count: total });
  const ignoringOffset = (total: number) => (ask: Ask) => {
    const max = Number(ask.query?.find(([name]) => name === 'max')?.[1]);
    return ok({ offers: many(max), total_count: total });
  };
  for (const [answer, limit] of [
    [stuckAt(10, 100), 10],
    [stuckAt(10, 100), 100],
    [ignoringOffset(300), 10],
    [ignoringOffset(150), 100],
  ] as const) {
    const ids: unknown[] = [];
    const walked = async () => {
      let page: unknown;
      do {
        const { items, next } = await read({ limit }, miraklThat(answer, MARKETPLACE), page);
        ids.push(...(items as MarketplaceOffer[]).map(({ offer_id }) => offer_id));
        page = next;
      } while (page);
    };
    await assert.rejects(walked(), {
      code: 'channel_invalid_response',
      message: /answered before/,
    });
    assert.equal(new Set(ids).size, ids.length, 'an offer came twice');
  }
});

test('products of Connect that come again are found out', async () => {
  const same = () => ok({ data: [REDUCED], next_page_token: 'two' });
  const { next } = await read({ limit: 1 }, miraklThat([same()]));
  await assert.rejects(read({ limit: 1 }, miraklThat([same()]), next), {
    code: 'channel_invalid_response',
  });
});

test('what partners hold counts as stock, at a place of its own', () => {
  const stock = (native: object) => {
    const draft = products.transform(native as never, { account: {}, now: NOW, note: () => {} });
    const [variant] = completeProduct(draft, 'mirakl').variants;
    return [
      variant?.inventory_quantity,
      variant?.inventory_levels.map(({ location_id, available }) => [location_id, available]),
    ];
  };
  const quantities = [{ available_quantity: 7, warehouse_code: 'W1' }];
  const partner_quantities = [{ available_quantity: 5, partner_id: 'FULFILLER' }];
  assert.deepEqual(stock({ ...BARE, quantities, partner_quantities }), [
    12,
    [
      ['W1', 7],
      ['FULFILLER', 5],
    ],
  ]);
  assert.deepEqual(stock({ ...BARE, quantities: null, partner_quantities }), [
    5,
    [['FULFILLER', 5]],
  ]);
  assert.deepEqual(stock({ ...BARE, quantities: null }), [null, []]);
  // A number that is missing makes the sum unknown, not smaller.
  assert.deepEqual(stock({ ...BARE, quantities, partner_quantities: [{ partner_id: 'F' }] }), [
    null,
    [
      ['W1', 7],
      ['F', null],
    ],
  ]);
});

test('prices keep the digits that the seller set, in every currency', () => {
  for (const [currency, amount, expected] of [
    ['COP', '19999.99', '19999.99'],
    ['HUF', '1234.56', '1234.56'],
    ['IQD', '1250.125', '1250.125'],
    ['PKR', '999.9', '999.90'],
    ['JPY', 1500, '1500'],
    ['EUR', '0.123', '0.123'],
  ] as const) {
    assert.equal(
      now({ id: 'X', standard_prices: [{ price: { amount, currency } }] })[0],
      expected,
      currency,
    );
    const offer = {
      ...OFFER,
      currency_iso_code: currency,
      price: amount,
      applicable_pricing: null,
    };
    assert.equal(now(offer)[0], expected, currency);
  }
});

test('an offer that does not say whether it is switched on has no status', () => {
  const draft = products.transform({ ...OFFER, active: null } as never, {
    account: {},
    now: NOW,
    note: () => {},
  });
  assert.equal(draft.status, null);
});
