// A fulfillment of a unified order: goods that leave the merchant together. Its schema, type and completion.
import { complete, type Identified, type Odd, requireId, template } from './record.ts';
import { instant, integer, object, text, word } from './schema.ts';
import { type Static, Type } from './type.ts';

export const FULFILLMENT_STATES = [
  'pending',
  'shipped',
  'delivered',
  'cancelled',
  'failed',
] as const;
export type FulfillmentState = (typeof FULFILLMENT_STATES)[number];

export const FulfillmentLine = object(
  'FulfillmentLine',
  'What of a line item is in a fulfillment.',
  {
    id: text('`id` of the order’s line item.'),
    quantity: integer('Pieces of it in this fulfillment.'),
    sku: text('The merchant’s own number of the article.'),
  },
);
export type FulfillmentLine = Static<typeof FulfillmentLine>;

export const Fulfillment = object('Fulfillment', 'Goods that leave the merchant together.', {
  id: Type.String({ description: 'The channel’s identifier of it.' }),
  status: word(
    FULFILLMENT_STATES,
    'pending: made, but not known to have left; shipped: it has left; delivered: the buyer has it; cancelled: withdrawn; failed: it could not be sent or delivered.',
  ),
  service: text('Who sends it: `manual` is the merchant.'),
  location_id: text('Where it leaves from.'),
  tracking_company: text('Who carries it.'),
  tracking_numbers: Type.Array(Type.String(), { description: 'One for each parcel that has one.' }),
  tracking_urls: Type.Array(Type.String(), { description: 'Where the parcels can be followed.' }),
  created_at: instant('When it was made.'),
  updated_at: instant('When it last changed.'),
  shipped_at: instant('When it left.'),
  delivered_at: instant('When the buyer got it.'),
  line_items: Type.Array(FulfillmentLine, { description: 'What is in it.' }),
});
export type Fulfillment = Static<typeof Fulfillment>;

export type FulfillmentDraft = Identified<Fulfillment>;

export function completeFulfillment(draft: FulfillmentDraft, odd?: Odd, prefix = ''): Fulfillment {
  requireId(draft.id);
  return complete(FULFILLMENT, draft, odd, prefix);
}

const FULFILLMENT = template<Fulfillment>(Fulfillment);
