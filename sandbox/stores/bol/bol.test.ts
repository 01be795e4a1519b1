// The Retailer API of the sandbox: strict about requests, true to the catalogue, limited as bol is.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { offerId, orderId } from './ids.ts';
import { bucketOf } from './quantities.ts';
import {
  anchor,
  clock,
  get,
  ok,
  open,
  read,
  send,
  shopNamed,
  store,
  tokenOf,
} from './test-seller.ts';

const day = 86_400_000;

/** All pages of a list of orders. */
function listed(query: string, shop = 'demo'): { orderId: string; orderItems: Item[] }[] {
  const rows = [];
  for (let page = 1; ; page += 1) {
    const { orders = [] } = ok(`orders?fulfilment-method=ALL&${query}&page=${page}`, { shop });
    rows.push(...orders);
    if (orders.length < 50) return rows;
  }
}
interface Item {
  readonly quantity: number;
  readonly quantityShipped: number;
  readonly quantityCancelled: number;
  readonly fulfilmentStatus: string;
  readonly latestChangedDateTime: string;
}
const ids = (rows: readonly { readonly orderId: string }[]) =>
  rows.map((row) => row.orderId).sort();

describe('requests', () => {
  test('must name the media type of their version', () => {
    for (const accept of ['application/json', 'application/vnd.retailer.v9+json', '*/*'])
      assert.equal(get('orders', { headers: { accept } }).status, 406, accept);
    assert.equal(get('orders', { version: 'v11' }).status, 406);
    assert.equal(get('offers').status, 406);
    const reply = get('offers', { version: 'v11' });
    assert.equal(reply.status, 200);
    assert.equal(reply.headers['content-type'], 'application/vnd.retailer.v11+json;charset=UTF-8');
  });

  test('with a parameter that is unknown, repeated or wrong are refused and say which', () => {
    for (const [query, name] of [
      ['pages=1', 'pages'],
      ['page=0', 'page'],
      ['page=1&page=2', 'page'],
      ['status=CANCELLED', 'status'],
      ['status=open', 'status'],
      ['fulfilment-method=LVB', 'fulfilment-method'],
      ['change-interval-minute=61', 'change-interval-minute'],
      ['change-interval-minute=0', 'change-interval-minute'],
      ['latest-change-date=15-11-2026', 'latest-change-date'],
      ['latest-change-date=2026-11-31', 'latest-change-date'],
      ['latest-change-date=2026-11-16', 'latest-change-date'],
      ['latest-change-date=2026-08-14', 'latest-change-date'],
      ['latest-change-date=2026-11-15&change-interval-minute=5', 'latest-change-date'],
    ]) {
      const reply = get(`orders?${query}`);
      assert.equal(reply.status, 400, query);
      assert.equal(read(reply).violations[0].name, name);
    }
    assert.equal(get('orders?latest-change-date=2026-08-15').status, 200);
    assert.equal(get('orders/0000000000').status, 404);
    assert.equal(get('returns').status, 404);
  });

  test('are refused for accounts that are closed or may not read orders', () => {
    assert.match(read(get('orders', { shop: 'inactive' })).detail, /Account is not active/);
    assert.equal(get('retailers/current', { shop: 'inactive' }).status, 403);
    assert.equal(get('orders', { shop: 'no-orders' }).status, 403);
    assert.equal(get('retailers/current', { shop: 'no-orders' }).status, 200);
    assert.deepEqual(shopNamed('inactive').orders, []);
  });
});

