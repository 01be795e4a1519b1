// Tests of the GraphQL end: the vendor's errors, versions, scopes, cost and throttling.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answer, anchor, catalogue, openTrial } from './trial.ts';

const { store, ask, call } = openTrial();

test('an unknown field is refused with its place, type and name', () => {
  const answer = ask(
    'demo',
    'query Q { orders(first: 1) { nodes { ...L } } }\nfragment L on Order {\n  wieght\n}',
  );
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body, {
    errors: [
      {
        message: "Field 'wieght' doesn't exist on type 'Order'",
        locations: [{ line: 3, column: 3 }],
        path: ['fragment L', 'wieght'],
        extensions: { code: 'undefinedField', typeName: 'Order', fieldName: 'wieght' },
      },
    ],
  });
});

test('wrong and unknown arguments, missing ones and undeclared variables have their own codes', () => {
  const codes: readonly (readonly [string, string])[] = [
    ['{ orders(first: "5") { nodes { id } } }', 'argumentLiteralsIncompatible'],
    ['{ orders(first: 5, sortKey: NOW) { nodes { id } } }', 'argumentLiteralsIncompatible'],
    ['{ orders(frist: 5) { nodes { id } } }', 'argumentNotAccepted'],
    ['{ order { id } }', 'missingRequiredArguments'],
    ['{ orders(first: $n) { nodes { id } } }', 'variableNotDefined'],
    ['query Q($n: Int) { shop { id } }', 'variableNotUsed'],
    ['query Q($n: String) { orders(first: $n) { nodes { id } } }', 'variableMismatch'],
    ['{ shop }', 'selectionMismatch'],
    ['{ shop { ...F } }', 'useAndDefineFragment'],
    ['{ order(id: "1001") { id } }', 'argumentLiteralsIncompatible'],
  ];
  for (const [text, code] of codes) {
    const { body } = ask('demo', text);
    assert.equal(body.errors[0].extensions.code, code, text);
    assert.equal('data' in body, false, text);
  }
});

test('text that is not GraphQL is a syntax error with its place', () => {
  const { body } = ask('demo', '{ shop { name }');
  assert.match(body.errors[0].message, /^syntax error, .* at \[1, 16\]$/);
});

test('variables of the wrong kind are refused with the value and the reason', () => {
  const text = 'query Q($n: Int!) { orders(first: $n) { nodes { id } } }';
  assert.deepEqual(ask('demo', text, { n: '10' }).body, {
    errors: [
      {
        message: 'Variable $n of type Int! was provided invalid value',
        locations: [{ line: 1, column: 9 }],
        extensions: {
          code: 'INVALID_VARIABLE',
          value: '10',
          problems: [{ path: [], explanation: 'Could not coerce value "10" to Int' }],
        },
      },
    ],
  });
  const [error] = ask('demo', text, {}).body.errors;
  assert.equal(error.extensions.problems[0].explanation, 'Expected value to not be null');
  const ids = 'query Q($ids: [ID!]!) { nodes(ids: $ids) { id } }';
  const [bad] = ask('demo', ids, { ids: ['gid://shopify/Order/1', '7'] }).body.errors;
  assert.deepEqual(bad.extensions.problems[0].path, [1]);
});

test('a body that is not JSON, has no query or another content type is a 400', () => {
  const path = '/admin/api/2026-10/graphql.json';
  for (const [body, type] of [
    ['{', 'application/json'],
    ['{}', 'application/json'],
    ['{"query":"{ shop { id } }"}', 'text/plain'],
  ] as const) {
    const answer = call('demo', 'POST', path, body, { 'content-type': type });
    assert.equal(answer.status, 400);
    assert.deepEqual(answer.body, { errors: { query: 'Required parameter missing or invalid' } });
  }
});

