// Watches: what clients follow, how far each is complete, what it costs, and what holds it up.
import type { Watched } from '../changes/watches.ts';
import { PAGE_ROWS } from '../operate/page.ts';
import { html } from '../pages/html.ts';
import { pathOf } from './areas.ts';
import { anyChannel, oneClient, typed } from './filters.ts';
import { addressOf, ago, facts, lasting, mark, to, toClient, toUser, when } from './parts.ts';
import type { AreaRoutes } from './scope.ts';

const TONES = { live: 'good', catching_up: 'plain', behind: 'warn', broken: 'bad' } as const;
const stateOf = ({ state }: Watched) => mark(state.replace('_', ' '), TONES[state]);

export function watchArea({ list, page, act }: AreaRoutes): void {
  list({
    filters: { client: oneClient, user: typed('User'), channel: anyChannel },
    async rows({ live }, { client, user: tpUserId, channel }, after) {
      const filter = { tpUserId, channel };
      const { watches, next } = await live.watches.list(client, filter, after, PAGE_ROWS);
      return { rows: watches, next };
    },
    columns: ({ now, titleOf, help }, { client }) => ({
      Watch: ({ id }) => to(pathOf('watches', client, String(id)), String(id)),
      State: stateOf,
      User: ({ tpUserId }) => toUser(client, tpUserId),
      Channel: ({ channel }) => titleOf(channel),
      Of: ({ resource }) => resource,
      'Behind by': { figure: (watch) => behind(watch, now) },
      'Last read': ({ readAt }) => ago(readAt, now),
      'Calls a day': { figure: ({ callsADay }) => callsADay },
      Trouble: ({ trouble }) => trouble && help(trouble.code),
    }),
    none: 'There are no such watches.',
    more: 'More',
  });

  page(':client/:id', async ({ live, now, titleOf, help, does, params: { client, id } }) => {
    const watch = await live.watches.find(client, id);
    const { tpUserId, channel, resource, trouble, note, sweep } = watch;
    return {
      title: `${titleOf(channel)}, ${resource}`,
      body: html`${
        trouble &&
        html`<p class="said bad">${trouble.message} (${help(trouble.code)}, ${trouble.tries} in a row, since ${when(trouble.since)})</p>`
      }${facts({
        State: stateOf(watch),
        'Behind by': behind(watch, now),
        'Complete until': when(watch.completeUntil),
        'Last read': when(watch.readAt),
        'Next reading': when(watch.dueAt),
        'Calls a day': watch.callsADay,
        'Reads every': lasting(watch.every * 1000),
        'Sweeps every':
          sweep === 0 ? 'never' : sweep === null ? 'as the channel needs' : `${sweep} h`,
        Keeps: watch.keep,
        'History since': when(watch.since),
        Note: note,
        User: toUser(client, tpUserId),
        Client: toClient(client),
        Made: when(watch.createdAt),
      })}<div class="acts">${does('delete', 'End the watch', { look: 'danger' })}</div>`,
    };
  });

  act(':client/:id/delete', {
    async asks({ live, titleOf, params: { client, id } }) {
      const { tpUserId, channel, resource } = await live.watches.find(client, id);
      return html`<p>The ${resource} of ${titleOf(channel)} of <strong>${tpUserId}</strong> are not followed any more. What is kept for it is erased, its entries in the log of changes included. This cannot be undone.</p>`;
    },
    sure: 'End the watch',
    async run({ live, acts, params: { client, id } }) {
      await acts.console.does('watches.delete', { client, id }, () =>
        live.watches.remove(client, id),
      );
      return { say: 'The watch is ended.', to: addressOf(pathOf('watches'), { client }) };
    },
  });
}

/** How old what it knows is; before the first reading nothing can be said. */
const behind = ({ completeUntil }: Watched, now: number): string | null =>
  completeUntil === null ? null : lasting(Math.max(0, now - completeUntil));
