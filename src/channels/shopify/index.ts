// Shopify: the GraphQL Admin API of a merchant's shop.
import type { Channel } from '../channel.ts';
import { accept, check, hosts, renewal, sign } from './auth.ts';
import { explain, pace } from './explain.ts';
import { link } from './link.ts';
import { orders } from './orders.ts';
import { products } from './products.ts';

export const shopify: Channel = {
  title: 'Shopify',
  fields: [
    {
      key: 'baseUrl',
      label: 'Shop address',
      secret: false,
      required: true,
      example: 'your-shop.myshopify.com',
      hint: 'The address that ends in myshopify.com. It stands in the Shopify admin under Settings, Domains.',
    },
    {
      key: 'token',
      label: 'Access token',
      secret: true,
      required: true,
      example: 'shpat_0123456789abcdef0123456789abcdef',
      hint: 'The Admin API access token of an app with the scopes read_orders and read_products. Shopify shows it once, when the app is installed.',
    },
    {
      key: 'clientId',
      label: 'Client ID',
      secret: true,
      required: false,
      example: '0123456789abcdef0123456789abcdef',
      hint: 'Instead of a token: the client ID of an app of your own organisation, in the Dev Dashboard under Settings.',
    },
    {
      key: 'clientSecret',
      label: 'Client secret',
      secret: true,
      required: false,
      example: 'shpss_0123456789abcdef0123456789abcdef',
      hint: 'Belongs to the client ID and stands beside it.',
    },
    {
      key: 'refreshToken',
      label: 'Refresh token',
      secret: true,
      required: false,
      example: 'shprt_0123456789abcdef0123456789abcdef',
      hint: 'For access tokens that end after an hour: what renews them.',
    },
  ],
  versions: { default: '2026-10', speaks: ['2026-01', '2026-04', '2026-07', '2026-10'] },
  // Points by the cost of a query, for each app and shop; answers tell the rate of the shop's plan.
  limits: [
    { name: 'points', by: 'credential', points: true, tokens: 100, seconds: 1, burst: 2000 },
  ],
  accountName: ({ baseUrl }) => baseUrl,
  accept,
  hosts,
  sign,
  check,
  explain,
  pace,
  renewal,
  link,
  orders,
  products,
};
