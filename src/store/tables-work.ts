// The tables of work: what was asked, what waits to be done, and what all instances share.
import { FIGURES, type Figure } from '../model/counts.ts';
import type { Durations, Executed, WarningCount } from '../model/execution.ts';
import type { Sent } from '../model/faults.ts';
import type { Act } from '../model/watch.ts';
import type { Outcome, WriteOperation } from '../model/writes.ts';
import {
  fromZero,
  int,
  json,
  key,
  maybe,
  ofTable,
  oneOf,
  real,
  sealed,
  table,
  text,
  unique,
} from './columns.ts';

/** What an instance has in hand. */
export interface Busy {
  /** Calls to channels. */
  readonly underWay: readonly {
    readonly client: string;
    readonly channel: string;
    readonly calls: number;
  }[];
  /** Calls that wait for a limit or a place, by channel. */
  readonly waiting: Readonly<Record<string, number>>;
  /** Channels whose vendor refuses the operator's app. */
  readonly appsRefused: readonly string[];
}

/** One try to deliver. */
export interface Try {
  readonly at: number;
  /** Milliseconds. */
  readonly duration: number;
  /** The receiver's status; absent when there was no answer. */
  readonly status?: number;
  /** Why it did not count as delivered, in a few words. */
  readonly error?: string;
}

/** Work that is leased: only its holder until `locked_until` may finish it. */
const leased = {
  id: key,
  /** Lanes take turns, so that no one holds up another. */
  lane: text,
  run_at: int,
  attempts: fromZero,
  locked_until: fromZero,
  /** Names one claim, so that a holder whose lease ended cannot finish what another took over. */
  locked_by: text,
  /** How many holders in a row died with it in hand, as the last claim found out. */
  deaths: fromZero,
};
const LEASED = ['state, lane, run_at', ['waiting', "(run_at) where state = 'waiting'"]] as const;

/** What executions are listed by, newest first, and those that did not succeed besides. */
const LISTED_BY = [
  [],
  ['client_id'],
  ['client_id', 'tp_user_id'],
  ['channel'],
  ['client_id', 'channel'],
] as const;
const FAILED_BY = [
  ['code'],
  ['client_id', 'code'],
  ['channel', 'code'],
  ['client_id', 'channel', 'code'],
] as const;
export const NOT_SUCCEEDED = "outcome <> 'succeeded'";
const executionIndex = (by: readonly string[]) => {
  const columns = [...by, 'started_at', 'id'];
  const only = by.includes('outcome') ? ` where ${NOT_SUCCEEDED}` : '';
  return [columns.join('_'), `(${columns.join(', ')})${only}`] as const;
};
/** The name of the one that a list by the values given goes along. */
export const executionIndexName = (by: Readonly<Record<string, unknown>>) => {
  const given = Object.keys(by).filter((column) => by[column] !== undefined);
  return `execution_${executionIndex(given)[0]}`;
};

