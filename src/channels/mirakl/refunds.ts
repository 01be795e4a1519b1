// What was given back, as the lines of an order have it: put together by what was given back together.
import { decimals } from '../../model/currencies.ts';
import { type Amount, subtract, sum } from '../../model/money.ts';
import type { RefundDraft, RefundState } from '../../model/refund.ts';
import { instant } from '../../model/time.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import type { Context, Note } from '../channel.ts';
import { integer } from '../kit/loose.ts';
import { noteUnknown } from '../kit/notes.ts';
import { filled, identifier } from '../kit/text.ts';
import { refundsOf as adjustmentsOf, currencyOf, worthOf } from './connect-amounts.ts';
import { totalTaxes } from './marketplace-amounts.ts';
import {
  type ConnectOrder,
  isOfMarketplace,
  type MarketplaceOrder,
  type NativeOrder,
} from './native.ts';
import { settledConnectOrder, settledMarketplaceOrder } from './settled.ts';

/** What was given back of one line. */
interface Part {
  readonly id: string;
  readonly line: string | null;
  readonly quantity: number | null;
  readonly created: string | null;
  readonly reason: string | null;
  readonly status: RefundState | null;
  readonly goods: Amount;
  readonly goodsTax: Amount;
  readonly shipping: Amount;
  readonly shippingTax: Amount;
  readonly fees: Amount;
}

interface Terms {
  readonly currency: string | null;
  /** Whether tax comes on top of amounts, as it does for the order. */
  readonly isOnTop: boolean;
  /** The tax of a refund, where it is reckoned for the refund as a whole. */
  readonly taxOf: (id: string) => string | undefined;
}

export function refundsOf(order: NativeOrder, { note }: Context): readonly RefundDraft[] {
  // What is odd was said when the order itself was read.
  return isOfMarketplace(order)
    ? ofMarketplace(settledMarketplaceOrder(order), note)
    : ofConnect(settledConnectOrder(order));
}

const ofConnect = (order: ConnectOrder): readonly RefundDraft[] =>
  together(
    order.order_lines.flatMap((line, at) =>
      adjustmentsOf(line).map(
        (one): Part => ({
          id:
            identifier(one.adjustment_id) ??
            identifier(one.id) ??
            nameless(order.id, `order_lines.${at}.adjustments`),
          line: identifier(line.id),
          quantity: integer(one.quantity),
          created: instant(one.created_at),
          reason: filled(one.reason),
          // Connect has no states of refunds.
          status: null,
          goods: worthOf(one.price),
          goodsTax: sum(
            (one.taxes ?? []).map(({ amount }) => worthOf(amount)),
            0,
          ),
          shipping: worthOf(one.shipping_price),
          shippingTax: sum(
            (one.shipping_taxes ?? []).map(({ amount }) => worthOf(amount)),
            0,
          ),
          fees: '0',
        }),
      ),
    ),
    {
      currency: currencyOf(order.order_lines),
      isOnTop: true,
      taxOf: () => undefined,
    },
  );

const STATES: ReadonlyMap<string, RefundState> = new Map([
  ['REFUNDED', 'completed'],
  ['WAITING_REFUND', 'pending'],
  ['WAITING_REFUND_TAX_CONFIRMATION', 'pending'],
  ['WAITING_REFUND_PAYMENT', 'pending'],
]);

function ofMarketplace(order: MarketplaceOrder, note: Note): readonly RefundDraft[] {
  const taxes = new Map(
    (order.order_refunds ?? [])
      .filter((group) => (group.taxes ?? []).length > 0)
      .map((group) => [filled(group.order_refund_id), totalTaxes(group.taxes ?? [])]),
  );
  const stateOf = (word: string | null): RefundState | null => {
    const state = word === null ? null : STATES.get(word);
    if (state === undefined)
      noteUnknown(note, { vendor: 'Mirakl', word, field: 'refunds.status', id: order.order_id });
    return state ?? null;
  };
  return together(
    order.order_lines.flatMap((line, at) =>
      (line.refunds ?? []).map(
        (one): Part => ({
          id:
            identifier(one.order_refund_id) ??
            identifier(one.id) ??
            nameless(order.order_id, `order_lines.${at}.refunds`),
          line: identifier(line.order_line_id),
          // Informative only: 0 stands beside an amount too.
          quantity: integer(one.quantity),
          created: instant(one.created_date),
          reason: filled(one.reason_label) ?? filled(one.reason_code),
          status: stateOf(filled(one.refund_state) ?? filled(one.state)),
          goods: one.amount ?? '0',
          goodsTax: sum(
            (one.taxes ?? []).map(({ amount }) => amount ?? '0'),
            0,
          ),
          shipping: one.shipping_amount ?? '0',
          shippingTax: sum(
            (one.shipping_taxes ?? []).map(({ amount }) => amount ?? '0'),
            0,
          ),
          fees: sum(
            (one.fees ?? []).map(({ amount }) => amount ?? '0'),
            0,
          ),
        }),
      ),
    ),
    {
      currency: filled(order.currency_iso_code),
      isOnTop: filled(order.order_tax_mode) === 'TAX_EXCLUDED',
      taxOf: (id) => taxes.get(id),
    },
  );
}

/** What was given back cannot be distinguished without an identifier. */
function nameless(order: unknown, place: string): never {
  throw unreadableRecord(order, `the id of an entry in ${place}`);
}

/** Parts with the same identifier are one refund. */
function together(parts: readonly Part[], terms: Terms): readonly RefundDraft[] {
  const places = decimals(terms.currency);
  const all = (amounts: readonly Amount[]) => sum(amounts, places);
  const groups = Map.groupBy(parts, ({ id }) => id);
  return [...groups].map(([id, group]): RefundDraft => {
    const lineTax = all(group.flatMap(({ goodsTax, shippingTax }) => [goodsTax, shippingTax]));
    const tax = terms.taxOf(id) ?? lineTax;
    const goods = group.flatMap((one) => [one.goods, one.shipping, one.fees]);
    const shipping = group.map((one) => one.shipping);
    const shippingTax = group.map((one) => one.shippingTax);
    const states = new Set(group.map(({ status }) => status));
    return {
      id,
      status: states.size === 1 ? [...states][0] : states.has('pending') ? 'pending' : null,
      created_at: group[0]?.created ?? null,
      reason: group.map(({ reason }) => reason).find((one) => one !== null) ?? null,
      currency: terms.currency,
      amount: all([...goods, ...(terms.isOnTop ? [tax] : [])]),
      shipping_amount: all([...shipping, ...(terms.isOnTop ? shippingTax : [])]),
      tax_amount: all([tax]),
      // Fees, and what the tax as a whole is beyond that of the lines.
      adjustment_amount: all([
        ...group.map(({ fees }) => fees),
        ...(terms.isOnTop ? [subtract(tax, lineTax, 0)] : []),
      ]),
      line_items: group.map((one) => ({
        line_item_id: one.line,
        quantity: one.quantity,
        subtotal: all([one.goods]),
        total_tax: all([one.goodsTax]),
      })),
    };
  });
}
