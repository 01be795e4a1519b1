// Amounts of a marketplace's orders: refusals, cancelations and refunds, as operators write them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeOrder } from '../../model/order-draft.ts';
import { difference } from '../../model/sums.ts';
import { sample } from './fake-vendor.ts';
import { transformMarketplaceOrder } from './marketplace-orders-transform.ts';
import type { MarketplaceLine, MarketplaceOrder } from './native.ts';

const ORDER: MarketplaceOrder = sample('order-marketplace-cancelled');
const [LINE] = ORDER.order_lines as [MarketplaceLine];

const line = (figures: Partial<MarketplaceLine>): MarketplaceLine => ({
  ...LINE,
  order_line_state: 'SHIPPING',
  quantity: 1,
  origin_unit_price: figures.price_unit ?? figures.price ?? 0,
  price_unit: figures.price ?? 0,
  shipping_price: 0,
  ...figures,
});

const order = (figures: Partial<MarketplaceOrder>): MarketplaceOrder => ({
  ...ORDER,
  order_state: 'SHIPPING',
  currency_iso_code: 'EUR',
  shipping_price: 0,
  ...figures,
});

function read(native: MarketplaceOrder) {
  const draft = transformMarketplaceOrder(native, { account: {}, now: 0, note: () => {} });
  return completeOrder(draft, 'mirakl');
}

/** What was ordered, and what is left of it: total, goods, tax. */
function figures(native: MarketplaceOrder) {
  const one = read(native);
  assert.equal(difference(one), undefined, 'the parts do not add up to the total');
  return {
    ordered: [one.total_price, one.subtotal_price, one.total_tax],
    left: [one.current_total_price, one.current_subtotal_price, one.current_total_tax],
    discounts: one.total_discounts,
    status: one.financial_status,
  };
}

const goods = line({ price: 100, shipping_price: 5 });
const refused = line({ price: 50, shipping_price: 5, order_line_state: 'REFUSED' });

test('a refused line that the order’s totals leave out is not taken off twice', () => {
  const native = order({
    order_lines: [goods, refused],
    price: 100,
    shipping_price: 5,
    total_price: 105,
  });
  assert.deepEqual(figures(native), {
    ordered: ['160.00', '150.00', '0.00'],
    left: ['105.00', '100.00', '0.00'],
    discounts: '0.00',
    status: 'paid',
  });
});

test('a refused line that the order’s totals still hold is taken off once', () => {
  const native = order({
    order_lines: [goods, refused],
    price: 150,
    shipping_price: 10,
    total_price: 160,
  });
  const { ordered, left } = figures(native);
  assert.deepEqual([ordered[0], left[0]], ['160.00', '105.00']);
});

test('of an order that was refused as a whole nothing is left, whatever its totals say', () => {
  const off = { ...goods, order_line_state: 'REFUSED' };
  for (const [price, shipping_price, total_price] of [
    [0, 0, 0],
    [100, 5, 105],
  ] as const) {
    const native = order({
      order_state: 'REFUSED',
      order_lines: [off],
      price,
      shipping_price,
      total_price,
    });
    assert.deepEqual(figures(native), {
      ordered: ['105.00', '100.00', '0.00'],
      left: ['0.00', '0.00', '0.00'],
      discounts: '0.00',
      status: 'voided',
    });
  }
});

test('the money of a cancelled line that was emptied is no discount', () => {
  const cancelation = { amount: 50, shipping_amount: 5, quantity: 1, taxes: [{ amount: '8.33' }] };
  const emptied = line({
    price: 0,
    price_unit: 50,
    shipping_price: 0,
    taxes: [],
    order_line_state: 'CANCELED',
  });
  for (const [cancelations, total, tax] of [
    [[cancelation], '160.00', '8.33'],
    [[], '155.00', '0.00'],
  ] as const) {
    const native = order({
      order_lines: [goods, { ...emptied, cancelations }],
      price: 100,
      shipping_price: 5,
      total_price: 105,
    });
    assert.deepEqual(figures(native), {
      ordered: [total, '150.00', tax],
      left: ['105.00', '100.00', '0.00'],
      discounts: '0.00',
      status: 'paid',
    });
  }
});

test('a part of a line that was cancelled is taken off once, wherever it was taken off', () => {
  const cancelations = [{ amount: 55, shipping_amount: '2.5', quantity: 1 }];
  const whole = line({ quantity: 3, price: 165, price_unit: 55, shipping_price: 8, cancelations });
  const shrunk = { ...whole, price: 110, shipping_price: '5.5' };
  for (const [one, price, shipping_price, total_price] of [
    [whole, 165, 8, 173],
    [whole, 110, '5.5', '115.5'],
    [shrunk, 110, '5.5', '115.5'],
  ] as const) {
    const native = order({ order_lines: [one], price, shipping_price, total_price });
    assert.deepEqual(figures(native), {
      ordered: ['173.00', '165.00', '0.00'],
      left: ['115.50', '110.00', '0.00'],
      discounts: '0.00',
      status: 'paid',
    });
  }
});

