// Odd orders: signs, missing sums, fees and tips, several currencies, unknown states.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { completeOrder } from '../../model/order-draft.ts';
import { difference } from '../../model/sums.ts';
import type { Warning } from '../channel.ts';
import type { NativeOrder } from './native.ts';
import { orders } from './orders.ts';
import { wordsOf } from './status.ts';

const sample = (file: string) =>
  JSON.parse(readFileSync(new URL(`./samples/${file}.native.json`, import.meta.url), 'utf8'));
const business: NativeOrder = sample('order-business-promotions');
const unshipped: NativeOrder = sample('order-unshipped-prime');
const cancelled: NativeOrder = sample('order-cancelled');

function unified(native: NativeOrder, account = {}) {
  const warnings: Warning[] = [];
  const note = (warning: Warning) => warnings.push(warning);
  const order = completeOrder(orders.transform(native, { account, now: 0, note }), 'amazon');
  return { order, warnings };
}

const euro = (amount: string) => ({ amount, currencyCode: 'EUR' });
const priced = (
  total: string,
  breakdowns: Record<string, string>,
  marketplaceId?: string,
): NativeOrder => ({
  ...unshipped,
  ...(marketplaceId && { salesChannel: { marketplaceId } }),
  proceeds: {
    grandTotal: euro(total),
    breakdowns: Object.entries(breakdowns).map(([type, amount]) => ({
      type,
      subtotal: euro(amount),
    })),
  },
});

describe('amounts', () => {
  test('a discount is taken off, whichever sign it has', () => {
    for (const sign of ['', '-']) {
      const { order } = unified(priced('9.00', { ITEM: '10.00', DISCOUNT: `${sign}1.00` }));
      assert.deepEqual([order.total_discounts, order.subtotal_price], ['1.00', '9.00']);
      assert.equal(difference(order), undefined);
    }
  });

  test('fees and tips have places of their own, so that the order adds up', () => {
    const { order } = unified(
      priced('20.50', {
        ITEM: '10.00',
        GIFT_WRAP: '3.00',
        COD_FEE: '2.00',
        OTHER: '0.50',
        DELIVERY_TIP: '5.00',
      }),
    );
    assert.equal(order.total_tip_received, '5.00');
    assert.deepEqual(order.original_total_additional_fees_set, {
      shop_money: { currency_code: 'EUR', amount: '5.50' },
      presentment_money: { currency_code: 'EUR', amount: '5.50' },
    });
    assert.equal(difference(order), undefined);
  });

  test('sums that the order lacks are made from its items', () => {
    const { proceeds, ...rest } = business;
    const { order } = unified({
      ...rest,
      ...(proceeds?.grandTotal && { proceeds: { grandTotal: proceeds.grandTotal } }),
    });
    assert.deepEqual(
      [order.total_line_items_price, order.total_discounts, order.total_tax],
      ['88.00', '7.80', '16.19'],
    );
    assert.equal(difference(order), undefined);
  });

  test('whether prices include tax shows in the total, else in the marketplace', () => {
    const included = (total: string, tax: string, marketplaceId?: string) =>
      unified(priced(total, { ITEM: '10.00', TAX: tax }, marketplaceId)).order.taxes_included;
    assert.equal(included('10.00', '2.00'), true);
    assert.equal(included('12.00', '2.00'), false);
    assert.equal(included('10.00', '0.00'), true);
    assert.equal(included('10.00', '0.00', 'ATVPDKIKX0DER'), false);
    assert.equal(included('11.00', '2.00', 'A2EUQ1WTGCTBG2'), false);
  });

  test('the price of one stands on the same footing as the sum of items', () => {
    const { order } = unified(unshipped);
    // Amazon's unit price includes the tax here, its sum of items does not.
    assert.equal(order.line_items[0]?.price, '25.13');
    assert.equal(order.taxes_included, false);
  });

  test('an amount keeps every digit that Amazon wrote', () => {
    const forint = (amount: string) => ({ amount, currencyCode: 'HUF' });
    const { order } = unified({
      ...unshipped,
      proceeds: {
        grandTotal: forint('1234.56'),
        breakdowns: [{ type: 'ITEM', subtotal: forint('1234.5678') }],
      },
    });
    assert.deepEqual([order.total_price, order.total_line_items_price], ['1234.56', '1234.5678']);
  });

  test('a price that does not divide has the decimals that make the sum again', () => {
    const [item] = unshipped.orderItems;
    assert.ok(item);
    const proceeds = { breakdowns: [{ type: 'ITEM', subtotal: euro('9.99') }] };
    const two = { ...item, quantityOrdered: 2, proceeds };
    assert.equal(unified({ ...unshipped, orderItems: [two] }).order.line_items[0]?.price, '4.995');
    const none = { ...item, quantityOrdered: 0, proceeds };
    assert.equal(unified({ ...unshipped, orderItems: [none] }).order.line_items[0]?.price, null);
  });

  test('no current amount is below nothing', () => {
    const { order } = unified(priced('0.00', { ITEM: '10.00', DISCOUNT: '12.00', TAX: '-1.00' }));
    assert.deepEqual(
      [order.subtotal_price, order.current_subtotal_price, order.current_total_tax],
      ['-2.00', '0.00', '0.00'],
    );
  });

  test('what is authorised is outstanding until it ships', () => {
    const outstanding = (fulfillmentStatus: string) =>
      unified({ ...unshipped, fulfillment: { fulfillmentStatus } }).order.total_outstanding;
    assert.deepEqual(
      ['PENDING', 'UNSHIPPED', 'PARTIALLY_SHIPPED', 'SHIPPED', 'CANCELLED', 'UNFULFILLABLE'].map(
        outstanding,
      ),
      ['29.90', '29.90', '0.00', '0.00', '0.00', null],
    );
  });

  test('yen have no decimals', () => {
    const yen = (amount: string) => ({ amount, currencyCode: 'JPY' });
    const { order } = unified({
      ...unshipped,
      salesChannel: { marketplaceId: 'A1VC38T7YXB528' },
      proceeds: { grandTotal: yen('5980'), breakdowns: [{ type: 'ITEM', subtotal: yen('5980') }] },
    });
    assert.deepEqual([order.total_price, order.total_tax, order.currency], ['5980', '0', 'JPY']);
  });

  test('without any figure the marketplace still gives the currency', () => {
    const [item] = unshipped.orderItems;
    assert.ok(item);
    const { proceeds: _p, ...bare } = unshipped;
    const { proceeds: _i, product: _q, ...plain } = item;
    const { order } = unified({ ...bare, orderItems: [plain] });
    assert.deepEqual(
      [order.currency, order.total_price, order.line_items[0]?.price],
      ['EUR', null, null],
    );
  });

  test('one promotion took all of the discount, of several no one knows', () => {
    const [first, ...others] = business.orderItems;
    assert.ok(first);
    const one = { ...first, promotion: { breakdowns: [{ promotionId: 'P' }] } };
    const { order } = unified({ ...business, orderItems: [one, ...others] });
    assert.deepEqual(order.discount_codes, [
      { id: 'P', code: 'P', amount: '7.80', type: 'fixed_amount' },
    ]);
    assert.equal(order.shipping_lines[0]?.discount_allocations[0]?.discount_application_index, 0);
    assert.deepEqual(
      unified(business).order.discount_codes.map(({ amount }) => amount),
      [null, null],
    );
  });
});

