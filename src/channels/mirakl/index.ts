// Mirakl: a seller's orders and products on many marketplaces (Connect), or on one of them.
import type { Channel } from '../channel.ts';
import { lineageBeside } from '../lineage.ts';
import { accept, accountName, check, hosts, renewal, sign } from './auth.ts';
import { carriers } from './carriers.ts';
import { changes } from './changes.ts';
import { CONNECT_OPERATIONS } from './connect.ts';
import { explain } from './explain.ts';
import { fields } from './fields.ts';
import { ways } from './link.ts';
import { orders } from './orders.ts';
import { products } from './products.ts';
import { words } from './words/index.ts';
import { writes } from './writes.ts';

export const mirakl: Channel = {
  title: 'Mirakl',
  also: ['Mirakl Connect', 'Mirakl marketplace'],
  fields,
  changes,
  carriers,
  // Mirakl updates its APIs without versions of their own; these are the two there are.
  versions: { default: 'v2', speaks: { v2: null } },
  // Mirakl names how often lists may be read, not a rate that could be spent: see the README. One
  // limit for each operation, so that a pause it asks for holds for that operation alone.
  limits: [
    {
      name: 'connect orders',
      by: 'credential',
      operations: [CONNECT_OPERATIONS.orders],
      concurrency: 1,
    },
    {
      name: 'connect products',
      by: 'credential',
      operations: [CONNECT_OPERATIONS.products],
      concurrency: 1,
    },
    { name: 'marketplace orders', by: 'credential', operations: ['OR11'], concurrency: 2 },
    { name: 'marketplace offers', by: 'credential', operations: ['OF21', 'OF22'], concurrency: 4 },
  ],
  accept,
  accountName,
  hosts,
  sign,
  check,
  refusals: ['client_refused', 'company_needed', 'key_refused', 'token_refused'],
  explain,
  renewal,
  ways,
  words,
  lineage: lineageBeside(import.meta.url),
  orders,
  products,
  writes,
};
