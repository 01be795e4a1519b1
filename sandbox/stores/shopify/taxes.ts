// Tax lines, as they hang on orders, lines and shipping lines.
import type { Order, Tax } from '../../catalogue/types.ts';
import { bag, printMoney } from './money.ts';

export function taxLines(taxes: readonly Tax[], order: Order): readonly unknown[] {
  return taxes.map((tax) => ({
    title: tax.rate.title,
    rate: tax.rate.basisPoints / 10_000,
    ratePercentage: tax.rate.basisPoints / 100,
    priceSet: bag(tax.amount, order.currency),
    price: printMoney(tax.amount.shop, 'EUR'),
    source: 'shopify',
    channelLiable: false,
  }));
}
