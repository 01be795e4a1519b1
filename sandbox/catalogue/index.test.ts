// The catalogue: the same shop for the same anchor, every sum exact, every trait present.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currencies, decimal } from './currencies.ts';
import { defaultAnchor, generate } from './index.ts';
import { hour } from './moments.ts';
import type { Amount, Order, OrderTrait, ProductTrait } from './types.ts';

const anchor = Date.parse('2026-11-15T00:00:00Z');
const catalogue = generate(anchor);
const { orders, products, moments } = catalogue;
const halves = ['shop', 'presentment'] as const;
const sum = (amounts: readonly Amount[], half: 'shop' | 'presentment'): number =>
  amounts.reduce((total, amount) => total + amount[half], 0);
const having = (trait: OrderTrait): readonly Order[] =>
  orders.filter((o) => o.traits.includes(trait));

test('the same anchor gives the same catalogue, another anchor another one', () => {
  const text = (c: typeof catalogue): string => JSON.stringify([c.orders, c.products, c.customers]);
  assert.equal(text(generate(anchor)), text(catalogue));
  assert.notEqual(text(generate(anchor - 86_400_000)), text(catalogue));
});

test('the default anchor is the start of the UTC day', () => {
  assert.equal(defaultAnchor(Date.parse('2026-11-15T17:31:09Z')), anchor);
});

test('there are at least 2,000 orders and 300 products within two years before the anchor', () => {
  assert.ok(orders.length >= 2000);
  assert.ok(products.length >= 300);
  for (const order of orders) {
    assert.ok(order.createdAt >= moments.first && order.createdAt < anchor);
    assert.ok(order.updatedAt >= order.createdAt && order.updatedAt < anchor);
    assert.equal(order.createdAt % 1000, 0);
    assert.equal(order.updatedAt % 1000, 0);
  }
});

test('every order adds up in both currencies', () => {
  for (const order of orders) {
    for (const half of halves) {
      const { totals, lines, shippingLines, refunds } = order;
      assert.equal(
        totals.lines[half],
        sum(
          lines.map((line) => line.gross),
          half,
        ),
      );
      assert.equal(
        totals.shipping[half],
        sum(
          shippingLines.map((line) => line.price),
          half,
        ),
      );
      assert.equal(
        totals.discounts[half],
        sum(
          order.discounts.map((d) => d.amount),
          half,
        ),
      );
      assert.equal(
        totals.tax[half],
        sum(
          [...lines, ...shippingLines].map((line) => line.tax),
          half,
        ),
      );
      assert.equal(
        totals.tax[half],
        sum(
          order.taxes.map((tax) => tax.amount),
          half,
        ),
      );
      assert.equal(
        totals.total[half],
        totals.lines[half] - totals.discounts[half] + totals.shipping[half] +
          (order.taxesIncluded ? 0 : totals.tax[half]) + totals.tip[half],
        `order ${order.id}`,
      ); // biome-ignore format: the formula
      assert.equal(
        totals.refunded[half],
        sum(
          refunds.map((refund) => refund.total),
          half,
        ),
      );
      assert.ok(
        totals.refunded[half] <= totals.total[half],
        `order ${order.id} gives back too much`,
      );
      for (const line of lines) {
        assert.equal(line.gross[half], line.unitPrice[half] * line.quantity);
        assert.equal(line.total[half], line.gross[half] - line.discount[half]);
        assert.ok(line.total[half] >= 0 && line.tax[half] <= line.grossTax[half]);
      }
    }
  }
});

test('the two halves of every amount keep the exact ratio of the currencies', () => {
  const walk = (value: unknown, visit: (amount: Amount) => void): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('shop' in value && 'presentment' in value) visit(value as Amount);
    else for (const inner of Object.values(value)) walk(inner, visit);
  };
  for (const order of having('foreign-currency')) {
    const { numerator, denominator } = currencies[order.currency];
    walk(order, ({ shop, presentment }) => {
      assert.ok(Number.isInteger(shop) && Number.isInteger(presentment));
      assert.equal(presentment * denominator, shop * numerator);
    });
    assert.equal(order.totals.tax.shop, 0);
  }
});

test('refunds in full give everything back, and the status says so', () => {
  for (const order of orders) {
    const whole =
      order.totals.refunded.shop === order.totals.total.shop && order.refunds.length > 0;
    assert.equal(order.financialStatus === 'refunded', whole);
    assert.equal(
      order.financialStatus === 'partially_refunded',
      order.refunds.length > 0 && !whole,
    );
  }
});

