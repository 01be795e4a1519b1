// End users: what they linked and in what state, what is kept of them, and the acts that set it right.
import type { UserStatus } from '../link/users.ts';
import { readBy } from '../model/read.ts';
import { record, UserId } from '../model/schema.ts';
import { PAGE_ROWS } from '../operate/page.ts';
import { type Owned, wordsOf } from '../operate/users.ts';
import { type Html, html } from '../pages/html.ts';
import { pathOf } from './areas.ts';
import { anyChannel, oneClient, oneOf, typed } from './filters.ts';
import * as parts from './parts.ts';
import type { AreaRoutes } from './scope.ts';
import { shownOnce, type Visit } from './visit.ts';

const { addressOf, card, facts, mark, table, toClient, toUser, userPath, way, when } = parts;

type Linked = UserStatus['channels'][number];
const FILTERS = {
  client: oneClient,
  user: typed('Begins with'),
  channel: anyChannel,
  state: oneOf('With a channel that', [
    ['linked', 'is linked'],
    ['needs_attention', 'needs attention'],
  ]),
};

const state = ({ state }: Pick<Linked, 'state'>, title = ''): Html =>
  state === 'linked' ? mark(title || 'linked', 'good') : mark(`${title} needs attention`, 'bad');

export function userArea({ list, page, act }: AreaRoutes): void {
  list({
    filters: FILTERS,
    async rows({ live }, { client, user: beginning, channel, state }, after) {
      const filter = { beginning, channel, state, after, limit: PAGE_ROWS };
      const { users, next } = await live.users.list(client, filter);
      return { rows: users, next };
    },
    columns: ({ titleOf }, { client }) => ({
      User: ({ tpUserId }) => toUser(client, tpUserId),
      Channels: ({ channels }) =>
        channels.length > 0 &&
        html`${channels.map((one) => html`${state(one, titleOf(one.channel))} `)}`,
      'Known since': ({ created_at }) => when(created_at),
    }),
    none: 'There are no such users.',
    more: 'More',
    below: ({ isAdmin, does }, { client }) =>
      isAdmin &&
      client !== '' &&
      card(
        'New magic link',
        does(userPath(client, '', 'link'), 'Make it', {
          inputs: { user: { label: 'What the client calls the user' } },
        }),
      ),
  });

  page('one', async (visit) => {
    const { client, user } = visit.params;
    const { created_at, channels } = await visit.live.users.status(client, user);
    const kept = Object.entries(await visit.acts.users.kept(client, user)) as [Owned, number][];
    const others = (['executions', 'watches', 'try'] as const).map((area) =>
      way(addressOf(pathOf(area), { client, user }), area === 'try' ? 'Try it' : `Its ${area}`),
    );
    return {
      title: user,
      body: html`${facts({
        Client: toClient(client),
        'Known since': when(created_at),
      })}<p class="ways">${others}</p>${table('Channels', linkedColumns(visit), channels, 'This user has linked no channel yet: send a magic link.')}${
        visit.isAdmin && html`<div class="acts">${visit.does('link', 'New magic link')}</div>`
      }${card(
        'What is kept',
        html`${facts(
          Object.fromEntries(
            kept
              .filter(([, count]) => count > 0)
              .map(([name, count]) => [parts.capital(wordsOf(name)), count]),
          ),
        )}<div class="acts">${visit.does('export', 'Export it all')}${visit.does('delete', 'Delete the user', { look: 'danger' })}</div>`,
      )}`,
    };
  });

  act('one/link', {
    async run({ acts, live, params: { client, user: named } }, form) {
      const { user } = readBy(record({ user: UserId }), { user: named || form.get('user') });
      const uri = await acts.users.magicLink(client, () => live.magicLink(client, user));
      const under = [user, userPath(client, user)] as const;
      const page = shownOnce('The new magic link', { 'Magic link': uri }, under, 'To the user');
      const lead = html`<p>Give it to ${user}, who links channels there. It works once; links made before it work too.</p>`;
      return { ...page, body: html`${lead}${page.body}` };
    },
  });

  act('one/unlink', {
    asks: ({ titleOf, params: { user } }, form) =>
      html`<p>The credential of <strong>${titleOf(form.get('channel') ?? '')}</strong> of ${user} is erased for good, and the client is sent <code>channel.unlinked</code>. The user can link it again with a magic link.</p>`,
    sure: 'Unlink the channel',
    async run({ acts, titleOf, params: { client, user } }, form) {
      const channel = form.get('channel') ?? '';
      await acts.users.unlink(client, user, channel);
      return `${titleOf(channel)} is unlinked.`;
    },
  });

  act('one/export', {
    async run({ acts, params: { client, user } }) {
      const file = await acts.users.export(client, user);
      return { file, name: 'user.json', type: 'application/json; charset=utf-8' };
    },
  });

  act('one/delete', {
    asks: ({ params: { client, user } }) =>
      html`<p><strong>${user}</strong> of ${client} is deleted, with everything that is kept of them. Background executions that have not ended are given up. This cannot be undone.</p>`,
    sure: 'Delete the user',
    async run({ acts, live, params: { client, user } }) {
      await live.flush();
      const gone = await acts.users.delete(client, user);
      const say = gone ? 'The user is deleted.' : 'Nothing was left of this user.';
      return { say, to: addressOf(pathOf('users'), { client }) };
    },
  });
}

const linkedColumns = (visit: Visit): parts.Columns<Linked> => ({
  Channel: ({ channel }) => visit.titleOf(channel),
  Account: ({ name, account }) =>
    [name, ...Object.values(account).map(String)].filter(Boolean).join(', '),
  State: ({ code, reason, expiring, ...one }) =>
    html`${state(one)}${code && html` ${visit.help(code)}`}${
      one.state === 'needs_attention' &&
      html`<br><span class="soft">${reason} Send a new magic link; it ends by itself when a call works again.</span>`
    }${expiring.map(
      ({ what, ends_at }) =>
        html`<br>${what === 'grant' ? 'Send a new magic link before' : 'Update the service before'} ${when(ends_at)}`,
    )}`,
  Since: ({ state, linked_at, updated_at }) => when(state === 'linked' ? linked_at : updated_at),
  Act: ({ channel }) => visit.does('unlink', 'Unlink', { fields: { channel } }),
});
