// Orders as WooCommerce reckons them, made by chance: what the shop prints adds up, and so do ours.
// After WC_Cart_Totals, WC_Abstract_Order::calculate_totals, WC_Order_Item::set_taxes and
// wc_round_tax_total: taxes are rounded rate by rate and line by line, or once, at the subtotal; half
// a cent of tax goes down where prices include it, up where they do not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAll } from '../../../test/all.ts';
import * as money from '../../model/money.ts';
import { completeOrder } from '../../model/order-draft.ts';
import { completeRefund } from '../../model/refund.ts';
import { difference, settleRefund } from '../../model/sums.ts';
import type { NativeOrder } from './native.ts';
import { transformOrder } from './orders-transform.ts';
import { refundsOf } from './refund-records.ts';

/** Amounts are whole numbers of this part of one. */
const UNIT = 8;

interface Shop {
  readonly decimals: number;
  readonly included: boolean;
  readonly atSubtotal: boolean;
  /** Of each tax, in thousandths of a percent. */
  readonly rates: readonly bigint[];
  /** Whether the order was reckoned again in the admin pages, after it was placed. */
  readonly again: boolean;
  /** Whether prices have more decimals than the shop prints. */
  readonly finePrices: boolean;
}

/** To a number of decimals; half goes away from zero, or towards it. */
function round(amount: bigint, decimals: number, half: 'up' | 'down' = 'up'): bigint {
  const step = 10n ** BigInt(UNIT - decimals);
  const size = amount < 0n ? -amount : amount;
  const over = size % step;
  const up = half === 'up' ? over * 2n >= step : over * 2n > step;
  const whole = size - over + (up ? step : 0n);
  return amount < 0n ? -whole : whole;
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => a + b, 0n);
const over = (a: bigint, b: bigint): bigint => round((a * 10n ** BigInt(UNIT)) / b, UNIT);

/** As `dp=6` has it written. */
function written(amount: bigint, decimals = 6): string {
  const kept = round(amount, decimals);
  const size = String(kept < 0n ? -kept : kept).padStart(UNIT + 1, '0');
  const text = `${size.slice(0, -UNIT)}.${size.slice(-UNIT, size.length - UNIT + decimals)}`;
  return `${kept < 0n ? '-' : ''}${text.replace(/\.$/, '')}`;
}

interface Part {
  readonly net: bigint;
  readonly taxes: readonly bigint[];
}

