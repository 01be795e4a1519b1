// The changing catalogue: steps that add up, refusals that change nothing, dates in each vendor's own way.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { add, minus } from '../catalogue/amounts.ts';
import type { Catalogue, Order } from '../catalogue/types.ts';
import { type Sandbox, startSandbox } from '../server.ts';
import type { StoreReply } from '../store.ts';
import { paidOf } from './settled.ts';

const anchor = Date.UTC(2026, 10, 15);
let clock = anchor + 12 * 3_600_000;
const isAll = process.env.TEST_ALL === '1';
/** Orders of so many days show every trait; with repetitions there are years of them. */
const days = isAll ? undefined : 60;
const open = () => startSandbox({ port: 0, anchor, now: () => clock, relaxed: true, days });
let sandbox: Sandbox;
before(async () => {
  sandbox = await open();
});
after(() => sandbox.close());

// biome-ignore lint/suspicious/noExplicitAny: an answer is looked into, not typed
type Json = any;

/** One call, and the answer's body beside its status. */
function call(method: string, path: string, body?: object, of = sandbox): Json {
  const [where = '', query = ''] = path.split('?');
  const reply = of.changes.reply({
    method,
    path: `/_sandbox/${where}`,
    query: [...new URLSearchParams(query)],
    body: body === undefined ? '' : JSON.stringify(body),
  });
  assert.ok(reply, path);
  return { status: reply.status, ...JSON.parse(String(reply.body)) };
}
const post = (path: string, body?: object): Json => call('POST', path, body);
/** The status of a call that is refused, and its sentence. */
const refused = (path: string, body?: object): string => {
  const { status, message } = post(path, body);
  return `${status} ${message}`;
};

function assertAddsUp(order: Order): void {
  const { totals, lines, shippingLines, refunds, taxesIncluded } = order;
  for (const side of ['shop', 'presentment'] as const) {
    const tax = taxesIncluded ? 0 : totals.tax[side];
    const sum =
      totals.lines[side] - totals.discounts[side] + totals.shipping[side] + tax + totals.tip[side];
    assert.equal(totals.total[side], sum, `total of ${order.number}`);
    const parts = [...lines, ...shippingLines].map((line) => line.tax);
    assert.equal(totals.tax[side], add(...parts)[side], `tax of ${order.number}`);
    assert.equal(totals.refunded[side], add(...refunds.map(({ total }) => total))[side]);
    assert.ok(
      totals.refunded[side] <= Math.max(0, totals.total[side]),
      `refunds of ${order.number}`,
    );
    if (order.paidAt === null && order.state !== 'cancelled')
      assert.equal(totals.outstanding[side], minus(totals.total, paidOf(order))[side]);
    for (const line of lines) {
      const back = refunds.flatMap((refund) => refund.lines.filter(({ lineId }) => lineId === line.id)); // biome-ignore format: one line
      assert.ok(add(...back.map(({ subtotal }) => subtotal))[side] <= line.total[side]);
      assert.equal(
        line.refundedQuantity,
        back.reduce((all, { quantity }) => all + quantity, 0),
      );
      assert.ok(line.refundedQuantity <= line.quantity && line.fulfilledQuantity <= line.quantity);
    }
  }
  assert.equal(order.state === 'cancelled', order.cancelledAt !== null);
  assert.equal(order.state === 'closed', order.closedAt !== null);
  assert.ok(order.createdAt <= order.updatedAt && order.updatedAt <= clock);
}

const idsOf = (records: readonly { readonly id: number }[]) => records.map(({ id }) => id);

test('any random sequence leaves a catalogue that adds up, and its seed makes it again', () => {
  const { catalogue, changes } = sandbox;
  const taken = (isAll ? [1, 2, 3] : [3]).map((seed) => {
    changes.reset();
    const steps = changes.random(400, seed);
    for (const order of catalogue.orders) assertAddsUp(order);
    const ids = idsOf(catalogue.orders);
    assert.deepEqual(
      ids,
      [...new Set(ids)].sort((a, b) => a - b),
    );
    const living = new Set(idsOf(catalogue.products));
    for (const line of catalogue.orders.flatMap(({ lines }) => lines))
      assert.equal(line.productExists, line.productId !== null && living.has(line.productId));
    return JSON.stringify([steps, catalogue.orders.at(-1)]);
  });
  changes.reset();
  const again = changes.random(400, 3);
  assert.equal(JSON.stringify([again, catalogue.orders.at(-1)]), taken.at(-1));
  const kinds = new Set(
    again.map(({ change, order }) => `${change} ${order ? 'order' : 'product'}`),
  );
  assert.equal(kinds.size, 12, [...kinds].join(', '));
  changes.reset();
});

