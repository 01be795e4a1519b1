// Tips: the vendor lists one as a line of the order, without a product, and as a line of a refund where it is given back.
import type { Line, Order, Refund, RefundLine } from '../../catalogue/types.ts';
import { nothing } from './money.ts';

/** Far above the numbers of other lines. */
const firstNumber = 5_000_000;

/** The line of the order's tip; null where there is none. */
export function tipLine(order: Order): Line | null {
  const { tip } = order.totals;
  if (tip.shop === 0) return null;
  return {
    id: firstNumber + order.id,
    productId: null,
    variantId: null,
    productExists: false,
    title: 'Tip',
    variantTitle: null,
    options: [],
    sku: null,
    barcode: null,
    vendor: null,
    quantity: 1,
    fulfilledQuantity: 1,
    refundedQuantity: order.refunds.some((refund) => tipPart(order, refund) !== null) ? 1 : 0,
    unitPrice: tip,
    gross: tip,
    allocations: [],
    discount: nothing,
    total: tip,
    taxes: [],
    tax: nothing,
    grossTaxes: [],
    grossTax: nothing,
    taxable: false,
    requiresShipping: false,
    giftCard: false,
    grams: 0,
  };
}

/** The line with which a refund gives the tip back; null where it does not. */
export function tipPart(order: Order, { id, lines, adjustment }: Refund): RefundLine | null {
  const { tip } = order.totals;
  if (tip.shop === 0 || lines.length === 0 || adjustment.shop !== tip.shop) return null;
  return {
    id: firstNumber + id,
    lineId: firstNumber + order.id,
    quantity: 1,
    subtotal: tip,
    taxes: [],
    tax: nothing,
  };
}
