// bol: orders and offers of a seller on the Dutch and Belgian marketplace, by its Retailer API.
import type { Channel, Orders, Products } from '../channel.ts';
import { limits } from './asks.ts';
import { accept, check, hosts, renewal, sign } from './auth.ts';
import { explain, pace } from './explain.ts';
import { link } from './link.ts';
import { orders } from './orders.ts';
import { products } from './products.ts';

const KEYS =
  'In the bol seller account: Instellingen (Settings), Diensten (Services), API-instellingen (API settings), Client credentials voor de Retailer API.';

export const bol: Channel = {
  title: 'bol',
  fields: [
    {
      key: 'token',
      label: 'Token',
      secret: true,
      required: false,
      example: 'OGYwYjVjMWUt…',
      hint: 'Client ID and client secret, joined by a colon, in base64. May be left out where both are given by themselves.',
    },
    {
      key: 'clientId',
      label: 'Client ID',
      secret: false,
      required: false,
      example: '8f0b5c1e-2d34-4a67-9b80-1c2d3e4f5a6b',
      hint: `${KEYS} Shown in the list.`,
    },
    {
      key: 'clientSecret',
      label: 'Client secret',
      secret: true,
      required: false,
      example: 'q7R2…',
      hint: 'Shown by "Toon secret" (Show secret) below the client ID.',
    },
  ],
  // Orders and content; offers are read in version 11, which has no orders.
  versions: { default: 'v10', speaks: ['v10'] },
  limits,
  accept,
  hosts,
  sign,
  check,
  explain,
  pace,
  renewal,
  link,
  orders: orders as Orders<unknown, unknown>,
  products: products as Products<unknown, unknown>,
};
