// Commands to Sharetribe: a stock that is compared before it is set, a price, and strict bodies.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { counted, tryWrites } from '../../living/trial.ts';
import { listingId } from './ids.ts';
import { openSharetribe } from './index.ts';

const { sandbox, store, ask } = tryWrites(openSharetribe);
const [shop] = store.shops;
assert.ok(shop);
let token = '';
before(async () => {
  const { json } = await ask('POST', '/v1/auth/token', {
    host: shop.host,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      ...{ grant_type: 'client_credentials', scope: 'integ' },
      client_id: String(shop.credential.account.clientId),
      client_secret: shop.credential.secrets.clientSecret ?? '',
    }).toString(),
  });
  token = json.access_token;
});
const call = (method: string, path: string, body?: unknown) =>
  ask(method, `/v1/integration_api/${path}`, {
    host: shop.host,
    headers: { authorization: `bearer ${token}`, accept: 'application/json' },
    ...(body !== undefined && { body }),
  });
const { product, variant } = counted(shop.products);
const id = listingId(product);
const read = async () => {
  const { json } = await call('GET', `listings/query?ids=${id}&include=currentStock`);
  const quantity: number = json.included[0].attributes.quantity;
  return { quantity, price: json.data[0].attributes.price };
};
const set = (oldTotal: unknown, newTotal: unknown, more: object = {}) =>
  call('POST', 'stock/compare_and_set', { listingId: id, oldTotal, newTotal, ...more });
const codeOf = ({ status, json }: Awaited<ReturnType<typeof call>>) => [
  status,
  json.errors[0].code,
];

test('a stock is set only where it is what the caller thinks', async () => {
  sandbox.changes.reset();
  const { quantity } = await read();
  const { status, json } = await set(quantity, 5);
  assert.deepEqual([status, json.data.type, json.data.attributes], [200, 'stock', { quantity: 5 }]);
  assert.equal((await read()).quantity, 5);
  assert.deepEqual(codeOf(await set(quantity, 6)), [409, 'old-total-mismatch']);
  assert.deepEqual(codeOf(await set(null, 6)), [409, 'old-total-mismatch']);
  const pieces = sandbox.catalogue.variantById.get(variant.id)?.stock.levels.reduce((sum, one) => sum + one.available, 0); // biome-ignore format: one sum
  assert.deepEqual([pieces, sandbox.changes.written('sharetribe').length], [5, 1]);
  const { json: feed } = await call('GET', `events/query?relatedResourceId=${id}`);
  assert.equal(feed.data.at(-1).attributes.eventType, 'stockAdjustment/created');
});

test('a price is set in minor units of the marketplace’s currency', async () => {
  sandbox.changes.reset();
  const price = { amount: 4995, currency: 'EUR' };
  const { status, json } = await call('POST', 'listings/update', { id, price });
  assert.deepEqual([status, json.data], [200, { id, type: 'listing' }]);
  assert.deepEqual((await read()).price, price);
  assert.equal(sandbox.catalogue.variantById.get(variant.id)?.price, 4995);
});

test('bodies are as strict as queries, and a listing that is not there is a conflict', async () => {
  sandbox.changes.reset();
  assert.deepEqual(codeOf(await set(1, -1)), [400, 'validation-invalid-value']);
  assert.deepEqual(codeOf(await set(1, 2, { total: 3 })), [400, 'validation-disallowed-key']);
  assert.deepEqual(codeOf(await set(1, undefined)), [400, 'validation-missing-key']);
  const price = { amount: 49.95, currency: 'EUR' };
  assert.deepEqual(codeOf(await call('POST', 'listings/update', { id, price })), [400, 'validation-invalid-value']); // biome-ignore format: one case a line
  assert.deepEqual(codeOf(await set(1, 2, { listingId: listingId({ id: 0 }) })), [409, 'conflict']);
  assert.equal((await call('POST', 'listings/query', {})).status, 404);
  assert.deepEqual(sandbox.changes.written('sharetribe'), []);
});
