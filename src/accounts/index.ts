// Accounts: one that a user linked, or that came with a request, opened to be read, checked and called.
import type { AccountFacts, Channel, Page, Reading } from '../channels/channel.ts';
import type { Credential } from '../model/credential.ts';
import type { Call } from '../model/exchange.ts';
import { Fault } from '../model/faults.ts';
import type { Query } from '../model/operations.ts';
import { leftOut, recordOf } from '../model/unreadable.ts';
import type { Execution } from '../net/call.ts';
import {
  type CredentialKey,
  KEYS_MISSING,
  KeysMissingError,
  type Store,
  type StoredCredential,
} from '../store/index.ts';
import { createAttention } from './attention.ts';
import { type Connect, fingerprint, type Opened, type Opening } from './connect.ts';
import { createJournal, type Journal } from './journal.ts';
import type { AnyResource } from './resource.ts';

/** Until when it is open, on whose behalf, and where its calls and warnings are noted. */
export interface OpenOptions extends Omit<Execution, 'recorder'> {
  readonly journal?: Journal;
}

export interface ReadOptions {
  /** The channel's default unless given. */
  readonly version?: string;
  /** A record that cannot be read is left out and named in the journal, instead of failing the page. */
  readonly lenient?: boolean;
}

export interface OpenAccount extends Pick<Opened, 'call' | 'bare' | 'clean' | 'freshen'> {
  readonly name: string;
  readonly channel: Channel;
  readonly credential: Credential;
  /** As it is stored; absent where it came with a request. */
  readonly stored?: StoredCredential;
  /** Names the account at its channel, for what belongs to it, such as a cursor. */
  readonly key: string;
  /** Milliseconds since 1970, when it was opened. */
  readonly openedAt: number;
  readonly journal: Journal;
  /** Takes the fault of one record: throws it, or notes it where the reading is lenient. */
  readonly leaveOut: (fault: Fault, lenient: boolean | undefined) => void;
  /** Milliseconds that the channel's clock is behind ours at most, by what its answers said so far. */
  readonly clockBehind: () => number;
  /** The channel's cheapest live proof that the credential works; throws why not. */
  check(): Promise<AccountFacts>;
  /** Has a driver ask the channel, with all that it is given to read. */
  ask<T>(work: (reading: Reading) => Promise<T>, options?: ReadOptions): Promise<T>;
  /** Reads one page of native records, the first where there is no cursor. */
  read(
    resource: AnyResource,
    query: Query,
    cursor: unknown,
    options?: ReadOptions,
  ): Promise<Page<unknown, unknown>>;
  /**
   * Runs what calls the channel. Where it answers, an account that needed attention is well again;
   * where it refuses the credential, a check decides whether the account needs attention. What it
   * throws holds no secret of the account.
   */
  use<T>(work: (call: Call) => Promise<T>): Promise<T>;
}

export interface Accounts {
  /** What a user has linked; throws where it cannot be used. `isFor` receives which of our users it is. */
  open(
    user: { readonly client: string; readonly tpUserId: string },
    name: string,
    options: OpenOptions,
    isFor?: (userId: string) => void,
  ): Promise<OpenAccount>;
  /** What is stored under a key, whatever its state; undefined where it is gone. */
  stored(key: CredentialKey, options: OpenOptions): Promise<OpenAccount | undefined>;
  /** An account that is not stored. Its budgets belong to the credential, or to `whose`. */
  given(name: string, credential: Credential, options: OpenOptions, whose?: string): OpenAccount;
}

export interface AccountsDependencies {
  readonly channels: Readonly<Record<string, Channel>>;
  readonly store: Pick<Store, 'credentials' | 'renewals'>;
  readonly connect: Connect;
  readonly now: () => number;
  /** Called with a record that cannot be read, for the log. */
  readonly onUnreadable?: (fault: Fault, channel: string, traceId: string) => void;
  /** Called with what was not foreseen and does not change the outcome. */
  readonly onUnexpected?: (error: unknown, traceId: string) => void;
}

