// Lightspeed eCom (C-Series), formerly SEOshop: shops on the vendor's own two clusters.
import type { Channel } from '../channel.ts';
import { lineageBeside } from '../lineage.ts';
import { accept, check, sign } from './auth.ts';
import { carriers } from './carriers.ts';
import { changes } from './changes.ts';
import { explain } from './explain.ts';
import { fields } from './fields.ts';
import { hints } from './hooks.ts';
import { limits, pace } from './limits.ts';
import { ways } from './link.ts';
import { orders } from './orders.ts';
import { products } from './products.ts';
import { HOSTS } from './region.ts';
import { words } from './words/index.ts';
import { writes } from './writes.ts';

export const lightspeedC: Channel = {
  title: 'Lightspeed eCom (C-Series)',
  also: ['Lightspeed eCommerce', 'C-Series', 'SEOshop', 'webshopapp', 'shoplightspeed'],
  fields,
  changes,
  carriers,
  // The API has one version, and no name for it.
  versions: { default: 'unversioned', speaks: { unversioned: null } },
  limits,
  accept,
  accountName: ({ cluster, shop }) => cluster && shop && `${cluster} ${shop}`,
  asTyped: ({ cluster }) => (cluster === undefined ? {} : { region: cluster }),
  hosts: () => Object.values(HOSTS),
  sign,
  check,
  refusals: ['access_denied', 'unknown_language', 'wrong_cluster'],
  explain,
  pace,
  hints,
  ways,
  words,
  lineage: lineageBeside(import.meta.url),
  orders,
  products,
  writes,
};
