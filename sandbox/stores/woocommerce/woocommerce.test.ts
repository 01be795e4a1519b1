// The WooCommerce store: parameters, dates, paging and shapes as the vendor has them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Order } from '../../catalogue/types.ts';
import { localText, utcText } from '../../zone.ts';
import {
  ask,
  catalogue,
  every,
  having,
  ids,
  moments,
  type Native,
  native,
  ok,
  read,
  shopNamed,
  store,
} from './test-shop.ts';

test('paging walks every order once and says where it is', () => {
  const rows = every('/wc/v3/orders');
  const expected = shopNamed('demo').orders.map((order) => store.orderId(order));
  assert.deepEqual([...ids(rows)].sort(), [...expected].sort());
  const second = ask('/wc/v3/orders?per_page=2&page=2&orderby=date&order=desc');
  assert.equal(second.headers['x-wp-total'], String(expected.length));
  assert.equal(
    second.headers.link,
    '<https://demo.woo.example/wp-json/wc/v3/orders?per_page=2&orderby=date&order=desc&page=1>; rel="prev", ' +
      '<https://demo.woo.example/wp-json/wc/v3/orders?per_page=2&orderby=date&order=desc&page=3>; rel="next"',
  );
  assert.deepEqual(ok('/wc/v3/orders?page=9999'), []);
});

test('parameters out of range, of a wrong form or unknown are refused with the reason', () => {
  const refused = (query: string): Native => {
    const reply = ask(`/wc/v3/orders?${query}`);
    assert.equal(reply.status, 400, query);
    return read(reply);
  };
  assert.deepEqual(refused('per_page=101'), {
    code: 'rest_invalid_param',
    message: 'Invalid parameter(s): per_page',
    data: {
      status: 400,
      params: { per_page: 'per_page must be between 1 (inclusive) and 100 (inclusive)' },
      details: {
        per_page: {
          code: 'rest_out_of_bounds',
          message: 'per_page must be between 1 (inclusive) and 100 (inclusive)',
          data: null,
        },
      },
    },
  });
  assert.equal(refused('page=0').data.details.page.code, 'rest_out_of_bounds');
  assert.equal(refused('per_page=ten').data.params.per_page, 'per_page is not of type integer.');
  assert.match(refused('orderby=updated').data.params.orderby, /is not one of date, id, include/);
  assert.match(refused('status=open').data.params.status, /^status\[0\] is not one of any, trash/);
  assert.equal(refused('after=2026-10-01').data.params.after, 'Invalid date.');
  assert.equal(refused('after=2026-02-30T00:00:00').data.params.after, 'Invalid date.');
  assert.equal(
    refused('modifed_after=2026-10-01T00:00:00').data.details.modifed_after.code,
    'rest_unknown_param',
  );
  assert.equal(refused('include=1,x').data.params.include, 'include[1] is not of type integer.');
});

test('date bounds are exclusive and bare values are UTC with dates_are_gmt', () => {
  const created = (query: string): number =>
    every(`/wc/v3/orders?${query}&dates_are_gmt=true`).length;
  const from = shopNamed('demo').orders.filter((order) => order.createdAt >= moments.bound).length;
  const at = shopNamed('demo').orders.filter((order) => order.createdAt === moments.bound).length;
  assert.ok(at >= 3);
  assert.equal(created(`after=${utcText(moments.bound - 1000)}`), from);
  assert.equal(created(`after=${utcText(moments.bound)}`), from - at);
  assert.equal(
    created(`after=${utcText(moments.bound - 1000)}&before=${utcText(moments.bound + 1000)}`),
    at,
  );
});

test('a zone suffix with dates_are_gmt shifts the window by the offset of the site', () => {
  const { orders } = shopNamed('demo');
  const shifted = Date.parse(`${localText('Europe/Amsterdam', moments.bound)}Z`);
  const rows = every(`/wc/v3/orders?after=${utcText(moments.bound)}Z&dates_are_gmt=true`);
  assert.equal(rows.length, orders.filter((order) => order.createdAt > shifted).length);
  assert.notEqual(rows.length, orders.filter((order) => order.createdAt > moments.bound).length);
});

