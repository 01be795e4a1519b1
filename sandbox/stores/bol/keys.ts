// Where bol shows a seller the keys of an account: Instellingen > Diensten > API-instellingen.
import { filled, halvesOf } from '../../consent/keys-page.ts';
import type { StoreKeys, StoreShop } from '../../store.ts';

/** The seller's own pages, where the demo account is signed in. */
export const partnerHost = 'partner.bol.com';

export function keysOf(shops: readonly StoreShop[]): StoreKeys {
  return {
    shopAt: () => 'demo',
    of(name) {
      const [id, secret] = halvesOf(
        shops.find((one) => one.name === name)?.credential.secrets.token,
      );
      const values = filled([
        ['Client ID', id],
        ['Client secret', secret],
      ]);
      return [{ form: 'With API keys', values }];
    },
  };
}
