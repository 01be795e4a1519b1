// WooCommerce: shops on the merchant's own WordPress, by their REST API wc/v3.
import type { Channel } from '../channel.ts';
import { lineageBeside } from '../lineage.ts';
import { accept, check, sign } from './auth.ts';
import { carriers } from './carriers.ts';
import { changes } from './changes.ts';
import { explain } from './explain.ts';
import { fields } from './fields.ts';
import { hints } from './hooks.ts';
import { ways } from './link.ts';
import { locate, recognises } from './locate.ts';
import { mark } from './mark.ts';
import { orders } from './orders.ts';
import { products } from './products.ts';
import { words } from './words/index.ts';
import { writes } from './writes.ts';

export const woocommerce: Channel = {
  title: 'WooCommerce',
  also: ['WordPress', 'Woo Commerce', 'WP'],
  mark,
  fields,
  changes,
  carriers,
  // WooCommerce names no end; wc/v3 is the newest since 2018.
  versions: { default: 'wc/v3', speaks: { 'wc/v3': null } },
  // WooCommerce has no limit of its own; the host behind it is often a small one.
  limits: [{ name: 'shop', by: 'host', concurrency: 2 }],
  plainHttp: true,
  selfHosted: true,
  accountName: ({ baseUrl }) => baseUrl,
  accept,
  locate,
  recognises,
  hosts: ({ baseUrl = '' }) => [new URL(baseUrl).host],
  sign,
  check,
  refusals: ['key_unknown', 'secret_wrong', 'signature_refused'],
  explain,
  hints,
  ways,
  words,
  lineage: lineageBeside(import.meta.url),
  orders,
  products,
  writes,
};
