// How BigCommerce shows changes: every one of an order updates `date_modified`; deleting it archives it.
import type { Catalogue } from '../../catalogue/types.ts';
import { pick } from '../../living/pick.ts';
import type { StoreDisplay } from '../../store.ts';
import { moves } from './moves.ts';
import { nativeOrder } from './orders.ts';
import { nativeProduct } from './products.ts';
import type { BigcommerceShop } from './shops.ts';

const plain = { consignments: false, lines: false, fees: false, object: false };

/**
 * `date_modified` is "the last modification of the order". Payments, shipments and refunds move an
 * order to another status, which is one. Doubtful: a second refund of a part leaves the status as
 * it is; it is taken for a modification. What moves the date of a product is in moves.ts.
 */
export function displayOf(shops: readonly BigcommerceShop[], catalogue: Catalogue): StoreDisplay {
  const named = (name: string) => shops.find((shop) => shop.name === name);
  return {
    order(order, name) {
      const shop = named(name);
      const names = ['status', 'payment_status', 'date_created', 'date_modified', 'date_shipped'];
      return shop ? pick(nativeOrder(order, shop, catalogue, plain), names) : {};
    },
    product(product, name) {
      const shop = named(name);
      const names = ['is_visible', 'date_created', 'date_modified'];
      return shop ? pick(nativeProduct(product, shop), names) : {};
    },
    whyNoOrder: () => undefined,
    whyNoProduct: ({ status, kind }) =>
      kind === 'gift_card'
        ? 'Gift certificates are no products at BigCommerce.'
        : status === 'archived'
          ? 'BigCommerce has no archive of products, so that it counts as deleted.'
          : undefined,
    moves: () => moves,
    linesFollow: true,
    deletedOrder: 'Archived: gone from every list, and by its number it says is_deleted.',
    deletedProduct: 'Gone from every list, 404 by its number.',
  };
}
