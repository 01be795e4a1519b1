// What a variant says of its stock, out of source items and stock items.
import { isAmount, round } from '../../model/money.ts';
import type { Variant } from '../../model/product.ts';
import type { Draft } from '../../model/record.ts';
import type { Note } from '../channel.ts';
import { parts } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import { keyOf, type NativeItem, type NativeProduct } from './native.ts';
import { isNo } from './sources.ts';

/** What lies in the sources, or the one number there is; reservations are not taken off. */
export function stockOf(item: NativeItem, product: NativeProduct, note: Note): Draft<Variant> {
  const key = keyOf(item);
  if (key === '') return {};
  const sources = parts(product.source_items).filter((one) => keyOf(one) === key);
  const counter = parts(product.stock_items).find((one) => keyOf(one) === key);
  // Whatever number is left over: the shop sells it without end.
  if (counter && !counter.manage_stock) return { inventory_policy: 'continue' };
  const backorders = counter?.backorders;
  const isSoldOn = isAmount(backorders) ? Number(backorders) > 0 : null;
  const known = {
    inventory_management: 'magento',
    inventory_policy: isSoldOn === null ? null : isSoldOn ? 'continue' : 'deny',
  } as const;
  if (sources.length === 0)
    return counter
      ? { ...known, inventory_quantity: forSale(counter.qty, counter.is_in_stock) }
      : {};
  const levels = sources
    .filter(({ source_enabled }) => source_enabled !== false)
    .map(({ source_code, source_name, quantity, status }) => ({
      location_id: filled(source_code),
      location_name: filled(source_name),
      available: forSale(quantity, !isNo(status)),
    }));
  const counted = levels.flatMap(({ available }) => available ?? []);
  if (counted.length < levels.length)
    note({
      code: 'stock_unknown',
      message:
        'The shop sent a quantity that is no number; the stock of that product is not known.',
      field: 'variants.inventory_quantity',
      id: String(product.id),
    });
  const sum = counted.reduce((all, one) => all + one, 0);
  return {
    ...known,
    inventory_quantity: counted.length < levels.length ? null : sum,
    inventory_levels: levels,
  };
}

/** Magento keeps quantities with four decimals; PHP may write more of them. */
const STORED = 4;

/** What is marked as out of stock counts nothing, whatever its number. */
const forSale = (quantity: unknown, isInStock = true): number | null => {
  const pieces = whole(quantity);
  return pieces === null || isInStock ? pieces : Math.min(0, pieces);
};

/** Stock may be kept in parts of a piece; what can be sold are whole ones. */
export const whole = (quantity: unknown): number | null =>
  isAmount(quantity) ? Math.floor(Number(round(quantity, STORED))) : null;
