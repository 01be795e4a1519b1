// Products, of Mirakl Connect or the offers of one marketplace: the account says which.
import type { Products } from '../channel.ts';
import type { Place } from './connect.ts';
import { fetchConnectProducts, transformConnectProduct } from './connect-products.ts';
import { isMarketplace } from './marketplace.ts';
import {
  fetchMarketplaceProducts,
  type OfferPage,
  transformMarketplaceOffer,
} from './marketplace-products.ts';
import { isOffer, type NativeProduct } from './native.ts';

export const products: Products<NativeProduct, Place | OfferPage> = {
  filters: { ids: 'channel', status: 'service' },
  id: { pattern: /^[^,]{1,256}$/, example: 'BASKET-S' },
  idOf: (product) => (isOffer(product) ? product.offer_id : product.id),

  fetch: (query, page, reading) =>
    isMarketplace(reading.account)
      ? fetchMarketplaceProducts(query, page as OfferPage | undefined, reading)
      : fetchConnectProducts(query, page as Place | undefined, reading),

  transform: (product, context) =>
    isOffer(product)
      ? transformMarketplaceOffer(product)
      : transformConnectProduct(product, context),
};
