// bol: orders and offers of a seller on the Dutch and Belgian marketplace, by its Retailer API.
import type { Channel } from '../channel.ts';
import { lineageBeside } from '../lineage.ts';
import { limits } from './asks.ts';
import { accept, check, hosts, renewal, sign } from './auth.ts';
import { carriers } from './carriers.ts';
import { changes } from './changes.ts';
import { explain, pace } from './explain.ts';
import { fields } from './fields.ts';
import { hints } from './hooks.ts';
import { ways } from './link.ts';
import { orders } from './orders.ts';
import { products } from './products.ts';
import { words } from './words/index.ts';
import { writes } from './writes.ts';

export const bol: Channel = {
  title: 'bol',
  also: ['bol.com', 'bol com partner', 'Retailer API'],
  fields,
  changes,
  carriers,
  // Orders and content; offers are read in version 11, which has no orders. bol ends a version 12
  // months after it marks it as deprecated, which it did with the offers of this one alone.
  versions: { default: 'v10', speaks: { v10: null } },
  limits,
  accept,
  // Of the seller, whatever keys they made: the check asks bol for it.
  accountName: ({ retailerId }) => retailerId,
  hosts,
  sign,
  check,
  refusals: ['consent_ended', 'token_refused', 'unknown_keys'],
  explain,
  pace,
  renewal,
  hints,
  ways,
  words,
  lineage: lineageBeside(import.meta.url),
  orders,
  products,
  writes,
};
