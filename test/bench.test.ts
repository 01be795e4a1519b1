// What the benchmarks reckon with: medians, percentiles, tables, and shops without end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createdAt, endlessShopify, endlessWoo, idAt, ORDERS } from '../bench/endless.ts';
import { type Asked, type Exchange, nameOf } from '../bench/exchange.ts';
import { figureOf, rounded, rows, written } from '../bench/harness.ts';
import { percentile } from '../bench/load.ts';

test('a figure is the median, with the least and the most', () => {
  assert.deepEqual(figureOf([3]), { median: 3, least: 3, most: 3 });
  assert.deepEqual(figureOf([9, 1, 5]), { median: 5, least: 1, most: 9 });
  assert.deepEqual(figureOf([10, 2, 4, 8]), { median: 6, least: 2, most: 10 });
});

test('a percentile is one of the values', () => {
  const hundred = Float64Array.from({ length: 100 }, (_, n) => n + 1);
  assert.equal(percentile(hundred, 0.5), 50);
  assert.equal(percentile(hundred, 0.99), 99);
  assert.equal(percentile(hundred, 1), 100);
  assert.equal(percentile(Float64Array.of(7), 0.99), 7);
  assert.ok(Number.isNaN(percentile(new Float64Array(), 0.5)));
});

test('a table has a line for each, in columns', () => {
  assert.equal(rounded(1234.5), '1,235');
  assert.equal(rounded(-0.004, 2), '-0.00');
  assert.equal(written({ median: 2, least: 1.04, most: 130 }), '2.0 (1.0 to 130)');
  assert.equal(
    rows(['a', 'long'], [['word', 'b']]),
    '| a    | long |\n|------|------|\n| word | b    |',
  );
});

test('the same question has the same name whenever it is asked', () => {
  const asked = (path: string): Asked => ({ method: 'GET', path, headers: {}, body: '' });
  assert.equal(
    nameOf(asked('/orders?after=2026-10-17T09%3A04%3A27Z&limit=1')),
    nameOf(asked('/orders?after=2026-11-18T10%3A00%3A00.123Z&limit=1')),
  );
  assert.notEqual(nameOf(asked('/orders?limit=1')), nameOf(asked('/orders?limit=2')));
});

const exchange = (asked: Partial<Asked>, body: unknown): Exchange => ({
  asked: { method: 'GET', path: '/', headers: {}, body: '', ...asked },
  answered: {
    ...{ status: 200, headers: {} },
    body: Buffer.from(JSON.stringify(body)).toString('base64'),
  },
});

test('a shop without end pages by counting, and names what it is asked for', () => {
  const [orders, customers] = ['/wp-json/wc/v3/orders', '/wp-json/wc/v3/customers'];
  const shop = endlessWoo([
    exchange({ path: `${orders}?per_page=2` }, [
      { id: 5, total: '1.00' },
      { id: 4, total: '2.00' },
    ]),
    exchange({ path: `${customers}?include=1,2` }, [{ id: 1 }, { id: 2 }]),
  ]);
  const read = (path: string) => {
    const made = shop.answer({ method: 'GET', path, headers: {}, body: '' });
    return made && { rows: JSON.parse(String(made.body)), total: made.headers['x-wp-total'] };
  };
  assert.deepEqual(read(`${orders}?per_page=3&offset=999`), {
    rows: [
      { id: idAt(999), total: '2.00' },
      { id: idAt(1000), total: '1.00' },
      { id: idAt(1001), total: '2.00' },
    ],
    total: String(ORDERS),
  });
  assert.equal(read(`${orders}?per_page=3&offset=${ORDERS - 1}`)?.rows.length, 1);
  assert.deepEqual(read(`${customers}?include=2,9`)?.rows, [{ id: 2 }]);
  assert.equal(read('/wp-json/other'), undefined);
});

test('a shop without end goes on behind a cursor, or begins at a time', () => {
  const ask = (variables: object): Partial<Asked> => ({
    method: 'POST',
    body: JSON.stringify({ query: 'query Orders($first: Int!)', variables }),
  });
  const row = { id: 'gid://shopify/Order/1', legacyResourceId: '1', createdAt: 'x', name: '#1' };
  const recorded = { data: { orders: { nodes: [row] } }, extensions: { cost: 1 } };
  const shop = endlessShopify([exchange(ask({ first: 1 }), recorded)]);
  const read = (variables: object) => {
    const made = shop.answer({
      path: '/',
      method: 'POST',
      headers: {},
      body: '',
      ...ask(variables),
    });
    return JSON.parse(String(made?.body)).data.orders;
  };
  const first = read({ first: 2 });
  assert.deepEqual(
    first.nodes.map((node: typeof row) => [node.legacyResourceId, node.createdAt, node.name]),
    [0, 1].map((n) => [String(idAt(n)), createdAt(n), '#1']),
  );
  const second = read({ first: 2, after: first.pageInfo.endCursor });
  assert.equal(second.nodes[0].id, `gid://shopify/Order/${idAt(2)}`);
  const begun = read({ first: 1, query: `status:open created_at:<='${createdAt(24_000)}'` });
  assert.equal(begun.nodes[0].legacyResourceId, String(idAt(24_000)));
});
