// What a variant says of its stock, out of source items and stock items.
import { isAmount, round } from '../../model/money.ts';
import type { Variant } from '../../model/product.ts';
import type { Draft } from '../../model/record.ts';
import type { Note } from '../channel.ts';
import { filled } from '../kit/text.ts';
import { type NativeItem, type NativeProduct, objectsIn } from './native.ts';

/** What lies in the sources, or the one number there is; reservations are not taken off. */
export function stockOf(item: NativeItem, product: NativeProduct, note: Note): Draft<Variant> {
  const sku = filled(item.sku)?.toLowerCase();
  if (sku === undefined) return {};
  const same = (one: { readonly sku?: unknown }) => filled(one.sku)?.toLowerCase() === sku;
  const sources = objectsIn(product.source_items).filter(same);
  const counter = objectsIn(product.stock_items).find(same);
  // Whatever number is left over: the shop sells it without end.
  if (counter && !counter.manage_stock) return { inventory_policy: 'continue' };
  const inventory_policy =
    counter === undefined || !isAmount(counter.backorders)
      ? null
      : Number(counter.backorders) > 0
        ? 'continue'
        : 'deny';
  const inventory_management = 'magento';
  if (sources.length === 0)
    return counter === undefined
      ? {}
      : { inventory_quantity: whole(counter.qty), inventory_management, inventory_policy };
  const levels = sources
    .filter(({ source_enabled }) => source_enabled !== false)
    .map(({ source_code, source_name, quantity }) => ({
      location_id: filled(source_code),
      location_name: filled(source_name),
      available: whole(quantity),
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
  return {
    inventory_quantity:
      counted.length < levels.length ? null : counted.reduce((sum, one) => sum + one, 0),
    inventory_management,
    inventory_levels: levels,
    inventory_policy,
  };
}

/** Magento keeps quantities with four decimals; PHP may write more of them. */
const STORED = 4;

/** Stock may be kept in parts of a piece; what can be sold are whole ones. */
const whole = (quantity: unknown): number | null =>
  isAmount(quantity) ? Math.floor(Number(round(quantity, STORED))) : null;
