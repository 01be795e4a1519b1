// WooCommerce: shops on the merchant's own WordPress, by their REST API wc/v3.
import type { Channel, Orders, Products } from '../channel.ts';
import { accept, check, sign } from './auth.ts';
import { explain } from './explain.ts';
import { link } from './link.ts';
import { orders } from './orders.ts';
import { products } from './products.ts';

const KEYS = 'In the WordPress admin: WooCommerce > Settings > Advanced > REST API > Add key.';

export const woocommerce: Channel = {
  title: 'WooCommerce',
  fields: [
    {
      key: 'baseUrl',
      label: 'Store address',
      secret: false,
      required: true,
      example: 'https://www.example.com',
      hint: 'The address of the shop, as in the browser. If WordPress lives in a folder, with that folder.',
    },
    {
      key: 'token',
      label: 'Token',
      secret: true,
      required: false,
      example: 'Y2tf…',
      hint: 'Consumer key and consumer secret, joined by a colon, in base64. May be left out where both are given by themselves.',
    },
    {
      key: 'consumerKey',
      label: 'Consumer key',
      secret: true,
      required: false,
      example: 'ck_…',
      hint: `${KEYS} Choose an administrator or shop manager as its user, and the permission Read.`,
    },
    {
      key: 'consumerSecret',
      label: 'Consumer secret',
      secret: true,
      required: false,
      example: 'cs_…',
      hint: 'Shown once, beside the consumer key, when the key is made.',
    },
    {
      key: 'authMode',
      label: 'How the key travels',
      secret: false,
      required: false,
      example: 'header',
      hint: 'header, query or oauth1. Needed only where the web server drops the Authorization header (query), or WordPress sits behind a proxy and does not notice https (oauth1).',
    },
  ],
  versions: { default: 'wc/v3', speaks: ['wc/v3'] },
  // WooCommerce has no limit of its own; the host behind it is often a small one.
  limits: [{ name: 'shop', by: 'host', atOnce: 2 }],
  plainHttp: true,
  accountName: ({ baseUrl }) => baseUrl,
  accept,
  hosts: ({ baseUrl = '' }) => [new URL(baseUrl).host],
  sign,
  check,
  explain,
  link,
  orders: orders as Orders<unknown, unknown>,
  products: products as Products<unknown, unknown>,
};
