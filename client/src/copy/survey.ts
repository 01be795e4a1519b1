// Which scopes a copy has: what users have linked and how it is watched. What is new gets a watch.
import { type Watch, watchesOf } from '../changes.ts';
import type { Connection } from '../connection.ts';
import type { Resource } from '../data.ts';
import { ManifoldError } from '../error.ts';
import type { ChannelCapabilities } from '../records.d.ts';
import { listChannels, listUsers } from '../users.ts';
import type { Kept } from './kept.ts';
import { keyOf, type Scope, type ScopeState } from './scope.ts';
import type { Copying, CopyStep } from './steps.ts';

/** A scope of this run. */
export interface Wanted {
  state: ScopeState;
  /** `waiting`: its watch reads for the first time. What changes before it has is not in the log. */
  how: 'ready' | 'waiting' | 'stuck' | 'unlinked';
  /** How far its watch is complete. */
  readonly mark: string | null;
}

/** Not about one shop: nothing can be read until it is over. */
const OF_SERVICE: ReadonlySet<string> = new Set([
  ...['no_answer', 'not_manifold', 'unavailable', 'rate_limited'],
  ...['invalid_client', 'invalid_token'],
]);

/** A fault of one shop; one of the service as a whole goes on. */
export function troubleOf(scope: Scope, error: unknown): CopyStep & { readonly step: 'trouble' } {
  if (!(error instanceof ManifoldError) || OF_SERVICE.has(error.code)) throw error;
  const { code, message } = error;
  const { tpUserId, channel, resource } = scope;
  return { step: 'trouble', tpUserId, channel, resource, code, message };
}

type Choice = Pick<Copying, 'users' | 'channels' | 'resources'>;

const isMeant = (scope: Scope, { users, channels, resources }: Choice): boolean =>
  (users?.includes(scope.tpUserId) ?? true) &&
  (channels?.includes(scope.channel) ?? true) &&
  (resources?.includes(scope.resource) ?? true);

const RESOURCES = ['orders', 'products'] as const satisfies readonly Resource[];

export async function survey(connection: Connection, kept: Kept, options: Copying) {
  const { every, sweep, users, channels, resources, signal } = options;
  const watches = watchesOf(connection);
  const known = new Map((await kept.scopes()).map((scope) => [keyOf(scope), scope]));
  const able = new Map<string, ChannelCapabilities>();
  for (const one of await listChannels(connection, signal)) able.set(one.channel, one);
  // What is not named is left out, and loaded again later: a misspelt name would cost everything.
  const noChannel = channels?.find((name) => !able.has(name));
  if (noChannel !== undefined)
    throw new ManifoldError(
      'unsupported_channel',
      `There is no channel "${noChannel}"; there are ${[...able.keys()].join(', ')}.`,
    );
  const watched = new Map<string, Watch>();
  for await (const watch of watches.list({ signal })) watched.set(keyOf(watch), watch);
  const wanted = new Map<string, Wanted>();
  const troubles: CopyStep[] = [];
  const refused = new Set<Resource>();
  const unseen = new Set(users);

  async function look(scope: Scope, account: string, linkedAt: string) {
    const { tpUserId: user, channel, resource } = scope;
    const key = keyOf(scope);
    try {
      const wish = { user, channel, resource, every, sweep, signal };
      const watch = watched.get(key) ?? (await watches.put(wish));
      const now = new Date(await connection.clock(signal)).toISOString();
      const state = stateOf(scope, watch, account, known.get(key), now);
      const mark = watch.complete_until && new Date(watch.complete_until).toISOString();
      wanted.set(key, { state, how: howOf(watch, linkedAt), mark });
      if (watch.state === 'broken' || watch.state === 'behind') {
        const why = watch.why ?? `The watch is ${watch.state}.`;
        troubles.push(troubleOf(scope, new ManifoldError(watch.why_code ?? watch.state, why)));
      }
    } catch (error) {
      const trouble = troubleOf(scope, error);
      // Where everything was asked for, it is everything that this client may read.
      const isRefused = trouble.code === 'insufficient_scope' && resources === undefined;
      if (isRefused) refused.add(resource);
      else wanted.set(key, { state: unwatched(scope, account), how: 'stuck', mark: null });
      troubles.push(trouble);
    }
  }

  for await (const { tpUserId, channels } of listUsers(connection, { signal })) {
    unseen.delete(tpUserId);
    const scopes = channels.flatMap(({ channel, account, linked_at }) =>
      RESOURCES.map((resource) => ({ tpUserId, channel, resource, account, linked_at })),
    );
    // A user has a few; there may be any number of users.
    await Promise.all(
      scopes.map(async ({ account, linked_at, ...scope }) => {
        if (!isMeant(scope, options) || refused.has(scope.resource)) return;
        if (able.get(scope.channel)?.[scope.resource])
          await look(scope, JSON.stringify(account), linked_at);
      }),
    );
  }

  if (unseen.size > 0) {
    const message = `This client has no user ${[...unseen].map((user) => `"${user}"`).join(', ')}.`;
    troubles.push({ step: 'trouble', code: 'unknown_user', message });
  }

  // What was logged before the user unlinked it is read when it is linked again.
  for (const [key, state] of known)
    if (isMeant(state, options) && !wanted.has(key))
      wanted.set(key, { state, how: 'unlinked', mark: state.completeUntil });
  const changed = [...wanted.values()]
    .map(({ state }) => state)
    .filter((state) => JSON.stringify(state) !== JSON.stringify(known.get(keyOf(state))));
  // Its changes go by unread from now on: who wants it again later loads it again.
  const drop = [...known.values()].filter((scope) => !isMeant(scope, options));
  if (changed.length > 0 || drop.length > 0) await kept.write({ scopes: changed, drop });
  return { wanted, troubles };
}

/** Before anything was read, and when everything is to be read again. */
export const AGAIN = { loadedAt: null, page: null, dated: false } as const;

function stateOf(
  scope: Scope,
  watch: Watch,
  account: string,
  before: ScopeState | undefined,
  now: string,
): ScopeState {
  // Another shop, or another watch, whose log began later.
  const isSame = before?.watchId === watch.id && before.account === account;
  return {
    ...(isSame ? before : { ...scope, ...AGAIN, begunAt: now, completeUntil: null }),
    ...{ watchId: watch.id, account, state: watch.state, why: watch.why },
  };
}

const unwatched = (scope: Scope, account: string): ScopeState => ({
  ...{ ...scope, ...AGAIN, account, watchId: '', state: 'broken', why: null },
  ...{ begunAt: new Date(0).toISOString(), completeUntil: null },
});

function howOf({ state, last_read }: Watch, linkedAt: string): Wanted['how'] {
  if (state === 'broken' || state === 'behind') return 'stuck';
  const isRead = last_read !== null && Date.parse(last_read) >= Date.parse(linkedAt);
  return isRead && state === 'live' ? 'ready' : 'waiting';
}
