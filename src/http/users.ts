// The users of a client: links to send them, which channels they have linked, and forgetting them.
import type { FastifyRequest } from 'fastify';
import { ChannelWays, type Direct, LinkRequest, LinkResult, type Whom } from '../link/direct.ts';
import { MAX_NAME_LENGTH, type MakeMagicLink, REDIRECT } from '../link/magic-link.ts';
import { STATES, UserStatus, type Users } from '../link/users.ts';
import { bestLanguage, LANGUAGES, type Language } from '../link/words/index.ts';
import { fits, readBy } from '../model/read.ts';
import { object, UserId, wordOf } from '../model/schema.ts';
import { MAX_CREDENTIAL_LENGTH, storable } from '../model/text.ts';
import { Type } from '../model/type.ts';
import type { Api } from './api.ts';
import { callerOf } from './bearer.ts';
import { FEWER, nextPage, nextPageToken, optionalText, readToken } from './listing.ts';
import { PATHS } from './paths.ts';
import { REPEATED } from './query.ts';

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
  readonly direct: Direct;
  readonly channels: readonly string[];
}

export function userRoutes(api: Api, { users, makeMagicLink, direct, channels }: Options): void {
  const route = api('Magic link', 'links');
  const gone = { status: 204, answer: Type.Null({ description: 'Removed for good.' }) } as const;
  const path = `${PATHS.users}/:tpUserId`;
  const CHANNEL = Type.Object({
    ...USER.properties,
    channel: Type.String({ description: `One of ${channels.join(', ')}.` }),
  });

  route('GET', PATHS.magicLink, {
    id: 'createMagicLink',
    summary: 'Create a magic link',
    description:
      'Makes an address to give to the end user, who authorises their channels there. An unknown tpUserId creates the user; the call may be repeated.',
    query: {
      tpUserId: UserId,
      userName: optionalText(
        'What you call this user. Shown on every page beside the name of your application, so that a person with several links open knows whom each is for.',
        { maxLength: MAX_NAME_LENGTH },
      ),
      redirectUrl: optionalText('Where the user goes afterwards.', REDIRECT),
      scopes: optionalText(
        `Comma-separated channels to offer, of ${channels.join(', ')}; all if absent.`,
        { [REPEATED]: true },
      ),
    },
    answer: MagicLink,
    handler: ({ request, query }) => makeMagicLink({ client: callerOf(request).client, query }),
  });

  route('GET', PATHS.users, {
    id: 'listUsers',
    summary: 'List users and what they have linked',
    description: `The users of the calling client by their tpUserId, each as "Show which channels a user has linked" gives it. ${FEWER} A user who exists throughout a walk appears exactly once.`,
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
    async handler({ client, query: { channel, state }, listing: { limit, token } }) {
      const after = readToken(token, userIn, MAX_TOKEN);
      const page = await users.list(client, { channel, state, after, limit });
      return { users: page.users, ...nextPage(page.next) };
    },
  });

  route('GET', path, {
    id: 'getUser',
    summary: 'Show which channels a user has linked',
    description: 'Each channel with its state, and what to do where it needs attention.',
    params: USER,
    faults: ['unknown_user'],
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
    faults: ['unknown_user'],
    ...gone,
    handler: ({ client, params }) => users.remove(client, params.tpUserId),
  });

  route('GET', `${path}/Ways/:channel`, {
    id: 'listWays',
    summary: 'Show how a user can link a channel',
    description:
      'For applications that draw their own forms: each way with its fields, checks and words, and what to say for each code for which the channel can need attention. The user need not exist yet.',
    params: CHANNEL,
    query: {
      language: Type.Optional(
        wordOf(LANGUAGES, 'Of all texts; by `Accept-Language` unless it is set, else English.'),
      ),
      known: optionalText(
        'What the user typed for `place_needs`, such as the address of the shop.',
        { maxLength: MAX_CREDENTIAL_LENGTH },
      ),
    },
    faults: ['unsupported_channel'],
    answer: ChannelWays,
    handler: ({ request, params, query: { language, known } }) =>
      direct.ways(whomOf(request, params, language), known),
  });

  route('POST', `${path}/Link/:channel`, {
    id: 'linkChannel',
    summary: 'Link a channel with what a user typed',
    description:
      'The same checks, search for the shop and live try as on the link pages. A form is linked or refused; a consent answers with the address to send the user’s browser to, which comes back to `redirectUrl`. An unknown tpUserId creates the user. A `channel.linked` event is sent.',
    params: CHANNEL,
    query: {
      language: Type.Optional(wordOf(LANGUAGES, 'Of the sentences, as in "Show how".')),
    },
    body: LinkRequest,
    act: 'users.link',
    faults: ['unsupported_channel'],
    answer: LinkResult,
    handler: async ({ request, params, query: { language }, body }) => {
      // Here a path may name a user who is made now.
      readBy(USER, params);
      return direct.link(whomOf(request, params, language), body);
    },
  });

  route('DELETE', `${path}/Channels/:channel`, {
    id: 'unlinkChannel',
    summary: 'Forget the credential of one channel',
    description:
      'Erases it for good. The user can link the channel again with a new magic link. A `channel.unlinked` event is sent.',
    params: CHANNEL,
    act: 'users.unlink',
    faults: ['unsupported_channel', 'unknown_user', 'channel_not_linked'],
    ...gone,
    handler: ({ client, params }) => users.unlink(client, params.tpUserId, params.channel),
  });
}

function whomOf(
  request: FastifyRequest,
  { tpUserId, channel }: Readonly<Record<'tpUserId' | 'channel', string>>,
  asked: Language | undefined,
): Whom {
  const language = asked ?? bestLanguage(request.headers['accept-language']);
  return { client: callerOf(request).client, tpUserId, channel, language };
}

const userIn = (text: string): string | undefined =>
  fits(UserId, text) && storable(text) ? text : undefined;