test('without a change nothing is rebuilt, and a reset gives back the very same records', () => {
  const { catalogue, changes, stores } = sandbox;
  const start = { orders: catalogue.orders, productById: catalogue.productById };
  const held = stores.map(({ shops }) => shops.map(({ orders }) => orders));
  changes.random(20, 5);
  changes.reset();
  assert.equal(catalogue.orders, start.orders);
  assert.equal(catalogue.productById, start.productById);
  for (const [at, { shops, channel }] of stores.entries())
    for (const [index, { orders, name }] of shops.entries()) {
      const before = held[at]?.[index] ?? [];
      assert.ok(orders.length === before.length && orders.every((one, i) => one === before[i]), `${channel} ${name}`); // biome-ignore format: one line
    }
});

test('a change leaves all other records, and what stores made of them, as they are', () => {
  const { catalogue, changes, stores } = sandbox;
  const before = catalogue.orders;
  const { order } = post('orders/3000/edit', { note: 'Other' });
  assert.equal(order.note, 'Other');
  assert.equal(catalogue.orders.filter((one, at) => one !== before[at]).length, 1);
  const demo = stores.find(({ channel }) => channel === 'woocommerce')?.shops[0];
  assert.equal(demo?.orders.find(({ number }) => number === 3000)?.note, 'Other');
  changes.reset();
});

test('an order goes from creation to deletion, shown by every vendor that can hold it', () => {
  const made = post('orders', { lines: [{ sku: 'KZ-0001', quantity: 3 }], paid: false });
  assert.equal(made.status, 201);
  const { number } = made.order;
  const shown = (answer: Json) => answer.shown.map(({ channel }: Json) => channel);
  assert.deepEqual(shown(made), ['amazon', 'bigcommerce', 'lightspeed_c', 'mirakl', 'shopify', 'woocommerce']); // biome-ignore format: one line
  const why = new Map(made.notShown.map((one: Json) => [one.channel, one.why]));
  assert.equal(why.get('bol'), 'bol shows an order only once it is paid.');
  assert.match(String(why.get('magento')), /products only/);
  assert.match(refused(`orders/${number}/ship`), /^409 .*pay it first/);

  clock += 60_000;
  const part = post(`orders/${number}/pay`, { amount: '1.00' });
  assert.equal(part.order.financialStatus, 'partially_paid');
  assert.match(refused(`orders/${number}/pay`, { amount: '1000.00' }), /^409 .* outstanding; pay that or less/); // biome-ignore format: one line
  const paid = post(`orders/${number}/pay`);
  assert.deepEqual([paid.order.financialStatus, paid.order.outstanding], ['paid', '0.00']);
  assert.ok(shown(paid).includes('bol'));

  clock += 60_000;
  const sent = post(`orders/${number}/ship`, { lines: [{ line: 1, quantity: 2 }] });
  assert.deepEqual([sent.order.fulfilmentStatus, sent.order.state], ['partial', 'open']);
  assert.match(refused(`orders/${number}/ship`, { lines: [{ line: 1, quantity: 2 }] }), /has 1 left to ship/); // biome-ignore format: one line
  const rest = post(`orders/${number}/ship`);
  assert.deepEqual([rest.order.fulfilmentStatus, rest.order.state], ['fulfilled', 'closed']);

  clock += 60_000;
  const back = post(`orders/${number}/refund`, { lines: [{ line: 1, quantity: 1 }] });
  assert.equal(back.order.financialStatus, 'partially_refunded');
  assert.match(refused(`orders/${number}/refund`, { amount: '999.00' }), /^409 .* left to give back, which is less than 999.00/); // biome-ignore format: one line
  const all = post(`orders/${number}/refund`);
  assert.deepEqual([all.order.financialStatus, all.order.refunded], ['refunded', all.order.total]);
  assert.match(refused(`orders/${number}/refund`), /^409 .* refunded whole already/);
  assert.match(refused(`orders/${number}/cancel`), /^409 .* refund it instead/);

  const gone = call('DELETE', `orders/${number}`);
  assert.deepEqual(gone.shown, []);
  assert.match(refused(`orders/${number}/ship`), /^404 .*was deleted/);
  sandbox.changes.reset();
});

