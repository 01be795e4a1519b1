// Products, of Mirakl Connect or the offers of one marketplace: the account says which.
import { shape } from '../../model/shape.ts';
import type { Products } from '../channel.ts';
import type { ConnectCursor } from './connect.ts';
import { fetchConnectProducts, transformConnectProduct } from './connect-products.ts';
import { isMarketplace } from './marketplace.ts';
import {
  fetchMarketplaceProducts,
  type OfferCursor,
  transformMarketplaceOffer,
} from './marketplace-products.ts';

import { isOffer, type NativeProduct } from './native.ts';

export const products: Products<NativeProduct, ConnectCursor | OfferCursor> = {
  filters: { ids: 'channel', status: 'service' },
  id: { pattern: /^[^,]{1,256}$/, example: 'BASKET-S' },
  idOf: (product) => (isOffer(product) ? product.offer_id : product.id),

  fetch: (query, cursor, reading) =>
    isMarketplace(reading.account)
      ? fetchMarketplaceProducts(query, cursor as OfferCursor | undefined, reading)
      : fetchConnectProducts(query, cursor as ConnectCursor | undefined, reading),

  shape: shape({
    flags: ['active'],
    words: ['standard_prices.*.price.currency'],
    objects: ['category'],
    needed: ['applicable_pricing', 'discount_prices.*.price', 'standard_prices.*.price'],
  }),
  transform: (product, context) =>
    isOffer(product)
      ? transformMarketplaceOffer(product)
      : transformConnectProduct(product, context),
};
