// Where Mirakl shows keys: clients in Connect's settings, and the key of a user on a marketplace.
import { filled } from '../../consent/keys-page.ts';
import type { StoreKeys, StoreShop } from '../../store.ts';
import { connectHost } from './shops.ts';

export function keysOf(shops: readonly StoreShop[]): StoreKeys {
  return {
    shopAt: (host) => (host === connectHost ? 'demo' : undefined),
    of(name) {
      const shop = shops.find((one) => one.name === name);
      const { account, secrets } = shop?.credential ?? { account: {}, secrets: {} };
      if (shop?.host === connectHost) {
        const client = filled([
          ['Client ID', account.clientId],
          ['Client secret', secrets.clientSecret],
          ['Company ID', account.companyId],
        ]);
        // One is opened only by a token, for which there is no form.
        return account.clientId === undefined
          ? []
          : [{ form: 'Mirakl Connect (all your marketplaces)', values: client }];
      }
      const values = filled([
        ['Marketplace address', account.baseUrl],
        ['API key', secrets.token],
        ['Shop ID', account.shop_id],
      ]);
      return [{ form: 'One marketplace, with its API key', values }];
    },
  };
}
