// The command "manifold audit": who changed what, and when.
import type { Acts } from '../operate/index.ts';
import { command, part } from './command.ts';
import { cell } from './formats.ts';
import { printAll, tableOf } from './print.ts';
import type { Column } from './table.ts';
import { MOMENT } from './values.ts';

type Entry = ReturnType<Acts['audit']> extends AsyncIterable<infer One> ? One : never;

const COLUMNS: readonly Column<Entry>[] = [
  { title: 'AT', of: ({ at }) => at.slice(0, 19).replace('T', ' ') },
  { title: 'ACT', of: ({ act }) => act },
  { title: 'CLIENT', of: ({ client }) => client ?? '-', least: 12 },
  { title: 'BY', of: ({ by, facts: { login } }) => cell(login) || by, least: 8 },
  { title: 'FACTS', of: factsOf, least: 12, leaves: 1 },
];

function factsOf({ facts: { login: _, ...facts } }: Entry): string {
  return Object.entries(facts)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

const list = part({
  about: 'list who changed what, newest first; 400 days are kept',
  details: [
    'What the command line, the console and client applications changed: clients, secrets, keys, users, event addresses, overrides. It names no end user.',
    `A time is ${MOMENT}`,
  ],
  options: {
    'client <client id>': 'Only what was done to this client application, or by it.',
    'since <time>': 'Only what was done then or later.',
    'act <act>': 'Only this act, such as clients.rotate_secret.',
  },
  examples: {
    'audit list --since 7d': 'The last week',
    'audit list --client my-app --act users.delete': 'Users of one client that were deleted',
  },
  json: '[{ at, by, act, client, facts }]; by is command line, console or client',
  async run({ options: { client, since, act }, io, json, acts }) {
    const filter = { client, act, since: since === undefined ? undefined : Date.parse(since) };
    const count = await printAll({ io, json }, (await acts()).audit(filter), tableOf(io, COLUMNS));
    if (!json && count === 0) io.err('There are no such acts.');
  },
});

export const audit = command('audit', { list });
