// BigCommerce: the REST Management API of a merchant's store, Orders V2 and Catalog V3.
import type { Channel } from '../channel.ts';
import { lineageBeside } from '../lineage.ts';
import { accept, check, hosts, sign } from './auth.ts';
import { carriers } from './carriers.ts';
import { changes } from './changes.ts';
import { explain, pace, QUOTA } from './explain.ts';
import { fields } from './fields.ts';
import { hints, hooks } from './hooks.ts';
import { ways } from './link.ts';
import { mark } from './mark.ts';
import { orders } from './orders.ts';
import { products } from './products.ts';
import { words } from './words/index.ts';
import { writes } from './writes.ts';

export const bigcommerce: Channel = {
  title: 'BigCommerce',
  also: ['Big Commerce', 'Commerce.com'],
  mark,
  fields,
  changes,
  carriers,
  // The generation of the API as a whole; in it, orders still live under /v2.
  versions: { default: 'v3', speaks: { v3: null } },
  // The quota of the smallest plan; each answer names that of the store's own.
  limits: [{ name: QUOTA, by: 'credential', tokens: 150, seconds: 30, window: true }],
  accountName: ({ store_hash }) => store_hash,
  accept,
  // Images and styles of every theme come from the store's own folder there.
  recognises: ({ text }) => /\bcdn\d*\.bigcommerce\.com\/s-[a-z0-9]+\//i.test(text),
  hosts,
  sign,
  check,
  refusals: ['token_refused'],
  explain,
  pace,
  hooks,
  hints,
  ways,
  words,
  lineage: lineageBeside(import.meta.url),
  orders,
  products,
  writes,
};
