// Tests of the query cost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Kind, parse } from 'graphql';
import { costOf } from './cost.ts';
import { documentsOf } from './documents.ts';

function cost(text: string, variables = {}, sizes?: ReadonlyMap<string, number>): number {
  const document = parse(text);
  const operation = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  assert.ok(operation?.kind === Kind.OPERATION_DEFINITION);
  const { schema } = documentsOf('2026-10');
  return costOf({
    schema,
    document,
    operation,
    variables,
    ...(sizes === undefined ? {} : { sizes }),
  });
}

test('scalars are free and objects cost one', () => {
  assert.equal(cost('{ shop { name currencyCode } }'), 1);
  assert.equal(
    cost('{ shop { name } currentAppInstallation { app { id } accessScopes { handle } } }'),
    4,
  );
});

test('a connection grows with its size, but slower', () => {
  const product = 'gid://shopify/Product/1';
  const variants = (first: number) =>
    cost(
      `{ product(id: "${product}") { variants(first: ${first}) { nodes { inventoryItem { id } } } } }`,
    ) - cost(`{ product(id: "${product}") { id } }`);
  assert.equal(variants(250), 25);
  assert.equal(variants(25) < variants(250) && variants(250) < 10 * variants(25), true);
});

test('the size may come from a variable', () => {
  const nodes = 'query ($n: Int!) { orders(first: $n) { nodes { app { id } } } }';
  assert.equal(cost(nodes, { n: 100 }), cost('{ orders(first: 100) { nodes { app { id } } } }'));
  assert.equal(cost(nodes, { n: 100 }) > cost(nodes, { n: 10 }), true);
});

test('fragments count where they are spread, and of several types the dearest', () => {
  const spread =
    'query { currentAppInstallation { ...S } } fragment S on AppInstallation { app { id } }';
  assert.equal(cost(spread), 2);
  const either =
    '{ nodes(ids: ["gid://shopify/Order/1"]) { ... on Order { app { id } } ... on Product { options { name } featuredMedia { id } } } }';
  assert.equal(cost(either), 3);
});

test('what was really found costs no more than what was asked', () => {
  const text = '{ orders(first: 50) { nodes { app { id } } } }';
  assert.equal(cost(text, {}, new Map([['orders', 0]])), 1);
  assert.equal(cost(text, {}, new Map([['orders', 50]])), cost(text));
});
