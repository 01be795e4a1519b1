// Sharetribe: all listings of a marketplace, by the Integration API of its operator.
import type { Channel } from '../channel.ts';
import { lineageBeside } from '../lineage.ts';
import { accept, check, hosts, renewal, sign } from './auth.ts';
import { changes } from './changes.ts';
import { explain } from './explain.ts';
import { fields } from './fields.ts';
import { ways } from './link.ts';
import { products } from './products.ts';
import { words } from './words/index.ts';
import { writes } from './writes.ts';

export const sharetribe: Channel = {
  title: 'Sharetribe',
  also: ['Sharetribe Flex', 'Flex marketplace'],
  fields,
  changes,
  versions: { default: 'v1', speaks: { v1: null } },
  // What the vendor's SDK keeps to in live environments; those for tests allow one a second.
  limits: [{ name: 'queries', by: 'host', tokens: 8, seconds: 1, burst: 500, concurrency: 10 }],
  accept,
  // Of one environment: applications for tests and for the live marketplace see two of them.
  accountName: ({ marketplaceId }) => marketplaceId,
  hosts,
  sign,
  check,
  refusals: ['keys_refused', 'token_refused'],
  explain,
  renewal,
  ways,
  words,
  lineage: lineageBeside(import.meta.url),
  products,
  writes,
};