describe('lists of orders', () => {
  test('hold what is open, whatever its age, and what was done within 48 hours', () => {
    const held = shopNamed('backlog').orders;
    const isOpen = held.filter((order) => bucketOf(order) === 'open');
    assert.deepEqual(ids(listed('status=OPEN', 'backlog')), isOpen.map(orderId).sort());
    assert.ok(isOpen.some((order) => order.updatedAt < anchor - 200 * day));
    const all = listed('status=ALL', 'backlog');
    assert.ok(all.length > isOpen.length);
    assert.ok(all.length < held.length / 2);
  });

  test('by day hold the items that changed on that day in Amsterdam', () => {
    const rows = listed('status=ALL&latest-change-date=2026-10-25', 'backlog');
    assert.ok(rows.length > 0);
    for (const { orderItems } of rows)
      for (const { latestChangedDateTime } of orderItems)
        assert.equal(latestChangedDateTime.slice(0, 10), '2026-10-25');
    const whole = listed('status=ALL&latest-change-date=2026-10-25', 'whole-orders');
    assert.ok(whole.some(({ orderItems }) => orderItems.length > 1));
  });

  test('over all days hold every order that bol keeps, by its newest change', () => {
    const seen = new Set<string>();
    for (let at = anchor - 92 * day; at <= anchor; at += day) {
      const date = new Date(at).toISOString().slice(0, 10);
      for (const row of listed(`status=ALL&latest-change-date=${date}`)) seen.add(row.orderId);
    }
    assert.deepEqual([...seen].sort(), shopNamed('demo').orders.map(orderId).sort());
  });

  test('leave out what bol fulfils unless it is asked for', () => {
    const own = ok('orders?status=OPEN').orders ?? [];
    const both = ok('orders?status=OPEN&fulfilment-method=ALL').orders ?? [];
    assert.ok(own.length < both.length);
  });

  test('are empty objects when there is nothing', () => {
    assert.deepEqual(ok('orders', { shop: 'empty' }), {});
    assert.deepEqual(ok('orders?page=99'), {});
  });

  test('forget an order three months after its last change', () => {
    const began = clock.now;
    const before = shopNamed('demo').orders;
    const done = before.find((order) => bucketOf(order) === 'closed');
    assert.ok(done);
    assert.equal(get(`orders/${orderId(done)}`).status, 200);
    clock.now = began + 92 * day;
    const later = shopNamed('demo').orders;
    const reply = send('GET', `https://api.bol.com/retailer/orders/${orderId(done)}`, {
      headers: {
        authorization: `Bearer ${tokenOf()}`,
        accept: 'application/vnd.retailer.v10+json',
      },
    });
    clock.now = began;
    assert.equal(reply.status, 404);
    assert.deepEqual(
      later.map(orderId).sort(),
      before
        .filter((order) => bucketOf(order) === 'open' || order.updatedAt >= anchor - 3_600_000)
        .map(orderId)
        .sort(),
    );
  });
});

test('a whole order adds up to what the catalogue says of its lines', () => {
  for (const order of shopNamed('demo').orders) {
    const native = ok(`orders/${orderId(order)}`);
    const cents = (euros: number) => Math.round(euros * 100);
    let lines = 0;
    let newest = 0;
    for (const item of native.orderItems) {
      const off = item.discounts.reduce(
        (sum: number, { amount }: { amount: number }) => sum + cents(amount),
        0,
      );
      assert.equal(cents(item.unitPrice) * item.quantity - off, cents(item.totalPrice));
      assert.ok(item.quantityShipped + item.quantityCancelled <= item.quantity);
      lines += cents(item.totalPrice);
      newest = Math.max(newest, Date.parse(item.latestChangedDateTime));
    }
    assert.equal(lines, order.totals.subtotal.shop);
    assert.equal(newest, order.updatedAt);
    assert.equal(Date.parse(native.orderPlacedDateTime), order.createdAt);
    assert.match(native.shipmentDetails.countryCode, /^(NL|BE)$/);
  }
});

test('some goods are ordered with their installation, at no price that bol names', () => {
  const services = (shop: string) =>
    shopNamed(shop)
      .orders.flatMap((order) => ok(`orders/${orderId(order)}`, { shop }).orderItems)
      .flatMap(({ additionalServices }) => additionalServices);
  assert.deepEqual(services('demo'), []);
  assert.ok(services('services').length > 0);
  for (const service of services('services'))
    assert.deepEqual(service, { serviceType: 'PLACEMENT_AND_INSTALLATION' });
});

