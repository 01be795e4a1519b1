// Marketplaces in the sandbox: keys, shops, parameters, offset pages, figures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue, good, having, type Native, openStore, read } from './test-mirakl.ts';

const { store, market, shop, send } = openStore();
const { moments } = catalogue;
const zulu = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`;

function every(query: string, name = 'marketplace', path = 'orders'): Native[] {
  const rows: Native[] = [];
  for (;;) {
    const page = good(market(`/api/${path}?${query}&max=100&offset=${rows.length}`, name));
    rows.push(...page[path]);
    if (rows.length >= page.total_count) return rows;
  }
}

test('a key opens its own marketplace, as it is and nowhere else', () => {
  const { token = '' } = shop('marketplace').credential.secrets;
  assert.equal(market('/api/version').status, 200);
  for (const key of ['', `Bearer ${token}`, 'nonsense']) {
    const reply = market('/api/orders', 'marketplace', key);
    assert.deepEqual(read(reply), { message: 'Unauthorized', status: 401 });
  }
  assert.equal(market('/api/account', 'own-domain', token).status, 401);
  assert.equal(send('unknown.mirakl.net', '/api/account').status, 404);
  assert.equal(market('/mmp/shop').headers['content-type'], 'text/html;charset=UTF-8');
  assert.equal(send('market.mirakl.net', '/api/account', { https: false }).status, 403);
});

test('the account names the shop, and one of several must be asked for by number', () => {
  assert.equal(good(market('/api/account')).shop_name, 'Kade & Zonen op Market');
  assert.equal(market('/api/account?shop_id=9').status, 403);
  assert.equal(good(market('/api/orders', 'several-shops')).total_count, 0);
  assert.equal(good(market('/api/orders?shop_id=2045', 'several-shops')).total_count, 12);
  assert.equal(market('/api/orders', 'no-rights').status, 403);
});

test('parameters that the API does not have, or not so, are refused', () => {
  for (const query of [
    'max=101',
    'max=0',
    'offset=-1',
    'limit=10',
    'order=ASC',
    'sort=created',
    'start_date=2026-10-01',
    'start_update_date=01/10/2026',
    'order_state_codes=SHIPPED&order_state_codes=CLOSED',
    'order_state_codes=SHIPPED,DONE',
    'order_ids=',
    'shop_id=one',
    `order_ids=${Array.from({ length: 101 }, (_, i) => i).join(',')}`,
  ])
    assert.equal(market(`/api/orders?${query}`).status, 400, query);
  assert.deepEqual(read(market('/api/orders?start_date=x')), {
    message: 'start_date: invalid date format',
    status: 400,
  });
  assert.equal(market('/api/offers?sort=dateCreated').status, 400);
  assert.equal(market('/api/nothing').status, 404);
});

test('offset pages cover every order once, by creation', () => {
  const { orders } = shop('marketplace');
  const rows = every('order=asc');
  assert.deepEqual(rows.map(({ order_id }) => order_id).sort(), orders.map(store.orderId).sort());
  const dates = rows.map(({ created_date }) => created_date);
  assert.deepEqual(dates, [...dates].sort());
  const page = market('/api/orders?max=2&offset=2');
  assert.match(page.headers.link ?? '', /offset=0>; rel="previous", <.*offset=4>; rel="next"/);
});

test('a start of updates is taken a minute earlier than asked for', () => {
  const at = moments.updatedTogether;
  const count = (from: number, to: number) =>
    shop('marketplace').orders.filter(({ updatedAt }) => updatedAt >= from && updatedAt <= to)
      .length;
  const rows = every(`start_update_date=${zulu(at)}&end_update_date=${zulu(at)}`);
  assert.equal(rows.length, count(at - 60_000, at));
  assert.ok(rows.length >= count(at, at));
});

const cents = (amount: number) => Math.round(amount * 100);
const total = (lines: Native[], value: (line: Native) => number): number =>
  lines.reduce((sum, line) => sum + cents(value(line)), 0);

test('figures are those of the catalogue, in the marketplace’s own tax mode', () => {
  for (const name of ['marketplace', 'own-domain']) {
    const rows = new Map(every('', name).map((row) => [row.order_id, row]));
    for (const order of shop(name).orders) {
      const row = rows.get(store.orderId(order));
      assert.equal(
        cents(row.promotions.total_deduced_amount),
        order.totals.lineDiscounts.presentment,
      );
      if (order.state === 'cancelled' && name === 'marketplace') continue;
      const tax = name === 'own-domain' ? order.totals.tax.presentment : 0;
      assert.equal(cents(row.total_price) + tax, order.totals.total.presentment, row.order_id);
      assert.equal(
        total(row.order_lines, ({ price }) => price),
        cents(row.price),
      );
    }
  }
});

test('refused and cancelled lines are left out of an order’s figures, as Mirakl does', () => {
  const rows = new Map(
    every('order_state_codes=REFUSED,CANCELED').map((row) => [row.order_id, row]),
  );
  const off = shop('marketplace').orders.filter(({ state }) => state === 'cancelled');
  assert.equal(rows.size, off.length);
  assert.equal(new Set([...rows.values()].map((row) => row.order_state)).size, 2);
  for (const order of off) {
    const row = rows.get(store.orderId(order));
    assert.deepEqual([row.price, row.shipping_price, row.total_price], [0, 0, 0], row.order_id);
    const isCanceled = row.order_state === 'CANCELED';
    const held = isCanceled
      ? total(
          row.order_lines.flatMap((line: Native) => line.cancelations),
          ({ amount, shipping_amount }) => amount + shipping_amount,
        )
      : total(row.order_lines, ({ total_price }) => total_price);
    assert.equal(held, order.totals.total.presentment, row.order_id);
    if (isCanceled)
      assert.equal(
        total(row.order_lines, ({ total_price }) => total_price),
        0,
      );
  }
});

test('some operators leave them in', () => {
  const rows = every('shop_id=2045&order_state_codes=REFUSED,CANCELED', 'several-shops');
  assert.equal(rows.length, 6);
  for (const row of rows) {
    assert.ok(row.price > 0, row.order_id);
    assert.equal(
      total(row.order_lines, ({ total_price }) => total_price),
      cents(row.total_price),
    );
  }
});

test('one operator hides the buyer until the order is accepted', () => {
  const hidden = every('order_state_codes=WAITING_ACCEPTANCE,WAITING_DEBIT_PAYMENT', 'own-domain');
  for (const { customer } of hidden)
    assert.deepEqual([customer.billing_address, customer.shipping_address], [null, null]);
  const order = having(shop('marketplace'), 'cash-on-delivery');
  const [row] = every(`order_ids=${store.orderId(order)}`);
  assert.deepEqual(
    [row.order_state, row.payment_workflow, row.customer_debited_date],
    ['SHIPPING', 'PAY_ON_DELIVERY', null],
  );
});

test('offers, one of them, and the operator’s product behind it', () => {
  const offers = every('sort=productTitle', 'marketplace', 'offers');
  assert.equal(offers.length, shop('marketplace').products.length);
  const [first] = offers;
  assert.equal(good(market(`/api/offers/${first.offer_id}`)).shop_sku, first.shop_sku);
  assert.equal(market('/api/offers/1').status, 404);
  assert.equal(good(market(`/api/offers?sku=${first.shop_sku}`)).total_count, 1);
  const barcode = first.product_references[0].reference;
  const { products } = good(market(`/api/products?product_references=EAN|${barcode}`));
  assert.equal(products[0].product_sku, first.product_sku);
  assert.equal(market('/api/products').status, 400);
});

test('an operator that counts calls says when to come again', () => {
  const { market: ask, clock } = openStore('vendor');
  for (let call = 0; call < 10; call++) assert.equal(ask('/api/version', 'busy').status, 200);
  clock.now += 4000;
  const refused = ask('/api/version', 'busy');
  assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '6']);
  assert.equal(ask('/api/version').status, 200);
  clock.now += 6000;
  assert.equal(ask('/api/version', 'busy').status, 200);
});
