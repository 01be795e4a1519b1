// Stock and prices of offers: parts of one offer are changed by a call, which is done when it is answered.
import { compare, isAmount } from '../../model/money.ts';
import { Refusal } from '../../model/writes.ts';
import { count, parts } from '../kit/loose.ts';
import { exactNumber, sorted } from '../kit/plans.ts';
import type { Plan, PriceWrite, StockWrite } from '../writing.ts';
import { writeAsk } from './asks.ts';
import type { NativeOffer } from './native.ts';

/** https://api.bol.com/retailer/public/redoc/v10/retailer.html (`UpdateOfferStockRequest`, `BundlePrice`) */
const MOST_PIECES = 999;
const LEAST_PRICE = '1';
const MOST_PRICE = '9999';

export const planStock = (writes: readonly StockWrite[]): Promise<Plan> => planOf(writes, stockOf);

export const planPrices = (writes: readonly PriceWrite[]): Promise<Plan> =>
  planOf(writes, pricesOf);

function planOf<Write extends StockWrite | PriceWrite>(
  writes: readonly Write[],
  patchOf: (write: Write) => object | Refusal,
): Promise<Plan> {
  const { planned, refused } = sorted(writes, (write) => {
    const body = patchOf(write);
    if (body instanceof Refusal) return body;
    const path = `offers/${encodeURIComponent(String(write.variant.id))}`;
    return {
      items: [write.at],
      ask: writeAsk('PATCH', path, 'offer', { version: 'v11', body }),
    };
  });
  return Promise.resolve({ steps: planned, refused });
}

/**
 * What can be sold is what the seller has, less what open orders hold: those that came after the last
 * change alone where the seller counts the others (`managedByRetailer`), otherwise all of them.
 */
function stockOf({ item, variant, native }: StockWrite): object | Refusal {
  if (variant.inventory_management !== 'retailer')
    return new Refusal(
      'stock_not_set',
      'bol counts what lies in its own warehouse (FBB): only stock that the seller sends can be set.',
    );
  const { amount, correctedStock, managedByRetailer } = (native as NativeOffer).stock ?? {};
  const [all, free] = [count(amount), count(correctedStock)];
  const isCounted = managedByRetailer === true || all === undefined || free === undefined;
  const held = isCounted ? 0 : Math.max(0, all - free);
  if (item.available + held > MOST_PIECES)
    return new Refusal(
      'stock_not_set',
      `bol takes at most ${MOST_PIECES} pieces${held > 0 ? `, of which open orders hold ${held}` : ''}.`,
    );
  return {
    stock: {
      amount: item.available + held,
      ...(typeof managedByRetailer === 'boolean' && { managedByRetailer }),
    },
  };
}

/** Prices by the number of pieces come whole: those for several pieces are sent along as they were read. */
function pricesOf({ item, native }: PriceWrite): object | Refusal {
  const refuse = (sentence: string) => new Refusal('price_not_set', sentence);
  if (item.compare_at_price != null)
    return refuse('bol keeps no price from before a reduction: leave "compare_at_price" out.');
  if (compare(item.price, LEAST_PRICE) < 0 || compare(item.price, MOST_PRICE) > 0)
    return refuse(`bol takes prices from ${LEAST_PRICE} to ${MOST_PRICE} euro.`);
  const others = parts((native as NativeOffer).pricing?.bundlePrices)
    .map(({ quantity, unitPrice }) => ({ quantity: count(quantity), unitPrice }))
    .filter(({ quantity }) => quantity !== 1);
  if (others.some(({ quantity, unitPrice }) => quantity === undefined || !isAmount(unitPrice)))
    return refuse('The offer’s prices for several pieces cannot be read, and would be lost.');
  const above = others.find(({ unitPrice }) => compare(String(unitPrice), item.price) >= 0);
  if (above)
    return refuse(
      `From ${above.quantity} pieces on the offer costs ${above.unitPrice} each, which must be less than "price".`,
    );
  const bundlePrices = [
    { quantity: 1, unitPrice: exactNumber(item.price) },
    ...others.map((one) => ({ ...one, unitPrice: exactNumber(String(one.unitPrice)) })),
  ];
  return { pricing: { bundlePrices } };
}
