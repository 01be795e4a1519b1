// Where Shopify shows keys: the Dev Dashboard for apps, the settings of a shop for their tokens.
import { filled } from '../../consent/keys-page.ts';
import type { StoreKeys, StoreShop } from '../../store.ts';
import { merchantApp } from './app.ts';
import { shopPlans } from './shops.ts';

/** The dashboard of the developers of apps. */
export const dashboardHost = 'dev.shopify.com';

/** Only an app of the merchant's own has a token to copy; other pages show that shop's. */
export function keysOf(shops: readonly StoreShop[]): StoreKeys {
  const hasOwnApp = (name: string): boolean =>
    shopPlans.some((plan) => plan.name === name && plan.token === 'custom');
  return {
    shopAt(host) {
      const shop = shops.find((one) => one.host === host);
      return shop !== undefined && hasOwnApp(shop.name) ? shop.name : merchantApp.shop;
    },
    of(name) {
      const shop = shops.find((one) => one.name === name);
      if (shop === undefined || !hasOwnApp(name)) return [];
      const address = ['Shop address', `https://${shop.host}`] as const;
      const token = filled([address, ['Access token', shop.credential.secrets.token]]);
      const app = filled([
        address,
        ['Client ID', merchantApp.clientId],
        ['Client secret', merchantApp.clientSecret],
      ]);
      return [
        { form: 'With an access token', values: token },
        ...(name === merchantApp.shop ? [{ form: 'With your own app', values: app }] : []),
      ];
    },
  };
}
