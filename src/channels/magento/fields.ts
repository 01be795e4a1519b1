// What must be known about Magento / Adobe Commerce to open an account: one declaration for every use.
import type { Field } from '../field.ts';

export const fields: readonly Field[] = [
  {
    key: 'baseUrl',
    required: true,
    kind: 'address',
    example: 'https://www.example.com',
    about:
      'The address of the shop, as in the browser. A folder is kept; what was copied from the API or the admin pages (`/rest/V1…`, `/index.php…`, `/admin…`, a query) is dropped, and a store view in it (`/rest/nl/V1`) is taken as `storeCode`. In the cloud: `https://{server}.api.commerce.adobe.com/{tenant}`.',
  },
  {
    key: 'token',
    secret: true,
    pattern: '(Bearer )?[!-~]{20,}',
    wrong: 'value_form',
    example: '0lnuajnuzeei2o8xcddii5us77xnb600',
    about:
      'An access token alone, with or without `Bearer`. In the Magento admin: System > Extensions > Integrations; shown when the integration is activated. Magento 2.4.4 and later refuse it unless the shop is set to allow it; the four values always work.',
  },
  {
    key: 'consumerKey',
    secret: true,
    pattern: '[a-z0-9]{32}',
    wrong: 'value_form',
    example: 'a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6',
    about:
      'The first of the four values of an integration; give all four. In the Magento admin: System > Extensions > Integrations; shown when the integration is activated.',
  },
  {
    key: 'consumerSecret',
    secret: true,
    pattern: '[a-z0-9]{32}',
    wrong: 'value_form',
    example: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
    about: 'The second of the integration’s four values.',
  },
  {
    key: 'accessToken',
    secret: true,
    pattern: '[a-z0-9]{32}',
    wrong: 'value_form',
    example: '0lnuajnuzeei2o8xcddii5us77xnb600',
    about: 'The third of the integration’s four values; `token` may hold it as well.',
  },
  {
    key: 'accessTokenSecret',
    secret: true,
    pattern: '[a-z0-9]{32}',
    wrong: 'value_form',
    example: '1c6d2hycnir5ygf39fycs6zhtaagx800',
    about: 'The fourth of the integration’s four values.',
  },
  {
    key: 'storeCode',
    example: 'default',
    about:
      'The code of the store view whose texts and prices are read; the shop’s default view, whatever its code, unless given.',
  },
  {
    key: 'imsClientId',
    looks: '[0-9a-f]{32}',
    example: '1234567890abcdef1234567890abcdef',
    about:
      'Only for Adobe Commerce as a Cloud Service (`*.api.commerce.adobe.com`). In the Adobe Developer Console: the project’s OAuth Server-to-Server credential.',
  },
  {
    key: 'imsClientSecret',
    secret: true,
    begins: ['p8e-'],
    example: 'p8e-…',
    about: 'Only for Adobe Commerce as a Cloud Service; shown beside its client ID.',
  },
  {
    key: 'imsOrgId',
    looks: '\\w+@AdobeOrg',
    example: '1234567890ABCDEF12345678@AdobeOrg',
    about:
      'Only for Adobe Commerce as a Cloud Service. In the Adobe Developer Console, under the organisation’s details.',
  },
];