test('each vendor moves the dates that it would move', () => {
  const { number } = post('orders').order;
  const dateOf = (answer: Json, channel: string): string =>
    JSON.stringify(answer.shown.find((one: Json) => one.channel === channel)?.native);
  clock += 3_600_000;
  const sent = post(`orders/${number}/ship`);
  clock += 3_600_000;
  const back = post(`orders/${number}/refund`, { amount: '1.00' });
  // Neither shows what was given back after sending, so that nothing of the order changed there.
  for (const channel of ['amazon', 'bol'])
    assert.equal(dateOf(back, channel), dateOf(sent, channel), channel);
  for (const channel of ['bigcommerce', 'lightspeed_c', 'mirakl', 'shopify', 'woocommerce'])
    assert.notEqual(dateOf(back, channel), dateOf(sent, channel), channel);

  const stocked = post('products/KZ-0002/edit', { stock: 5 });
  clock += 3_600_000;
  const again = post('products/KZ-0002/edit', { stock: 7 });
  assert.equal(dateOf(again, 'magento'), dateOf(stocked, 'magento'), 'stock is kept apart');
  assert.notEqual(dateOf(again, 'shopify'), dateOf(stocked, 'shopify'));
  sandbox.changes.reset();
});

test('a cancelled order can neither be shipped nor paid, and gives the money back', () => {
  const { number } = post('orders').order;
  const { order } = post(`orders/${number}/cancel`, { reason: 'inventory' });
  assert.deepEqual([order.state, order.financialStatus, order.cancelReason], ['cancelled', 'refunded', 'inventory']); // biome-ignore format: one line
  assert.match(
    refused(`orders/${number}/ship`),
    /^409 Order \d+ is cancelled and cannot be shipped/,
  );
  assert.match(refused(`orders/${number}/pay`), /cannot be paid/);
  assert.match(refused(`orders/${number}/edit`, { lines: [{ line: 1, quantity: 2 }] }), /can no longer be edited/); // biome-ignore format: one line
  sandbox.changes.reset();
});

test('bad input changes nothing and says what to change', () => {
  const { catalogue } = sandbox;
  const { version } = catalogue;
  const tries: readonly (readonly [path: string, body: object | undefined, says: RegExp])[] = [
    ['orders/99/pay', undefined, /^404 There is no order 99/],
    ['orders/unknown:1/pay', undefined, /^404 There is no channel unknown/],
    ['orders/3000/constructor', undefined, /^404 .* pay, ship, refund, edit, cancel/],
    ['orders', { line: [] }, /^400 There is no "line" in the body; it may have "lines"/],
    ['orders', { lines: [] }, /^400 "lines" must be a list of 1 to 500/],
    ['orders', { lines: [{ sku: 'X' }] }, /^404 There is no product X/],
    ['orders', { lines: [{ quantity: 1 }] }, /either "sku" or "product"/],
    ['orders', { country: 'XX' }, /^400 "country" must be one of NL/],
    ['orders', { coupon: 'welcome5', country: 'GB' }, /worth euros/],
    ['orders', { at: '2026-11-15' }, /^400 "at" must be an ISO 8601 instant with its offset/],
    ['orders', { at: '2030-01-01T00:00:00Z' }, /^400 "at" lies in the future/],
    ['orders/3000/edit', { at: '2020-01-01T00:00:00Z', note: 'x' }, /before the last change/],
    ['orders/3000/edit', {}, /Give what to edit/],
    ['orders/3000/refund', { amount: '1.005' }, /at most \d decimals/],
    ['orders/3000/refund', { lines: [{ line: 99 }] }, /"line" must be a whole number from 1 to/],
    ['products', { price: '0.00' }, /more than zero/],
    ['products', { sku: 'KZ-0001' }, /^409 .* is taken/],
    ['products/4/edit', { sku: 'KZ-0001', price: '1.00' }, /has no variant KZ-0001/],
    ['products/4/publish', undefined, /^409 .* published already/],
    ['random', { steps: 0 }, /from 1 to 1000/],
    ['reset', { all: true }, /There is no "all"/],
  ];
  for (const [path, body, says] of tries) assert.match(refused(path, body), says);
  assert.equal(post('orders/3000/pay').status >= 400, true);
  assert.equal(catalogue.version, version);
});

