// The Sharetribe store: tokens that end, parameters that are refused, windows and pages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogueOf } from '../../catalogue/index.ts';
import { openLiving } from '../../living/living.ts';
import type { StoreReply, StoreRequest } from '../../store.ts';
import { openEvents } from './events.ts';
import { openSharetribe } from './index.ts';
import { listingsOf } from './listings.ts';
import type { Marketplace } from './shops.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is looked into, not typed
type Json = any;

const NOW = Date.UTC(2026, 10, 15, 12);
let clock = NOW;
const store = openSharetribe({
  catalogue: catalogueOf(Date.UTC(2026, 10, 15)),
  now: () => clock,
  rates: 'vendor',
});
const shop = (name: string): Marketplace => {
  const found = store.shops.find((one) => one.name === name);
  assert.ok(found);
  return found as Marketplace;
};

const send = (request: Partial<StoreRequest>): StoreReply => {
  const reply = store.handle({
    method: 'GET',
    host: 'flex-integ-api.sharetribe.com',
    https: true,
    path: '/v1/integration_api/listings/query',
    rawQuery: '',
    query: [],
    headers: {},
    body: '',
    ...request,
  });
  assert.ok(!(reply instanceof Promise));
  return reply;
};
const body = ({ body: text }: StoreReply) => JSON.parse(String(text));

