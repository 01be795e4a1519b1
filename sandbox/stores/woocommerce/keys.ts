// Where WordPress shows the keys of a shop: WooCommerce > Settings > Advanced > REST API.
import { filled, halvesOf } from '../../consent/keys-page.ts';
import type { StoreKeys, StoreShop } from '../../store.ts';

export function keysOf(shops: readonly StoreShop[]): StoreKeys {
  return {
    shopAt: () => undefined,
    of(name) {
      const shop = shops.find((one) => one.name === name);
      const { account, secrets } = shop?.credential ?? { account: {}, secrets: {} };
      const [key, secret] = halvesOf(secrets.token);
      const values = filled([
        ['Shop address', account.baseUrl],
        ['Consumer key', key],
        ['Consumer secret', secret],
      ]);
      return [{ form: 'With a key from WordPress', values }];
    },
  };
}