test('a product is made, edited, put away, brought back and deleted', () => {
  const made = post('products', { title: 'Rain cape', price: '49.95', stock: 12 });
  const id = made.product.product;
  assert.equal(made.shown.length, sandbox.stores.length, 'every channel shows it');
  const edited = post(`products/${id}/edit`, { price: '39.95', stock: 0 });
  assert.deepEqual(edited.product.variants[0], { sku: `KZ-0${id}`, title: null, price: '39.95', compareAtPrice: null, stock: 0 }); // biome-ignore format: one line
  post(`products/${id}/edit`, { stock: 3 });
  const { order } = post('orders', { lines: [{ product: id }] });
  const away = post(`products/${id}/archive`);
  const still = away.shown.map(({ channel }: Json) => channel);
  assert.deepEqual(still, ['sharetribe', 'shopify', 'woocommerce']);
  post(`products/${id}/publish`);
  call('DELETE', `products/${id}`);
  assert.equal(sandbox.catalogue.orders.find(({ number }) => number === order.number)?.lines[0]?.productExists, false); // biome-ignore format: one line
  assert.match(refused('orders', { lines: [{ product: id }] }), /^404/);
  sandbox.changes.reset();
});

test('an instant of the past is taken as given, also where a clock shows it twice', () => {
  const [night] = sandbox.catalogue.moments.clockChanges.filter(({ direction }) => direction === 'back'); // biome-ignore format: one line
  const at = (night?.at ?? 0) - 1_800_000;
  const { order, shown } = post('orders', { at: new Date(at).toISOString() });
  assert.equal(Date.parse(order.createdAt), at);
  const woo = shown.find(({ channel }: Json) => channel === 'woocommerce');
  assert.match(woo.native.date_created, /T02:30:00$/);
  sandbox.changes.reset();
});

test('two sandboxes in one process do not know of each other’s changes', async () => {
  const other = await open();
  const orders = (of: { readonly catalogue: Catalogue }) => of.catalogue.orders.length;
  const before = orders(sandbox);
  call('POST', 'orders', {}, other);
  assert.deepEqual([orders(sandbox), orders(other)], [before, before + 1]);
  await other.close();
});

test('a deletion shows in the vendor’s own way', async () => {
  const { order, shown } = post('orders');
  const idAt = (channel: string) => shown.find((one: Json) => one.channel === channel).id;
  const asked = async (channel: string, host: string, path: string): Promise<StoreReply> => {
    const store = sandbox.stores.find((one) => one.channel === channel);
    const { account, secrets } = store?.shops[0]?.credential ?? { account: {}, secrets: {} };
    const [where = '', rawQuery = ''] = path.split('?');
    const reply = await store?.handle({
      method: 'GET',
      host,
      https: true,
      path: where.replace('{hash}', String(account.store_hash)),
      rawQuery,
      query: [...new URLSearchParams(rawQuery)],
      headers: {
        accept: 'application/json',
        authorization: `Basic ${secrets.token}`,
        'x-auth-token': String(secrets.token),
      },
      body: '',
    });
    assert.ok(reply);
    return reply;
  };
  call('DELETE', `orders/${order.number}`);
  const woo = await asked('woocommerce', 'demo.woo.example', `/wp-json/wc/v3/orders/${idAt('woocommerce')}`); // biome-ignore format: one line
  assert.equal(JSON.parse(String(woo.body)).status, 'trash');
  const list = await asked('woocommerce', 'demo.woo.example', '/wp-json/wc/v3/orders?per_page=1');
  assert.notEqual(String(JSON.parse(String(list.body))[0].id), idAt('woocommerce'));
  const big = await asked('bigcommerce', 'api.bigcommerce.com', `/stores/{hash}/v2/orders/${idAt('bigcommerce')}`); // biome-ignore format: one line
  assert.equal(JSON.parse(String(big.body)).is_deleted, true);
  sandbox.changes.reset();
});

test('the lines of the front page run as they are', async () => {
  const page = await (await fetch(`${sandbox.origin}/`)).text();
  const [, block = ''] = /<h2>Change things<\/h2>.*?<pre>(.*?)<\/pre>/s.exec(page) ?? [];
  const lines = block.split('\n');
  assert.equal(lines.length, 11);
  for (const line of lines) {
    const [, method = 'GET', url = '', body] =
      /^curl (?:-X (\w+) )?'?(http[^\s']+)'?(?: -d '(.*?)')?/.exec(line) ?? [];
    const reply = await fetch(url, { method, ...(body !== undefined && { body }) });
    assert.ok(reply.ok, `${line}: ${await reply.text()}`);
  }
});

test('alive, something changes by itself, until it is stopped', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const lively = await open();
  t.after(() => lively.close());
  const done = () => lively.changes.journal('shopify').length;
  const before = done();
  assert.equal(call('POST', 'alive', { seconds: 2 }, lively).seconds, 2);
  t.mock.timers.tick(20_000);
  const moved = done();
  assert.ok(moved >= before + 5, `${moved - before} changes`);
  call('POST', 'alive', { seconds: 0 }, lively);
  t.mock.timers.tick(20_000);
  assert.equal(done(), moved);
});