test('a page of more than 250 is refused and one without a size too', () => {
  const over = ask('demo', '{ orders(first: 251) { nodes { id } } }').body;
  assert.equal(over.data, null);
  assert.deepEqual(over.errors[0].extensions, { code: 'BAD_REQUEST' });
  const none = ask('demo', '{ orders { nodes { id } } }').body;
  assert.equal(none.errors[0].message, 'you must provide one of first or last');
  const ids = Array.from({ length: 251 }, (_, i) => `gid://shopify/Order/${i + 1}`);
  const many = ask('demo', 'query Q($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids }).body;
  assert.equal(many.errors[0].extensions.code, 'MAX_INPUT_SIZE_EXCEEDED');
});

test('the weight of a line exists from 2026-07 on', () => {
  const text =
    '{ orders(first: 1) { nodes { lineItems(first: 1) { nodes { weight { unit value } } } } } }';
  for (const [version, known] of [
    ['2026-01', false],
    ['2026-04', false],
    ['2026-07', true],
    ['2026-10', true],
    ['unstable', true],
  ] as const) {
    const { body } = ask('demo', text, {}, version);
    assert.equal(body.errors === undefined, known, version);
  }
});

test('a version that is no longer served falls forward and says so; a wrong name is not found', () => {
  const served = (version: string) =>
    ask('demo', '{ shop { id } }', {}, version).headers['x-shopify-api-version'];
  assert.equal(served('2026-07'), '2026-07');
  assert.equal(served('2024-10'), '2026-01');
  assert.equal(served('unstable'), '2026-10');
  assert.equal(ask('demo', '{ shop { id } }', {}, 'latest').status, 404);
});

test('fields on their way out are named in a header', () => {
  const plain = ask('demo', '{ orders(first: 1) { nodes { id } } }');
  assert.equal(plain.headers['x-shopify-api-deprecated-reason'], undefined);
  const phone = 'customer { defaultPhoneNumber { marketingState } }';
  const old = ask('demo', `{ orders(first: 1) { nodes { ${phone} } } }`);
  assert.match(
    old.headers['x-shopify-api-deprecated-reason'] ?? '',
    /CustomerPhoneNumber\.marketingState/,
  );
});

test('without read_orders there is no data at all', () => {
  const { body } = ask('no-orders', '{ orders(first: 1) { nodes { id } } }');
  assert.equal(body.data, null);
  assert.deepEqual(body.errors, [
    {
      message: 'Access denied for orders field. Required access: `read_orders` access scope.',
      locations: [{ line: 1, column: 3 }],
      extensions: {
        code: 'ACCESS_DENIED',
        documentation: 'https://shopify.dev/api/usage/access-scopes',
        requiredAccess: '`read_orders` access scope.',
      },
      path: ['orders'],
    },
  ]);
  const products = ask('no-orders', '{ products(first: 1) { nodes { id } } }').body;
  assert.equal(products.data.products.nodes.length, 1);
});

test('without read_customers each order comes with a null and an error of its own', () => {
  const text =
    '{ orders(first: 2) { nodes { id customer { id } purchasingEntity { ... on Customer { id } } } } }';
  const { body } = ask('no-customers', text);
  assert.equal(body.data.orders.nodes.length, 2);
  for (const node of body.data.orders.nodes) {
    assert.equal(node.customer, null);
    assert.equal(node.purchasingEntity, null);
  }
  assert.deepEqual(
    body.errors.map((error: { path: unknown }) => error.path),
    [
      ['orders', 'nodes', 0, 'customer'],
      ['orders', 'nodes', 1, 'customer'],
    ],
  );
});

test('without read_all_orders older orders are not there, and nothing says so', () => {
  const from = anchor + 9 * 3_600_000 - 60 * 86_400_000;
  const recent = catalogue().orders.filter((order) => order.createdAt >= from);
  const text =
    'query Q($after: String) { orders(first: 250, after: $after) { nodes { legacyResourceId } pageInfo { hasNextPage endCursor } } }';
  const found: string[] = [];
  let after: string | null = null;
  do {
    const { body }: Answer = ask('recent', text, { after });
    assert.equal(body.errors, undefined);
    for (const node of body.data.orders.nodes) found.push(node.legacyResourceId);
    after = body.data.orders.pageInfo.hasNextPage ? body.data.orders.pageInfo.endCursor : null;
  } while (after !== null);
  assert.deepEqual(new Set(found), new Set(recent.map((order) => store.orderId(order))));
  const [older] = catalogue().orders.filter((order) => order.createdAt < from);
  assert.ok(older);
  const id = `gid://shopify/Order/${store.orderId(older)}`;
  const gone = ask(
    'recent',
    'query Q($id: ID!) { order(id: $id) { id } nodes(ids: [$id]) { id } }',
    {
      id,
    },
  );
  assert.deepEqual(gone.body.data, { order: null, nodes: [null] });
  assert.deepEqual(store.shops.find(({ name }) => name === 'recent')?.orders, recent);
});

test('an ignored search term is reported in the answer and kept for tests', () => {
  const trial = openTrial();
  const text = 'query Q($q: String) { orders(first: 1, query: $q) { nodes { id } } }';
  const { body } = trial.ask('demo', text, { q: 'status:open bogus:1' });
  const warnings = [
    { field: 'bogus', message: 'Invalid search field for this query.', code: 'invalid_field' },
  ];
  const report = { path: ['orders'], query: 'status:open bogus:1', warnings };
  assert.deepEqual(body.extensions.search, [report]);
  trial.ask('demo', text, { q: 'status:open bogus:1' });
  assert.deepEqual(trial.store.warnings, [
    { shop: 'demo', ...report },
    { shop: 'demo', ...report },
  ]);
  assert.equal(trial.ask('demo', text, { q: 'status:open' }).body.extensions.search, undefined);
});

const dear =
  'query Q($n: Int!) { orders(first: $n) { nodes { lineItems(first: 100) { nodes { originalUnitPriceSet { shopMoney { amount } presentmentMoney { amount } } product { id } variant { id } } } } } }';

test('a query above 1,000 points is refused before it runs, and it costs nothing', () => {
  const text =
    '{ orders(first: 250) { nodes { lineItems(first: 250) { nodes { product { variants(first: 250) { nodes { id } } } } } } } }';
  const { status, body } = ask('demo', text);
  assert.equal(status, 200);
  const [{ extensions }] = body.errors;
  assert.equal(extensions.cost > 1000, true);
  assert.deepEqual(body, {
    errors: [
      {
        message: `Query cost is ${extensions.cost}, which exceeds the single query max cost limit (1000).`,
        extensions: {
          code: 'MAX_COST_EXCEEDED',
          cost: extensions.cost,
          maxCost: 1000,
          documentation: 'https://shopify.dev/api/usage/rate-limits',
        },
      },
    ],
  });
});

test('the cost stands in every answer, and in relaxed mode the bucket stays full', () => {
  for (let i = 0; i < 3; i += 1) {
    const { cost } = ask('demo', dear, { n: 50 }).body.extensions;
    assert.equal(cost.actualQueryCost <= cost.requestedQueryCost, true);
    assert.deepEqual(cost.throttleStatus, {
      maximumAvailable: 2_000_000,
      currentlyAvailable: 2_000_000 - cost.actualQueryCost,
      restoreRate: 1_000_000,
    });
  }
});

test('in vendor mode an empty bucket answers THROTTLED with 200 until it has filled again', () => {
  const trial = openTrial('vendor');
  const requested = trial.ask('demo', dear, { n: 200 }).body.extensions.cost.requestedQueryCost;
  let answer = trial.ask('demo', dear, { n: 200 });
  for (let i = 0; answer.body.errors === undefined && i < 50; i += 1)
    answer = trial.ask('demo', dear, { n: 200 });
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body.errors, [
    {
      message: 'Throttled',
      extensions: {
        code: 'THROTTLED',
        documentation: 'https://shopify.dev/api/usage/rate-limits',
      },
    },
  ]);
  assert.equal('data' in answer.body, false);
  const { cost } = answer.body.extensions;
  assert.equal(cost.actualQueryCost, null);
  assert.equal(cost.requestedQueryCost, requested);
  const { currentlyAvailable } = cost.throttleStatus;
  assert.equal(currentlyAvailable < requested, true);
  trial.clock.now += Math.ceil((requested - currentlyAvailable) / 100) * 1000;
  assert.equal(trial.ask('demo', dear, { n: 200 }).body.errors, undefined);
  assert.equal(trial.ask('small', dear, { n: 5 }).body.errors, undefined, 'another shop is free');
});
