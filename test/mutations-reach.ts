// What a spoiled place may move although no good value there moves it, and silently, each with its reason.
import type { Refund } from '../src/model/refund.ts';

export interface Reach {
  /** The native place, positions in lists as `*`. */
  readonly place: string;
  /** The record's own field, without `_set`. */
  readonly moves: string;
  readonly because: string;
}

export const REACH: Readonly<Record<string, readonly Reach[]>> = {
  shopify: [
    ...['total_line_items_price', 'line_items', 'fulfillments', 'refunds'].map((moves) => ({
      place: 'totalTipReceivedSet',
      moves,
      because: 'only by it is a tip distinguished from a custom item',
    })),
    ...['fulfillments', 'refunds'].flatMap((moves) =>
      ['lineItems.nodes.*.originalUnitPriceSet', 'lineItems.nodes.*'].map((place) => ({
        place,
        moves,
        because: 'a line whose price is not known is no tip, and what points to it is goods',
      })),
    ),
  ],
  amazon: [
    {
      place: 'proceeds.grandTotal.amount',
      moves: 'total_outstanding',
      because: 'what is left to pay of a total that is not known cannot be known',
    },
    {
      place: 'OrderTotal.Amount',
      moves: 'total_outstanding',
      because: 'what is left to pay of a total that is not known cannot be known',
    },
    ...['orderItems', 'orderItems.*', 'orderItems.*.cancellation'].map((place) => ({
      place,
      moves: 'cancel_reason',
      because: 'only the lines say who asked for a cancellation',
    })),
  ],
  mirakl: [
    {
      place: 'order_lines.*',
      moves: 'taxes_included',
      because: 'Connect names taxes by line: without lines nothing says whether prices hold them',
    },
    {
      place: 'order_lines',
      moves: 'taxes_included',
      because: 'Connect names taxes by line: without lines nothing says whether prices hold them',
    },
  ],
  woocommerce: [
    ...['refund_records', 'refund_records.*'].map((place) => ({
      place,
      moves: 'current_total_additional_fees',
      because: 'what is left of fees cannot be known when the refunds are not known',
    })),
    {
      place: 'prices_include_tax',
      moves: 'refunds',
      because:
        'what is neither lines nor shipping is only known where it is known whether prices hold tax',
    },
  ],
  bigcommerce: [
    {
      place: 'line_records.*.price_ex_tax',
      moves: 'refunds',
      because: 'what came back of a line is worth what was paid for it',
    },
    {
      place: 'refund_records.*.total_amount',
      moves: 'financial_status',
      because: 'less than the whole is a refund in part',
    },
    {
      place: 'items_shipped',
      moves: 'line_items',
      because: 'nothing of a download is shipped, so of a whole order that left all lines did',
    },
  ],
  sharetribe: [
    {
      place: 'data.attributes.publicData',
      moves: 'variants',
      because: 'only there does a listing say that it is booked, not sold from stock',
    },
    ...['included.*.attributes', 'included.*.attributes.variants'].map((place) => ({
      place,
      moves: 'variants',
      because: 'an image without renditions is none, and the variant names the first image',
    })),
  ],
  lightspeed_c: [
    {
      place: 'referralId',
      moves: 'source_identifier',
      because: 'false stands for none, and true is no good value',
    },
    {
      place: 'addressShippingCompany',
      moves: 'shipping_address',
      because: 'false stands for none, and true is no good value',
    },
    {
      place: 'shippedProducts',
      moves: 'line_items',
      because: 'which lines left is not known where no shipments came',
    },
  ],
};

/** When the adjustment of a refund may change without a warning that its parts do not come to its amount. */
export const SILENT_ADJUSTMENTS: readonly {
  readonly when: (before: Refund, after: Refund) => boolean;
  readonly because: string;
}[] = [
  {
    when: (before, after) => before.line_items.length !== after.line_items.length,
    because: 'an amount without lines is for the order as a whole, and a tip is known by its line',
  },
  {
    when: (_, { amount }) => amount === null || Number(amount) === 0,
    because: 'goods that came back for no money, or for an unknown amount, contradict nothing',
  },
];
