// Sharetribe: all listings of a marketplace, by the Integration API of its operator.
import type { Channel, Products } from '../channel.ts';
import { accept, check, hosts, renewal, sign } from './auth.ts';
import { explain } from './explain.ts';
import { link } from './link.ts';
import { products } from './products.ts';

const CONSOLE =
  'In Sharetribe Console: Build > Applications, an application for the Integration API.';

export const sharetribe: Channel = {
  title: 'Sharetribe',
  fields: [
    {
      key: 'clientId',
      label: 'Client ID',
      secret: false,
      required: false,
      example: '11111111-2222-3333-4444-555555555555',
      hint: `${CONSOLE} Needed, unless "token" is given.`,
    },
    {
      key: 'clientSecret',
      label: 'Client secret',
      secret: true,
      required: false,
      example: '0123456789abcdef0123456789abcdef01234567',
      hint: `${CONSOLE} Shown beside the client ID when the application is made.`,
    },
    {
      key: 'marketplaceUrl',
      label: 'Marketplace address',
      secret: false,
      required: false,
      example: 'https://www.example.com',
      hint: 'Where buyers see the marketplace. Used only for the addresses of products.',
    },
    {
      key: 'token',
      label: 'Access token',
      secret: true,
      required: false,
      example: 'eyJhbGciOiJIUzI1NiJ9…',
      hint: 'A ready access token instead of the client secret. It ends after minutes and cannot be renewed.',
    },
    {
      key: 'baseUrl',
      label: 'API address',
      secret: false,
      required: false,
      example: 'https://flex-integ-api.sharetribe.com',
      hint: 'Only where Sharetribe named another address of its API than the usual one.',
    },
    {
      key: 'client_id',
      label: 'Client ID, as Sharetribe’s own API spells it',
      secret: false,
      required: false,
      example: '11111111-2222-3333-4444-555555555555',
      hint: 'The same as "clientId".',
    },
    {
      key: 'client_secret',
      label: 'Client secret, as Sharetribe’s own API spells it',
      secret: true,
      required: false,
      example: '0123456789abcdef0123456789abcdef01234567',
      hint: 'The same as "clientSecret".',
    },
  ],
  versions: { default: 'v1', speaks: ['v1'] },
  // What the vendor's SDK keeps to in live environments; those for tests allow one a second.
  limits: [{ name: 'queries', by: 'host', tokens: 8, seconds: 1, burst: 500, atOnce: 10 }],
  accept,
  hosts,
  sign,
  check,
  explain,
  renewal,
  link,
  products: products as Products<unknown, unknown>,
};