test('without dates_are_gmt a bare value is site time and a suffix is right', () => {
  const expected = shopNamed('zoned').orders.filter(
    (order) => order.createdAt > moments.bound,
  ).length;
  const local = localText('America/St_Johns', moments.bound);
  assert.equal(every(`/wc/v3/orders?after=${local}`, { shop: 'zoned' }).length, expected);
  assert.equal(
    every(`/wc/v3/orders?after=${utcText(moments.bound)}Z`, { shop: 'zoned' }).length,
    expected,
  );
});

test('modified filters work to the second, and an ancient shop ignores them', () => {
  const query = `/wc/v3/orders?dates_are_gmt=true&modified_after=${utcText(moments.updatedTogether - 1000)}&modified_before=${utcText(moments.updatedTogether + 1000)}`;
  const expected = shopNamed('demo').orders.filter(
    (order) => order.updatedAt === moments.updatedTogether,
  );
  assert.deepEqual(
    [...ids(every(query))].sort(),
    expected.map((order) => store.orderId(order)).sort(),
  );
  assert.equal(every(query, { shop: 'ancient' }).length, shopNamed('ancient').orders.length);
});

test('orders are sorted by date, modification and identifier, and as included', () => {
  const dates = every('/wc/v3/orders?orderby=date&order=asc').map((row) => row.date_created_gmt);
  assert.deepEqual(dates, [...dates].sort());
  const modified = every('/wc/v3/orders?orderby=modified&order=desc').map(
    (row) => row.date_modified_gmt,
  );
  assert.deepEqual(modified, [...modified].sort().reverse());
  const some = shopNamed('demo')
    .orders.slice(5, 8)
    .map((order) => store.orderId(order))
    .reverse();
  assert.deepEqual(ids(ok(`/wc/v3/orders?include=${some.join(',')},1&orderby=include`)), some);
});

test('a status is one or several, and drafts and trash are listed only when asked for', () => {
  const statuses = new Set(every('/wc/v3/orders').map((row) => row.status));
  assert.deepEqual([...statuses].sort(), [
    'cancelled',
    'completed',
    'failed',
    'on-hold',
    'pending',
    'processing',
    'refunded',
  ]);
  const two = every('/wc/v3/orders?status=failed,refunded').map((row) => row.status);
  assert.deepEqual([...new Set(two)].sort(), ['failed', 'refunded']);
  assert.equal(every('/wc/v3/orders?status=trash').length, 1);
  assert.equal(every('/wc/v3/orders?status[]=checkout-draft').length, 1);
});

test("OPTIONS gives the statuses, a plugin's among them", () => {
  const schema = ok('/wc/v3/orders', { shop: 'custom', method: 'OPTIONS' }).schema;
  assert.ok(schema.properties.status.enum.includes('partially-shipped'));
  const shipped = every('/wc/v3/orders?status=partially-shipped', { shop: 'custom' });
  assert.ok(shipped.length > 0);
  assert.equal(ask('/wc/v3/orders?status=partially-shipped').status, 400);
});

const millionths = (text: string): number => Math.round(Number(text) * 1e6);
const total = (rows: readonly Native[], ...names: readonly string[]): number =>
  rows.reduce((sum, row) => sum + names.reduce((t, name) => t + millionths(row[name]), 0), 0);
/** The taxes of lines before they were rounded. */
const rawTaxes = (rows: readonly Native[], name: 'total' | 'subtotal'): number =>
  rows.reduce((sum, row) => sum + total(row.taxes, name), 0);
const isSame = (one: number, other: number, message: string) =>
  assert.ok(Math.abs(one - other) < 100, `${message}: ${one} and ${other} millionths`);