function token(name: string, change: Record<string, string> = {}): StoreReply {
  const { clientId, clientSecret } = shop(name);
  const form = {
    client_id: clientId,
    client_secret: clientSecret,
    grant_type: 'client_credentials',
    scope: 'integ',
    ...change,
  };
  return send({
    method: 'POST',
    path: '/v1/auth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
}

const bearer = (name: string) => ({
  accept: 'application/json',
  authorization: `bearer ${body(token(name)).access_token}`,
});
const query = (name: string, pairs: Record<string, string> = {}, headers = bearer(name)) =>
  send({ query: Object.entries(pairs), headers });

test('keys get a token; wrong ones, and those of a storefront, get plain text', () => {
  const { expires_in, refresh_token, scope } = body(token('demo'));
  assert.deepEqual([expires_in, scope], [600, 'integ']);
  assert.match(refresh_token, /^v2--/);
  for (const reply of [token('demo', { client_secret: 'x' }), token('storefront'), token('demo', { scope: 'user' })]) {
    assert.deepEqual([reply.status, reply.body], [401, 'Unauthorized']);
  } // biome-ignore format: one line
});

test('a token ends after ten minutes, and a refresh token gets a new one', () => {
  const issued = body(token('demo'));
  const headers = { accept: 'application/json', authorization: `bearer ${issued.access_token}` };
  assert.equal(query('demo', { perPage: '1' }, headers).status, 200);
  clock = NOW + 600_000;
  assert.equal(body(query('demo', {}, headers)).errors[0].code, 'auth-invalid-access-token');
  const refresh = { grant_type: 'refresh_token', refresh_token: issued.refresh_token };
  assert.equal(token('demo', refresh).status, 200);
  assert.equal(token('small', refresh).status, 401);
  clock = NOW + 31 * 86_400_000;
  assert.equal(token('demo', refresh).status, 401);
  clock = NOW;
});

test('strangers, storefront tokens and applications without rights are kept out', () => {
  assert.equal(body(send({ headers: { accept: 'application/json' } })).errors[0].code, 'auth-missing-access-token');
  const anonymous = body(token('demo', { scope: 'public-read' })).access_token;
  const headers = { accept: 'application/json', authorization: `bearer ${anonymous}` };
  assert.equal(query('demo', {}, headers).status, 403);
  assert.equal(query('forbidden').status, 403);
}); // biome-ignore format: one line a case

test('unknown parameters and wrong values are refused by name', () => {
  const refused = (pairs: Record<string, string>) => {
    const reply = query('small', pairs);
    assert.equal(reply.status, 400, JSON.stringify(pairs));
    const [error] = body(reply).errors;
    return [error.code, error.source.path[0]];
  };
  assert.deepEqual(refused({ per_page: '5' }), ['validation-disallowed-key', 'per_page']);
  for (const [name, value] of Object.entries({
    perPage: '101',
    page: '0',
    states: 'open',
    ids: '7',
    include: 'stock',
    createdAtEnd: '2026-01-01',
    sort: 'title',
  }))
    assert.deepEqual(refused({ [name]: value }), ['validation-invalid-value', name]);
});

test('windows include their beginning and not their end', () => {
  const listings = body(query('small')).data as { attributes: { createdAt: string } }[];
  const at = listings[3]?.attributes.createdAt ?? '';
  assert.match(at, /\.\d{3}Z$/);
  assert.equal(body(query('small', { createdAtStart: at })).meta.totalItems, 4);
  assert.equal(body(query('small', { createdAtEnd: at })).meta.totalItems, 4);
});

test('only what is asked for is included, and only the fields asked for', () => {
  const bare = body(query('small', { perPage: '1' }));
  assert.equal(bare.included, undefined);
  assert.ok(bare.data[0].attributes.privateData);
  const sparse = body(
    query('small', {
      include: 'author,images,currentStock',
      'fields.listing': 'title',
      'fields.user': 'profile.displayName',
      'fields.image': 'variants.default,variants.scaled-large',
    }),
  );
  assert.deepEqual(Object.keys(sparse.data[0].attributes), ['title']);
  const of = (type: string) => sparse.included.find((one: { type: string }) => one.type === type);
  assert.deepEqual(Object.keys(of('user').attributes.profile), ['displayName']);
  assert.deepEqual(Object.keys(of('image').attributes.variants), ['default', 'scaled-large']);
  assert.equal(typeof of('stock').attributes.quantity, 'number');
});

test('large marketplaces give no page behind their limit', () => {
  const headers = bearer('capped');
  const page = (number: string) => query('capped', { perPage: '50', page: number }, headers);
  assert.equal(body(page('2')).meta.paginationLimit, 2);
  assert.equal(page('3').status, 400);
});

test('a test environment says when there were too many, without saying for how long', () => {
  const headers = bearer('test');
  const replies = Array.from({ length: 101 }, () => query('test', { perPage: '1' }, headers));
  assert.equal(replies.at(-1)?.status, 429);
  assert.equal(replies.at(-1)?.headers['retry-after'], undefined);
  assert.equal(query('demo', { perPage: '1' }).status, 200);
});

test('no listing has variants', () => {
  for (const { products } of store.shops)
    assert.ok(products.every(({ variants }) => variants.length === 1));
});

test('goods without a limit have a billiard of pieces, less those sold; some have no stock at all', () => {
  const { data, included } = body(query('demo', { include: 'currentStock' }));
  const stocks = new Map<string, number>(
    included.map((one: { id: string; attributes: { quantity: number } }) => [
      one.id,
      one.attributes.quantity,
    ]),
  );
  const relations: { id: string }[] = data.map(
    (one: { relationships: { currentStock: { data: unknown } } }) =>
      one.relationships.currentStock.data,
  );
  const quantities = relations.map((stock) => stock && stocks.get(stock.id));
  assert.ok(quantities.includes(null as never));
  assert.ok(quantities.some((pieces) => Number(pieces) > 10 ** 15 - 1000));
  assert.ok(quantities.every((pieces) => Number(pieces) <= 10 ** 15));
});

test('a marketplace in Amman has its prices in hundredths of a dinar', () => {
  const { data } = body(query('dinar'));
  const prices = data.map((one: { attributes: { price: unknown } }) => one.attributes.price);
  assert.ok(prices.some((price: { currency: string } | null) => price?.currency === 'JOD'));
});

test('events come in their sequence, with the values before; only what is documented may be asked', () => {
  const events = (pairs: Record<string, string>) =>
    send({
      path: '/v1/integration_api/events/query',
      query: Object.entries(pairs),
      headers: bearer('demo'),
    });
  const { data, meta } = body(events({}));
  const numbers: number[] = data.map((one: Json) => one.attributes.sequenceId);
  assert.deepEqual(
    numbers,
    numbers.toSorted((a, b) => a - b),
  );
  assert.equal(new Set(numbers).size, numbers.length);
  assert.deepEqual([meta.perPage, meta.totalItems], [100, data.length]);
  const behind = body(events({ startAfterSequenceId: String(numbers[3]) })).data;
  assert.equal(behind[0].attributes.sequenceId, numbers[4]);
  const stock = body(events({ eventTypes: 'stockAdjustment' })).data[0].attributes;
  assert.equal(stock.resource.relationships.listing.data.type, 'listing');
  for (const pairs of [{ page: '2' }, { perPage: '10' }, { createdAtEnd: '2026-11-01T00:00:00Z' }])
    assert.equal(body(events(pairs)).errors[0].code, 'validation-disallowed-key');
  assert.equal(body(events({ eventTypes: 'order' })).errors[0].code, 'validation-invalid-value');
});

test('an edit is an event with the values before, and a deletion is one without a resource', () => {
  const living = openLiving(catalogueOf(Date.UTC(2026, 10, 15)));
  const { catalogue, onChange } = living;
  const own = openSharetribe({ catalogue, now: () => clock, rates: 'relaxed', onChange });
  const journal = openEvents(own.shops[0] as Marketplace, listingsOf(own.shops[0] as Marketplace, catalogue), () => clock); // biome-ignore format: one journal
  onChange(() => journal.note());
  const before = journal.kept().length;
  const product = own.shops[0]?.products[0];
  assert.ok(product);
  living.putProduct({ ...product, title: 'Other' });
  living.removeProduct(product);
  const [edit, deletion] = journal.kept().slice(before);
  assert.deepEqual(edit?.attributes.previousValues, { attributes: { title: product.title } });
  assert.equal(edit?.attributes.resource?.attributes.title, 'Other');
  assert.equal(deletion?.attributes.eventType, 'listing/deleted');
  assert.equal(deletion?.attributes.resource, null);
  living.reset();
  const again = journal.kept().at(-1)?.attributes;
  assert.equal(again?.eventType, 'stockAdjustment/created');
  assert.deepEqual(again?.resource?.relationships.listing, {
    data: { id: own.productId(product), type: 'listing' },
  });
});
