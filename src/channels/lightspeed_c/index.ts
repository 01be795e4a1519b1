// Lightspeed eCom (C-Series), formerly SEOshop: shops on the vendor's own two clusters.
import type { Channel, Orders, Products } from '../channel.ts';
import { accept, check, sign } from './auth.ts';
import { explain } from './explain.ts';
import { link } from './link.ts';
import { orders } from './orders.ts';
import { products } from './products.ts';
import { limits, pace } from './quota.ts';
import { HOSTS } from './region.ts';

const KEYS = 'In the back office: Settings > Developers > New API key.';

export const lightspeedC: Channel = {
  title: 'Lightspeed eCom (C-Series)',
  fields: [
    {
      key: 'region',
      label: 'Region',
      secret: false,
      required: true,
      example: 'eu1/nl',
      hint: 'The cluster (eu1 for Europe, us1 for North America), the two letters of a shop language, or both. What is left out is found.',
    },
    {
      key: 'token',
      label: 'Token',
      secret: true,
      required: false,
      example: 'Basic MDEyMzQ1…',
      hint: 'The word Basic and the base64 form of API key and API secret, joined by a colon. May be left out where both are given by themselves.',
    },
    {
      key: 'apiKey',
      label: 'API key',
      secret: true,
      required: false,
      example: '0123456789abcdef0123456789abcdef',
      hint: `${KEYS} Switch the key on, and let it read orders, products and settings.`,
    },
    {
      key: 'apiSecret',
      label: 'API secret',
      secret: true,
      required: false,
      example: 'fedcba9876543210fedcba9876543210',
      hint: 'Stands beside the API key.',
    },
    {
      key: 'language',
      label: 'Shop language',
      secret: false,
      required: false,
      example: 'nl',
      hint: 'Two letters of a language that is active in the shop; titles come in it. Wins over the region.',
    },
    {
      key: 'cluster',
      label: 'Cluster',
      secret: false,
      required: false,
      example: 'eu1',
      hint: 'eu1 (Europe) or us1 (North America). Wins over the region.',
    },
    {
      key: 'shopId',
      label: 'Shop number',
      secret: false,
      required: false,
      example: '356891',
      hint: 'Only to make sure that no other shop is linked.',
    },
  ],
  // The API has one version, and no name for it.
  versions: { default: 'unversioned', speaks: ['unversioned'] },
  limits,
  accept,
  hosts: () => Object.values(HOSTS),
  sign,
  check,
  explain,
  pace,
  link,
  orders: orders as Orders<unknown, unknown>,
  products: products as Products<unknown, unknown>,
};