describe('states', () => {
  const inState = (fulfillmentStatus: string) =>
    unified({ ...unshipped, fulfillment: { ...unshipped.fulfillment, fulfillmentStatus } });

  test('one that is not known yet becomes null, and is named', () => {
    const { order, warnings } = inState('TELEPORTED');
    assert.deepEqual(
      [order.financial_status, order.fulfillment_status, order.confirmed],
      [null, null, null],
    );
    assert.deepEqual(
      warnings.map(({ code, id }) => [code, id]),
      [['unknown_status', unshipped.orderId]],
    );
  });

  test('one that shipped and waits for its invoice to be confirmed is shipped', () => {
    assert.deepEqual(inState('INVOICE_UNCONFIRMED'), inState('SHIPPED'));
    const native = { ...unshipped, packages: [], fulfillment: { fulfillmentStatus: 'INVOICE_UNCONFIRMED' } }; // biome-ignore format: one order
    const codes: string[] = [];
    const note = ({ code }: Warning) => codes.push(code);
    orders.includes?.fulfillments?.(native, { account: {}, now: 0, note });
    assert.deepEqual(codes, ['fulfillments_unknown'], 'it left, though Amazon shows no package');
    // The contract of the list has no such word.
    assert.deepEqual(wordsOf('closed'), ['SHIPPED', 'UNFULFILLABLE']);
  });

  test('one that cannot be fulfilled has no financial status, and that is known', () => {
    const { order, warnings } = inState('UNFULFILLABLE');
    assert.deepEqual([order.financial_status, order.closed_at, warnings], [null, null, []]);
  });

  test('who cancelled, and why', () => {
    const why = (cancelledBy: string, cancelReason: string) => {
      const orderItems = cancelled.orderItems.map((item) => ({
        ...item,
        cancellation: { cancellationExecution: { cancelledBy, cancelReason } },
      }));
      return unified({ ...cancelled, orderItems }).order.cancel_reason;
    };
    assert.equal(why('BUYER', 'Buyer requested cancellation'), 'customer');
    assert.equal(why('MERCHANT', 'No inventory'), 'inventory');
    assert.equal(why('MERCHANT', 'Out of stock'), 'inventory');
    assert.equal(why('MERCHANT', 'General adjustment'), 'other');
    assert.equal(why('AMAZON', 'Payment could not be authorized'), 'declined');
    assert.equal(why('AMAZON', 'Other'), 'other');
  });
});

