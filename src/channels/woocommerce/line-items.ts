// Turns a line of a WooCommerce order into ours.
import { compare, each, isZero, subtract } from '../../model/money.ts';
import type { FulfillmentStatus, LineItem } from '../../model/order.ts';
import type { Draft } from '../../model/record.ts';
import type { Note } from '../channel.ts';
import { filled, identifier } from '../kit/text.ts';
import type { Amounts } from './amounts.ts';
import { plainText } from './entities.ts';
import { lineTitleOf } from './line-title.ts';
import type { NativeLineItem, NativeOrder } from './native.ts';
import type { Refunded } from './refunded.ts';
import { groupOf } from './status.ts';
import { amountOf } from './values.ts';
import { isOfDeletedVariation, variantTitleOf } from './variant-title.ts';

export function lineItemOf(
  line: NativeLineItem,
  order: NativeOrder,
  fulfillment: FulfillmentStatus | null,
  { pricing, write, refunded }: Amounts,
  note: Note,
): Draft<LineItem> {
  const { places } = pricing;
  const before = pricing.pricedBefore(line);
  const after = pricing.pricedLine(line);
  const discount = before && after && write(subtract(before, after, 0));
  const quantity = amountOf(line.quantity);
  const gross = write(before);
  const price =
    gross === null || quantity === null || isZero(quantity) ? gross : each(gross, quantity, places);
  if (quantity !== null && pieces(quantity) !== Number(quantity))
    note({
      code: 'fractional_quantity',
      message: `A line has a quantity of ${quantity}; it is rounded up, and the price is that of one whole unit.`,
      field: 'line_items.quantity',
      id: String(order.id),
    });
  return {
    id: identifier(line.id),
    product_id: identifier(line.product_id),
    // A simple product's only variant has the product's own identifier.
    variant_id:
      identifier(line.variation_id) ??
      (isOfDeletedVariation(line) ? null : identifier(line.product_id)),
    fulfillment_service: 'manual',
    quantity: quantity === null ? null : pieces(quantity),
    fulfillable_quantity: fulfillableOf(line, quantity, order, fulfillment, refunded),
    fulfillment_status: fulfillment === 'fulfilled' ? 'fulfilled' : null,
    sku: filled(line.sku),
    title: lineTitleOf(line),
    variant_title: variantTitleOf(line, attributesIn(order, line)),
    name: plainText(line.name),
    price,
    total_discount: discount,
    // A line that was taxed can be; of one that was not no one says why.
    taxable: isTaxed(line.total_tax) || isTaxed(line.subtotal_tax) || null,
    product_exists: line.sku === undefined ? null : line.sku !== null,
  };
}

/** Names of the attributes of a line's product, where they had to be read. */
const attributesIn = (
  { product_attributes }: NativeOrder,
  { product_id }: NativeLineItem,
): readonly string[] => product_attributes?.[identifier(product_id) ?? ''] ?? [];

/** Plugins sell parts of a piece. */
const pieces = (quantity: string): number => Math.ceil(Number(quantity));

const isTaxed = (tax: unknown): boolean => {
  const amount = amountOf(tax);
  return amount !== null && !isZero(amount);
};

/** What is still to be sent: not what was given back, nor anything of an order that is done. */
function fulfillableOf(
  line: NativeLineItem,
  quantity: string | null,
  order: NativeOrder,
  fulfillment: FulfillmentStatus | null,
  refunded: Refunded,
): number | null {
  if (fulfillment === 'fulfilled' || groupOf(order.status) !== 'open') return 0;
  const back = refunded.any ? refunded.piecesOf(line.id) : '0';
  if (fulfillment === 'partial' || quantity === null || back === null) return null;
  const left = subtract(quantity, back, 0);
  return compare(left, '0') < 0 ? 0 : pieces(left);
}
