// How WooCommerce shows changes: what is saved updates `date_modified`, and deleted orders go to the trash.
import type { Catalogue } from '../../catalogue/types.ts';
import { pick } from '../../living/pick.ts';
import type { StoreDisplay } from '../../store.ts';
import { movesIn } from './moves.ts';
import { nativeOrder } from './orders.ts';
import { nativeProduct } from './products.ts';
import { isTellable, type WooShop } from './shops.ts';

/**
 * WooCommerce sets `date_modified` whenever an order is saved (persist_updates of its data stores),
 * and saves the parent once more after each refund (wc_create_refund). What is written past that is
 * in moves.ts.
 */
export function displayOf(shops: readonly WooShop[], catalogue: Catalogue): StoreDisplay {
  const named = (name: string): WooShop | undefined => shops.find((shop) => shop.name === name);
  return {
    order(order, name) {
      const shop = named(name);
      const times = ['date_created', 'date_modified', 'date_paid', 'date_completed'];
      return shop ? pick(nativeOrder(order, { shop, catalogue, dp: 2 }), ['status', ...times]) : {};
    },
    product(product, name) {
      const shop = named(name);
      const names = ['status', 'date_created', 'date_modified'];
      return shop ? pick(nativeProduct(product, shop), names) : {};
    },
    whyNoOrder: (order) =>
      isTellable(order)
        ? undefined
        : 'The shops print two decimals, and this order has amounts with three.',
    whyNoProduct: () => undefined,
    moves: (name) => movesIn(named(name)?.storage ?? 'hpos'),
    listsOrder: (order, name) =>
      isTellable(order) && (!order.orphaned || named(name)?.storage === 'legacy'),
    listsProduct: ({ status }) => status !== 'archived',
    linesFollow: true,
    deletedOrder:
      'The order is in the trash: no list has it unless status=trash is asked for, and by its number it has the status trash.',
    deletedProduct: 'Deleted for good: gone from every list, 404 by its number.',
  };
}