/** Parents before their children. */
export const WORK_TABLES = {
  execution: table(
    {
      id: key,
      client_id: ofTable('client'),
      /** Null where the call named no user of ours. */
      user_id: maybe(ofTable('user')),
      operation: oneOf<Executed>(),
      channel: maybe(text),
      tp_user_id: maybe(text),
      mode: oneOf<'direct' | 'async'>(),
      outcome: oneOf<'running' | 'succeeded' | 'failed'>(),
      stage: text,
      /** The fault's code; null on success. */
      code: maybe(text),
      trace_id: text,
      result_count: int,
      override_count: int,
      calls: int,
      durations: maybe(json<Durations>()),
      warnings: json<readonly WarningCount[]>(),
      started_at: int,
      finished_at: maybe(int),
      /** JSON: `KeptDetails`; null while it runs, and where it never ran. */
      details: maybe(sealed),
    },
    {
      indexes: [
        ...LISTED_BY.map((by) => executionIndex(by)),
        // Those that did not succeed are few, and are searched for in every way.
        ...[...LISTED_BY, ...FAILED_BY].map((by) => executionIndex(['outcome', ...by])),
        ['user_id', '(user_id) where user_id is not null'],
      ],
    },
  ),

  job: table(
    {
      ...leased,
      state: oneOf<'waiting' | 'done'>(),
      client_id: ofTable('client'),
      user_id: maybe(ofTable('user')),
      /** Erased when the execution ends. */
      request: maybe(sealed),
      /** Where the completion event goes, for the process that ends it before it ran. Erased with the request. */
      callback: maybe(sealed),
      result: maybe(sealed),
      /** Bytes of what is sealed in this row. */
      size: int,
      created_at: int,
      /** From then on the result is gone; null while there is none. */
      expires_at: maybe(int),
    },
    {
      indexes: [
        ...LEASED,
        'client_id, expires_at, size',
        'expires_at',
        ['user_id', '(user_id) where user_id is not null'],
      ],
    },
  ),

  /** One item that a client writes: kept before the channel is asked, and until it is known what became of it. */
  write: table(
    {
      ...leased,
      /** It waits until it is settled. */
      state: oneOf<'waiting' | 'done'>(),
      client_id: ofTable('client'),
      user_id: maybe(ofTable('user')),
      execution_id: text,
      /** Its place among the items of the call. */
      place: int,
      channel: text,
      operation: oneOf<WriteOperation>(),
      /** Stands for what it writes: the order, or the variant, of an account. */
      subject: text,
      /** Whether the channel was asked. */
      sent: oneOf<Sent>(),
      outcome: maybe(oneOf<Outcome>()),
      code: maybe(text),
      /** JSON: a `WriteContent`. */
      content: sealed,
      created_at: int,
      finished_at: maybe(int),
    },
    {
      indexes: [
        ...LEASED,
        'execution_id, place',
        ['subject', "(subject) where state = 'waiting'"],
        ['unknown', "(created_at) where outcome = 'unknown'"],
        'created_at',
        ['user_id', '(user_id) where user_id is not null'],
      ],
    },
  ),

  /** The key that a client gave to a call that writes, so that a repeat writes nothing. */
  write_key: table(
    {
      client_id: ofTable('client'),
      /** Hashed. */
      key: text,
      /** Of what was asked, hashed. */
      asked: text,
      execution_id: text,
      created_at: int,
    },
    { primary: ['client_id', 'key'], indexes: ['created_at', 'execution_id'] },
  ),

  /** An operator's console: an invitation until a browser came with it, then that browser's stay. */
  console_session: table(
    {
      /** Of the invitation, or of the browser's own token. */
      hash: key,
      login: text,
      role: oneOf<'read' | 'admin'>(),
      state: oneOf<'invited' | 'open'>(),
      created_at: int,
      expires_at: int,
    },
    { indexes: ['expires_at'] },
  ),

  /** Where a client wants events, beside the addresses given with calls. */
  event_address: table(
    {
      id: key,
      client_id: ofTable('client'),
      /** Receivers' addresses often carry a token in their query. */
      url: sealed,
      /** Event types; `*` stands for all. */
      types: json<readonly string[]>(),
      /** JSON: a list of `SigningSecret`. */
      signing_secrets: sealed,
      /** 1 while nothing is to be sent. */
      paused: int,
      created_at: int,
      updated_at: int,
    },
    { indexes: ['client_id'] },
  ),

  delivery: table(
    {
      ...leased,
      state: oneOf<'waiting' | 'delivered' | 'failed'>(),
      client_id: ofTable('client'),
      /** Whom it is about; null where it is about no one, or they are gone. */
      user_id: maybe(ofTable('user')),
      execution_id: maybe(text),
      /** The client's event address it goes to; null where the address was given for one call. */
      address_id: maybe(text),
      /** The account it is about, where it names one and no user: a request that a vendor passed on. */
      account: maybe(text),
      type: text,
      /** JSON: the address, the body and where it came from. */
      content: sealed,
      tries: json<readonly Try[]>(),
      /** 1 where the row goes as soon as it ended: the last word about a user who is gone. */
      delete_when_sent: fromZero,
      created_at: int,
      give_up_at: int,
      finished_at: maybe(int),
    },
    {
      indexes: [
        ...LEASED,
        'client_id, created_at, id',
        ['failed', "(client_id, created_at, id) where state = 'failed'"],
        ['given_up', "(created_at) where state = 'failed'"],
        'created_at',
        ['user_id', '(user_id) where user_id is not null'],
        ['execution_id', '(client_id, execution_id) where user_id is null'],
        ['delete_when_sent', '(id) where delete_when_sent = 1'],
        ['account', '(client_id, account) where account is not null'],
      ],
    },
  ),

  /** A message of a vendor, kept until it is dealt with and then known again. */
  hook_message: table(
    {
      ...leased,
      state: oneOf<'waiting' | 'done'>(),
      channel: text,
      /** JSON; erased when it is dealt with. */
      content: maybe(sealed),
      received_at: int,
      finished_at: maybe(int),
    },
    { indexes: [...LEASED, 'received_at'] },
  ),

  /** What one reading subscribed to at its vendor, so that it hints at changes. */
  hook_subscription: table(
    {
      /** The reading's. */
      id: key,
      client_id: ofTable('client'),
      channel: text,
      /** Stands for the account: those of one app and account share what is at the vendor. */
      shop: text,
      resource: oneOf<'orders' | 'products'>(),
      /** 1 where messages come to the address of the operator's app. */
      by_app: int,
      /** Of the last part of its address, hashed. */
      handle: unique(text),
      secret: sealed,
      /** The vendor's public keys at the last check, where it signs with such. */
      keys: maybe(json<Readonly<Record<string, string>>>()),
      state: oneOf<'new' | 'active' | 'not_permitted' | 'failed'>(),
      created_at: int,
      checked_at: maybe(int),
    },
    { indexes: ['client_id', 'shop'] },
  ),

  /** A token bucket that all instances share. */
  bucket: table(
    {
      key,
      tat: real,
      paused_until: real,
      every: maybe(real),
      burst: maybe(real),
      touched_at: int,
    },
    { indexes: ['touched_at'] },
  ),

  /** A place among the calls under way to a host, a chore, a renewal: whose it is, and until when. */
  place: table(
    { key: text, slot: int, holder: text, held_until: int },
    { primary: ['key', 'slot'], indexes: ['holder'] },
  ),

  /** A key of the ring that something stored may be sealed with. */
  key_in_use: table({
    key_id: key,
    /** Sealed with it, to recognise another key of the same name. */
    proof: text,
    since: int,
  }),

  /** A service process that is running, or was a moment ago. */
  instance: table({
    id: key,
    version: text,
    /** The ids of the keys it has, newest first. */
    keys: json<readonly string[]>(),
    started_at: int,
    seen_at: int,
    /** Milliseconds that its machine's clock is ahead of the database's. */
    clock_ahead: int,
    busy: json<Busy>(),
  }),

  /** What was counted of calls, by minute and by hour; an empty client or channel stands for all. Its client may be gone. */
  call_count: table(
    {
      client: text,
      channel: text,
      span: oneOf<'minute' | 'hour'>(),
      at: int,
      /** `ok`, or the code of a fault; empty for figures of calls to channels. */
      code: text,
      ...(Object.fromEntries(FIGURES.map((name) => [name, int])) as Record<Figure, typeof int>),
    },
    { primary: ['client', 'channel', 'span', 'at', 'code'], indexes: ['span, at'] },
  ),

  /** What somebody changed. Its client may be gone. */
  audit: table(
    {
      /** In the order of time. */
      id: key,
      at: int,
      by: oneOf<'command line' | 'console' | 'client'>(),
      act: text,
      client_id: maybe(text),
      /** Without secrets and without anything of a user. */
      facts: json<NonNullable<Act['facts']>>(),
      /** From 'done' to 'logged', or from 'begun' to 'unfinished', when an instance wrote it to its log. */
      state: oneOf<'begun' | 'done' | 'logged' | 'unfinished'>(),
    },
    {
      indexes: [
        'at, id',
        'client_id, at, id',
        ['waiting', "(at, id) where state in ('begun', 'done')"],
      ],
    },
  ),

  /** Rows written, and taken away immediately, to see whether anything can be. */
  probe: table({ id: key, padding: text }),
};