export function createAccounts(deps: AccountsDependencies): Accounts {
  const { channels, store, connect, now } = deps;
  const attention = createAttention({ store, connect, now });

  function channelOf(name: string): Channel {
    const channel = channels[name];
    if (!channel) throw new Fault('unsupported_channel', 'There is no such channel.');
    return channel;
  }

  /** Where the user's key is gone the credential is marked, so that the client gets the event. */
  async function unsealed(open: () => StoredCredential, title: string): Promise<StoredCredential> {
    try {
      return open();
    } catch (error) {
      if (!(error instanceof KeysMissingError)) throw error;
      const { facts } = error;
      if (facts.stateCode !== KEYS_MISSING.code)
        await store.credentials.mark(facts, 'attention', KEYS_MISSING, facts.version);
      const then = `Send the user a new magic link to authorise ${title} again.`;
      throw new Fault('keys_missing', `${KEYS_MISSING.message} ${then}`, { cause: error });
    }
  }

  const identityOf = ({ userId, channel, linkedAt }: StoredCredential) =>
    `linked/${userId}/${channel}/${linkedAt}`;

  function openStored(stored: StoredCredential, options: OpenOptions): OpenAccount {
    const { channel: name, account, secrets, version } = stored;
    const opening = {
      ...{ name, channel: channelOf(name), credential: { account, secrets } },
      identity: identityOf(stored),
      stored: store.renewals.of(stored, version),
    };
    return opened(opening, options, stored);
  }

  function opened(
    opening: Opening,
    { journal: given, ...options }: OpenOptions,
    stored?: StoredCredential,
  ): OpenAccount {
    const journal = given ?? createJournal(options.trace?.id ?? '');
    const { name, channel, credential } = opening;
    const { account } = credential;
    const execution: Execution = { ...options, recorder: journal };
    const { call, bare, clean, freshen, remember, settle } = connect(opening, execution);
    const openedAt = now();
    const traceId = options.trace?.id ?? name;

    function leaveOut(fault: Fault, lenient: boolean | undefined) {
      if (fault.record === undefined) throw fault;
      deps.onUnreadable?.(fault, name, traceId);
      if (!lenient) throw fault;
      const id = recordOf(fault);
      const message = leftOut(fault);
      journal.warn({ code: 'record_unreadable', message, ...(id !== undefined && { id }) });
    }

    let clockBehind = 0;

    // The outcome does not depend on the mark: what goes wrong here is for the log alone.
    const noted = (work: Promise<void>) =>
      work.catch((error: unknown) => deps.onUnexpected?.(error, traceId));

    async function use<T>(work: (call: Call) => Promise<T>): Promise<T> {
      // What was remembered proves nothing of the credential.
      let answered = false;
      try {
        const done = await work(async (ask) => {
          const reply = await call(ask);
          const date = Date.parse(reply.headers.date ?? '');
          if (date < now() - clockBehind) clockBehind = now() - date;
          answered ||= reply.status < 400;
          return reply;
        });
        if (answered && stored) await noted(attention.worked(stored));
        return done;
      } catch (error) {
        const cleaned = clean(error);
        options.taking?.close();
        if (stored) await noted(attention.failed(opening, stored, cleaned, execution));
        throw cleaned;
      } finally {
        settle();
      }
    }

    /** Logged too: a driver should have seen it coming, and a fault of ours must not pass for the channel's. */
    function stumbled(error: unknown): never {
      if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
      deps.onUnexpected?.(error, traceId);
      throw new Fault(
        'channel_invalid_response',
        'The channel’s answer does not have the form that it should have.',
        { cause: error },
      );
    }

    async function ask<T>(
      work: (reading: Reading) => Promise<T>,
      { version = channel.versions.default, lenient }: ReadOptions = {},
      isRaw = false,
    ): Promise<T> {
      return await use((call) => {
        const reading = {
          ...{ account, version, now: openedAt, remember, note: journal.warn },
          call: isRaw ? (ask: Parameters<Call>[0]) => call({ ...ask, written: true }) : call,
          leaveOut: (fault: Fault) => leaveOut(fault, lenient),
          assume: (name: string, value: string) => journal.filter({ name, value, by: 'default' }),
        };
        return work(reading).catch(stumbled);
      });
    }

    return {
      ...{
        name,
        channel,
        credential,
        openedAt,
        journal,
        call,
        bare,
        clean,
        freshen,
        leaveOut,
        use,
      },
      ...(stored && { stored }),
      key: keyOf(opening),
      clockBehind: () => clockBehind,

      check: () => channel.check(account, { call, now: now(), version: channel.versions.default }),

      ask: (work, options) => ask(work, options),
      async read(resource, query, cursor, options) {
        const isRaw = query.include?.includes('raw') === true;
        const page = await ask((reading) => resource.fetch(query, cursor, reading), options, isRaw);
        if (page.items.length > query.limit)
          throw new Fault(
            'channel_invalid_response',
            `The channel sent ${page.items.length} records where ${query.limit} were asked for.`,
          );
        return page;
      },
    };
  }

  return {
    async open({ client, tpUserId }, name, options, isFor) {
      const found = await store.credentials.findFor(client, tpUserId, name);
      if (!found)
        throw new Fault(
          'unknown_user',
          'No user has this tpUserId. Create a magic link for it first, or send the credentials in "params".',
          { field: 'tpUserId' },
        );
      isFor?.(found.userId);
      if (!found.open)
        throw new Fault(
          'channel_not_linked',
          `This user has not authorised ${name}. Send the user a magic link, or send the credentials in "params".`,
          { field: 'channel' },
        );
      const { title } = channelOf(name);
      const stored = await unsealed(found.open, title);
      const { state, stateCode, stateReason, updatedAt } = stored;
      // Now and then one goes through, so that a key that works again is noticed; and immediately where
      // the user's key is back, by which it could be opened.
      const isBack = stateCode === KEYS_MISSING.code;
      const isHeld = state === 'attention' && !isBack;
      if (isHeld && !attention.mayTry(identityOf(stored), updatedAt))
        throw new Fault(
          'credential_refused',
          `${title} no longer accepts the credential of this user${stateReason ? `: ${stateReason}` : ''} Send the user a new magic link to authorise it again.`,
        );
      return openStored(stored, options);
    },

    async stored(key, options) {
      const stored = channels[key.channel] && (await store.credentials.find(key));
      return stored && openStored(stored, options);
    },

    given(name, credential, options, whose = 'given') {
      const identity = `${whose}/${fingerprint(name, credential)}`;
      return opened({ name, channel: channelOf(name), credential, identity }, options);
    },
  };
}

/** Where plain settings name no account, the link or the credential does: cursors stay with one seller. */
function keyOf({ name, channel, credential, identity, stored }: Opening): string {
  const account = channel.accountName?.(credential.account);
  if (account !== undefined) return accountKey(name, account);
  return stored ? identity : fingerprint(name, credential);
}

/** The same of an account that names itself so. */
export const accountKey = (name: string, account: string): string =>
  fingerprint(name, { account: { account }, secrets: {} });
