// What a shop of the sandbox holds: all of the catalogue, or a dozen orders and what they name.
import type { Order, Product, Variant } from './catalogue/types.ts';
import { stillThese } from './living/derived.ts';
import type { VariantEdit } from './living/writes.ts';

export interface Holding {
  readonly orders: readonly Order[];
  readonly products: readonly Product[];
}

/** The newest dozen orders of an ordinary size, and the products they name. */
export function fewOf({ orders, products }: Holding): Holding {
  const few = orders.filter((order) => order.lines.length < 30).slice(-12);
  const named = new Set(few.flatMap((order) => order.lines.map((line) => line.productId)));
  return { orders: few, products: products.filter((product) => named.has(product.id)) };
}

/** The few of the opening as they are now, and what was made since then. */
export function stillFew(atOpening: Holding): (now: Holding) => Holding {
  const few = fewOf(atOpening);
  const orders = stillThese(few.orders, atOpening.orders);
  const products = stillThese(few.products, atOpening.products);
  return (now) => ({ orders: orders(now.orders), products: products(now.products) });
}

/** In stock over all locations; 0 for what is not counted. */
export const piecesOf = ({ stock }: Variant): number =>
  stock.levels.reduce((sum, { available }) => sum + available, 0);

/** For vendors that count over all locations: the others keep what they can, the first takes the rest. */
export function inAll({ id: variantId, stock }: Variant, pieces: number): readonly VariantEdit[] {
  const [first, ...others] = stock.levels;
  let left = pieces;
  const kept = others.map(({ locationId, available }) => {
    const stays = Math.min(Math.max(0, available), left);
    left -= stays;
    return { variantId, locationId, stock: stays };
  });
  return [{ variantId, stock: left, ...(first && { locationId: first.locationId }) }, ...kept];
}
