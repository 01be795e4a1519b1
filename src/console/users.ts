// End users: what they linked and in what state, what is kept of them, and the acts that set it right.
import { CONSOLE_PATHS } from '../http/paths.ts';
import type { UserStatus } from '../link/users.ts';
import { PAGE_ROWS } from '../operate/page.ts';
import { OWNED_WORDS, type Owned } from '../operate/users.ts';
import { type Html, html } from '../pages/html.ts';
import { pathOf } from './layout.ts';
import {
  addressOf,
  button,
  type Column,
  card,
  facts,
  filters,
  input,
  mark,
  more,
  once,
  table,
  to,
  when,
} from './parts.ts';
import type { ConsoleRoutes, Visit } from './scope.ts';
import { channelField, ofClient } from './whose.ts';

type Linked = UserStatus['channels'][number];
const STATES = ['linked', 'needs_attention'] as const;

const HERE = pathOf('users');
// What clients call their users may hold a slash, or be two dots: it stands in the query.
const one = (...act: readonly string[]) => CONSOLE_PATHS.area('users', 'one', ...act);
export const userPath = (client: string, user: string, act = ''): string =>
  addressOf(act ? one(act) : one(), { client, user });

/** Whose page it is. */
const whose = ({ query: { client = '', user = '' } }: Visit) => ({ client, user });

const state = ({ state }: Pick<Linked, 'state'>, title = ''): Html =>
  state === 'linked' ? mark(title || 'linked', 'good') : mark(`${title} needs attention`, 'bad');

export function userArea({ page, act }: ConsoleRoutes): void {
  page('users', HERE, async (visit) => {
    const { query, live } = visit;
    const { client, field } = await ofClient(visit);
    const { users, next } = await live.users.list(client, {
      ...{ beginning: query.user, after: query.after, limit: PAGE_ROWS },
      channel: query.channel || undefined,
      state: STATES.find((one) => one === query.state),
    });
    const columns: readonly Column<UserStatus>[] = [
      { title: 'User', of: ({ tpUserId }) => to(userPath(client, tpUserId), tpUserId) },
      {
        title: 'Channels',
        of: ({ channels }) =>
          channels.length > 0 &&
          html`${channels.map((one) => html`${state(one, titleOf(visit, one))} `)}`,
      },
      { title: 'Known since', of: ({ created_at }) => when(created_at) },
    ];
    return {
      title: 'Users',
      body: html`${filters(HERE, {
        client: field,
        user: { label: 'Begins with', value: query.user, type: 'search' },
        channel: channelField(visit),
        state: {
          label: 'With a channel that',
          value: query.state,
          choices: [
            ['', 'Any'],
            ['linked', 'is linked'],
            ['needs_attention', 'needs attention'],
          ],
        },
      })}${table(
        'Users',
        columns,
        users,
        next === undefined ? 'There are no such users.' : 'There are none among those looked at.',
      )}${more(HERE, { ...query, client }, next, 'More')}${
        visit.isAdmin &&
        client !== '' &&
        card(
          'New magic link',
          html`<form class="filters" method="post" action="${one('link')}">${visit.formToken}<input type="hidden" name="client" value="${client}">${input('user', { label: 'What the client calls the user' })}${button('Make it')}</form>`,
        )
      }`,
    };
  });

  page('users', one(), async (visit) => {
    const { client, user } = whose(visit);
    const { created_at, channels } = await visit.live.users.status(client, user);
    const kept = await visit.acts.users.kept(client, user);
    return {
      title: user,
      above: [['Users', addressOf(HERE, { client })]],
      body: html`${facts({
        Client: to(CONSOLE_PATHS.area('clients', client), client),
        'Known since': when(created_at),
      })}<p class="ways">${(['executions', 'watches', 'try'] as const).map(
        (area) =>
          html`<a class="button plain" href="${addressOf(pathOf(area), { client, user })}">${area === 'try' ? 'Try it' : `Its ${area}`}</a>`,
      )}</p>${table('Channels', linkedColumns(visit), channels, 'This user has linked no channel yet: send a magic link.')}${
        visit.isAdmin &&
        html`<div class="acts">${visit.does(userPath(client, user, 'link'), 'New magic link')}</div>`
      }${card(
        'What is kept',
        html`${facts(
          Object.fromEntries(
            (Object.entries(kept) as [Owned, number][])
              .filter(([, count]) => count > 0)
              .map(([name, count]) => [wordsOf(name), count]),
          ),
        )}<div class="acts">${visit.does(userPath(client, user, 'export'), 'Export it all')}${visit.does(userPath(client, user, 'delete'), 'Delete the user', { look: 'danger' })}</div>`,
      )}`,
    };
  });

  act('users', one('link'), {
    async run(visit, form) {
      const client = form.get('client') ?? whose(visit).client;
      const user = form.get('user') ?? whose(visit).user;
      const uri = await visit.acts.users.magicLink(client, () =>
        visit.live.magicLink(client, user),
      );
      return {
        page: {
          title: 'The new magic link',
          above: [
            ['Users', addressOf(HERE, { client })],
            [user, userPath(client, user)],
          ],
          body: html`<p>Give it to ${user}, who links channels there. It works once; links made before it work too.</p>${once({ 'Magic link': uri })}<p><a class="button plain" href="${userPath(client, user)}">To the user</a></p>`,
        },
      };
    },
  });

  act('users', one('unlink'), {
    asks: async (visit, form) => [
      html`<p>The credential of <strong>${titleOf(visit, { channel: form.get('channel') ?? '' })}</strong> of ${whose(visit).user} is erased for good, and the client is sent <code>channel.unlinked</code>. The user can link it again with a magic link.</p>`,
      'Unlink the channel',
    ],
    async run(visit, form) {
      const { client, user } = whose(visit);
      const channel = form.get('channel') ?? '';
      await visit.acts.users.unlink(client, user, channel);
      return { say: `${titleOf(visit, { channel })} is unlinked.`, to: userPath(client, user) };
    },
  });

  act('users', one('export'), {
    async run(visit) {
      const { client, user } = whose(visit);
      const file = await visit.acts.users.export(client, user);
      return { file, name: 'user.json', type: 'application/json; charset=utf-8' };
    },
  });

  act('users', one('delete'), {
    asks: async (visit) => [
      html`<p><strong>${whose(visit).user}</strong> of ${whose(visit).client} is deleted, with everything that is kept of them. Background executions that have not ended are given up. This cannot be undone.</p>`,
      'Delete the user',
    ],
    async run(visit) {
      const { client, user } = whose(visit);
      await visit.live.flush();
      const gone = await visit.acts.users.delete(client, user);
      const say = gone ? 'The user is deleted.' : 'There was nothing of this user any more.';
      return { say, to: addressOf(HERE, { client }) };
    },
  });
}

