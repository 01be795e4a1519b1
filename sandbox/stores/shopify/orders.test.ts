// Tests that orders are returned correctly: every order of the catalogue, its amounts and its traits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Amount, Order, OrderTrait } from '../../catalogue/types.ts';
import { printDecimal } from './money.ts';
import { printTime } from './time.ts';
import { catalogue, type Json, openTrial } from './trial.ts';

const { store, ask } = openTrial();
const { orders } = catalogue();

const fields = `
  legacyResourceId name number createdAt updatedAt processedAt cancelledAt closedAt
  displayFinancialStatus displayFulfillmentStatus cancelReason email
  currencyCode presentmentCurrencyCode totalWeight
  totalPriceSet { ...M } subtotalPriceSet { ...M } totalTaxSet { ...M } totalDiscountsSet { ...M }
  totalShippingPriceSet { ...M } totalTipReceivedSet { ...M } totalOutstandingSet { ...M }
  currentTotalPriceSet { ...M } currentSubtotalPriceSet { ...M } currentTotalTaxSet { ...M }
  currentTotalDiscountsSet { ...M }
  customer { legacyResourceId } retailLocation { name }
  purchasingEntity { ... on PurchasingCompany { company { id } location { id } } }
`;
const money =
  'fragment M on MoneyBag { shopMoney { amount currencyCode } presentmentMoney { amount currencyCode } }';

function walk(): ReadonlyMap<string, Json> {
  const all = new Map<string, Json>();
  let after: string | null = null;
  for (;;) {
    const text = `query Q($after: String) { orders(first: 40, after: $after, sortKey: CREATED_AT) { nodes { ${fields} } pageInfo { hasNextPage endCursor } } } ${money}`;
    const { body }: { body: Json } = ask('demo', text, { after });
    for (const node of body.data.orders.nodes) all.set(node.legacyResourceId, node);
    if (!body.data.orders.pageInfo.hasNextPage) return all;
    after = body.data.orders.pageInfo.endCursor;
  }
}

const nodes = walk();
const nodeOf = (order: Order): Json => nodes.get(store.orderId(order));
const set = (amount: Amount, order: Order) => ({
  shopMoney: { amount: printDecimal(amount.shop, 'EUR'), currencyCode: 'EUR' },
  presentmentMoney: {
    amount: printDecimal(amount.presentment, order.currency),
    currencyCode: order.currency,
  },
});

function having(trait: OrderTrait): Order {
  const order = orders.find(({ traits }) => traits.includes(trait));
  assert.ok(order, trait);
  return order;
}

test('a walk by creation gives every order once', () => {
  assert.equal(nodes.size, orders.length);
});

test('every order has its own number, times, states and totals', () => {
  for (const order of orders) {
    const node = nodeOf(order);
    const { totals } = order;
    assert.equal(node.name, `#${order.number}`);
    assert.equal(node.createdAt, printTime(order.createdAt));
    assert.equal(node.updatedAt, printTime(order.updatedAt));
    assert.equal(node.displayFinancialStatus, order.financialStatus.toUpperCase());
    assert.equal(node.email, order.email);
    assert.equal(node.totalWeight, String(totals.weight));
    assert.deepEqual(node.totalPriceSet, set(totals.total, order));
    assert.deepEqual(node.subtotalPriceSet, set(totals.subtotal, order));
    assert.deepEqual(node.totalTaxSet, set(totals.tax, order));
    assert.deepEqual(node.totalDiscountsSet, set(totals.discounts, order));
    assert.deepEqual(node.totalShippingPriceSet, set(totals.shipping, order));
    assert.deepEqual(node.totalTipReceivedSet, set(totals.tip, order));
    assert.deepEqual(node.totalOutstandingSet, set(totals.outstanding, order));
    assert.equal(node.customer === null, order.customerId === null);
  }
});