function reckon(shop: Shop, random: (below: number) => number) {
  const { decimals, included, atSubtotal, rates, again, finePrices } = shop;
  const cent = 10n ** BigInt(UNIT - decimals);
  const percent = 100_000n;
  const all = sum(rates);
  const halves = included ? 'down' : 'up';
  const roundTax = (tax: bigint) => (atSubtotal ? tax : round(tax, decimals, halves));
  const kept = (amount: bigint) => round(amount, 6);
  const onTop = (net: bigint) => rates.map((rate) => kept(over(net * rate, percent * 10n ** 8n)));
  const within = (gross: bigint) =>
    rates.map((rate) => over(gross * rate, (percent + all) * 10n ** 8n));
  const ownTax = ({ taxes }: Part) => sum(taxes.map(roundTax));
  const part = (price: bigint): Part => {
    if (!included) return { net: price, taxes: onTop(price) };
    const taxes = within(price);
    const net = kept(price - sum(taxes));
    return { net, taxes: again ? onTop(net) : taxes.map(kept) };
  };

  const off = random(3) === 0 ? BigInt(random(60) + 1) : 0n;
  const lines = Array.from({ length: 1 + random(6) }, () => {
    const fine = finePrices ? cent / 100n : cent;
    const quantity = 1 + random(5);
    const price = BigInt(1 + random(20_000)) * fine * BigInt(quantity);
    const discount = round((price * off) / 100n, decimals);
    return { quantity, discount, before: part(price), after: part(price - discount) };
  });
  /** Shipping and fees are entered without tax. */
  const extra = (): Part => {
    const net = random(2) === 0 ? BigInt(random(1000)) * cent : BigInt(random(9_999_999)) * 100n;
    return { net, taxes: onTop(net) };
  };
  const shipping = Array.from({ length: random(3) }, extra);
  const fees = Array.from({ length: random(2) }, extra);

  const rounded = (net: bigint) => (atSubtotal ? net : round(net, decimals));
  const goods = sum(lines.map(({ after }) => rounded(after.net)));
  const goodsBefore = sum(lines.map(({ before }) => rounded(before.net)));
  const shippingNet = sum(shipping.map(({ net }) => (again ? round(net, decimals) : net)));
  const shippingTax = sum(shipping.map(ownTax));
  const cartTax = sum([...lines.map(({ after }) => after), ...fees].map(ownTax));
  const taken = (which: (one: Part) => bigint) =>
    sum(lines.map(({ before, after }) => which(before) - which(after)));
  const discountTax = taken(({ taxes }) => sum(taxes));
  const total = round(
    goods + shippingNet + sum(fees.map(({ net }) => net)) + cartTax + shippingTax,
    decimals,
  );
  const taxed = (one: Part) => ({
    total: written(one.net),
    total_tax: written(ownTax(one)),
    taxes: one.taxes.map((tax, id) => ({ id, total: written(tax) })),
  });
  const native = {
    id: 1,
    number: '1',
    status: 'processing',
    currency: decimals === 0 ? 'JPY' : decimals === 3 ? 'KWD' : 'EUR',
    prices_include_tax: included,
    shop_decimals: decimals,
    total: written(total),
    total_tax: written(round(cartTax + shippingTax, decimals)),
    shipping_total: written(shippingNet),
    shipping_tax: written(shippingTax),
    discount_total: written(again ? round(goodsBefore - goods, decimals) : taken(({ net }) => net)),
    discount_tax: written(again ? round(discountTax, decimals, halves) : discountTax),
    line_items: lines.map(({ quantity, before, after }, id) => ({
      ...taxed(after),
      id: id + 1,
      quantity,
      subtotal: written(before.net),
      subtotal_tax: written(ownTax(before)),
      taxes: after.taxes.map((tax, rate) => ({
        id: rate,
        total: written(tax),
        subtotal: written(before.taxes[rate] ?? 0n),
      })),
    })),
    shipping_lines: shipping.map((one, id) => ({ id: id + 1, ...taxed(one) })),
    fee_lines: fees.map((one, id) => ({ id: id + 1, ...taxed(one) })),
    coupon_lines: [],
    refunds: [],
    billing: {},
    shipping: {},
  } as unknown as NativeOrder;

  /** What the shop prints of a part (`get_line_total`): net and own tax, rounded together. */
  const print = (one: Part) => round(one.net + (included ? ownTax(one) : 0n), decimals);
  const printed = {
    lines: lines.map(({ before }) => print(before)),
    after: lines.map(({ after }) => print(after)),
    extras: [...shipping, ...fees].map(print),
  };
  const addsUp =
    sum([...printed.after, ...printed.extras]) +
      (included ? 0n : round(cartTax + shippingTax, decimals)) ===
    total;
  return { native, printed, addsUp };
}

/** The same numbers every time (a linear congruential generator). */
function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const RATES = [[], [21_000n], [19_000n], [5_000n, 9_975n], [8_100n], [7_250n, 1_000n]];
const either = [true, false];
const SHOPS: readonly Shop[] = either.flatMap((included) =>
  either.flatMap((atSubtotal) =>
    either.flatMap((again) =>
      either.flatMap((finePrices) =>
        [0, 2, 3].flatMap((decimals) =>
          RATES.map((rates) => ({ included, atSubtotal, again, finePrices, decimals, rates })),
        ),
      ),
    ),
  ),
);
/** Orders of each shop. */
const EACH = isAll ? 40 : 12;

