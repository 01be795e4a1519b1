// What was given back of an order, asked for where it is to be included.
import type { RefundDraft, RefundState } from '../../model/refund.ts';
import { instant } from '../../model/time.ts';
import type { Context, Note, Reading } from '../channel.ts';
import { integer, parts } from '../kit/loose.ts';
import { noteUnknown } from '../kit/notes.ts';
import { filled, ownId } from '../kit/text.ts';
import { type Bag, setOf, shopSide, totalIn } from './amounts.ts';
import { type Beside, withParts } from './beside.ts';
import { whole } from './listing.ts';
import { nodesOf, numberOf, type Order, type Refund, type RefundLine, recordId } from './native.ts';
import { MORE_OF_REFUND, refunds } from './order-documents.ts';
import { tipIds } from './tips.ts';

export const withRefunds = (orders: readonly Order[], reading: Reading): Promise<Order[]> =>
  withParts(orders, orders, refunds, REFUNDS, reading);

const REFUNDS: Beside<'refunds', Refund> = {
  field: 'refunds',
  async complete(refund, order, reading) {
    const { id } = refund;
    const more = MORE_OF_REFUND;
    const { refundLineItems, refundShippingLines, orderAdjustments, transactions } = refund;
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
      orderAdjustments: await whole(orderAdjustments, more.orderAdjustments, id, reading, order),
      transactions: await whole(transactions, more.transactions, id, reading, order),
    };
  },
};

export const refundsOf = (order: Order, { note }: Context): readonly RefundDraft[] => {
  const tips = tipIds(order);
  const total = totalIn(order);
  return parts<Refund>(order.refunds).map((refund) => {
    const shipping = nodesOf(refund.refundShippingLines);
    const adjustments = nodesOf(refund.orderAdjustments);
    const all = nodesOf(refund.refundLineItems);
    // A tip that was given back is no line of the order.
    const isTip = ({ lineItem }: RefundLine) => tips.has(lineItem?.id);
    const [tipped, lines] = [all.filter(isTip), all.filter((line) => !isTip(line))];
    const shippingTax = shipping.map(({ taxAmountSet }) => taxAmountSet);
    // Where prices hold their tax, so does what is given back of them.
    const onTop = (taxes: readonly Bag[]) => (order.taxesIncluded ? [] : taxes);
    const amount = setOf(refund.totalRefundedSet);
    const shippingAmount = total([
      ...shipping.map(({ subtotalAmountSet }) => subtotalAmountSet),
      ...onTop(shippingTax),
    ]);
    // An adjustment says what the order gains by it, without its tax: what was kept is above zero.
    const kept = adjustments.flatMap((one) => [one.amountSet, one.taxAmountSet]);
    const adjustment = total(
      [
        ...tipped.map(({ subtotalSet }) => subtotalSet),
        ...onTop(tipped.map(({ totalTaxSet }) => totalTaxSet)),
        ...parts(refund.duties).map(({ amountSet }) => amountSet),
      ],
      kept,
    );
    const tax = total(
      [...all.map(({ totalTaxSet }) => totalTaxSet), ...shippingTax],
      adjustments.map(({ taxAmountSet }) => taxAmountSet),
    );
    return {
      id: ownId(recordId(refund)),
      status: statusOf(refund, order, note),
      created_at: instant(refund.createdAt),
      processed_at: instant(refund.processedAt),
      reason: filled(refund.note),
      currency: filled(order.currencyCode),
      amount: shopSide(amount),
      amount_set: amount,
      shipping_amount: shopSide(shippingAmount),
      shipping_amount_set: shippingAmount,
      tax_amount: shopSide(tax),
      tax_amount_set: tax,
      adjustment_amount: shopSide(adjustment),
      adjustment_amount_set: adjustment,
      line_items: lines.map((line) => {
        const [subtotal, lineTax] = [setOf(line.subtotalSet), setOf(line.totalTaxSet)];
        return {
          line_item_id: numberOf(line.lineItem?.id),
          quantity: integer(line.quantity),
          subtotal: shopSide(subtotal),
          subtotal_set: subtotal,
          total_tax: shopSide(lineTax),
          total_tax_set: lineTax,
          restock: RESTOCKED.get(filled(line.restockType) ?? '') ?? null,
        };
      }),
    };
  });
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