test('what is current is what is left after refunds, and nothing of a cancelled order', () => {
  for (const order of orders) {
    const node = nodeOf(order);
    if (order.state === 'cancelled') {
      const nothing = set({ shop: 0, presentment: 0 }, order);
      assert.deepEqual(node.currentTotalPriceSet, nothing);
      assert.deepEqual(node.currentSubtotalPriceSet, nothing);
      assert.deepEqual(node.currentTotalTaxSet, nothing);
      assert.deepEqual(node.currentTotalDiscountsSet, nothing);
      continue;
    }
    const { total, refunded, tax, refundedTax } = order.totals;
    // Amounts that were given back beside lines and shipping take nothing off.
    const beside = order.refunds.map(({ adjustment }) => adjustment);
    const taken = {
      shop: refunded.shop - beside.reduce((sum, { shop }) => sum + shop, 0),
      presentment: refunded.presentment - beside.reduce((sum, one) => sum + one.presentment, 0),
    };
    const left = (one: Amount, other: Amount): Amount => ({
      shop: one.shop - other.shop,
      presentment: one.presentment - other.presentment,
    });
    assert.deepEqual(node.currentTotalPriceSet, set(left(total, taken), order));
    assert.deepEqual(node.currentTotalTaxSet, set(left(tax, refundedTax), order));
    if (order.refunds.length > 0) continue;
    assert.deepEqual(node.currentSubtotalPriceSet, node.subtotalPriceSet);
    assert.deepEqual(node.currentTotalDiscountsSet, node.totalDiscountsSet);
  }
  const whole = nodeOf(having('refund-full'));
  assert.equal(whole.currentTotalPriceSet.shopMoney.amount, '0.0');
  assert.equal(whole.currentSubtotalPriceSet.shopMoney.amount, '0.0');
  assert.equal(whole.currentTotalDiscountsSet.shopMoney.amount, '0.0');
});

test('what waits may be on hold, scheduled or in progress, and the search has other words for it', () => {
  const found = (query: string) => {
    const text =
      'query Q($query: String) { orders(first: 250, query: $query) { nodes { displayFulfillmentStatus } } }';
    const { body } = ask('demo', text, { query: `status:open ${query}` });
    return new Set(
      body.data.orders.nodes.map((node: Json) => node.displayFulfillmentStatus as string),
    );
  };
  assert.deepEqual(found('fulfillment_status:unshipped'), new Set(['UNFULFILLED']));
  assert.deepEqual(found('fulfillment_status:on_hold'), new Set(['ON_HOLD']));
  assert.deepEqual([...found('-fulfillment_status:shipped -fulfillment_status:partial')].sort(), [
    'IN_PROGRESS',
    'ON_HOLD',
    'SCHEDULED',
    'UNFULFILLED',
  ]);
});

test('amounts are printed with at least one decimal and no needless zero', () => {
  assert.equal(printDecimal(1700, 'EUR'), '17.0');
  assert.equal(printDecimal(595, 'EUR'), '5.95');
  assert.equal(printDecimal(2450, 'EUR'), '24.5');
  assert.equal(printDecimal(1200, 'JPY'), '1200.0');
  assert.equal(printDecimal(1005, 'KWD'), '1.005');
  assert.equal(printDecimal(-5, 'EUR'), '-0.05');
});

const lineFields =
  'quantity currentQuantity unfulfilledQuantity sku isGiftCard product { legacyResourceId } variant { legacyResourceId } totalDiscountSet { ...M } discountAllocations { allocatedAmountSet { ...M } discountApplication { index } }';

function linesOf(order: Order): Json {
  const text = `query Q($id: ID!) { order(id: $id) { lineItems(first: 250) { nodes { ${lineFields} } } discountApplications(first: 20) { nodes { __typename index allocationMethod targetSelection targetType value { __typename ... on MoneyV2 { amount currencyCode } ... on PricingPercentageValue { percentage } } ... on DiscountCodeApplication { code } } } } } ${money}`;
  return ask('demo', text, { id: `gid://shopify/Order/${store.orderId(order)}` }).body.data.order;
}