test('what a shop prints is what we give, and what adds up there adds up here', () => {
  const random = seeded(26);
  const wrong: string[] = [];
  const counts = { all: 0, printed: 0 };
  for (const shop of SHOPS)
    for (let i = 0; i < EACH; i++) {
      const { native, printed, addsUp } = reckon(shop, random);
      const order = completeOrder(
        transformOrder(native, { account: {}, now: 0, note: () => {} }),
        'woocommerce',
      );
      const off = difference(order);
      counts.all++;
      if (!addsUp) continue;
      counts.printed++;
      const said = `${JSON.stringify({ ...shop, rates: shop.rates.map(String) })} off ${off} ${JSON.stringify(native)}`;
      if (off !== undefined) wrong.push(said);
      const lines = order.line_items.map(({ price, quantity }) =>
        money.round(money.times(price ?? '', quantity ?? 0), shop.decimals),
      );
      const wanted = printed.lines.map((line) => written(line, shop.decimals));
      if (lines.join() !== wanted.join()) wrong.push(`${lines} not ${wanted}: ${said}`);
    }
  assert.deepEqual(wrong.slice(0, 3), [], `${wrong.length} of ${counts.printed}`);
  assert.ok(counts.printed > counts.all / 2, `only ${counts.printed} of ${counts.all} add up`);
});

/**
 * Some pieces of each line, and perhaps what is shipped first, given back in the admin pages
 * (meta-boxes-order.js): net amounts as fine as they are kept, taxes too where taxes are rounded once.
 * The amount is the sum of these, `once` rounded as a whole; later versions round each where taxes are.
 */
function givenBack(
  shop: Shop,
  native: NativeOrder,
  once: boolean,
  random: (below: number) => number,
) {
  // biome-ignore format: one thought
  const { decimals, atSubtotal } = shop;
  /** As `written` wrote it. */
  const read = (amount: unknown) =>
    BigInt(String(amount).replace('.', '')) * 10n ** BigInt(UNIT - 6);
  const part = (record: Record<string, unknown>, pieces: bigint, ordered: bigint): Part => ({
    net: round((read(record.total) * pieces) / ordered, 6),
    taxes: (record.taxes as { total: unknown }[]).map(({ total }) =>
      round((read(total) * pieces) / ordered, atSubtotal ? 6 : decimals),
    ),
  });
  const back = ({ net, taxes }: Part) => ({
    total: written(-net),
    total_tax: written(-sum(taxes)),
    taxes: taxes.map((tax, id) => ({ id, total: written(-tax) })),
  });
  const [line_items = [], shipping_lines = []] = [native.line_items, native.shipping_lines] as unknown as Record<string, unknown>[][]; // biome-ignore format: one thought
  const lines = line_items.map((line) => {
    const pieces = random(Number(line.quantity) + 1);
    return { id: line.id, pieces, part: part(line, BigInt(pieces), BigInt(Number(line.quantity))) };
  });
  const shipping = shipping_lines.slice(0, random(2)).map((line) => part(line, 1n, 1n));
  const all = [...lines.map((line) => line.part), ...shipping];
  const fields = all.flatMap(({ net, taxes }) => [net, ...taxes]);
  const amount = round(sum(fields.map((field) => (once || atSubtotal ? field : round(field, decimals)))), decimals); // biome-ignore format: one thought
  const record = {
    id: 50,
    amount: written(amount),
    line_items: lines.map((line) => ({
      ...back(line.part),
      quantity: -line.pieces,
      meta_data: [{ key: '_refunded_item_id', value: line.id }],
    })),
    shipping_lines: shipping.map(back),
  };
  const tax = sum(all.flatMap(({ taxes }) => taxes));
  const refunds = [{ id: 50, total: written(-amount), total_tax: written(-tax) }];
  return {
    native: { ...native, refunds, refund_records: [record] } as unknown as NativeOrder,
    isHalf: (sum(fields) - amount) * 2n === -(10n ** BigInt(UNIT - decimals)),
  };
}

test('what a shop gives back comes to its parts, wherever it rounds', () => {
  const random = seeded(27);
  const wrong: string[] = [];
  for (const shop of SHOPS)
    for (const once of either) {
      const { native, isHalf } = givenBack(shop, reckon(shop, random).native, once, random);
      // Half of the smallest coin goes up there, and is off by that half here.
      if (isHalf) continue;
      const order = completeOrder(
        transformOrder(native, { account: {}, now: 0, note: () => {} }),
        'woocommerce',
      );
      for (const draft of refundsOf(native)) {
        const refund = completeRefund(draft);
        const rest = settleRefund(refund, order);
        if (rest !== undefined) wrong.push(`${rest} ${JSON.stringify(native)}`);
      }
    }
  assert.deepEqual(wrong, []);
});
