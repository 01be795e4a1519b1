// Where Lightspeed shows the keys of a shop: Settings > Developers of the back office.
import { filled, halvesOf } from '../../consent/keys-page.ts';
import type { StoreKeys } from '../../store.ts';
import type { LightspeedShop } from './shops.ts';

const regions = { eu1: 'Europe', us1: 'North America' } as const;

export function keysOf(shops: readonly LightspeedShop[]): StoreKeys {
  return {
    shopAt: () => undefined,
    of(name) {
      const shop = shops.find((one) => one.name === name);
      // The password of an installed app is made of its token, and fits no form.
      if (shop === undefined || name === 'installed') return [];
      const [key, secret] = halvesOf(shop.credential.secrets.token);
      const values = filled([
        ['Region', regions[shop.cluster]],
        ['API key', key],
        ['API secret', secret],
        ['Shop language', shop.languages[0]],
      ]);
      return [{ form: 'With an API key', values }];
    },
  };
}