test('every order adds up in its own figures, before they are rounded', () => {
  for (const row of every('/wc/v3/orders?dp=6')) {
    const { line_items: lines, shipping_lines, fee_lines, prices_include_tax: included } = row;
    const all = [...lines, ...shipping_lines, ...fee_lines];
    const tax = included ? rawTaxes(all, 'total') : millionths(row.total_tax);
    isSame(millionths(row.total), total(all, 'total') + tax, `order ${row.id}`);
    isSame(
      millionths(row.total_tax),
      millionths(row.cart_tax) + millionths(row.shipping_tax),
      'tax',
    );
    const before = total(lines, 'subtotal') + (included ? rawTaxes(lines, 'subtotal') : 0);
    const after = total(lines, 'total') + (included ? rawTaxes(lines, 'total') : 0);
    const discount = millionths(row.discount_total) + (included ? millionths(row.discount_tax) : 0);
    isSame(discount, before - after, `discount of ${row.id}`);
    isSame(
      millionths(row.total_tax),
      total(row.tax_lines, 'tax_total', 'shipping_tax_total'),
      `tax lines of ${row.id}`,
    );
    if (row.coupon_lines.length === 0) continue;
    isSame(total(row.coupon_lines, 'discount'), millionths(row.discount_total), 'coupons');
    isSame(total(row.coupon_lines, 'discount_tax'), millionths(row.discount_tax), 'coupons');
  }
});

test('a price is kept as net amount and tax, and each is rounded by itself', () => {
  const fine = every('/wc/v3/orders?dp=6').flatMap((row) => row.line_items);
  const priced = fine.find((line) => /\.\d\d0*[1-9]/.test(line.total));
  assert.ok(priced);
  assert.match(priced.total_tax, /^\d+\.\d\d0000$/, 'the tax of a line is rounded');
  isSame(
    Math.round((millionths(priced.total) + rawTaxes([priced], 'total')) / 1e4) * 1e4,
    millionths(priced.total) + rawTaxes([priced], 'total'),
    'with the taxes of its rates it is a price in whole cents',
  );
});

test('times are site time beside UTC, without a zone', () => {
  const order = having('repeated-hour');
  const row = native(order, { shop: 'zoned' });
  assert.equal(row.date_created_gmt, utcText(order.createdAt));
  assert.equal(row.date_created, localText('America/St_Johns', order.createdAt));
});

test("the vendor's oddities are there", () => {
  const deleted = native(having('deleted-product')).line_items[0];
  assert.deepEqual([deleted.product_id, deleted.variation_id, deleted.sku], [0, 0, null]);
  const redeemed = native(having('gift-card-redeemed'));
  assert.match(redeemed.fee_lines[0].total, /^-\d+\.\d\d$/);
  const free = native(having('coupon-free-shipping'));
  assert.equal(free.shipping_lines[0].method_id, 'free_shipping');
  assert.equal(free.shipping_lines[0].total, '0.00');
  const yen = native(having('zero-decimal-currency'));
  assert.equal(yen.currency, 'JPY');
  assert.match(yen.total, /^\d+\.00$/);
  const taxed = native(having('at-bound')).line_items[0];
  assert.equal(typeof taxed.price, 'number');
  assert.equal(typeof taxed.image.id, 'string');
  const guest = native(having('guest'));
  assert.equal(guest.customer_id, 0);
  assert.equal(native(having('no-addresses')).billing.first_name, '');
});

test('an order with three decimals is held only if two are enough for it', () => {
  const dinars = (orders: readonly Order[]): readonly Order[] =>
    orders.filter((o) => o.currency === 'KWD');
  const held = dinars(shopNamed('demo').orders);
  assert.ok(held.length < dinars(catalogue.orders).length);
  for (const order of held) assert.equal(order.totals.total.presentment % 10, 0);
});

test('names keep their ampersands encoded, notes their line breaks', () => {
  const cup = catalogue.products.find((product) => product.title.startsWith('Espresso cup'));
  assert.ok(cup);
  assert.equal(
    ok(`/wc/v3/products/${store.productId(cup)}`).name,
    'Espresso cup <b>tiny</b> &amp; "round"',
  );
  assert.ok(native(having('note-with-newlines')).customer_note.includes('\r\nThird line'));
});

test('refunds are negative in the order and have their own list', () => {
  const order = having('refund-twice');
  const row = native(order);
  assert.equal(row.refunds.length, 2);
  assert.match(row.refunds[0].total, /^-/);
  const list = ok(`/wc/v3/orders/${row.id}/refunds?order=asc`);
  assert.deepEqual(
    list.map((refund: Native) => `-${refund.amount}`),
    row.refunds.map((r: Native) => r.total),
  );
  assert.ok(list[0].line_items[0].quantity < 0);
  assert.equal(ask('/wc/v3/orders/7/refunds').status, 404);
});

