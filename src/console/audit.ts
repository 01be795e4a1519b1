// Who changed what, and when.
import type { Acts } from '../operate/index.ts';
import { pathOf } from './areas.ts';
import { typed } from './filters.ts';
import { addressOf, type Columns, to, toClient, when } from './parts.ts';
import type { AreaRoutes } from './scope.ts';

type Entry = Awaited<ReturnType<Acts['auditPage']>>['rows'][number];

const HERE = pathOf('audit');

const COLUMNS: Columns<Entry> = {
  At: ({ at }) => when(at),
  Act: ({ act }) => to(addressOf(HERE, { act }), act),
  Client: ({ client }) => client && toClient(client),
  By: ({ by, facts: { login } }) => (login ? `${login} (${by})` : by),
  Facts: ({ facts }) => wordsOf(facts),
};

const wordsOf = ({ login: _, ...facts }: Entry['facts']): string =>
  Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

export function auditArea({ list }: AreaRoutes): void {
  list({
    filters: { client: typed('Client'), act: typed('Act') },
    rows: ({ acts }, chosen, after) => acts.auditPage(chosen, after),
    columns: () => COLUMNS,
    none: 'There are no such acts.',
  });
}
