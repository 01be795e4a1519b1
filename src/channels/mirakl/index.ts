// Mirakl: a seller's orders and products on many marketplaces (Connect), or on one of them.
import type { Channel, Orders, Products } from '../channel.ts';
import { accept, check, hosts, renewal, sign } from './auth.ts';
import { CONNECT_OPERATIONS } from './connect.ts';
import { explain } from './explain.ts';
import { link } from './link.ts';
import { orders } from './orders.ts';
import { products } from './products.ts';

export const mirakl: Channel = {
  title: 'Mirakl',
  fields: [
    {
      key: 'token',
      label: 'Token or API key',
      secret: true,
      required: false,
      example: 'eyJhbGciOiJSUzI1NiJ9…',
      hint: 'A bearer token of Mirakl Connect, which lives for an hour. With baseUrl: the API key from that marketplace’s back office, under the user name.',
    },
    {
      key: 'clientId',
      label: 'Client ID',
      secret: true,
      required: false,
      example: '3f0a6d52-6f0e-4b7c-9a51-0d6f1f3f7b10',
      hint: 'Mirakl Connect, instead of token: the client for which this service gets tokens by itself.',
    },
    {
      key: 'clientSecret',
      label: 'Client secret',
      secret: true,
      required: false,
      example: 'Zq4…',
      hint: 'Belongs to the client ID.',
    },
    {
      key: 'companyId',
      label: 'Company ID',
      secret: false,
      required: false,
      example: '77f1c2a4-1d0b-4c55-8a55-2f6d6a3b9e01',
      hint: 'Mirakl Connect: needed for older clients only, which serve several companies.',
    },
    {
      key: 'baseUrl',
      label: 'Marketplace address',
      secret: false,
      required: false,
      example: 'https://marketplace-name.mirakl.net',
      hint: 'The address of one marketplace’s back office. Left out, Mirakl Connect is read.',
    },
    {
      key: 'shop_id',
      label: 'Shop ID',
      secret: false,
      required: false,
      example: '2044',
      hint: 'One marketplace: needed where the key’s user has several shops.',
    },
  ],
  // Mirakl updates its APIs without versions of their own; these are the two there are.
  versions: { default: 'v2', speaks: ['v2'] },
  // Mirakl names how often lists may be read, not a rate that could be spent: see the README. One
  // limit for each operation, so that a pause it asks for holds for that operation alone.
  limits: [
    {
      name: 'connect orders',
      by: 'credential',
      operations: [CONNECT_OPERATIONS.orders],
      atOnce: 1,
    },
    {
      name: 'connect products',
      by: 'credential',
      operations: [CONNECT_OPERATIONS.products],
      atOnce: 1,
    },
    { name: 'marketplace orders', by: 'credential', operations: ['OR11'], atOnce: 2 },
    { name: 'marketplace offers', by: 'credential', operations: ['OF21', 'OF22'], atOnce: 4 },
  ],
  accept,
  hosts,
  sign,
  check,
  explain,
  renewal,
  link,
  orders: orders as Orders<unknown, unknown>,
  products: products as Products<unknown, unknown>,
};