test('lines say what is left; deleted products and custom items are null', () => {
  for (const trait of [
    'refund-partial',
    'partially-shipped',
    'deleted-product',
    'custom-item',
    'gift-card-bought',
  ] as const) {
    const order = having(trait);
    const { nodes: lines } = linesOf(order).lineItems;
    for (const [i, line] of order.lines.entries()) {
      assert.equal(lines[i].quantity, line.quantity);
      assert.equal(lines[i].currentQuantity, line.quantity - line.refundedQuantity);
      assert.equal(lines[i].isGiftCard, line.giftCard);
      assert.equal(lines[i].product === null, !line.productExists);
      assert.equal(lines[i].variant === null, !line.productExists);
    }
  }
  const shipped = linesOf(having('partially-shipped')).lineItems.nodes;
  assert.equal(
    shipped.some((line: Json) => line.unfulfilledQuantity < line.currentQuantity),
    true,
  );
});

test('discounts keep their place, and allocations point to it', () => {
  const order = having('two-coupons');
  const { lineItems, discountApplications } = linesOf(order);
  assert.deepEqual(
    discountApplications.nodes.map(({ index, code }: Json) => [index, code]),
    order.discounts.map(({ code }, index) => [index, code]),
  );
  for (const [i, line] of order.lines.entries()) {
    assert.deepEqual(
      lineItems.nodes[i].discountAllocations,
      line.allocations.map(({ discount, amount }) => ({
        allocatedAmountSet: set(amount, order),
        discountApplication: { index: discount },
      })),
    );
  }
});

test('free shipping is a whole percentage of shipping, a fixed one an amount in shop money', () => {
  const [free] = linesOf(having('coupon-free-shipping')).discountApplications.nodes;
  assert.equal(free.targetType, 'SHIPPING_LINE');
  assert.deepEqual(free.value, { __typename: 'PricingPercentageValue', percentage: 100 });
  const order = having('coupon-fixed-product');
  const { discountApplications, lineItems } = linesOf(order);
  assert.equal(discountApplications.nodes[0].allocationMethod, 'EACH');
  assert.equal(discountApplications.nodes[0].value.currencyCode, 'EUR');
  assert.deepEqual(
    lineItems.nodes[0].totalDiscountSet,
    set(order.lines[0]?.discount ?? { shop: 0, presentment: 0 }, order),
  );
  const cart = linesOf(having('coupon-percentage')).lineItems.nodes[0];
  assert.equal(
    cart.totalDiscountSet.shopMoney.amount,
    '0.0',
    'an order discount is no line discount',
  );
});

test('a counter sale has its place, a company its numbers', () => {
  assert.equal(typeof nodeOf(having('point-of-sale')).retailLocation.name, 'string');
  const { company } = having('company');
  assert.deepEqual(nodeOf(having('company')).purchasingEntity, {
    company: { id: `gid://shopify/Company/${4_410_000 + (company?.id ?? 0)}` },
    location: { id: `gid://shopify/CompanyLocation/${5_520_000 + (company?.locationId ?? 0)}` },
  });
});

test('hundreds of lines are paged without loss', () => {
  const order = having('hundreds-of-lines');
  const id = `gid://shopify/Order/${store.orderId(order)}`;
  const text =
    'query Q($id: ID!, $after: String) { order(id: $id) { lineItems(first: 100, after: $after) { nodes { sku } pageInfo { hasNextPage endCursor } } } }';
  const skus: unknown[] = [];
  let after: string | null = null;
  do {
    const { lineItems }: Json = ask('demo', text, { id, after }).body.data.order;
    skus.push(...lineItems.nodes.map(({ sku }: Json) => sku));
    after = lineItems.pageInfo.hasNextPage ? lineItems.pageInfo.endCursor : null;
  } while (after !== null);
  assert.deepEqual(
    skus,
    order.lines.map(({ sku }) => sku),
  );
});

test('nodes come in the order of their ids, with null for what is not there', () => {
  const ids = [5, 3, 4].map(
    (at) => `gid://shopify/Order/${store.orderId(orders[at] ?? having('guest'))}`,
  );
  const asked = [ids[0], 'gid://shopify/Order/1', ids[1], ids[2]];
  const { body } = ask(
    'demo',
    'query Q($ids: [ID!]!) { nodes(ids: $ids) { ... on Order { id } } }',
    { ids: asked },
  );
  assert.deepEqual(body.data.nodes, [{ id: ids[0] }, null, { id: ids[1] }, { id: ids[2] }]);
});
