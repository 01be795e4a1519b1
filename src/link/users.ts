// What a client may know of its users: which channels are linked and in what state, never a secret.
import type { Channel } from '../channels/channel.ts';
import { endOfVersion } from '../channels/versions.ts';
import { Fault } from '../model/faults.ts';
import { FORESEEN_MS } from '../model/foresight.ts';
import { writeInstant } from '../model/time.ts';
import type { CredentialFacts, Store, User } from '../store/index.ts';

export interface UserDependencies {
  readonly channels: Readonly<Record<string, Channel>>;
  readonly store: Pick<Store, 'users' | 'credentials'>;
  /** Writes down which calls ended, as far as that is still in memory: it must not come afterwards. */
  readonly flush: () => Promise<void>;
  readonly now: () => number;
}

/** Something that the channel depends on ends within 30 days, or has ended. */
export interface ExpiringStatus {
  readonly what: 'grant' | 'api_version';
  readonly ends_at: string;
}

const unknownUser = () =>
  new Fault('unknown_user', 'No user has this tpUserId. Create a magic link for it first.', {
    field: 'tpUserId',
  });

export interface ChannelStatus {
  readonly channel: string;
  readonly state: 'linked' | 'needs_attention';
  readonly code: string | null;
  readonly reason: string | null;
  readonly name: string | null;
  readonly account: Readonly<Record<string, unknown>>;
  readonly expiring: readonly ExpiringStatus[];
  readonly linked_at: string;
  readonly updated_at: string;
}

export interface UserStatus {
  readonly tpUserId: string;
  readonly created_at: string;
  readonly channels: readonly ChannelStatus[];
}

/** Which users are asked for, and how many at once. */
export interface UsersAsk {
  readonly after: string | undefined;
  readonly limit: number;
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

    /** Removes the credential of one channel, for good. */
    async unlink(clientId: string, tpUserId: string, channel: string): Promise<void> {
      if (!Object.hasOwn(channels, channel))
        throw new Fault(
          'unsupported_channel',
          `There is no such channel; known are ${Object.keys(channels).join(', ')}.`,
          { field: 'channel' },
        );
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
    expiring: expiringOf(facts, channel, now),
    linked_at: writeInstant(facts.linkedAt),
    updated_at: writeInstant(facts.updatedAt),
  };
}

function expiringOf(
  { grantEndsAt }: CredentialFacts,
  channel: Channel | undefined,
  now: number,
): ExpiringStatus[] {
  const version = channel && endOfVersion(channel.versions, channel.versions.default);
  const ends = [
    ['grant', grantEndsAt ?? undefined],
    ['api_version', version],
  ] as const;
  return ends.flatMap(([what, end]) =>
    end !== undefined && end <= now + FORESEEN_MS ? { what, ends_at: writeInstant(end) } : [],
  );
}