test('a discount and a cancelation of the same line are kept apart', () => {
  const native = order({
    order_lines: [
      line({
        quantity: 2,
        origin_unit_price: 30,
        price_unit: 27,
        price: 27,
        cancelations: [{ amount: 27, quantity: 1 }],
      }),
    ],
    price: 27,
    total_price: 27,
  });
  assert.deepEqual(figures(native), {
    ordered: ['54.00', '54.00', '0.00'],
    left: ['27.00', '27.00', '0.00'],
    discounts: '6.00',
    status: 'paid',
  });
});

test('tax that was taken back lowers the tax that is left, by line or by order', () => {
  const cancelations = [{ amount: 25, taxes: [{ amount: 5 }] }];
  const refunds = [{ amount: 10, taxes: [{ amount: 2 }], refund_state: 'REFUNDED' }];
  const taxed = line({ quantity: 4, price_unit: 25, price: 100, cancelations, refunds });
  const byLine = { ...taxed, taxes: [{ amount: 20 }] };
  const figuresOf = { price: 100, total_price: 100, order_tax_mode: 'TAX_EXCLUDED' };
  for (const native of [
    order({ ...figuresOf, order_lines: [byLine] }),
    order({ ...figuresOf, order_lines: [taxed], order_taxes: [{ total_amount: 20 }] }),
    order({ ...figuresOf, order_lines: [byLine], order_taxes: [{ total_amount: 20 }] }),
    order({
      ...figuresOf,
      order_lines: [
        { ...taxed, refunds: [{ ...refunds[0], taxes: [], order_refund_id: 'r1' }] },
      ] as MarketplaceLine[],
      order_taxes: [{ total_amount: 20 }],
      order_refunds: [{ order_refund_id: 'r1', taxes: [{ total_amount: 2 }] }],
    }),
  ])
    assert.deepEqual(figures(native), {
      ordered: ['120.00', '100.00', '20.00'],
      left: ['78.00', '65.00', '13.00'],
      discounts: '0.00',
      status: 'partially_refunded',
    });
});

test('a refund lowers nothing before it is paid out, and says so in the status', () => {
  const refunds = [{ amount: 100, shipping_amount: 5, refund_state: 'WAITING_REFUND_PAYMENT' }];
  const native = order({
    order_state: 'RECEIVED',
    fully_refunded: true,
    order_lines: [{ ...goods, order_line_state: 'RECEIVED', refunds }],
    order_refunds: [{ order_refund_id: 'r1', taxes: [] }],
    price: 100,
    shipping_price: 5,
    total_price: 105,
  });
  assert.deepEqual([figures(native).left[0], figures(native).status], ['105.00', 'paid']);
  const paid = { ...native, order_lines: [{ ...goods, refunds: [{ ...refunds[0], state: '' }] }] };
  assert.equal(figures(paid).status, 'paid');
  const done = [{ ...refunds[0], refund_state: 'REFUNDED' }];
  const refunded = { ...native, order_lines: [{ ...goods, refunds: done }] };
  assert.deepEqual([figures(refunded).left[0], figures(refunded).status], ['0.00', 'refunded']);
});

test('the tax of a refund that waits is not taken off by the order’s own list either', () => {
  const refund = { amount: 10, refund_state: 'WAITING_REFUND', order_refund_id: 'r1' };
  const native = order({
    order_lines: [{ ...goods, refunds: [refund] }],
    price: 100,
    shipping_price: 5,
    total_price: 105,
    order_taxes: [{ total_amount: '17.5' }],
    order_refunds: [{ order_refund_id: 'r1', taxes: [{ total_amount: '1.67' }] }],
  });
  assert.equal(figures(native).left[2], '17.50');
});

test('no amount that is left is below nothing, however much was given back', () => {
  const refunds = [
    { amount: 200, shipping_amount: 20, taxes: [{ amount: 40 }], state: 'REFUNDED' },
  ];
  const native = order({
    order_lines: [{ ...goods, taxes: [{ amount: 16 }], refunds }],
    price: 100,
    shipping_price: 5,
    total_price: 105,
  });
  assert.deepEqual(figures(native).left, ['0.00', '0.00', '0.00']);
});

