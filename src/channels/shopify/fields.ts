// What must be known about Shopify to open an account: one declaration for every use.
import type { Field } from '../field.ts';

export const fields: readonly Field[] = [
  {
    key: 'baseUrl',
    required: true,
    kind: 'address',
    example: 'your-shop.myshopify.com',
    about:
      'The address that ends in myshopify.com. It stands in the Shopify admin under Settings, Domains.',
  },
  {
    key: 'token',
    secret: true,
    required: true,
    example: 'shpat_0123456789abcdef…',
    about:
      'The Admin API access token of an app with the scopes read_orders and read_products. Shopify shows it once, when the app is installed.',
  },
  {
    key: 'clientId',
    secret: true,
    kind: 'text',
    example: '0123456789abcdef0123456789abcdef',
    about:
      'Instead of a token: the client ID of an app of your own organisation, in the Dev Dashboard under Settings.',
  },
  {
    key: 'clientSecret',
    secret: true,
    example: 'shpss_0123456789abcdef…',
    about: 'Belongs to the client ID and stands beside it.',
  },
  {
    key: 'refreshToken',
    secret: true,
    example: 'shprt_0123456789abcdef0123456789abcdef',
    about: 'For access tokens that end after an hour: what renews them.',
  },
];