describe('offers', () => {
  const products = shopNamed('demo').products;
  const all = () => {
    const rows = [];
    for (let cursor: string | undefined; ; ) {
      const page = ok(`offers?page-size=100${cursor ? `&cursor=${cursor}` : ''}`, {
        version: 'v11',
      });
      rows.push(...page.offers);
      cursor = page.page.nextCursor;
      if (cursor === undefined) return rows;
    }
  };

  test('are the products without options, each once', () => {
    assert.deepEqual(
      all()
        .map((offer) => offer.offerId)
        .sort(),
      products.map((product) => store.productId(product)).sort(),
    );
    assert.ok(products.length > 200);
  });

  test('are what the lines of orders name, or nothing is named', () => {
    const offered = new Set(all().map((offer) => offer.offerId));
    const named = shopNamed('demo')
      .orders.flatMap((order) => ok(`orders/${orderId(order)}`).orderItems)
      .map(({ offer }) => offer.offerId);
    assert.ok(named.some((id) => offered.has(id)) && named.includes(undefined));
    assert.deepEqual(
      named.filter((id) => id !== undefined && !offered.has(id)),
      [],
    );
  });

  test('that bol does not know name no countries', () => {
    const { offers } = ok('offers', { version: 'v11', shop: 'unknown-goods' });
    assert.ok(offers.length > 0);
    for (const offer of offers) assert.equal('countryAvailabilities' in offer, false);
  });

  test('come no fewer than 25 at a time, and a cursor belongs to its request', () => {
    const { offers, page } = ok('offers?page-size=3', { version: 'v11' });
    assert.equal(offers.length, 25);
    assert.equal(page.pageSize, 25);
    const other = get(`offers?page-size=50&cursor=${page.nextCursor}`, { version: 'v11' });
    assert.equal(other.status, 400);
  });

  test('are found by id, EAN, reference and change', () => {
    const [one, other] = [products[3], products[9]];
    const [variant] = one?.variants ?? [];
    assert.ok(one && other && variant);
    const found = (query: string) => ok(`offers?${query}`, { version: 'v11' }).offers;
    const both = `offer-ids=${store.productId(one)}&offer-ids=${store.productId(other)}`;
    assert.equal(found(both).length, 2);
    assert.equal(found(`eans=${variant.barcode}`)[0].offerId, offerId(variant));
    assert.equal(found(`reference=${variant.sku}`)[0].offerId, offerId(variant));
    const since = new Date(one.updatedAt).toISOString();
    assert.equal(
      found(`page-size=100&last-modified-date-time=${since}`).length,
      Math.min(100, products.filter(({ updatedAt }) => updatedAt >= one.updatedAt).length),
    );
    assert.equal(get('offers?last-modified-date-time=2026-01-01', { version: 'v11' }).status, 400);
  });

  test('have texts, pictures, and stock where bol keeps it', () => {
    const kept = products.find((product) => product.id % 4 === 0 && product.images.length > 1);
    const ean = kept?.variants[0]?.barcode;
    assert.ok(kept && ean);
    const text = ok(`content/catalog-products/${ean}`);
    assert.equal(text.attributes[0].values[0].value, kept.title);
    assert.equal(ok(`products/${ean}/assets`).assets.length, kept.images.length);
    assert.equal(ok(`products/${ean}/assets?usage=PRIMARY`).assets.length, 1);
    const [row] = ok(`inventory?query=${ean}`).inventory;
    assert.equal(row.regularStock, kept.variants[0]?.stock.levels[0]?.available);
    assert.equal(ok('inventory').inventory.length, 50);
    assert.equal(get('content/catalog-products/0').status, 404);
    assert.equal(get(`content/catalog-products/${ean}`, { shop: 'unknown-goods' }).status, 404);
  });
});

describe('limits', () => {
  test('are counted by operation and shown in every answer', () => {
    const strict = open('vendor');
    const token = tokenOf('demo', strict);
    const ask = (path: string) =>
      send('GET', `https://api.bol.com/retailer/${path}`, {
        from: strict,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/vnd.retailer.v10+json',
        },
      });
    const first = ask('orders');
    assert.equal(first.headers['x-ratelimit-limit'], '25');
    assert.equal(first.headers['x-ratelimit-remaining'], '24');
    assert.equal(first.headers['x-ratelimit-reset'], '60');
    for (let i = 0; i < 24; i++) assert.equal(ask('orders').status, 200);
    const refused = ask('orders');
    assert.equal(refused.status, 429);
    assert.equal(refused.headers['retry-after'], '60');
    assert.equal(read(refused).detail, 'Too many requests, retry in 60 seconds.');
    assert.equal(ask('inventory').headers['x-ratelimit-remaining'], '19');
  });

  test('that are relaxed are shown as wide', () => {
    for (let i = 0; i < 30; i++) assert.equal(get('orders').status, 200);
    assert.equal(get('orders').headers['x-ratelimit-remaining'], '999999');
  });
});
