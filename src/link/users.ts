// What a client may know of its users: which channels are linked and in what state, never a secret.
import type { Channel } from '../channels/channel.ts';
import { endOfVersion } from '../channels/versions.ts';
import { AttentionCodeSchema } from '../model/attention.ts';
import { Fault } from '../model/faults.ts';
import { FORESEEN_MS } from '../model/foresight.ts';
import { instantText, object, orNull, wordOf } from '../model/schema.ts';
import { writeInstant } from '../model/time.ts';
import { type Static, Type } from '../model/type.ts';
import type { CredentialFacts, Store, User } from '../store/index.ts';

export interface UserDependencies {
  readonly channels: Readonly<Record<string, Channel>>;
  readonly store: Pick<Store, 'users' | 'credentials'>;
  /** Writes down which calls ended, as far as that is still in memory: it must not come afterwards. */
  readonly flush: () => Promise<void>;
  readonly now: () => number;
}

export const STATES = ['linked', 'needs_attention'] as const;

const Expiring = object('ExpiringAccess', 'Something that a channel depends on ends.', {
  what: wordOf(
    ['grant', 'api_version'],
    'grant: what the user granted; send a magic link in time. api_version: the version of the channel’s API that calls use unless they name one; the operator updates the service.',
  ),
  ends_at: instantText('When it ends.'),
});
export const LinkedChannel = object('LinkedChannel', 'A channel that a user has linked.', {
  channel: Type.String({ description: 'The channel’s identifier.' }),
  state: wordOf(
    STATES,
    'needs_attention: the channel refuses the key, or to renew the access. Send the user a new magic link; it ends by itself when a call works again.',
  ),
  code: orNull(AttentionCodeSchema),
  reason: orNull(Type.String(), 'Why it needs attention, for people.'),
  name: orNull(Type.String(), 'What the account calls itself.'),
  account: Type.Record(Type.String(), Type.Unknown(), {
    description: 'Plain settings of the account, such as its address. Never a secret.',
  }),
  writes: orNull(
    Type.Array(Type.String()),
    'Scopes to write that the user agreed to when linking; null where it was not noted. A write that needs another one is 424 permission_missing: send the user a magic link.',
  ),
  expiring: Type.Array(Expiring, { description: 'What ends within 30 days; mostly empty.' }),
  linked_at: instantText('When the user linked it last.'),
  updated_at: instantText('When it was last renewed, marked or linked.'),
});
export const UserStatus = object('User', 'An end user, and the channels they have linked.', {
  tpUserId: Type.String({ description: 'The end user, as the client application names them.' }),
  created_at: instantText('When the first magic link was made for this user.'),
  channels: Type.Array(LinkedChannel, { description: 'Empty until the user links one.' }),
});

export type UserStatus = Static<typeof UserStatus>;
type ChannelStatus = Static<typeof LinkedChannel>;

const unknownUser = () =>
  new Fault('unknown_user', 'No user has this tpUserId. Create a magic link for it first.', {
    field: 'tpUserId',
  });

export const unknownChannel = (channels: Readonly<Record<string, unknown>>) =>
  new Fault(
    'unsupported_channel',
    `There is no such channel; known are ${Object.keys(channels).join(', ')}.`,
    { field: 'channel' },
  );

export interface UsersAsk {
  readonly after: string | undefined;
  readonly limit: number;
  /** Those whose tpUserId begins so. */
  readonly beginning?: string | undefined;
  readonly channel: string | undefined;
  readonly state: ChannelStatus['state'] | undefined;
}

export type Users = ReturnType<typeof createUsers>;

export function createUsers({ channels, store, now, flush }: UserDependencies) {
  const known = async (clientId: string, tpUserId: string): Promise<User> => {
    const user = await store.users.find(clientId, tpUserId);
    if (user) return user;
    throw unknownUser();
  };

  const shown = (user: User, links: readonly CredentialFacts[]): UserStatus => ({
    tpUserId: user.tpUserId,
    created_at: writeInstant(user.createdAt),
    channels: links.map((facts) => statusOf(facts, channels[facts.channel], now())),
  });

  return {
    async status(clientId: string, tpUserId: string): Promise<UserStatus> {
      const user = await known(clientId, tpUserId);
      return shown(user, await store.credentials.list(user.id));
    },

    /** A page of the client's users, by tpUserId; `next` is where to go on after. */
    async list(
      clientId: string,
      { state, ...ask }: UsersAsk,
    ): Promise<{ readonly users: readonly UserStatus[]; readonly next?: string }> {
      const { rows, ...next } = await store.users.page(clientId, {
        ...ask,
        state: state === 'needs_attention' ? 'attention' : state,
      });
      return { users: rows.map(({ user, links }) => shown(user, links)), ...next };
    },

    /** Erases whatever is kept of the user, for good. */
    async remove(clientId: string, tpUserId: string): Promise<void> {
      await flush();
      if (!(await store.users.remove(clientId, tpUserId))) throw unknownUser();
    },

    async unlink(clientId: string, tpUserId: string, channel: string): Promise<void> {
      if (!Object.hasOwn(channels, channel)) throw unknownChannel(channels);
      const user = await known(clientId, tpUserId);
      if (!(await store.credentials.remove({ userId: user.id, channel }, 'by_client')))
        throw new Fault('channel_not_linked', `This user has not authorised ${channel}.`, {
          field: 'channel',
        });
    },
  };
}

function statusOf(
  facts: CredentialFacts,
  channel: Channel | undefined,
  now: number,
): ChannelStatus {
  // Only what the channel declares as plain: an account may hold settings of our own beside it.
  const plain = (channel?.fields ?? []).filter(({ secret }) => !secret).map(({ key }) => key);
  return {
    channel: facts.channel,
    state: facts.state === 'linked' ? 'linked' : 'needs_attention',
    code: facts.stateCode,
    reason: facts.stateReason,
    name: facts.name ?? null,
    account: Object.fromEntries(
      Object.entries(facts.account).filter(([key]) => plain.includes(key)),
    ),
    writes: facts.writes && [...facts.writes],
    expiring: expiringOf(facts, channel, now),
    linked_at: writeInstant(facts.linkedAt),
    updated_at: writeInstant(facts.updatedAt),
  };
}

function expiringOf(
  { grantEndsAt }: CredentialFacts,
  channel: Channel | undefined,
  now: number,
): ChannelStatus['expiring'] {
  const version = channel && endOfVersion(channel.versions, channel.versions.default);
  const ends = [
    ['grant', grantEndsAt ?? undefined],
    ['api_version', version],
  ] as const;
  return ends.flatMap(([what, end]) =>
    end !== undefined && end <= now + FORESEEN_MS ? { what, ends_at: writeInstant(end) } : [],
  );
}
