// A made-up channel, as a tenth one would be written: its own folder, its store, and one line for each.
import type { Channel } from '../../src/channels/channel.ts';
import { lineageBeside } from '../../src/channels/lineage.ts';
import { accept, check, sign } from './auth.ts';
import { changes } from './changes.ts';
import { explain } from './explain.ts';
import { fields } from './fields.ts';
import { ways } from './link.ts';
import { orders } from './orders.ts';
import { words } from './words/index.ts';

export const stall: Channel = {
  title: 'Market stall',
  fields,
  changes,
  versions: { default: '1', speaks: { '1': null } },
  limits: [{ name: 'stall', by: 'host', concurrency: 1 }],
  accept,
  hosts: ({ host = '' }) => [host],
  sign,
  check,
  refusals: [],
  explain,
  ways,
  words,
  lineage: lineageBeside(import.meta.url),
  orders,
};
