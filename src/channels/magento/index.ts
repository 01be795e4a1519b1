// Magento and Adobe Commerce: shops on the merchant's own server or Adobe's, by their REST API V1.
import type { Channel } from '../channel.ts';
import { lineageBeside } from '../lineage.ts';
import { accept, check, hosts, renewal, sign } from './auth.ts';
import { carriers } from './carriers.ts';
import { changes } from './changes.ts';
import { explain } from './explain.ts';
import { fields } from './fields.ts';
import { ways } from './link.ts';
import { locate, recognises } from './locate.ts';
import { mark } from './mark.ts';
import { products } from './products.ts';
import { words } from './words/index.ts';
import { writes } from './writes.ts';

export const magento: Channel = {
  title: 'Magento / Adobe Commerce',
  also: ['Magento 2', 'Magento Open Source', 'Adobe Commerce Cloud'],
  mark,
  fields,
  changes,
  carriers,
  versions: { default: 'V1', speaks: { V1: null } },
  // Magento has no limit for reading; large catalogues answer slowly, and a CDN may stand before.
  limits: [{ name: 'shop', by: 'host', concurrency: 2 }],
  plainHttp: true,
  selfHosted: true,
  accountName: ({ baseUrl, storeCode = '' }) => baseUrl && `${baseUrl} ${storeCode}`,
  accept,
  locate,
  recognises,
  hosts,
  sign,
  check,
  refusals: [
    'access_token',
    'bearer_refused',
    'consumer_key',
    'ims_refused',
    'no_store_view',
    'refused',
    'revoked',
    'signature',
    'token_refused',
  ],
  explain,
  renewal,
  ways,
  words,
  lineage: lineageBeside(import.meta.url),
  products,
  writes,
};
