// What was given back of an order, asked for where it is to be included.
import { decimals } from '../../model/currencies.ts';
import { isAmount, sum } from '../../model/money.ts';
import type { RefundDraft, RefundState } from '../../model/refund.ts';
import { instant } from '../../model/time.ts';
import type { Context, Note, Reading } from '../channel.ts';
import { integer, parts } from '../kit/loose.ts';
import { noteUnknown } from '../kit/notes.ts';
import { filled, ownId } from '../kit/text.ts';
import { shopAmount } from './amounts.ts';
import { type Beside, withParts } from './beside.ts';
import { whole } from './listing.ts';
import { type MoneyBag, nodesOf, numberOf, type Order, type Refund, recordId } from './native.ts';
import { MORE_OF_REFUND, refunds } from './order-documents.ts';

export const withRefunds = (orders: readonly Order[], reading: Reading): Promise<Order[]> =>
  withParts(orders, orders, refunds, REFUNDS, reading);

const REFUNDS: Beside<'refunds', Refund> = {
  field: 'refunds',
  async complete(refund, order, reading) {
    const { id } = refund;
    const more = MORE_OF_REFUND;
    const { refundLineItems, refundShippingLines, transactions } = refund;
    return {
      ...refund,
      refundLineItems: await whole(refundLineItems, more.refundLineItems, id, reading, order),
      refundShippingLines: await whole(
        refundShippingLines,
        more.refundShippingLines,
        id,
        reading,
        order,
      ),
      transactions: await whole(transactions, more.transactions, id, reading, order),
    };
  },
};

export const refundsOf = (order: Order, { note }: Context): readonly RefundDraft[] =>
  parts<Refund>(order.refunds).map((refund) => {
    const shipping = nodesOf(refund.refundShippingLines);
    const lines = nodesOf(refund.refundLineItems);
    const shippingTax = shipping.map(({ taxAmountSet }) => taxAmountSet);
    const total = totalIn(order);
    return {
      id: ownId(recordId(refund)),
      status: statusOf(refund, order, note),
      created_at: instant(refund.createdAt),
      processed_at: instant(refund.processedAt),
      reason: filled(refund.note),
      currency: filled(order.currencyCode),
      amount: shopAmount(refund.totalRefundedSet),
      shipping_amount: total([
        ...shipping.map(({ subtotalAmountSet }) => subtotalAmountSet),
        // Where prices hold their tax, so does what is given back of them.
        ...(order.taxesIncluded ? [] : shippingTax),
      ]),
      tax_amount: total([...lines.map(({ totalTaxSet }) => totalTaxSet), ...shippingTax]),
      line_items: lines.map((line) => ({
        line_item_id: numberOf(line.lineItem?.id),
        quantity: integer(line.quantity),
        subtotal: shopAmount(line.subtotalSet),
        total_tax: shopAmount(line.totalTaxSet),
        restock: RESTOCKED.get(filled(line.restockType) ?? '') ?? null,
      })),
    };
  });

type Bag = MoneyBag | null | undefined;

/** The sum of some amounts of the shop's; null where one is not known. */
const totalIn =
  ({ currencyCode }: Order) =>
  (bags: readonly Bag[]): string | null => {
    const amounts = bags.map((bag): unknown => bag?.shopMoney?.amount);
    return amounts.every(isAmount) ? sum(amounts, decimals(filled(currencyCode))) : null;
  };

const RESTOCKED: ReadonlyMap<string, boolean> = new Map([
  ['NO_RESTOCK', false],
  ['CANCEL', true],
  ['RETURN', true],
  ['LEGACY_RESTOCK', true],
]);

const STATES: ReadonlyMap<string, RefundState> = new Map([
  ['SUCCESS', 'completed'],
  ['PENDING', 'pending'],
  ['AWAITING_RESPONSE', 'pending'],
  ['FAILURE', 'failed'],
  ['ERROR', 'failed'],
]);

/** A refund itself has no state: its payments have. Null where nothing was paid back by them. */
function statusOf(refund: Refund, order: Order, note: Note): RefundState | null {
  const words = nodesOf(refund.transactions).map(({ status }) => filled(status) ?? '');
  const states = words.map((word) => {
    const state = STATES.get(word);
    if (state === undefined)
      noteUnknown(note, { vendor: 'Shopify', word, field: 'refunds.status', id: recordId(order) });
    return state;
  });
  if (states.includes(undefined)) return null;
  return (['pending', 'completed', 'failed'] as const).find((one) => states.includes(one)) ?? null;
}