describe('what Amazon leaves out', () => {
  test('lists that are null are read as absent', () => {
    const [item] = unshipped.orderItems;
    assert.ok(item);
    const { order } = unified({
      ...unshipped,
      orderAliases: null,
      programs: null,
      packages: null,
      payment: { paymentExecutions: null },
      tax: { taxRegistrations: null },
      orderItems: [
        {
          ...item,
          promotion: { breakdowns: null },
          proceeds: {
            breakdowns: [
              { type: 'ITEM', subtotal: euro('25.13'), detailedBreakdowns: null },
              { type: 'DISCOUNT', subtotal: euro('1.00'), detailedBreakdowns: null },
            ],
          },
        },
      ],
    });
    assert.deepEqual(
      [order.source_identifier, order.tags, order.payment_gateway_names, order.discount_codes],
      [null, null, ['amazon'], []],
    );
    assert.equal(order.line_items[0]?.total_discount, '1.00');
  });

  test('a quantity that is missing is not known', () => {
    const [item] = unshipped.orderItems;
    assert.ok(item);
    const { quantityOrdered: _, ...uncounted } = item;
    const [line] = unified({ ...unshipped, orderItems: [uncounted] }).order.line_items;
    assert.deepEqual([line?.quantity, line?.price], [null, null]);
  });

  test('what no one said is null, not false', () => {
    const { order } = unified(unshipped);
    assert.deepEqual(
      [order.tax_exempt, order.buyer_accepts_marketing, order.estimated_taxes],
      [null, null, null],
    );
    assert.deepEqual(
      [
        order.customer?.verified_email,
        order.customer?.tax_exempt,
        order.customer?.email_marketing_consent,
        order.line_items[0]?.gift_card,
      ],
      [null, null, null, null],
    );
  });

  test('an order without its items is refused', () => {
    for (const orderItems of [undefined, null, {}, [null]])
      assert.throws(
        () => unified({ ...unshipped, orderItems } as unknown as NativeOrder),
        TypeError,
      );
  });
});

describe('people and places', () => {
  test('a name of one word is a last name, longer ones split at the last space', () => {
    const named = (name: string) => {
      const recipient = { deliveryAddress: { name, countryCode: 'DE' } };
      const { shipping_address: address } = unified({ ...unshipped, recipient }).order;
      return [address?.first_name, address?.last_name];
    };
    assert.deepEqual(named('Cher'), [null, 'Cher']);
    assert.deepEqual(named('Ana María de la Cruz'), ['Ana María de la', 'Cruz']);
  });

  test('places that some countries have instead of a city or a state', () => {
    const recipient = {
      deliveryAddress: {
        addressLine1: '1',
        addressLine2: '2',
        addressLine3: '3',
        municipality: 'M',
        districtOrCounty: 'D',
        countryCode: 'BR',
      },
    };
    const { shipping_address: address } = unified({ ...unshipped, recipient }).order;
    assert.deepEqual(
      [address?.address2, address?.city, address?.province, address?.province_code],
      ['2, 3', 'M', 'D', null],
    );
  });

  test('the invoice address of a business buyer, where Amazon gives it', () => {
    const tax = {
      taxRegistrations: [
        { entityType: 'SELLER', legalName: 'Us' },
        {
          entityType: 'BUYER',
          legalName: 'Them GmbH',
          taxRegistrationAddress: { city: 'Kiel', countryCode: 'DE' },
        },
      ],
    };
    const { billing_address: billing } = unified({ ...business, tax }).order;
    assert.deepEqual(
      [billing?.company, billing?.city, billing?.channel_name],
      ['Them GmbH', 'Kiel', 'amazon'],
    );
  });

  test('orders of Amazon’s test host are tests; used goods are named', () => {
    const endpoint = 'https://sandbox.sellingpartnerapi-eu.amazon.com';
    assert.equal(unified(unshipped, { endpoint }).order.test, true);
    const [item] = unshipped.orderItems;
    assert.ok(item);
    const used = {
      ...item,
      product: { ...item.product, condition: { conditionType: 'USED', conditionSubtype: 'GOOD' } },
    };
    assert.equal(
      unified({ ...unshipped, orderItems: [used] }).order.line_items[0]?.variant_title,
      'USED GOOD',
    );
  });

  test('a gift message is the note where there are no instructions for the driver', () => {
    const [item] = unshipped.orderItems;
    assert.ok(item);
    const gift = {
      ...item,
      fulfillment: { packing: { giftOption: { giftMessage: 'Viel Freude!' } } },
    };
    const { order } = unified({ ...unshipped, orderItems: [gift] });
    assert.equal(order.note, 'Viel Freude!');
    assert.equal(order.line_items[0]?.fulfillable_quantity, null);
  });
});
