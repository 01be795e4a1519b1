// Turns the refunds of a WooCommerce order into ours.
import { isZero, negate, remainder } from '../../model/money.ts';
import type { RefundDraft } from '../../model/refund.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import { filled, identifier, ownId } from '../kit/text.ts';
import { type Amounts, amountsOf, footingsOf } from './amounts.ts';
import type { NativeOrder, NativeRefundRecord, Taxed } from './native.ts';
import { type Known, type Pricing, sumOf } from './pricing.ts';
import { amountOf, dateOf, metaIn, objectsIn } from './values.ts';

/**
 * Written as the order is, or on the other footing where only that comes to what was given back: a
 * shop that rounds once, at the subtotal, rounds a refund so too, whatever its order came to.
 */
export function refundsOf(order: NativeOrder): readonly RefundDraft[] {
  const records = objectsIn(order.refund_records);
  // The order lists them all: one that did not come is not left out in silence.
  if (records.length < objectsIn(order.refunds).length)
    throw unreadableRecord(order.id, 'refund_records');
  const own = amountsOf(order);
  return records.map((record) => {
    const refund = refundOf(record, order, own);
    if (addsUp(refund, own.pricing)) return refund;
    const others = footingsOf(order).map((footing) => refundOf(record, order, footing));
    return others.find((other) => addsUp(other, own.pricing)) ?? refund;
  });
}

/** Amounts and pieces of a refund are negative, all but the amount as a whole. */
function refundOf(
  record: NativeRefundRecord,
  order: NativeOrder,
  { pricing, write }: Pick<Amounts, 'pricing' | 'write'>,
) {
  const given = (amount: Known): Known => write(amount === null ? null : negate(amount));
  const items = objectsIn(record.line_items);
  const shipping = objectsIn(record.shipping_lines);
  const fees = objectsIn(record.fee_lines);
  const all: readonly Partial<Taxed>[] = [...items, ...shipping, ...fees];
  return {
    id: ownId(record.id),
    // Written down when it is done; there is no other state.
    status: 'completed' as const,
    created_at: dateOf(record.date_created_gmt),
    processed_at: dateOf(record.date_created_gmt),
    reason: filled(record.reason),
    currency: filled(order.currency),
    amount: write(amountOf(record.amount)),
    shipping_amount: given(sumOf(shipping.map(withTax))),
    tax_amount: given(sumOf(all.map(taxAlone))),
    adjustment_amount: fees.length > 0 ? given(sumOf(fees.map(withTax))) : null,
    line_items: items.map((line) => ({
      line_item_id: identifier(metaIn(line.meta_data, '_refunded_item_id')),
      quantity: piecesOf(line.quantity),
      subtotal: given(pricing.pricedLine(line)),
      total_tax: given(taxAlone(line)),
    })),
  };
}

/** Whether the parts come to what was given back, to the last decimal of the currency. */
function addsUp(
  { amount, shipping_amount, adjustment_amount, line_items }: ReturnType<typeof refundOf>,
  { included, places }: Pricing,
): boolean {
  const parts = [
    shipping_amount,
    adjustment_amount ?? '0',
    ...line_items.flatMap((line) => [line.subtotal, included ? '0' : line.total_tax]),
  ].filter((part) => part !== null);
  return amount === null || isZero(remainder(amount, parts, places));
}

const taxAlone = ({ total_tax }: Partial<Taxed>): Known => amountOf(total_tax);

const withTax = ({ total, total_tax }: Partial<Taxed>): Known =>
  sumOf([amountOf(total), amountOf(total_tax)]);

/** Some plugins count in fractions: what is no whole number of pieces is not known. */
function piecesOf(quantity: unknown): number | null {
  const pieces = -Number(amountOf(quantity) ?? Number.NaN);
  // Never a minus before nothing.
  return Number.isSafeInteger(pieces) ? pieces + 0 : null;
}