const orderTraits: Readonly<Record<OrderTrait, number>> = {
  'coupon-percentage': 3, 'coupon-fixed-cart': 3, 'coupon-fixed-product': 3, 'coupon-free-shipping': 3,
  'automatic-discount': 3, 'two-coupons': 3, 'tax-included': 3, 'tax-excluded': 3, 'several-tax-rates': 3,
  'two-rates-on-a-line': 3, 'tax-exempt': 3, 'reverse-charge': 3, 'refund-partial': 3, 'refund-full': 3,
  'refund-amount-only': 3, 'refund-twice': 3, 'refund-shipping': 3, 'cancelled-paid': 3, 'cancelled-unpaid': 3,
  'payment-pending': 3, 'payment-authorized': 3, 'payment-failed': 3, 'payment-partial': 3, 'cash-on-delivery': 3,
  'partially-shipped': 3, 'foreign-currency': 3, 'zero-decimal-currency': 3, 'three-decimal-currency': 3,
  'gift-card-bought': 3, 'gift-card-redeemed': 3, 'many-lines': 3, 'hundreds-of-lines': 2, umlauts: 3, emoji: 3,
  'html-characters': 3, 'note-with-newlines': 3, 'no-addresses': 3, 'no-shipping-address': 3, guest: 3,
  'deleted-product': 3, 'custom-item': 3, 'at-midnight': 2, 'at-bound': 3, 'beside-bound': 6, 'clock-change': 12,
  'repeated-hour': 4, 'updated-together': 4, 'updated-later': 3, tip: 3, 'two-shipping-lines': 3,
  'no-shipping-lines': 3, 'zero-total': 3, company: 3, 'test-order': 3, 'point-of-sale': 3, 'id-out-of-order': 8,
  'digital-only': 3, 'large-quantity': 3,
}; // biome-ignore format: a table

for (const [trait, least] of Object.entries(orderTraits)) {
  test(`at least ${least} orders show the trait ${trait}`, () => {
    assert.ok(having(trait as OrderTrait).length >= least);
  });
}

const productTraits: Readonly<Record<ProductTrait, true>> = {
  simple: true, 'one-option': true, 'two-options': true, 'three-options': true, 'over-100-variants': true,
  'over-250-variants': true, draft: true, archived: true, 'no-price': true, 'on-sale': true, 'no-image': true,
  'many-images': true, digital: true, 'gift-card': true, 'untracked-stock': true, 'shared-stock': true,
  'several-locations': true, 'weight-in-grams': true, 'weight-in-kilograms': true, 'no-brand': true, 'no-sku': true,
  'no-barcode': true, umlauts: true, emoji: true, 'html-characters': true, 'out-of-stock': true, backorders: true,
  untaxed: true, 'id-out-of-order': true,
}; // biome-ignore format: a table

for (const trait of Object.keys(productTraits)) {
  test(`a product shows the trait ${trait}`, () => {
    assert.ok(products.some((product) => product.traits.includes(trait as ProductTrait)));
  });
}

test('orders stand at the very seconds that tests use as bounds', () => {
  const at = (instant: number): number => orders.filter((o) => o.createdAt === instant).length;
  assert.equal(new Date(moments.midnight).toISOString(), '2026-10-16T00:00:00.000Z');
  assert.ok(
    at(moments.midnight) >= 2 &&
      at(moments.midnight - 1000) >= 1 &&
      at(moments.midnight + 1000) >= 1,
  );
  assert.ok(
    at(moments.bound) >= 3 && at(moments.bound - 1000) >= 1 && at(moments.bound + 1000) >= 1,
  );
  const updated = (instant: number): number => orders.filter((o) => o.updatedAt === instant).length;
  assert.ok(updated(moments.updatedTogether) >= 4);
  assert.ok(
    updated(moments.updatedTogether - 1000) >= 1 && updated(moments.updatedTogether + 1000) >= 1,
  );
});

test('the last two clock changes are those of Europe/Amsterdam, with orders on both sides', () => {
  const [spring, autumn] = moments.clockChanges;
  assert.deepEqual([spring.direction, autumn.direction], ['forward', 'back']);
  assert.equal(new Date(spring.at).toISOString(), '2026-03-29T01:00:00.000Z');
  assert.equal(new Date(autumn.at).toISOString(), '2026-10-25T01:00:00.000Z');
  for (const { at } of moments.clockChanges) {
    for (const shift of [-hour, -1000, 0, 1000, hour]) {
      assert.ok(orders.some((order) => order.createdAt === at + shift));
    }
  }
  const inRepeatedHour = having('repeated-hour').map((order) => order.createdAt);
  assert.ok(
    inRepeatedHour.some((at) => at < autumn.at) && inRepeatedHour.some((at) => at > autumn.at),
  );
});

test('identifiers are unique and mostly follow the time of creation', () => {
  assert.equal(new Set(orders.map((order) => order.id)).size, orders.length);
  const backwards = orders.filter((order, i) => order.createdAt < (orders[i - 1]?.createdAt ?? 0));
  assert.ok(backwards.length >= 5 && backwards.length < 40, String(backwards.length));
  for (const kind of [orders.flatMap((o) => o.lines), orders.flatMap((o) => o.refunds), products]) {
    assert.equal(new Set(kind.map(({ id }) => id)).size, kind.length);
  }
});

test('lines name products that exist, or say that they do not', () => {
  const living = new Set(products.map((product) => product.id));
  for (const line of orders.flatMap((order) => order.lines)) {
    assert.equal(line.productExists, line.productId !== null && living.has(line.productId));
  }
});

test('decimals are printed without passing through a float', () => {
  assert.equal(decimal(1995, 2), '19.95');
  assert.equal(decimal(-5, 2), '-0.05');
  assert.equal(decimal(1600, 0), '1600');
  assert.equal(decimal(1234, 3), '1.234');
});
