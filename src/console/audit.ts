// Who changed what, and when.

import { CONSOLE_PATHS } from '../http/paths.ts';
import type { Acts } from '../operate/index.ts';
import { html } from '../pages/html.ts';
import { pathOf } from './layout.ts';
import { addressOf, type Column, filters, more, table, to, when } from './parts.ts';
import type { ConsoleRoutes } from './scope.ts';

type Entry = Awaited<ReturnType<Acts['auditPage']>>['rows'][number];

const HERE = pathOf('audit');

const COLUMNS: readonly Column<Entry>[] = [
  { title: 'At', of: ({ at }) => when(at) },
  { title: 'Act', of: ({ act }) => to(addressOf(HERE, { act }), act) },
  {
    title: 'Client',
    of: ({ client }) => client && to(CONSOLE_PATHS.area('clients', client), client),
  },
  { title: 'By', of: ({ by, facts: { login } }) => (login ? `${login} (${by})` : by) },
  { title: 'Facts', of: ({ facts }) => wordsOf(facts) },
];

const wordsOf = ({ login: _, ...facts }: Entry['facts']): string =>
  Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

export function auditArea({ page }: ConsoleRoutes): void {
  page('audit', HERE, async ({ acts, query }) => {
    const { client, act, after } = query;
    const { rows, next } = await acts.auditPage(
      { client: client || undefined, act: act || undefined },
      after,
    );
    return {
      title: 'Audit',
      body: html`${filters(HERE, {
        client: { label: 'Client', value: client },
        act: { label: 'Act', value: act },
      })}${table('Acts', COLUMNS, rows, 'There are no such acts.')}${more(HERE, query, next)}`,
    };
  });
}
