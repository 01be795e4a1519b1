// BigCommerce: the REST Management API of a merchant's store, Orders V2 and Catalog V3.
import type { Channel, Orders, Products } from '../channel.ts';
import { accept, check, hosts, sign } from './auth.ts';
import { explain, pace, QUOTA } from './explain.ts';
import { link } from './link.ts';
import { orders } from './orders.ts';
import { products } from './products.ts';

const ACCOUNTS = 'In the control panel: Settings > Store-level API accounts > Create API account.';

export const bigcommerce: Channel = {
  title: 'BigCommerce',
  fields: [
    {
      key: 'store_hash',
      label: 'Store hash',
      secret: false,
      required: true,
      example: 'k7x2m9qa4c',
      hint: `What stands after /stores/ in the API path; the whole path may be given. ${ACCOUNTS}`,
    },
    {
      key: 'token',
      label: 'Access token',
      secret: true,
      required: true,
      example: '0a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5',
      hint: `Shown once, when the API account is made. ${ACCOUNTS} Scopes, all read-only: Orders, Products, Information & Settings, and Customers if wanted.`,
    },
    {
      key: 'channelId',
      label: 'Sales channel',
      secret: false,
      required: false,
      example: '1',
      hint: 'The number of one storefront or sales channel of the store, to read its orders and products alone. All unless given.',
    },
  ],
  // The generation of the API as a whole; in it, orders still live under /v2.
  versions: { default: 'v3', speaks: ['v3'] },
  // The quota of the smallest plan; each answer tells that of the store's own.
  limits: [{ name: QUOTA, by: 'credential', tokens: 150, seconds: 30, window: true }],
  accountName: ({ store_hash }) => store_hash,
  accept,
  hosts,
  sign,
  check,
  explain,
  pace,
  link,
  orders: orders as Orders<unknown, unknown>,
  products: products as Products<unknown, unknown>,
};
