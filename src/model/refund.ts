// A refund of a unified order: what was given back at once. Its schema, type and completion.
import { complete, type Draft, type Odd, requireId, template } from './record.ts';
import { decimal, flag, instant, integer, object, text, word } from './schema.ts';
import { type Static, Type } from './type.ts';

/** One vocabulary, whatever the channel. */
export const REFUND_STATES = ['pending', 'completed', 'failed'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

export const RefundLine = object('RefundLine', 'What of a line item was given back.', {
  line_item_id: text('`id` of the order’s line item.'),
  quantity: integer('Pieces of it that were given back; 0 where an amount was.'),
  subtotal: decimal('What was given back for it, on the footing of the order’s prices.'),
  total_tax: decimal('Tax of that, included in the subtotal where prices include it.'),
  restock: flag('Whether the pieces go back into stock.'),
});
export type RefundLine = Static<typeof RefundLine>;

export const Refund = object('Refund', 'What was given back at once.', {
  id: Type.String({ description: 'The channel’s identifier of it.' }),
  status: word(
    REFUND_STATES,
    'pending: the money is on its way; completed: it was given back; failed: it could not be.',
  ),
  created_at: instant('When it was made.'),
  processed_at: instant('When the money was given back.'),
  reason: text('In the words of the merchant or the channel.'),
  currency: text('ISO 4217; of all amounts of the refund.'),
  amount: decimal('All that was given back, with tax and shipping.'),
  shipping_amount: decimal('Of that, for shipping, with its tax.'),
  tax_amount: decimal('Of that, tax.'),
  line_items: Type.Array(RefundLine, {
    description: 'What it was for; empty where an amount was given back for the order as a whole.',
  }),
});
export type Refund = Static<typeof Refund>;

/** What a channel knows of a refund. */
export type RefundDraft = Draft<Omit<Refund, 'line_items'>> & {
  readonly id: string;
  readonly line_items?: readonly Draft<RefundLine>[] | undefined;
};

export function completeRefund(draft: RefundDraft, odd?: Odd, prefix = ''): Refund {
  requireId(draft.id);
  const refund = complete(REFUND, draft as Draft<Refund>, odd, prefix);
  refund.line_items = (draft.line_items ?? []).map((line) =>
    complete(LINE, line, odd, `${prefix}line_items.`),
  );
  return refund;
}

const LINE = template<RefundLine>(RefundLine);
const REFUND = template<Refund>(Refund);
