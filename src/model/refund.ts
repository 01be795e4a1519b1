// A refund of a unified order: what was given back together. Its schema, type and completion.
import { setsOf } from './money-sets.ts';
import { type Order, set } from './order.ts';
import { complete, type Identified, type Odd, requireId, template } from './record.ts';
import { decimal, flag, instant, integer, object, text, word } from './schema.ts';
import { type Static, Type } from './type.ts';

export const REFUND_STATES = ['pending', 'completed', 'failed'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

export const RefundLine = object('RefundLine', 'What of a line item was given back.', {
  line_item_id: text('`id` of the order’s line item.'),
  quantity: integer('Pieces of it that were given back; 0 where an amount was.'),
  subtotal: decimal('What was given back for it, on the footing of the order’s prices.'),
  total_tax: decimal('Tax of that, included in the subtotal where prices include it.'),
  restock: flag('Whether the pieces go back into stock.'),
  subtotal_set: set('subtotal'),
  total_tax_set: set('total_tax'),
});
export type RefundLine = Static<typeof RefundLine>;

export const Refund = object('Refund', 'What was given back together.', {
  id: Type.String({ description: 'The channel’s identifier of it.' }),
  status: word(
    REFUND_STATES,
    'pending: the money is on its way; completed: it was given back; failed: it could not be.',
  ),
  created_at: instant('When it was made.'),
  processed_at: instant('When the money was given back.'),
  reason: text('In the words of the merchant or the channel.'),
  currency: text('ISO 4217; of all amounts of the refund.'),
  amount: decimal('Everything refunded, with tax and shipping.'),
  shipping_amount: decimal('Of that, for shipping, with its tax.'),
  tax_amount: decimal('Of that, tax.'),
  adjustment_amount: decimal(
    'Of that, for neither lines nor shipping, with its tax: fees, duties, an amount for the order as a whole. Below zero where less was given back than lines and shipping come to. `amount` is the lines, their tax where prices do not include it, `shipping_amount` and this.',
  ),
  amount_set: set('amount'),
  shipping_amount_set: set('shipping_amount'),
  tax_amount_set: set('tax_amount'),
  adjustment_amount_set: set('adjustment_amount'),
  line_items: Type.Array(RefundLine, {
    description: 'What it was for; empty where an amount was given back for the order as a whole.',
  }),
});
export type Refund = Static<typeof Refund>;

/**
 * What a channel knows of a refund; `adjustment_amount` is what the vendor itself names beside lines
 * and shipping, and left out where it names nothing of the kind: then it is whatever is left.
 */
export type RefundDraft = Identified<Refund>;

/** What of an order its refunds are read with. */
export type RefundedOrder = Pick<Order, 'currency' | 'presentment_currency' | 'taxes_included'>;

/** Complete but for its sums, which `settleRefund` sees to. */
export function completeRefund(draft: RefundDraft, odd?: Odd, prefix = ''): Refund {
  requireId(draft.id);
  return complete(REFUND, draft, odd, prefix);
}

export function fillRefundSets(refund: Refund, { currency, presentment_currency }: RefundedOrder) {
  if (currency === presentment_currency) fillSets(refund, refund, currency);
}

const REFUND = template<Refund>(Refund);
const fillSets = setsOf(Refund);