test('coupon lines name their type, in an ancient shop in the meta data', () => {
  const order = having('coupon-fixed-product');
  assert.equal(native(order).coupon_lines[0].discount_type, 'fixed_product');
  const old = native(order, { shop: 'ancient' }).coupon_lines[0];
  assert.equal(old.discount_type, undefined);
  assert.equal(old.meta_data[0].value.discount_type, 'fixed_product');
});

test('products list as catalogued, the trash only by name, drafts with any', () => {
  const { products, hiddenProducts = [] } = shopNamed('demo');
  const listed = every('/wc/v3/products?status=any&orderby=id&order=asc');
  assert.deepEqual(
    ids(listed),
    products.map((product) => store.productId(product)),
  );
  assert.deepEqual(
    [...ids(every('/wc/v3/products?status=trash'))].sort(),
    hiddenProducts.map((product) => store.productId(product)).sort(),
  );
  assert.ok(every('/wc/v3/products?status=draft').length > 0);
  const shared = listed.find((row) => row.name === 'Jasmine pearls');
  assert.equal(shared.manage_stock, true);
  const variations = ok(`/wc/v3/products/${shared.id}/variations`);
  assert.equal(variations[0].manage_stock, 'parent');
  assert.equal(variations[0].stock_quantity, shared.stock_quantity);
});

test('more than 250 variations come in pages, and by identifier where the route exists', () => {
  const big = catalogue.products.find((product) => product.variants.length > 250);
  assert.ok(big);
  const product = ok(`/wc/v3/products/${store.productId(big)}`);
  const rows = every(`/wc/v3/products/${product.id}/variations?orderby=id&order=asc`);
  assert.deepEqual(
    rows.map((row) => row.id),
    product.variations,
  );
  const some = product.variations.slice(3, 6);
  assert.deepEqual(
    ok(`/wc/v3/variations?include=${some}&orderby=include`).map((row: Native) => row.id),
    some,
  );
  assert.equal(read(ask('/wc/v3/variations', { shop: 'older' })).code, 'rest_no_route');
});

test('_fields keeps only what was asked for', () => {
  assert.deepEqual(Object.keys(ok('/wc/v3/orders?per_page=1&_fields=id,status')[0]), [
    'id',
    'status',
  ]);
  assert.deepEqual(ok('/wc/v3/orders?per_page=1&_fields=billing.country')[0], {
    billing: { country: 'NL' },
  });
});

test('customers hide the people of the shop unless role=all is asked for', () => {
  assert.deepEqual(ids(ok('/wc/v3/customers?include=49,50')), ['49']);
  assert.equal(ok('/wc/v3/customers?include=49,50&role=all').length, 2);
});

test('settings, currency and index answer as recorded', () => {
  assert.equal(ok('/wc/v3/data/currencies/current').code, 'EUR');
  assert.equal(ok('/wc/v3/settings/products/woocommerce_weight_unit').value, 'kg');
  const index = ok('/', { shop: 'zoned', authorization: null });
  assert.deepEqual([index.timezone_string, index.gmt_offset], ['America/St_Johns', '-3.5']);
  assert.ok(!ok('/', { shop: 'bare', authorization: null }).namespaces.includes('wc/v3'));
  assert.equal(read(ask('/wc/v3/orders', { shop: 'bare' })).code, 'rest_no_route');
});

test('a busy host refuses with its own page and says for how long', () => {
  const replies = Array.from({ length: 11 }, () =>
    ask('/wc/v3/orders?per_page=1', { shop: 'busy' }),
  );
  assert.deepEqual(replies.map((reply) => reply.status).slice(-2), [200, 429]);
  assert.equal(replies.at(-1)?.headers['retry-after'], '10');
});

test('what WooCommerce has and the sandbox does not play is said plainly', () => {
  const reply = ask('/wc/v3/coupons');
  assert.equal(reply.status, 501);
  assert.equal(read(reply).code, 'sandbox_not_played');
});