const titleOf = ({ live }: Visit, { channel }: Pick<Linked, 'channel'>): string =>
  live.channels[channel]?.title ?? channel;

const wordsOf = (name: Owned): string => {
  const [one, many = `${one}s`] = OWNED_WORDS[name];
  return `${many.charAt(0).toUpperCase()}${many.slice(1)}`;
};

const linkedColumns = (visit: Visit): readonly Column<Linked>[] => [
  { title: 'Channel', of: (one) => titleOf(visit, one) },
  {
    title: 'Account',
    of: ({ name, account }) =>
      [name, ...Object.values(account).map(String)].filter(Boolean).join(', '),
  },
  {
    title: 'State',
    of: ({ code, reason, expiring, ...one }) =>
      html`${state(one)}${code && html` <a href="${visit.live.helpOf(code)}">${code}</a>`}${
        one.state === 'needs_attention' &&
        html`<br><span class="soft">${reason} Send a new magic link; it ends by itself when a call works again.</span>`
      }${expiring.map(
        ({ what, ends_at }) =>
          html`<br>${what === 'grant' ? 'Send a new magic link before' : 'Update the service before'} ${when(ends_at)}`,
      )}`,
  },
  {
    title: 'Since',
    of: ({ state, linked_at, updated_at }) => when(state === 'linked' ? linked_at : updated_at),
  },
  {
    title: 'Act',
    of: ({ channel }) =>
      visit.does(userPath(whose(visit).client, whose(visit).user, 'unlink'), 'Unlink', {
        fields: { channel },
      }),
  },
];
