// Tips as lines of an order, discounts given by hand, and what a fulfilment's displayed status says.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { completeOrder } from '../../model/order-draft.ts';
import { sumsOff } from '../../model/sums.ts';
import { listOf, NOW, sample } from './fake-vendor.ts';
import { fulfillmentsOf } from './fulfillment-records.ts';
import type { LineItem, MoneyBag, Order } from './native.ts';
import { transform } from './orders-transform.ts';

const paid: Order = sample('order-paid.native');
const [cap] = paid.lineItems.nodes;
assert.ok(cap);

const bag = (amount: string, presentment = amount): MoneyBag => ({
  shopMoney: { amount, currencyCode: 'EUR' },
  presentmentMoney: { amount: presentment, currencyCode: 'EUR' },
});
/** A line without a product, as tips and custom items are. */
const bare = (title: string, price: string, more: Partial<LineItem> = {}): LineItem => ({
  ...cap,
  id: `gid://shopify/LineItem/9${price.replace('.', '')}${title.length}`,
  quantity: 1,
  currentQuantity: 1,
  unfulfilledQuantity: 0,
  sku: null,
  title,
  name: title,
  vendor: null,
  requiresShipping: false,
  taxable: false,
  originalUnitPriceSet: bag(price),
  product: null,
  variant: null,
  ...more,
});
/** The order with a tip beside its goods of 49.00 and custom items, whose worth its total has too. */
const tipped = (tip: string, lines: readonly LineItem[], goods = '49.0', total = '54.95') =>
  ({
    ...paid,
    lineItems: listOf([cap, ...lines]),
    totalTipReceivedSet: bag(tip),
    subtotalPriceSet: bag(goods),
    totalPriceSet: bag(total),
  }) as unknown as Order;
const context = { account: {}, now: NOW, note: () => {} };
function read(order: Order) {
  const draft = transform(order, context);
  const record = completeOrder(draft, 'shopify');
  const titles = record.line_items.map(({ title }) => title);
  return { record, titles, off: sumsOff(record, draft.sumFacts).map(({ by }) => by) };
}
const CAP = 'Merino Cycling Cap';

describe('a tip', () => {
  const cases: readonly (readonly [why: string, Order, readonly string[]])[] = [
    ['is no line of ours', tipped('5.0', [bare('Tip', '5.0')], '49.0', '59.95'), [CAP]],
    ['may be called otherwise', tipped('5.0', [bare('Fooi', '5.0')], '49.0', '59.95'), [CAP]],
    [
      'may be several',
      tipped('7.5', [bare('Tip', '5.0'), bare('Tip', '2.5')], '49.0', '62.45'),
      [CAP],
    ],
    [
      'is distinguished from a custom item by its name',
      tipped('5.0', [bare('Gift wrap', '5.0'), bare('Tip', '5.0')], '54.0', '64.95'),
      [CAP, 'Gift wrap'],
    ],
    [
      'is distinguished from a custom item by its amount',
      tipped('5.0', [bare('Gift wrap', '3.0'), bare('Fooi', '5.0')], '52.0', '62.95'),
      [CAP, 'Gift wrap'],
    ],
    [
      'is none where the order got none: a custom item may be called that',
      tipped('0.0', [bare('Tip', '5.0')], '54.0', '59.95'),
      [CAP, 'Tip'],
    ],
    [
      'is known without the right to read products',
      tipped(
        '5.0',
        [{ ...bare('Tip', '5.0'), product: undefined, variant: undefined } as never],
        '49.0',
        '59.95',
      ),
      [CAP],
    ],
    [
      'is none that is shipped, numbered or a gift card',
      tipped(
        '5.0',
        [
          bare('Tip', '5.0', { requiresShipping: true }),
          bare('Tip', '5.0', { sku: 'TIP' }),
          bare('Tip', '5.0', { isGiftCard: true }),
        ],
        '64.0',
        '74.95',
      ),
      [CAP, 'Tip', 'Tip', 'Tip'],
    ],
  ];
  for (const [why, order, expected] of cases)
    test(why, () => {
      const { titles, off } = read(order);
      assert.deepEqual(titles, expected);
      assert.deepEqual(off, [], 'the amounts add up');
    });

  test('is found by the buyer’s currency where the shop’s is a cent off', () => {
    const tip = bare('Tip', '5.0', { originalUnitPriceSet: bag('5.01', '4.4') });
    const order = { ...tipped('5.0', [tip]), totalTipReceivedSet: bag('5.0', '4.4') } as Order;
    assert.deepEqual(read(order).titles, [CAP]);
  });

  test('does not make an order look shipped in part', () => {
    assert.equal(paid.displayFulfillmentStatus, 'UNFULFILLED');
    const { record } = read(tipped('5.0', [bare('Tip', '5.0')]));
    assert.equal(record.fulfillment_status, null);
    assert.equal(
      read(tipped('0.0', [bare('Poster file', '5.0')])).record.fulfillment_status,
      'partial',
    );
  });
});

test('each of the eighteen displayed statuses has its meaning; a new one is null with a warning', () => {
  const stateOf = (displayStatus: string | null, status = 'SUCCESS') => {
    const notes: string[] = [];
    const parcel = { id: 'gid://shopify/Fulfillment/1', status, displayStatus };
    const order = { ...paid, fulfillments: [parcel] } as unknown as Order;
    const note = ({ code }: { readonly code: string }) => void notes.push(code);
    const [one] = fulfillmentsOf(order, { ...context, note });
    return [one?.status, ...notes];
  };
  const meant = {
    pending: ['SUBMITTED', 'CONFIRMED', 'LABEL_PURCHASED', 'LABEL_PRINTED', 'LABEL_VOIDED'],
    shipped: [
      'FULFILLED',
      'MARKED_AS_FULFILLED',
      'CARRIER_PICKED_UP',
      'IN_TRANSIT',
      'OUT_FOR_DELIVERY',
      'ATTEMPTED_DELIVERY',
      'DELAYED',
      'READY_FOR_PICKUP',
    ],
    delivered: ['DELIVERED', 'PICKED_UP'],
    failed: ['NOT_DELIVERED', 'FAILURE'],
    cancelled: ['CANCELED'],
  };
  assert.equal(Object.values(meant).flat().length, 18);
  for (const [state, words] of Object.entries(meant))
    for (const word of words) assert.deepEqual(stateOf(word), [state], word);
  assert.deepEqual(stateOf('TELEPORTED'), [null, 'unknown_status']);
  assert.deepEqual(stateOf(null), ['shipped']);
  // What never was made, or was taken back, is not what was displayed last.
  assert.deepEqual(stateOf('DELIVERED', 'CANCELLED'), ['cancelled']);
  assert.deepEqual(stateOf('IN_TRANSIT', 'OPEN'), ['pending']);
});
