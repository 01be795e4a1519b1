// The lines of an order in BigCommerce's shape, before discounts, on both sides of tax.
import type { Line, Order, Product } from '../../catalogue/types.ts';
import { lineId, optionId, orderId, productId, variantId } from './ids.ts';
import { type Fine, fine, text, type WeightUnits, weightOf } from './texts.ts';

export interface LineContext {
  readonly products: ReadonlyMap<number, Product>;
  readonly weightUnits: WeightUnits;
}

export function nativeLine(
  line: Line,
  order: Order,
  addressId: number,
  pickupId: number,
  context: LineContext,
): object {
  const { currency, taxesIncluded: included } = order;
  const of = (minor: number): Fine => fine(minor, currency);
  const { quantity } = line;
  const unit = of(line.unitPrice.presentment);
  const unitTax = Math.round(of(line.grossTax.presentment) / quantity);
  const gross = of(line.gross.presentment);
  const tax = of(line.grossTax.presentment);
  const total = of(line.total.presentment);
  const zero = text(0);
  const product = line.productId === null ? undefined : context.products.get(line.productId);
  // Gift certificates are no products here, and custom items never were.
  const known = line.giftCard ? undefined : product;
  return {
    id: lineId(line),
    order_id: orderId(order),
    product_id: known === undefined ? 0 : productId(known),
    ...(known === undefined || line.variantId === null
      ? {}
      : { variant_id: variantId({ id: line.variantId }) }),
    order_pickup_method_id: pickupId,
    order_address_id: addressId,
    name: line.title,
    name_customer: line.title,
    name_merchant: line.title,
    sku: line.sku ?? '',
    upc: line.barcode ?? '',
    type: lineType(line),
    base_price: text(unit),
    price_ex_tax: text(included ? unit - unitTax : unit),
    price_inc_tax: text(included ? unit : unit + unitTax),
    price_tax: text(unitTax),
    base_total: text(gross),
    total_ex_tax: text(included ? gross - tax : gross),
    total_inc_tax: text(included ? gross : gross + tax),
    total_tax: text(tax),
    weight: text(weightOf(line.grams, context.weightUnits)),
    width: zero,
    height: zero,
    depth: zero,
    quantity,
    base_cost_price: zero,
    cost_price_inc_tax: zero,
    cost_price_ex_tax: zero,
    cost_price_tax: zero,
    is_refunded: line.refundedQuantity >= quantity,
    quantity_refunded: line.refundedQuantity,
    refund_amount: zero,
    return_id: 0,
    wrapping_id: 0,
    wrapping_name: '',
    base_wrapping_cost: zero,
    wrapping_cost_ex_tax: zero,
    wrapping_cost_inc_tax: zero,
    wrapping_cost_tax: zero,
    wrapping_message: '',
    quantity_shipped: line.requiresShipping ? line.fulfilledQuantity : 0,
    event_name: null,
    event_date: null,
    fixed_shipping_cost: zero,
    ebay_item_id: '',
    ebay_transaction_id: '',
    option_set_id: line.options.length === 0 ? null : 20,
    parent_order_product_id: null,
    is_bundled_product: false,
    bin_picking_number: '',
    external_id: null,
    fulfillment_source: '',
    brand: line.vendor ?? '',
    gift_certificate_id: line.giftCard ? lineId(line) : null,
    applied_discounts: line.allocations.map(({ discount, amount }) => {
      const { by, code, title, kind } = order.discounts[discount] ?? missing(discount);
      return {
        id: by === 'code' ? 'coupon' : String(40 + discount),
        amount: text(of(amount.presentment)),
        name: title,
        code,
        target: kind === 'fixed_product' ? 'product' : 'order',
      };
    }),
    product_options: line.options.map((option, index) => nativeOption(option, index, line, known)),
    configurable_fields: [],
    discounted_total_inc_tax: text(included ? total : total + of(line.tax.presentment)),
  };
}

function missing(index: number): never {
  throw new Error(`a line names discount ${index}, which the order does not have`);
}

export function lineType(line: Line): 'physical' | 'digital' | 'giftcertificate' {
  if (line.giftCard) return 'giftcertificate';
  return line.requiresShipping ? 'physical' : 'digital';
}

function nativeOption(
  { name, value }: Line['options'][number],
  index: number,
  line: Line,
  product: Product | undefined,
): object {
  const option = product?.options[index];
  return {
    id: lineId(line) * 4 + index,
    option_id: 20 + index,
    order_product_id: lineId(line),
    product_option_id: option === undefined ? 0 : optionId(option),
    display_name: name,
    display_name_customer: name,
    display_name_merchant: name,
    display_value: value,
    display_value_customer: value,
    display_value_merchant: value,
    value: String(index + 80),
    type: 'Multiple choice',
    name: `${name}${index}`,
    display_style: 'Rectangle',
  };
}
