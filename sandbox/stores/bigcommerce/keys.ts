// Where BigCommerce shows the values of an API account: Settings > API accounts of the control panel.
import { filled } from '../../consent/keys-page.ts';
import type { StoreKeys } from '../../store.ts';
import type { BigcommerceShop } from './shops.ts';

export function keysOf(shops: readonly BigcommerceShop[]): StoreKeys {
  return {
    shopAt(host) {
      const [, hash] = /^store-([a-z0-9]+)\.mybigcommerce\.com$/.exec(host) ?? [];
      return shops.find((shop) => shop.hash === hash)?.name;
    },
    of(name) {
      const shop = shops.find((one) => one.name === name);
      const values = filled([
        ['Store hash', shop?.hash],
        ['Access token', shop?.token],
      ]);
      return [{ form: 'With an API account', values }];
    },
  };
}
