// Where Magento shows the values of an integration, and Adobe those of a credential in the cloud.
import { filled } from '../../consent/keys-page.ts';
import type { FormKeys, StoreKeys } from '../../store.ts';
import type { MagentoShop } from './shops.ts';

/** Adobe's console, where credentials of the cloud are made. */
export const consoleHost = 'developer.adobe.com';

export function keysOf(shops: readonly MagentoShop[]): StoreKeys {
  return {
    shopAt: (host) => (host === consoleHost ? 'cloud' : undefined),
    of(name) {
      const shop = shops.find((one) => one.name === name);
      if (shop === undefined) return [];
      return shop.cloud === null ? ofIntegration(shop) : ofCloud(shop);
    },
  };
}

/** A single token is shown only where the shop accepts one. */
function ofIntegration({ credential, integration, bearer }: MagentoShop): readonly FormKeys[] {
  const { baseUrl } = credential.account;
  const four = filled([
    ['Shop address', baseUrl],
    ['Consumer Key', integration.consumerKey],
    ['Consumer Secret', integration.consumerSecret],
    ['Access Token', integration.accessToken],
    ['Access Token Secret', integration.accessTokenSecret],
  ]);
  const one = filled([
    ['Shop address', baseUrl],
    ['Access token', integration.accessToken],
  ]);
  return [
    { form: 'With the four values of an integration', values: four },
    ...(bearer ? [{ form: 'With only an access token', values: one }] : []),
  ];
}

function ofCloud({ credential }: MagentoShop): readonly FormKeys[] {
  const values = filled([
    ['REST endpoint with your tenant ID', credential.account.baseUrl],
    ['Client ID', credential.account.imsClientId],
    ['Client secret', credential.secrets.imsClientSecret],
    ['Organization ID', credential.account.imsOrgId],
  ]);
  return [{ form: 'Adobe Commerce as a Cloud Service', values }];
}
