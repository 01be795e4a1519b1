// The lines of an order: what was bought, with prices before and after discounts, with and without tax.
import type { Line, Order } from '../../catalogue/types.ts';
import { link } from './account.ts';
import { lineId, productId, variantId } from './ids.ts';
import { each, euros, lineAmounts, rateOf, taxRates } from './money.ts';
import { assignedIn, type Shipment, shipmentsOf } from './shipments.ts';
import type { LightspeedShop } from './shops.ts';
import { variantTitle } from './titles.ts';

export function nativeLines(order: Order, shop: LightspeedShop): readonly object[] {
  const shipments = shipmentsOf(order);
  return order.lines.map((line) => nativeLine(line, order, shop, shipments));
}

function nativeLine(
  line: Line,
  order: Order,
  shop: LightspeedShop,
  shipments: readonly Shipment[],
): object {
  const { gross, net } = lineAmounts(line, order);
  return {
    id: lineId(line),
    supplierTitle: '',
    brandTitle: line.vendor ?? '',
    productTitle: line.title,
    variantTitle: variantTitle(line.options, shop),
    taxRate: rateOf(line.taxes),
    taxRates: taxRates(line.taxes),
    quantityOrdered: line.quantity,
    quantityInvoiced: line.quantity,
    // Put into a shipment, which may not have left yet.
    quantityShipped: assignedIn(shipments, line),
    quantityRefunded: line.refundedQuantity,
    quantityReturned: 0,
    // Many shops use only the article code.
    articleCode: line.sku ?? '',
    ean: line.barcode ?? '',
    sku: line.id % 2 === 0 ? (line.sku ?? '') : '',
    weight: line.grams,
    volume: 0,
    colli: 0,
    sizeX: 0,
    sizeY: 0,
    sizeZ: 0,
    priceCost: 0,
    customExcl: 0,
    customIncl: 0,
    basePriceExcl: each(gross.excl, line.quantity),
    basePriceIncl: each(gross.incl, line.quantity),
    priceExcl: euros(net.excl),
    priceIncl: euros(net.incl),
    discountExcl: euros(gross.excl - net.excl),
    discountIncl: euros(gross.incl - net.incl),
    customFields: false,
    ...links(line, shop),
  };
}

function links(
  { productId: product, variantId: variant, productExists }: Line,
  shop: LightspeedShop,
) {
  const isHeld = shop.products.some(({ id }) => id === product);
  // What was put away is not held at all here, so that it counts as deleted.
  if (product === null || variant === null || !productExists || !isHeld)
    return { product: false, variant: false };
  const [productNumber, variantNumber] = [productId({ id: product }), variantId({ id: variant })];
  return {
    product: link(shop, `products/${productNumber}`, productNumber),
    variant: link(shop, `variants/${variantNumber}`, variantNumber),
  };
}
