// Watches: what clients follow, how far each is complete, what it costs, and what holds it up.
import type { Watched } from '../changes/watches.ts';
import { CONSOLE_PATHS } from '../http/paths.ts';
import { PAGE_ROWS } from '../operate/page.ts';
import { html } from '../pages/html.ts';
import { pathOf } from './layout.ts';
import {
  addressOf,
  ago,
  type Column,
  facts,
  filters,
  lasting,
  mark,
  more,
  table,
  to,
  when,
} from './parts.ts';
import type { ConsoleRoutes, Visit } from './scope.ts';
import { userPath } from './users.ts';
import { channelField, ofClient } from './whose.ts';

const HERE = pathOf('watches');
const at = (client: string, id: string, ...act: readonly string[]) =>
  CONSOLE_PATHS.area('watches', client, id, ...act);
const TONES = { live: 'good', catching_up: 'plain', behind: 'warn', broken: 'bad' } as const;
const stateOf = ({ state }: Watched) => mark(state.replace('_', ' '), TONES[state]);

export function watchArea({ page, act }: ConsoleRoutes): void {
  page('watches', HERE, async (visit) => {
    const { query, live, now } = visit;
    const { client, field } = await ofClient(visit);
    const filter = { tpUserId: query.user || undefined, channel: query.channel || undefined };
    const { watches, next } = await live.watches.list(client, filter, query.after, PAGE_ROWS);
    const columns: readonly Column<Watched>[] = [
      { title: 'Watch', of: ({ id }) => to(at(client, String(id)), String(id)) },
      { title: 'State', of: stateOf },
      { title: 'User', of: ({ tpUserId }) => to(userPath(client, tpUserId), tpUserId) },
      { title: 'Channel', of: ({ channel }) => live.channels[channel]?.title ?? channel },
      { title: 'Of', of: ({ resource }) => resource },
      { title: 'Behind by', of: (watch) => behind(watch, now), isFigure: true },
      { title: 'Last read', of: ({ readAt }) => ago(readAt, now) },
      { title: 'Calls a day', of: ({ callsADay }) => callsADay, isFigure: true },
      { title: 'Trouble', of: (watch) => troubleOf(visit, watch) },
    ];
    return {
      title: 'Watches',
      body: html`${filters(HERE, {
        client: field,
        user: { label: 'User', value: query.user, type: 'search' },
        channel: channelField(visit),
      })}${table('Watches', columns, watches, 'There are no such watches.')}${more(HERE, { ...query, client }, next, 'More')}`,
    };
  });

  page('watches', at(':client', ':id'), async (visit) => {
    const { live, now, params } = visit;
    const { client, id } = params;
    const watch = await live.watches.find(client, id);
    const { tpUserId, channel, resource, trouble, note } = watch;
    const title = live.channels[channel]?.title ?? channel;
    return {
      title: `${title}, ${resource}`,
      above: [['Watches', addressOf(HERE, { client })]],
      body: html`${
        trouble &&
        html`<p class="said bad">${trouble.message} (${to(live.helpOf(trouble.code), trouble.code)}, ${trouble.tries} in a row, since ${when(trouble.since)})</p>`
      }${facts({
        State: stateOf(watch),
        'Behind by': behind(watch, now),
        'Complete until': when(watch.completeUntil),
        'Last read': when(watch.readAt),
        'Next reading': when(watch.dueAt),
        'Calls a day': watch.callsADay,
        'Reads every': lasting(watch.every * 1000),
        'Sweeps every':
          watch.sweep === 0
            ? 'never'
            : watch.sweep === null
              ? 'as the channel needs'
              : `${watch.sweep} h`,
        Keeps: watch.keep,
        'History since': when(watch.since),
        Note: note,
        User: to(userPath(client, tpUserId), tpUserId),
        Client: to(CONSOLE_PATHS.area('clients', client), client),
        Made: when(watch.createdAt),
      })}<div class="acts">${visit.does(at(client, id, 'delete'), 'End the watch', { look: 'danger' })}</div>`,
    };
  });

  act('watches', at(':client', ':id', 'delete'), {
    asks: async ({ live, params: { client, id } }) => {
      const { tpUserId, channel, resource } = await live.watches.find(client, id);
      return [
        html`<p>The ${resource} of ${live.channels[channel]?.title ?? channel} of <strong>${tpUserId}</strong> are not followed any more. What is kept for it is erased, its entries in the log of changes included. This cannot be undone.</p>`,
        'End the watch',
      ];
    },
    async run({ live, acts, params: { client, id } }) {
      await acts.console.does('watches.delete', { client, id }, () =>
        live.watches.remove(client, id),
      );
      return { say: 'The watch is ended.', to: addressOf(HERE, { client }) };
    },
  });
}

/** How old what it knows is; before the first reading nothing can be said. */
const behind = ({ completeUntil }: Watched, now: number): string | null =>
  completeUntil === null ? null : lasting(Math.max(0, now - completeUntil));

const troubleOf = ({ live }: Visit, { trouble }: Watched) =>
  trouble && to(live.helpOf(trouble.code), trouble.code);
