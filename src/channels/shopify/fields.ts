// What must be known about Shopify to open an account: one declaration for every use.
import type { Field } from '../field.ts';

export const fields: readonly Field[] = [
  {
    key: 'baseUrl',
    required: true,
    kind: 'address',
    example: 'your-shop.myshopify.com',
    about:
      'The shop’s address at Shopify: `your-shop.myshopify.com`, `your-shop`, or the address of the admin (`https://admin.shopify.com/store/your-shop`). In the Shopify admin: Settings, Domains.',
  },
  {
    key: 'token',
    secret: true,
    begins: ['shpat_', 'shpca_', 'shppa_', 'shpua_'],
    example: 'shpat_0123456789abcdef…',
    about:
      'The Admin API access token of an app with the scopes read_orders and read_products, mostly `shpat_…`. Shopify shows it once, when the app is installed. May be left out where `clientId` and `clientSecret` are given.',
  },
  {
    key: 'clientId',
    secret: true,
    kind: 'text',
    looks: '[0-9a-f]{32}',
    example: '0123456789abcdef0123456789abcdef',
    about:
      'Of an app of the merchant’s own organisation: gets tokens for a day. In the Dev Dashboard: the app, Settings.',
  },
  {
    key: 'clientSecret',
    secret: true,
    begins: ['shpss_'],
    example: 'shpss_0123456789abcdef…',
    about: 'Belongs to the client ID and is shown beside it.',
  },
  {
    key: 'refreshToken',
    secret: true,
    begins: ['shprt_'],
    example: 'shprt_0123456789abcdef0123456789abcdef',
    about:
      'Comes with tokens that end after an hour, and renews those of linked accounts. It rotates, so it is not used where it comes in `params`, which are stored nowhere.',
  },
];
