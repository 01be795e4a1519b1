// The tables of the feed: what is watched, what is read for it, what was seen, and the log.
import {
  fromZero,
  int,
  intKey,
  json,
  maybe,
  ofTable,
  oneOf,
  refersTo,
  sealed,
  table,
  text,
} from './columns.ts';

/** Why a reading is not getting on. */
export interface Trouble {
  /** A fault's code. */
  readonly code: string;
  readonly message: string;
  readonly since: number;
  /** How often in a row it failed. */
  readonly tries: number;
}

/** Calls that the last reading that found nothing, and the last whole sweep, took. */
export interface Costs {
  readonly idle?: number;
  readonly sweep?: number;
}

const ofReading = refersTo('reading', 'id', 'bigint');

/** Parents before their children. */
export const CHANGE_TABLES = {
  /** A client's log: how far it goes, and the key for what is kept of records. */
  feed: table(
    {
      client_id: ofTable('client'),
      key: sealed,
      /** The number of its newest entry. */
      seq: fromZero,
      /** The newest entry that the client was notified of, and when. */
      announced: fromZero,
      announced_at: fromZero,
    },
    { primary: ['client_id'] },
  ),

  /** What is read of one account for all who watch it. */
  reading: table(
    {
      id: intKey,
      client_id: refersTo('feed', 'client_id', 'text'),
      channel: text,
      /** Names the account, or the link where the channel has no such name. */
      account: text,
      resource: oneOf<'orders' | 'products'>(),
      started_at: int,
      /** JSON, sealed with the key of the feed: where it goes on; null where nothing is half done. */
      progress: maybe(text),
      trouble: maybe(json<Trouble>()),
      costs: json<Costs>(),
      /** When the last whole sweep began; null before the first. */
      swept_at: maybe(int),
    },
    { unique: ['client_id', 'channel', 'account', 'resource'], indexes: ['channel, account'] },
  ),

  /** When a reading is next due, or its holder missed: all that an idle reading writes. */
  due: table(
    {
      reading_id: refersTo('reading', 'id', 'bigint', 'primary key'),
      /** The client: clients take turns. */
      lane: text,
      due_at: int,
      /** Names one claim; empty where no one has it. */
      holder: text,
      /** How many holders in a row died with it in hand. */
      deaths: fromZero,
      /** 1 where something happened since it was claimed, so that it is due again at its end. */
      woken: fromZero,
      /** Everything that changed until then is in the log; null before the first whole window. */
      complete_until: maybe(int),
      read_at: maybe(int),
    },
    { indexes: ['due_at', 'lane, due_at'] },
  ),

  watch: table(
    {
      id: intKey,
      client_id: ofTable('client'),
      user_id: ofTable('user'),
      channel: text,
      resource: oneOf<'orders' | 'products'>(),
      /** Null where there is nothing to read now. */
      reading_id: maybe(refersTo('reading', 'id', 'bigint', 'set null')),
      /** Seconds between two readings. */
      every: int,
      since: maybe(int),
      /** Hours between two sweeps; null takes the channel's, 0 is none. */
      sweep: maybe(int),
      keep: oneOf<'digests' | 'nothing'>(),
      /** JSON, sealed with the key of the feed: what is still to be read of the time before it began. */
      history: maybe(text),
      state: oneOf<'live' | 'catching_up' | 'behind' | 'broken'>(),
      /** Something to know of it, such as that it began again. */
      note: maybe(text),
      created_at: int,
      updated_at: int,
    },
    {
      unique: ['user_id', 'channel', 'resource'],
      indexes: [
        ...['client_id, id', 'reading_id'],
        ['in_trouble', "(updated_at) where state in ('behind', 'broken')"],
      ],
    },
  ),

  /** What is kept of a record. */
  seen: table(
    {
      reading_id: ofReading,
      /** Its identifier, sealed. */
      record: text,
      /** Of its content. */
      digest: int,
      /** The date by which the vendor's window counts; null where it has none. */
      at: maybe(int),
      /** Of what a scan shows of it; null before one did. */
      figure: maybe(int),
      /** Since when it is missed; null where it is not. */
      missed: maybe(int),
    },
    {
      primary: ['reading_id', 'record'],
      indexes: [['missed', '(reading_id, record) where missed is not null']],
    },
  ),

  /** The records that the sweep under way has met, a part for each of its pages. */
  swept: table(
    { reading_id: ofReading, part: int, met: text },
    { primary: ['reading_id', 'part'] },
  ),

  /** A record that is to be read now. */
  hint: table(
    { reading_id: ofReading, record: text, at: int },
    { primary: ['reading_id', 'record'] },
  ),

  /** The log. */
  change: table(
    {
      client_id: refersTo('feed', 'client_id', 'text'),
      seq: int,
      watch_id: refersTo('watch', 'id', 'bigint'),
      /** Its identifier, sealed; null where the record has none that can be read. */
      record: maybe(text),
      change: oneOf<'created' | 'updated' | 'deleted' | 'left_window'>(),
      at: int,
      /** Why it could not be read: a fault's code; null where it could. */
      fault: maybe(text),
    },
    { primary: ['client_id', 'seq'], indexes: ['watch_id, seq', 'at'] },
  ),
};
