// What the catalogue says about each field of an order.
import { minus } from '../../sandbox/catalogue/amounts.ts';
import type {
  Amount,
  Address as CatalogueAddress,
  Order as CatalogueOrder,
  Line,
} from '../../sandbox/catalogue/types.ts';
import type { Address, MoneySet, Order } from '../../src/model/order.ts';
import { instantOf } from './instants.ts';
import { type Field, type Fields, moneyOf, type World } from './round-trip-compare.ts';

type OrderField = Field<CatalogueOrder, Order>;

/** A plain field that stands in the record under its own name. */
const plain = (name: keyof Order, expected: OrderField['expected']): OrderField => ({
  got: (record) => record[name],
  expected,
});

const moment = (
  name: 'created_at' | 'updated_at' | 'processed_at' | 'cancelled_at' | 'closed_at',
  expected: (order: CatalogueOrder) => number | null,
): OrderField => ({ got: (record) => instantOf(record[name]), expected });

/** An amount that stands there twice: as a text, and as a set of both currencies. */
const amount = (
  name: 'total_price' | 'total_tax' | 'total_discounts' | 'subtotal_price' | 'total_line_items_price' | 'current_total_price' | 'current_total_tax', // biome-ignore format: one list
  expected: (order: CatalogueOrder) => Amount,
): OrderField => ({
  got: (record) => {
    const set = record[`${name}_set`];
    // A text and a set that disagree are shown together, so that they never equal the catalogue.
    return set?.shop_money.amount === record[name] ? setOf(set) : [record[name], setOf(set)];
  },
  expected: (order, world) => bothOf(expected(order), order, world),
});

const setOf = (set: MoneySet | null): unknown =>
  set && [
    `${set.shop_money.currency_code} ${set.shop_money.amount}`,
    `${set.presentment_money.currency_code} ${set.presentment_money.amount}`,
  ];

/** An amount in the shop's currency and in the buyer's, as a money set has both. */
export const bothOf = (value: Amount, order: CatalogueOrder, { sides }: World): readonly string[] =>
  sides.map((side) => `${codeOf(order, side)} ${moneyOf(value, order.currency, side)}`);

/** An amount as plain fields have it: in the shop's currency, where the channel knows it. */
export const textOf = (value: Amount, order: CatalogueOrder, { sides }: World): string =>
  moneyOf(value, order.currency, sides[0]);

const codeOf = (order: CatalogueOrder, side: keyof Amount): string =>
  side === 'shop' ? 'EUR' : order.currency;

/** A list with one entry a line, in the order of the lines. */
const ofLines = (
  name: keyof Order['line_items'][number],
  expected: (line: Line, order: CatalogueOrder, world: World) => unknown,
): OrderField => ({
  got: (record) => record.line_items.map((line) => line[name]),
  expected: (order, world) => order.lines.map((line) => expected(line, order, world)),
});

const ofAddress = (
  name: 'billing_address' | 'shipping_address',
  expected: (order: CatalogueOrder) => CatalogueAddress | null,
): OrderField => ({
  got: (record) => placeOf(record[name]),
  expected: (order) => {
    const address = expected(order);
    return address && writtenAddress(address);
  },
});

const placeOf = (address: Omit<Address, 'id'> | null): unknown =>
  address && [address.name, address.address1, address.zip, address.city, address.country_code];

export const writtenAddress = (address: CatalogueAddress): readonly unknown[] => [
  `${address.firstName} ${address.lastName}`,
  address.address1,
  address.zip,
  address.city,
  address.countryCode,
];

