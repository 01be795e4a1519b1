// Amazon: orders and listings of a seller, by the Selling Partner API.
import { lineageBeside } from '../lineage.ts';
import { accept } from './accept.ts';
import { check, checkApp, hosts, renewal, sign } from './auth.ts';
import { carriers } from './carriers.ts';
import { changes } from './changes.ts';
import { explain } from './explain.ts';
import { fields } from './fields.ts';
import { limits, pace } from './limits.ts';
import { ways } from './link.ts';
import { mark } from './mark.ts';
import { orders } from './orders.ts';
import { products } from './products.ts';
// The only line that imports v0, which ends on 27 March 2027: see "When v0 ends" in the README.
import { withV0 } from './v0/index.ts';
import { words } from './words/index.ts';
import { writes } from './writes.ts';

export const amazon = withV0({
  title: 'Amazon',
  also: ['Seller Central', 'Selling Partner', 'SP-API', 'Amazon FBA'],
  mark,
  fields,
  changes,
  carriers,
  versions: { default: '2026-01-01', speaks: { '2026-01-01': null } },
  limits,
  accountName: ({ sellerId, endpoint = '', marketplaceIds = '' }) =>
    sellerId && `${sellerId} ${endpoint} ${marketplaceIds}`,
  accept,
  hosts,
  sign,
  check,
  refusals: [
    'authorisation_ended',
    'client_unknown',
    'other_app',
    'token_expired',
    'token_invalid',
  ],
  explain,
  pace,
  renewal,
  // https://developer-docs.amazon.com/sp-api/docs/rotating-your-apps-lwa-credentials
  appSecretDays: 180,
  checkApp,
  ways,
  words,
  lineage: lineageBeside(import.meta.url),
  orders,
  products,
  writes,
});
