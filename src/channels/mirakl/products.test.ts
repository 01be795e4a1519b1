// Products: how both lists are walked, and which price is in force.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ask } from '../../model/exchange.ts';
import { completeProduct } from '../../model/product.ts';
import type { ProductQuery } from '../../model/query.ts';
import type { Account } from '../channel.ts';
import { MARKETPLACE, miraklThat, NOW, ok, sample } from './fake-mirakl.ts';
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
    [...first.told(), ...second.told()],
    ['/api/products?limit=1', '/api/products?limit=1&page_token=two'],
  );
});

test('products of Connect are looked for by identifier until all are found', async () => {
  const mirakl = miraklThat([
    ok({ data: [REDUCED], next_page_token: 'two' }),
    ok({ data: [BARE], next_page_token: 'three' }),
  ]);
  assert.deepEqual(await read({ ids: ['TRAY-OVAL'] }, mirakl), { items: [BARE] });
  assert.deepEqual(mirakl.told(), [
    '/api/products?limit=1000',
    '/api/products?limit=1000&page_token=two',
  ]);
});

test('more than fit are told on the next page, and the search still ends', async () => {
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

test('everything is sent, and whether it is taxed is not told', () => {
  for (const native of [REDUCED, OFFER]) {
    const draft = products.transform(native, { account: {}, now: NOW, note: () => {} });
    const [variant] = completeProduct(draft, 'mirakl').variants;
    assert.deepEqual([variant?.requires_shipping, variant?.taxable], [true, null]);
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

test('every offer is told once, in pages of any size', async () => {
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
    market.told()[0],
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
  const { items, next } = await read({ ids, limit: 2 }, market);
  assert.deepEqual(items, [OFFER]);
  assert.deepEqual(market.told(), ['/api/offers/20551?', '/api/offers/999?']);
  assert.deepEqual(market.asks[0]?.expect, [404]);
  assert.deepEqual(await read({ ids, limit: 2 }, miraklThat([], MARKETPLACE), next), { items: [] });
});

test('an offer that is not what it should be is told as such', async () => {
  for (const body of [{}, { offers: [{ ...OFFER, active: 'yes' }], total_count: 1 }])
    await assert.rejects(read({}, miraklThat([ok(body)], MARKETPLACE)), {
      code: 'channel_invalid_response',
    });
  await assert.rejects(read({ ids: ['1'] }, miraklThat([ok({ no: 'offer' })], MARKETPLACE)), {
    code: 'channel_invalid_response',
  });
});