export const ORDER_FIELDS: Fields<CatalogueOrder, Order> = {
  currency: plain('currency', (order, { sides }) => codeOf(order, sides[0])),
  presentment_currency: plain('presentment_currency', (order, { sides }) =>
    codeOf(order, sides[1]),
  ),
  total_price: amount('total_price', ({ totals }) => totals.total),
  total_tax: amount('total_tax', ({ totals }) => totals.tax),
  total_discounts: amount('total_discounts', ({ totals }) => totals.discounts),
  total_line_items_price: amount('total_line_items_price', ({ totals }) => totals.lines),
  subtotal_price: amount('subtotal_price', ({ totals }) => totals.subtotal),
  current_total_price: amount('current_total_price', ({ totals }) =>
    minus(totals.total, totals.refunded),
  ),
  current_total_tax: amount('current_total_tax', ({ totals }) =>
    minus(totals.tax, totals.refundedTax),
  ),
  total_shipping_price_set: {
    got: (record) => setOf(record.total_shipping_price_set),
    expected: (order, world) => bothOf(order.totals.shipping, order, world),
  },
  total_tip_received: plain('total_tip_received', (order, world) =>
    textOf(order.totals.tip, order, world),
  ),
  total_outstanding: plain('total_outstanding', (order, world) =>
    textOf(order.totals.outstanding, order, world),
  ),
  taxes_included: plain('taxes_included', (order) => order.taxesIncluded),
  created_at: moment('created_at', (order) => order.createdAt),
  updated_at: moment('updated_at', (order) => order.updatedAt),
  cancelled_at: moment('cancelled_at', (order) => order.cancelledAt),
  closed_at: moment('closed_at', (order) => order.closedAt),
  financial_status: plain('financial_status', (order) => order.financialStatus),
  fulfillment_status: plain('fulfillment_status', (order) => order.fulfilmentStatus),
  cancel_reason: plain('cancel_reason', (order) => order.cancelReason),
  test: plain('test', (order) => order.test),
  email: plain('email', (order) => order.email),
  note: plain('note', (order) => order.note),
  tags: plain('tags', (order) => (order.tags.length > 0 ? order.tags.join(', ') : null)),
  po_number: plain('po_number', (order) => order.poNumber),
  company: {
    got: (record) => record.company !== null,
    expected: (order) => order.company !== null,
  },
  customer: {
    got: (record) => (record.customer?.id ?? null) !== null,
    expected: (order) => order.customerId !== null,
  },
  billing_address: ofAddress('billing_address', (order) => order.billing),
  shipping_address: ofAddress('shipping_address', (order) => order.shipping),
  discount_codes: {
    got: (record) => record.discount_codes.map(({ code, amount: off }) => [code, off]),
    expected: (order, world) =>
      order.discounts
        .filter(({ code }) => code !== null)
        .map(({ code, amount: off }) => [code, textOf(off, order, world)]),
  },
  shipping_lines: {
    got: (record) => record.shipping_lines.map(({ title, price }) => [title, price]),
    expected: (order, world) =>
      order.shippingLines.map(({ title, price }) => [title, textOf(price, order, world)]),
  },
  'line_items.quantity': ofLines('quantity', (line) => line.quantity),
  'line_items.sku': ofLines('sku', (line) => line.sku),
  'line_items.title': ofLines('title', (line) => line.title),
  'line_items.variant_title': ofLines('variant_title', (line) => line.variantTitle),
  'line_items.price': ofLines('price', (line, order, world) =>
    textOf(line.unitPrice, order, world),
  ),
  'line_items.total_discount': ofLines('total_discount', (line, order, world) =>
    textOf(line.discount, order, world),
  ),
  'line_items.product_id': ofLines('product_id', (line, _, world) => {
    const product = productOf(line, world);
    return product && world.store.productId(product);
  }),
  'line_items.variant_id': ofLines('variant_id', (line, _, world) => {
    const product = productOf(line, world);
    const variant = product?.variants.find(({ id }) => id === line.variantId);
    return product && variant ? world.store.variantId(product, variant) : null;
  }),
  'line_items.product_exists': ofLines('product_exists', (line) => line.productExists),
};

/** The product of a line that was not deleted since. */
export function productOf(line: Line, { catalogue }: World) {
  if (line.productId === null || !line.productExists) return null;
  return catalogue.productById.get(line.productId) ?? null;
}
