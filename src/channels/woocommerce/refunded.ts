// What was given back of an order, and for what: goods, shipping, fees, tax, and how many pieces.
import { add, negate } from '../../model/money.ts';
import { identifier } from '../kit/text.ts';
import type { NativeOrder, NativeRefundRecord, Taxed } from './native.ts';
import { type Known, type Pricing, sumOf } from './pricing.ts';
import { amountOf, metaIn, objectsIn } from './values.ts';

/** Amounts above zero, not rounded; null where no one says. */
export interface Refunded {
  readonly any: boolean;
  /** With tax. */
  readonly total: Known;
  readonly tax: Known;
  /** In the way prices are written: with tax where they include it. */
  readonly goods: Known;
  readonly fees: Known;
  /** Pieces of a line; null where no one says. */
  readonly piecesOf: (lineId: unknown) => Known;
}

/** Of most orders. */
const NOTHING: Refunded = {
  any: false,
  total: '0',
  tax: '0',
  goods: '0',
  fees: '0',
  piecesOf: () => '0',
};

export function refundedOf(
  order: NativeOrder,
  { included, pricedLine }: Pick<Pricing, 'included' | 'pricedLine'>,
): Refunded {
  const refunds = objectsIn(order.refunds);
  const records = objectsIn(order.refund_records);
  if (refunds.length === 0 && records.length === 0) return NOTHING;
  const complete = records.length >= refunds.length;
  const total = sumOf(refunds.map((refund) => minus(amountOf(refund.total))));
  const lines = records.map(linesOf);
  // What no line of a refund names was given back on the goods: an amount typed in by hand.
  const others = sumOf([
    ...lines.flatMap(({ rest }) => rest.map(withTax)),
    ...(included ? [] : lines.flatMap(({ items }) => items.map(taxAlone))),
  ]);
  return {
    any: refunds.length > 0,
    total,
    tax: sumOf(refunds.map((refund) => minus(taxOf(refund.total_tax, refund.id, records)))),
    goods: complete && total !== null && others !== null ? add(total, others, 0) : null,
    fees: complete ? sumOf(lines.flatMap(({ fees }) => fees.map(pricedLine)).map(minus)) : null,
    piecesOf: (lineId) => (complete ? piecesOf(lineId, records) : null),
  };
}

function linesOf(refund: NativeRefundRecord) {
  const items = objectsIn(refund.line_items);
  const fees = objectsIn(refund.fee_lines);
  return { items, fees, rest: [...objectsIn(refund.shipping_lines), ...fees] };
}

/** The list of orders says it since WooCommerce 10.9; before that only the refund's own lines do. */
function taxOf(listed: unknown, id: unknown, records: readonly NativeRefundRecord[]): Known {
  const known = amountOf(listed);
  if (known !== null) return known;
  const record = records.find((one) => identifier(one.id) === identifier(id));
  if (!record) return null;
  const { items, rest } = linesOf(record);
  return sumOf([...items, ...rest].map(taxAlone));
}

const taxAlone = ({ total_tax }: Partial<Taxed>): Known => amountOf(total_tax);

const withTax = ({ total, total_tax }: Partial<Taxed>): Known =>
  sumOf([amountOf(total), amountOf(total_tax)]);

function piecesOf(lineId: unknown, records: readonly NativeRefundRecord[]): Known {
  const id = identifier(lineId);
  const items = records
    .flatMap((record) => objectsIn(record.line_items))
    .filter(
      ({ meta_data }) => id !== null && identifier(metaIn(meta_data, '_refunded_item_id')) === id,
    );
  return sumOf(items.map(({ quantity }) => minus(amountOf(quantity))));
}

const minus = (amount: Known): Known => (amount === null ? null : negate(amount));
