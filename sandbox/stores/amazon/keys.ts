// Where Amazon shows the keys of a seller's own app: Apps and Services > Develop Apps.
import { filled } from '../../consent/keys-page.ts';
import type { StoreKeys } from '../../store.ts';
import type { Marketplace } from './marketplaces.ts';
import type { AmazonShop } from './shops.ts';

const countries = new Intl.DisplayNames('en', { type: 'region' });

/** As forms name a marketplace: Netherlands (amazon.nl). */
const nameOf = ({ country, domain }: Marketplace): string =>
  `${countries.of(country) ?? country} (${domain})`;

/** One seller has an app of its own; the others are linked by consent. */
export function keysOf(shops: readonly AmazonShop[]): StoreKeys {
  return {
    shopAt: () => 'private',
    of(name) {
      const shop = shops.find((one) => one.name === name);
      const { account, secrets } = shop?.credential ?? { account: {}, secrets: {} };
      const [home] = shop?.sells ?? [];
      if (home === undefined || secrets.clientId === undefined) return [];
      const values = filled([
        ['Refresh token', secrets.token],
        ['LWA client identifier', secrets.clientId],
        ['LWA client secret', secrets.clientSecret],
        ['Merchant token', account.sellerId],
        ['Home marketplace', nameOf(home)],
      ]);
      return [{ form: 'Use the keys of your own app', values }];
    },
  };
}