test('digits stay as the marketplace wrote them, in every currency of its list', () => {
  for (const [currency, price, expected] of [
    ['COP', '19999.99', '19999.99'],
    ['HUF', '1234.56', '1234.56'],
    ['IDR', '150000.5', '150000.50'],
    ['IQD', '1250.125', '1250.125'],
    ['MGA', '4500.25', '4500.25'],
    ['PKR', '999.95', '999.95'],
    ['JPY', '1500', '1500'],
    ['KWD', '1.5', '1.500'],
    ['EUR', '10.4567', '10.4567'],
  ] as const) {
    const one = read(
      order({
        currency_iso_code: currency,
        order_lines: [line({ price })],
        price,
        total_price: price,
      }),
    );
    assert.deepEqual(
      [one.total_price, one.current_total_price, one.line_items[0]?.price],
      [expected, expected, expected],
      currency,
    );
    assert.equal(difference(one), undefined);
  }
});

// Figures of public payloads: one of a connector's tests, one of Mirakl's own documentation.

test('six refused lines that stayed in the totals leave nothing, with the tax mode unsaid', () => {
  const one = line({
    price: '95.00',
    price_unit: '95.00',
    origin_unit_price: null,
    taxes: [{ amount: '8.43' }],
    shipping_taxes: [{ amount: '0.00' }],
    order_line_state: 'REFUSED',
  });
  const { order_tax_mode: _, ...native } = order({
    order_state: 'REFUSED',
    currency_iso_code: 'USD',
    payment_workflow: 'PAY_ON_DELIVERY',
    order_lines: Array.from({ length: 6 }, () => one),
    price: '570.00',
    shipping_price: '0.00',
    total_price: '570.00',
  });
  const shown = read(native);
  assert.deepEqual(
    [shown.total_price, shown.total_tax, shown.total_discounts, shown.taxes_included],
    ['570.00', '50.58', '0.00', null],
  );
  assert.deepEqual(
    [shown.current_total_price, shown.current_subtotal_price, shown.current_total_tax],
    ['0.00', '0.00', '0.00'],
  );
});

test('a cancelation without pieces beside a refund that waits, and fees outside the total', () => {
  const taxes = [{ amount: 10 }, { amount: 10 }];
  const native = order({
    order_state: 'RECEIVED',
    order_tax_mode: 'TAX_EXCLUDED',
    order_lines: [
      line({
        order_line_state: 'RECEIVED',
        quantity: 3,
        origin_unit_price: 60,
        price_unit: 55,
        price: 165,
        shipping_price: 8,
        fees: [{ amount: '0.65' }],
        taxes,
        shipping_taxes: taxes,
        cancelations: [
          {
            amount: '12.34',
            shipping_amount: '1.23',
            quantity: 0,
            fees: [{ amount: '0.35' }],
            taxes: [{ amount: '0.75' }, { amount: '0.75' }],
            shipping_taxes: [{ amount: '1.54' }, { amount: '1.54' }],
          },
        ],
        refunds: [
          {
            amount: '6.82',
            shipping_amount: '1.79',
            quantity: 0,
            fees: [{ amount: '0.3' }],
            state: 'WAITING_REFUND_PAYMENT',
          },
        ],
      }),
    ],
    order_taxes: [{ total_amount: 40 }, { total_amount: 40 }],
    price: 165,
    shipping_price: 8,
    total_price: 173,
  });
  const shown = read(native);
  assert.deepEqual(
    [shown.total_price, shown.total_tax, shown.total_discounts, shown.financial_status],
    ['253.00', '80.00', '15.00', 'paid'],
  );
  assert.deepEqual(
    [shown.current_total_price, shown.current_subtotal_price, shown.current_total_tax],
    ['234.50', '152.66', '75.42'],
  );
  // The documentation's own total leaves its fee out, which the sums say.
  assert.equal(difference(shown), '-0.65');
});

test('a discount goes with the goods it was given on, and stays where an amount was given back', () => {
  const back = (amount: number, quantity: number, state = 'REFUNDED') => ({
    id: 'r',
    amount,
    quantity,
    refund_state: state,
  });
  const left = (change: Partial<MarketplaceLine>) => {
    const sold = line({ price: 80, price_unit: 20, origin_unit_price: 25, quantity: 4, ...change });
    const one = read(order({ order_lines: [sold], price: 80, total_price: 80 }));
    return [one.total_discounts, one.current_total_discounts];
  };
  assert.deepEqual(left({}), ['20.00', '20.00']);
  assert.deepEqual(left({ refunds: [back(20, 1)] }), ['20.00', '15.00']);
  assert.deepEqual(left({ refunds: [back(20, 1, 'WAITING_REFUND')] }), ['20.00', '20.00']);
  assert.deepEqual(left({ refunds: [back(7, 0)] }), ['20.00', '20.00']);
  assert.deepEqual(left({ refunds: [back(80, 0)] }), ['20.00', '0.00']);
  assert.deepEqual(left({ refunds: [back(40, 2), back(40, 2)] }), ['20.00', '0.00']);
  assert.deepEqual(left({ cancelations: [back(20, 1)] }), ['20.00', '15.00']);
});
