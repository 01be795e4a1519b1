// Shopify: the GraphQL Admin API of a merchant's shop.
import type { Channel } from '../channel.ts';
import { lineageBeside } from '../lineage.ts';
import { accept, check, hosts, renewal, sign } from './auth.ts';
import { carriers } from './carriers.ts';
import { changes } from './changes.ts';
import { explain, pace } from './explain.ts';
import { fields } from './fields.ts';
import { hints, hooks } from './hooks.ts';
import { ways } from './link.ts';
import { locate, recognises } from './locate.ts';
import { mark } from './mark.ts';
import { orders } from './orders.ts';
import { products } from './products.ts';
import { words } from './words/index.ts';
import { writes } from './writes.ts';

export const shopify: Channel = {
  title: 'Shopify',
  also: ['Shopify Plus', 'myshopify'],
  mark,
  fields,
  changes,
  carriers,
  // Each is served for at least 12 months: https://shopify.dev/docs/api/usage/versioning
  versions: {
    default: '2026-10',
    speaks: {
      '2026-01': '2027-01-01',
      '2026-04': '2027-04-01',
      '2026-07': '2027-07-01',
      '2026-10': '2027-10-01',
    },
  },
  // Points by the cost of a query, for each app and shop; answers give the rate of the shop's plan.
  limits: [
    { name: 'points', by: 'credential', points: true, tokens: 100, seconds: 1, burst: 2000 },
  ],
  accountName: ({ baseUrl }) => baseUrl,
  accept,
  locate,
  recognises,
  hosts,
  sign,
  check,
  refusals: ['shop_moved', 'shop_unknown', 'token_must_expire', 'token_refused'],
  explain,
  pace,
  renewal,
  hooks,
  hints,
  ways,
  words,
  lineage: lineageBeside(import.meta.url),
  orders,
  products,
  writes,
};
