// How Lightspeed shows changes: every one of an order updates `updatedAt`, and what is deleted is gone.
import { pick } from '../../living/pick.ts';
import type { StoreDisplay } from '../../store.ts';
import { offsetText } from '../../zone.ts';
import { moves } from './moves.ts';
import { nativeOrder } from './orders.ts';
import type { LightspeedShop } from './shops.ts';

/**
 * The documentation says of `updatedAt` no more than "the date and time the order was last updated".
 * Doubtful: a refund is a credit invoice of its own there, and might leave the order untouched; the
 * order's lines show it, so it is taken for a change of the order.
 */
export function displayOf(shops: readonly LightspeedShop[]): StoreDisplay {
  const named = (name: string) => shops.find((shop) => shop.name === name);
  return {
    order(order, name) {
      const shop = named(name);
      const names = ['status', 'paymentStatus', 'shipmentStatus', 'createdAt', 'updatedAt'];
      return shop ? pick(nativeOrder(order, shop), names) : {};
    },
    product(product, name) {
      const zone = named(name)?.timeZone ?? 'UTC';
      return {
        visibility: product.status === 'active' ? 'visible' : 'hidden',
        createdAt: offsetText(zone, product.createdAt),
        updatedAt: offsetText(zone, product.updatedAt),
      };
    },
    whyNoOrder: () => undefined,
    whyNoProduct: ({ status }) =>
      status === 'archived'
        ? 'Lightspeed has no archive, so that it counts as deleted.'
        : undefined,
    moves: () => moves,
    linesFollow: true,
    deletedOrder: 'Gone from every list, 404 by its number.',
    deletedProduct: 'Gone from the catalogue; the lines of orders keep its title, without a link.',
  };
}
