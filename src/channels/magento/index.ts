// Magento and Adobe Commerce: shops on the merchant's own server or Adobe's, by their REST API V1.
import type { Channel, Products } from '../channel.ts';
import { accept, check, hosts, renewal, sign } from './auth.ts';
import { explain } from './explain.ts';
import { link } from './link.ts';
import { products } from './products.ts';

const INTEGRATION =
  'In the Magento admin: System > Extensions > Integrations; shown when the integration is activated.';
const CLOUD = 'Only for Adobe Commerce as a Cloud Service (*.api.commerce.adobe.com).';
const CONSOLE = 'In the Adobe Developer Console: the project’s OAuth Server-to-Server credential.';

export const magento: Channel = {
  title: 'Magento / Adobe Commerce',
  fields: [
    {
      key: 'baseUrl',
      label: 'Store address',
      secret: false,
      required: true,
      example: 'https://www.example.com',
      hint: 'The address of the shop, as in the browser. If Magento lives in a folder, with that folder; a cloud service with its tenant.',
    },
    {
      key: 'token',
      label: 'Access token',
      secret: true,
      required: false,
      example: '0lnuajnuzeei2o8xcddii5us77xnb600',
      hint: `${INTEGRATION} By itself it works only where the shop allows it, which since 2.4.4 it does not unless told; the four values always work.`,
    },
    {
      key: 'consumerKey',
      label: 'Consumer key',
      secret: true,
      required: false,
      example: 'a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6',
      hint: `${INTEGRATION} The first of its four values; give all four.`,
    },
    {
      key: 'consumerSecret',
      label: 'Consumer secret',
      secret: true,
      required: false,
      example: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
      hint: 'The second of the integration’s four values.',
    },
    {
      key: 'accessToken',
      label: 'Access token of the four values',
      secret: true,
      required: false,
      example: '0lnuajnuzeei2o8xcddii5us77xnb600',
      hint: 'The third of the integration’s four values; "token" may hold it as well.',
    },
    {
      key: 'accessTokenSecret',
      label: 'Access token secret',
      secret: true,
      required: false,
      example: '1c6d2hycnir5ygf39fycs6zhtaagx800',
      hint: 'The fourth of the integration’s four values.',
    },
    {
      key: 'storeCode',
      label: 'Store view',
      secret: false,
      required: false,
      example: 'default',
      hint: 'The code of the store view whose texts and prices are read; the shop’s default view unless given.',
    },
    {
      key: 'imsClientId',
      label: 'Client ID',
      secret: false,
      required: false,
      example: '1234567890abcdef1234567890abcdef',
      hint: `${CLOUD} ${CONSOLE}`,
    },
    {
      key: 'imsClientSecret',
      label: 'Client secret',
      secret: true,
      required: false,
      example: 'p8e-…',
      hint: `${CLOUD} ${CONSOLE}`,
    },
    {
      key: 'imsOrgId',
      label: 'Organisation ID',
      secret: false,
      required: false,
      example: '1234567890ABCDEF12345678@AdobeOrg',
      hint: `${CLOUD} In the Adobe Developer Console, under the organisation’s details.`,
    },
  ],
  versions: { default: 'V1', speaks: ['V1'] },
  // Magento has no limit for reading; large catalogues answer slowly, and a CDN may stand before.
  limits: [{ name: 'shop', by: 'host', atOnce: 2 }],
  plainHttp: true,
  accountName: ({ baseUrl, storeCode = '' }) => baseUrl && `${baseUrl} ${storeCode}`,
  accept,
  hosts,
  sign,
  check,
  explain,
  renewal,
  link,
  products: products as Products<unknown, unknown>,
};
