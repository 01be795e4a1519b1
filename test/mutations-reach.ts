// Fields that a spoiled place may move although no good value there moves them, each with its reason.

export interface Reach {
  /** The native place, positions in lists as `*`. */
  readonly place: string;
  /** The record's own field, without `_set`. */
  readonly moves: string;
  readonly because: string;
}

export const REACH: Readonly<Record<string, readonly Reach[]>> = {
  amazon: [
    {
      place: 'proceeds.grandTotal.amount',
      moves: 'total_outstanding',
      because: 'nobody knows what is left to pay of a total that is not known',
    },
    {
      place: 'OrderTotal.Amount',
      moves: 'total_outstanding',
      because: 'nobody knows what is left to pay of a total that is not known',
    },
  ],
  mirakl: [
    {
      place: 'order_lines.*',
      moves: 'taxes_included',
      because: 'Connect names taxes by line: without lines nobody says whether prices hold them',
    },
    {
      place: 'order_lines',
      moves: 'taxes_included',
      because: 'Connect names taxes by line: without lines nobody says whether prices hold them',
    },
  ],
  woocommerce: ['refund_records', 'refund_records.*'].map((place) => ({
    place,
    moves: 'current_total_additional_fees',
    because: 'nobody knows what is left of fees when the refunds are not known',
  })),
  bigcommerce: [
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
