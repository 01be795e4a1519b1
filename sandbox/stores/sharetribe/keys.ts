// Where Sharetribe shows the keys of an application: Console > Build > Applications.
import { filled } from '../../consent/keys-page.ts';
import type { StoreKeys, StoreShop } from '../../store.ts';

export const consoleHost = 'console.sharetribe.com';

export function keysOf(shops: readonly StoreShop[]): StoreKeys {
  return {
    shopAt: () => 'demo',
    of(name) {
      const shop = shops.find((one) => one.name === name);
      const values = filled([
        ['Client ID', shop?.credential.account.clientId],
        ['Client secret', shop?.credential.secrets.clientSecret],
        ['Marketplace address', shop?.credential.account.marketplaceUrl],
      ]);
      return [{ form: 'With an Integration API application', values }];
    },
  };
}
