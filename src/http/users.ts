// The users of a client: links to send them, which channels they have linked, and forgetting them.
import { MAX_NAME_LENGTH, type MakeMagicLink } from '../link/magic-link.ts';
import { STATES, UserStatus, type Users } from '../link/users.ts';
import { object, wordOf } from '../model/schema.ts';
import { lengthOf, MAX_USER_LENGTH, storable } from '../model/text.ts';
import { Type } from '../model/type.ts';
import { type Api, UserId } from './api.ts';
import { callerOf } from './bearer.ts';
import {
  ADDRESS,
  FEWER,
  nextPage,
  nextPageToken,
  oneOf,
  optionalText,
  readToken,
} from './listing.ts';
import { PATHS } from './paths.ts';
import { readQuery } from './query.ts';

const USER = Type.Object({ tpUserId: UserId });

/** Of 256 characters, each of four bytes. */
const MAX_TOKEN = 1400;

const USERS = object('Users', 'A page of users.', {
  users: Type.Array(UserStatus, { description: 'By their tpUserId.' }),
  next_page_token: nextPageToken,
});

const MagicLink = object('MagicLink', 'An address for the end user, good for one use.', {
  uri: Type.String({ format: 'uri', description: 'Give this to the end user.' }),
  token: Type.String({ description: 'The one-time token within it.' }),
  expirationUtcUnixTimeSeconds: Type.Integer({
    description: 'When it ends, in seconds since 1970 (UTC).',
  }),
});

interface Options {
  readonly users: Users;
  readonly makeMagicLink: MakeMagicLink;
  readonly channels: readonly string[];
}

export function userRoutes(api: Api, { users, makeMagicLink, channels }: Options): void {
  const route = api('Magic link', 'links');
  const gone = { status: 204, answer: Type.Null({ description: 'Removed for good.' }) } as const;
  const path = `${PATHS.users}/:tpUserId`;

  route('GET', PATHS.magicLink, {
    id: 'createMagicLink',
    summary: 'Create a magic link',
    description:
      'Makes an address to give to the end user, who authorises their channels there. An unknown tpUserId creates the user; the call may be repeated.',
    query: Type.Object({
      tpUserId: UserId,
      userName: optionalText(
        'What you call this user. Shown on every page beside the name of your application, so that a person with several links open knows whom each is for.',
        { maxLength: MAX_NAME_LENGTH },
      ),
      redirectUrl: optionalText('Where the user goes afterwards.', ADDRESS),
      scopes: optionalText(
        `Comma-separated channels to offer, of ${channels.join(', ')}; all if absent.`,
      ),
    }),
    answer: MagicLink,
    handler: async ({ request, address }) =>
      makeMagicLink({ client: callerOf(request).client, query: readQuery(address) }),
  });

  route('GET', PATHS.users, {
    id: 'listUsers',
    summary: 'List users and what they have linked',
    description: `The users of the calling client by their tpUserId, each as "Show which channels a user has linked" gives it. ${FEWER} A user who is there throughout a walk comes exactly once.`,
    filters: {
      channel: Type.Optional(wordOf(channels, 'Users who have linked this channel.')),
      state: Type.Optional(
        wordOf(
          STATES,
          'Users with a channel in this state (with `channel`: that one), such as those to send a new link to.',
        ),
      ),
    },
    answer: USERS,
    async handler({ client, listing: { filters, limit, token } }) {
      const page = await users.list(client, {
        channel: oneOf('channel', filters.channel, channels),
        state: oneOf('state', filters.state, STATES),
        after: readToken(token, userIn, MAX_TOKEN),
        limit,
      });
      return { users: page.users, ...nextPage(page.next) };
    },
  });

  route('GET', path, {
    id: 'getUser',
    summary: 'Show which channels a user has linked',
    description: 'Each channel with its state, and what to do where it needs attention.',
    params: USER,
    answer: UserStatus,
    handler: ({ client, params }) => users.status(client, params.tpUserId),
  });

  route('DELETE', path, {
    id: 'deleteUser',
    summary: 'Forget a user and everything kept of them',
    description:
      'Erases credentials, links, executions, results and deliveries of this user, for good. Background executions that have not ended are given up; their completion event says so. A `channel.unlinked` event is sent for each linked channel.',
    params: USER,
    act: 'users.delete',
    ...gone,
    handler: ({ client, params }) => users.remove(client, params.tpUserId),
  });

  route('DELETE', `${path}/Channels/:channel`, {
    id: 'unlinkChannel',
    summary: 'Forget the credential of one channel',
    description:
      'Erases it for good. The user can link the channel again with a new magic link. A `channel.unlinked` event is sent.',
    params: Type.Object({
      ...USER.properties,
      channel: Type.String({ description: `One of ${channels.join(', ')}.` }),
    }),
    act: 'users.unlink',
    ...gone,
    handler: ({ client, params }) => users.unlink(client, params.tpUserId, params.channel),
  });
}

const userIn = (text: string): string | undefined =>
  text !== '' && storable(text) && lengthOf(text) <= MAX_USER_LENGTH ? text : undefined;
