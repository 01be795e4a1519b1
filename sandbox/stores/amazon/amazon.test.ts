// The Amazon store: tokens that end, strict parameters, paging, quotas, consent, sums that add up.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { catalogueOf } from '../../catalogue/index.ts';
import type { Catalogue } from '../../catalogue/types.ts';
import type { Rates, Store, StoreReply } from '../../store.ts';
import { netFigures, shownFigures, sum, totalTax } from './figures.ts';
import { holdsOrder } from './holding.ts';
import { openAmazon } from './index.ts';

const anchor = Date.UTC(2026, 10, 15);
const host = 'sellingpartnerapi-eu.amazon.com';
const NL = 'A1805IZSGTT6HS';
const SINCE = { createdAfter: '2026-10-01T00:00:00Z' };

let catalogue: Catalogue;
let clock: number;
before(() => {
  catalogue = catalogueOf(anchor);
});

const open = (rates: Rates = 'vendor') => {
  clock = anchor + 12 * 3_600_000;
  return openAmazon({ catalogue, now: () => clock, rates });
};

const bodyOf = (reply: StoreReply) => JSON.parse(String(reply.body ?? 'null'));

async function post(store: Store, on: string, path: string, fields: Record<string, string>) {
  return store.handle({
    method: 'POST',
    host: on,
    https: true,
    path,
    rawQuery: '',
    query: [],
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
}

async function accessOf(store: Store, shop = 'demo'): Promise<string> {
  const { token = '' } = store.shops.find(({ name }) => name === shop)?.credential.secrets ?? {};
  const reply = await post(store, 'api.amazon.com', '/auth/o2/token', {
    grant_type: 'refresh_token',
    refresh_token: token,
    client_id: store.app?.clientId ?? '',
    client_secret: store.app?.clientSecret ?? '',
  });
  return bodyOf(reply).access_token;
}

interface Asking {
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly on?: string;
}

async function get(
  store: Store,
  token: string,
  path: string,
  { query = {}, headers = {}, on = host }: Asking = {},
) {
  return store.handle({
    method: 'GET',
    host: on,
    https: true,
    path,
    rawQuery: new URLSearchParams(query).toString(),
    query: Object.entries(query),
    headers: {
      'user-agent': 'Test/1 (Language=TypeScript)',
      'x-amz-access-token': token,
      ...headers,
    },
    body: '',
  });
}

const ORDERS = '/orders/2026-01-01/orders';

describe('tokens', () => {
  test('an access token opens its own region for an hour', async () => {
    const store = open();
    const token = await accessOf(store);
    assert.equal((await get(store, token, ORDERS, { query: SINCE })).status, 200);
    const elsewhere = await get(store, token, ORDERS, {
      query: SINCE,
      on: 'sellingpartnerapi-na.amazon.com',
    });
    assert.match(bodyOf(elsewhere).errors[0].details, /revoked, malformed or invalid/);
    clock += 3_600_000;
    const late = await get(store, token, ORDERS, { query: SINCE });
    assert.equal(late.status, 403);
    assert.match(bodyOf(late).errors[0].details, /has expired/);
  });

  test('an app must be known, and a refresh token belongs to one', async () => {
    const store = open();
    const own = store.shops.find(({ name }) => name === 'private')?.credential.secrets ?? {};
    const app = {
      client_id: store.app?.clientId ?? '',
      client_secret: store.app?.clientSecret ?? '',
    };
    const login = async (fields: Record<string, string>) =>
      bodyOf(
        await post(store, 'api.amazon.com', '/auth/o2/token', {
          grant_type: 'refresh_token',
          ...fields,
        }),
      ).error;
    assert.equal(
      await login({ ...app, client_secret: 'x', refresh_token: own.token ?? '' }),
      'invalid_client',
    );
    assert.equal(await login({ ...app, refresh_token: own.token ?? '' }), 'unauthorized_client');
    assert.equal(await login({ ...app, refresh_token: 'Atzr|none' }), 'invalid_grant');
    assert.equal(
      await login({ ...app, refresh_token: 'Atzr|none', scope: 'all' }),
      'invalid_request',
    );
  });

  test('roles decide what a token opens', async () => {
    const store = open();
    const denied = await get(store, await accessOf(store, 'no-orders'), ORDERS, { query: SINCE });
    assert.deepEqual([denied.status, bodyOf(denied).errors[0].details], [403, '']);
    const missing = await get(store, '', ORDERS, { query: SINCE });
    assert.equal(bodyOf(missing).errors[0].code, 'MissingAuthenticationToken');
  });
});

describe('orders', () => {
  test('what Amazon would refuse is refused', async () => {
    const store = open('relaxed');
    const token = await accessOf(store);
    const details = async (query: Record<string, string>, headers = {}) => {
      const reply = await get(store, token, ORDERS, { query, headers });
      assert.equal(reply.status, 400, JSON.stringify(query));
      return bodyOf(reply).errors[0].details;
    };
    const soon = new Date(clock - 60_000).toISOString();
    assert.match(await details({}), /Exactly one/);
    assert.match(
      await details({ ...SINCE, lastUpdatedAfter: '2026-10-01T00:00:00Z' }),
      /cannot both/,
    );
    assert.match(await details({ ...SINCE, lastUpdatedBefore: '2026-10-02T00:00:00Z' }), /mixed/);
    assert.match(await details({ ...SINCE, createdBefore: soon }), /two minutes/);
    assert.match(await details({ createdAfter: soon }), /start of the range .* two minutes/);
    assert.match(await details({ lastUpdatedAfter: soon }), /start of the range .* two minutes/);
    assert.match(
      await details({ ...SINCE, createdBefore: '2026-09-01T00:00:00Z' }),
      /before its start/,
    );
    assert.match(await details({ createdAfter: '2026-10-01' }), /ISO 8601/);
    assert.match(await details({ ...SINCE, createdafter: 'x' }), /Unknown parameter/);
    assert.match(
      await details({ ...SINCE, fulfillmentStatuses: 'SHIPPED,Canceled' }),
      /invalid value: Canceled/,
    );
    assert.match(await details({ ...SINCE, maxResultsPerPage: '101' }), /between 1 and 100/);
    assert.match(
      await details({ ...SINCE, marketplaceIds: 'A1F83G8C2ARO7P' }),
      /Invalid marketplace/,
    );
    assert.match(await details({ ...SINCE, paginationToken: 'x' }), /paginationToken/);
    assert.match(await details(SINCE, { 'user-agent': 'curl' }), /user-agent/);
  });

  test('a page token belongs to its query, for a day', async () => {
    const store = open('relaxed');
    const ask = async (token: string, query: Record<string, string>) =>
      get(store, token, ORDERS, { query: { ...SINCE, ...query } });
    const first = bodyOf(await ask(await accessOf(store), { maxResultsPerPage: '5' }));
    const { nextToken: paginationToken } = first.pagination;
    const second = bodyOf(
      await ask(await accessOf(store), { maxResultsPerPage: '3', paginationToken }),
    );
    assert.equal(second.orders.length, 3);
    assert.ok(second.orders[0].createdTime <= first.orders[4].createdTime);
    const other = await ask(await accessOf(store), { paginationToken, fulfilledBy: 'AMAZON' });
    assert.equal(other.status, 400);
    clock += 25 * 3_600_000;
    assert.equal((await ask(await accessOf(store), { paginationToken })).status, 400);
  });

  test('only what was asked for is given', async () => {
    const store = open('relaxed');
    const token = await accessOf(store);
    const [bare] = bodyOf(
      await get(store, token, ORDERS, { query: { ...SINCE, maxResultsPerPage: '1' } }),
    ).orders;
    assert.deepEqual(
      Object.keys(bare).sort(),
      [
        'associatedOrders',
        'createdTime',
        'lastUpdatedTime',
        'orderAliases',
        'orderId',
        'orderItems',
        'programs',
        'salesChannel',
      ].filter((name) => name in bare),
    );
    assert.equal(bare.buyer, undefined);
    assert.deepEqual(Object.keys(bare.orderItems[0]), [
      'orderItemId',
      'quantityOrdered',
      'product',
    ]);
  });

  test('the quota is that of the plan, counted by seller and operation, and not mentioned when it is met', async () => {
    const store = open('vendor');
    const token = await accessOf(store);
    for (let i = 0; i < 20; i += 1) {
      const reply = await get(store, token, ORDERS, { query: SINCE });
      assert.deepEqual([reply.status, reply.headers['x-amzn-ratelimit-limit']], [200, '0.0056']);
    }
    const met = await get(store, token, ORDERS, { query: SINCE });
    assert.deepEqual([met.status, bodyOf(met).errors[0].code], [429, 'QuotaExceeded']);
    assert.equal(met.headers['x-amzn-ratelimit-limit'], undefined);
    assert.equal((await get(store, token, `${ORDERS}/000-0000000-0000000`)).status, 404);
    assert.equal(
      (await get(store, await accessOf(store, 'small'), ORDERS, { query: SINCE })).status,
      200,
    );
    clock += 179_000;
    assert.equal((await get(store, token, ORDERS, { query: SINCE })).status, 200);
  });

  test('v0 gives a single order as its list does, and refuses what is no number', async () => {
    const store = open('relaxed');
    const token = await accessOf(store);
    const old = '/orders/v0/orders';
    const query = { MarketplaceIds: NL, CreatedAfter: SINCE.createdAfter, MaxResultsPerPage: '1' };
    const [first] = bodyOf(await get(store, token, old, { query })).payload.Orders;
    const single = await get(store, token, `${old}/${first.AmazonOrderId}`);
    assert.deepEqual(bodyOf(single).payload, first);
    assert.equal((await get(store, token, `${old}/000-0000000-0000000`)).status, 404);
    for (const path of [old, ORDERS])
      assert.equal((await get(store, token, `${path}/S01-1`)).status, 400);
  });

  test('a cancelled line of v0 has no pieces left, and still a price', async () => {
    const store = open('relaxed');
    const token = await accessOf(store);
    const query = {
      MarketplaceIds: NL,
      CreatedAfter: '2025-01-01T00:00:00Z',
      OrderStatuses: 'Canceled',
    };
    const [order] = bodyOf(await get(store, token, '/orders/v0/orders', { query })).payload.Orders;
    const path = `/orders/v0/orders/${order.AmazonOrderId}/orderItems`;
    const [item] = bodyOf(await get(store, token, path)).payload.OrderItems;
    assert.deepEqual([item.QuantityOrdered, item.ItemPrice.CurrencyCode], [0, 'EUR']);
    assert.equal(order.OrderTotal, undefined);
  });

  test('every split of an order adds up to its total, before tax and as the buyer saw it', () => {
    for (const order of catalogue.orders.filter(holdsOrder)) {
      const { total, tip } = order.totals;
      const goods = total.presentment - tip.presentment;
      for (const figures of [netFigures(order), shownFigures(order)])
        assert.equal(
          sum(
            figures.map((f) => f.item + f.shipping - f.discount - f.shippingDiscount + totalTax(f)),
          ),
          goods,
          `order ${order.id}`,
        );
      const tax = sum(netFigures(order).map(totalTax));
      assert.equal(tax, order.totals.tax.presentment, `tax of ${order.id}`);
    }
  });
});

describe('listings', () => {
  const search = async (query: Record<string, string>, shop = 'demo') => {
    const store = open('relaxed');
    const { sellerId } = store.shops.find(({ name }) => name === shop)?.credential.account ?? {};
    const path = `/listings/2021-08-01/items/${sellerId}`;
    return get(store, await accessOf(store, shop), path, {
      query: { marketplaceIds: NL, ...query },
    });
  };

  test('parents name their children, and children their parent', async () => {
    const product = catalogue.products.find(({ title }) => title === 'Linen apron');
    const sku = product?.variants[0]?.sku?.replace(/-1$/, '') ?? '';
    const [parent] = bodyOf(
      await search({
        identifiers: sku,
        identifiersType: 'SKU',
        includedData: 'relationships,summaries',
      }),
    ).items;
    const [relation] = parent.relationships[0].relationships;
    assert.equal(relation.childSkus.length, 36);
    assert.deepEqual(relation.variationTheme, {
      attributes: ['size', 'color'],
      theme: 'SIZE/COLOR',
    });
    assert.deepEqual(parent.summaries[0].status, ['DISCOVERABLE']);
    const children = bodyOf(
      await search({ variationParentSku: sku, includedData: 'relationships', pageSize: '20' }),
    );
    assert.equal(children.numberOfResults, 36);
    assert.deepEqual(children.items[0].relationships[0].relationships[0].parentSkus, [sku]);
  });

  test('no list goes beyond a thousand, though more are counted', async () => {
    let pageToken: string | undefined;
    let seen = 0;
    const store = open('relaxed');
    const { sellerId } = store.shops.find(({ name }) => name === 'large')?.credential.account ?? {};
    const token = await accessOf(store, 'large');
    for (;;) {
      const reply = await get(store, token, `/listings/2021-08-01/items/${sellerId}`, {
        query: {
          marketplaceIds: NL,
          pageSize: '20',
          sortBy: 'createdDate',
          sortOrder: 'ASC',
          ...(pageToken && { pageToken }),
        },
      });
      const { items, numberOfResults, pagination } = bodyOf(reply);
      assert.ok(numberOfResults > 1000);
      seen += items.length;
      pageToken = pagination.nextToken;
      if (pageToken === undefined) break;
    }
    assert.equal(seen, 1000);
  });

  test('odd parameters are refused in capitals', async () => {
    const code = async (query: Record<string, string>) =>
      bodyOf(await search(query)).errors[0].code;
    assert.equal(await code({ pageSize: '21' }), 'INVALID_INPUT');
    assert.equal(await code({ identifiers: 'A' }), 'INVALID_INPUT');
    assert.equal(await code({ marketplaceIds: 'ATVPDKIKX0DER' }), 'INVALID_INPUT');
  });
});

describe('consent', () => {
  const site = 'sellercentral.amazon.nl';
  const path = '/apps/authorize/consent';
  const fields = (store: Store) => ({
    application_id: store.app?.appId ?? '',
    state: 'abc',
    redirect_uri: 'https://service.example/back?x=1',
  });

  test('a yes brings a code that is good once, for five minutes, for that address', async () => {
    const store = open();
    const reply = await post(store, site, path, { ...fields(store), answer: 'confirm' });
    assert.equal(reply.status, 302);
    const back = new URL(reply.headers.location ?? '');
    assert.deepEqual([back.searchParams.get('x'), back.searchParams.get('state')], ['1', 'abc']);
    assert.equal(
      back.searchParams.get('selling_partner_id'),
      store.shops[0]?.credential.account.sellerId,
    );
    const exchange = async (redirect: string) =>
      post(store, 'api.amazon.com', '/auth/o2/token', {
        grant_type: 'authorization_code',
        code: back.searchParams.get('spapi_oauth_code') ?? '',
        redirect_uri: redirect,
        client_id: store.app?.clientId ?? '',
        client_secret: store.app?.clientSecret ?? '',
      });
    const granted = await exchange(fields(store).redirect_uri);
    assert.match(bodyOf(granted).refresh_token, /^Atzr\|/);
    assert.equal(bodyOf(await exchange(fields(store).redirect_uri)).error, 'invalid_grant');
  });

  test('a no goes back without one, and strangers get a page', async () => {
    const store = open();
    const no = await post(store, site, path, { ...fields(store), answer: 'cancel' });
    const back = new URL(no.headers.location ?? '');
    assert.deepEqual(
      [back.searchParams.get('error'), back.searchParams.get('spapi_oauth_code')],
      ['access_denied', null],
    );
    const stranger = await post(store, site, path, { ...fields(store), application_id: 'x' });
    assert.equal(stranger.status, 400);
  });

  test('the page asks with relative addresses only', async () => {
    const store = open();
    const query = { ...fields(store), sandbox_signed_in: '1' };
    const reply = await get(store, '', path, { query, on: site });
    assert.equal(reply.status, 200);
    assert.match(String(reply.body), /action="consent"/);
  });
});
