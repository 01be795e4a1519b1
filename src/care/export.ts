// Everything that is kept of a user, row by row, for a person with a right to know. No secret is shown.
import type { Readable } from 'node:stream';
import { type Selectable, sql } from 'kysely';
import { createRecordSeal, type RecordSeal } from '../keys/record-seal.ts';
import { ifOpens } from '../keys/seal.ts';
import { type Base, findOne } from '../store/base.ts';
import type { Table } from '../store/columns.ts';
import {
  conditionsOf,
  findPerson,
  keysOf,
  OWNED,
  type Owned,
  type Person,
} from '../store/owned.ts';
import { unpackResult } from '../store/results.ts';
import { contextOf, TABLES, type Tables, toRow } from '../store/schema.ts';
import { eachRow } from '../store/walk.ts';

/** One row, under the name of its table. */
export interface Exported {
  readonly table: Owned | 'former_account';
  readonly row: Readonly<Record<string, unknown>>;
  /** JSON, to be read once: what a background execution found, too large to be held. */
  readonly result?: Readable;
}

const ROWS_AT_A_TIME = 200;
/** What stands in the place of a secret. */
const NOT_SHOWN = 'kept, not shown';
const UNREADABLE = 'kept, but no key opens it';

/** Tables with a few rows of one user; the others have any number, and are read by their key. */
const FEW: ReadonlySet<Owned> = new Set(['credential', 'user_key', 'bucket', 'place', 'user']);

/** Columns that are sealed with the key of the client's log. */
const NAMED: Partial<Readonly<Record<Owned, 'record' | 'progress' | 'history'>>> = {
  change: 'record',
  hint: 'record',
  reading: 'progress',
  seen: 'record',
  watch: 'history',
};

type Row = Record<string, unknown>;

export function createExport({ db, dialect, seal, keys }: Base) {
  const opened = (sealed: string, context: string): unknown => {
    const text = ifOpens(() => seal.open(sealed, context));
    return text === undefined ? UNREADABLE : JSON.parse(text);
  };

  /** What opens the names of records, and how far a reading came; undefined where nothing does. */
  async function namesFor(clientId: string): Promise<RecordSeal | undefined> {
    const feed = await findOne(db, 'feed', { client_id: clientId });
    const context = contextOf('feed', 'key', clientId);
    const key = feed && ifOpens(() => seal.openBytes(feed.key, context));
    return key && createRecordSeal(key);
  }

  /** How the rows of a table are shown, JSON read; those not named here are shown as they are. */
  const shown: { [T in Owned]?: (row: Selectable<Tables[T]>) => Row } = {
    delivery: showDelivery,
    execution: (row) => ({
      ...row,
      details: row.details && opened(row.details, contextOf('execution', 'details', row.id)),
    }),
    draft: showDraft,
    vendor_trip: showTrip,
    // The id of a visit is enough to continue it; its hash does not lead back to the link.
    visit: (row) => ({ ...row, id: NOT_SHOWN }),
    credential: (row) => ({ ...row, secrets: NOT_SHOWN }),
    user_key: (row) => ({ ...row, sealed: NOT_SHOWN }),
    hook_subscription: (row) => ({ ...row, secret: NOT_SHOWN }),
  };

  function showDelivery({ content, ...row }: Selectable<Tables['delivery']>): Row {
    const both = opened(content, contextOf('delivery', 'content', row.id));
    const [url, body] = Array.isArray(both) ? both : [];
    return {
      ...row,
      // The client's address may carry a token of its own in its query.
      to: typeof url === 'string' ? new URL(url).origin : UNREADABLE,
      event: typeof body === 'string' ? JSON.parse(body) : UNREADABLE,
    };
  }

  async function showJob(job: Selectable<Tables['job']>): Promise<Exported> {
    const { request, result, callback, ...row } = job;
    const key = (await keys.find(db, [row.user_id])).get(row.user_id);
    const open = (sealed: string, context: string) =>
      ifOpens(() => keys.open(row.user_id, key, sealed, context));
    if (result !== null) {
      const packed = open(result, contextOf('job', 'result', row.id));
      return packed
        ? { table: 'job', row, result: unpackResult(packed) }
        : { table: 'job', row: { ...row, result: UNREADABLE } };
    }
    if (request === null) return { table: 'job', row };
    const text = open(request, contextOf('job', 'request', row.id))?.toString('utf8');
    return { table: 'job', row: { ...row, ...asAsked(row.id, text, callback) } };
  }

  async function showWrite({ content, ...row }: Selectable<Tables['write']>): Promise<Exported> {
    const key = (await keys.find(db, [row.user_id])).get(row.user_id);
    const context = contextOf('write', 'content', row.id);
    const text = ifOpens(() => keys.open(row.user_id, key, content, context));
    const { given, ...rest }: Row = text ? JSON.parse(text.toString('utf8')) : {};
    const all = { ...rest, ...(given !== undefined && { given: NOT_SHOWN }) };
    return { table: 'write', row: { ...row, content: text ? all : UNREADABLE } };
  }

  function asAsked(id: string, text: string | undefined, callback: string | null): Row {
    const { request: asked }: { request?: Row } = text === undefined ? {} : JSON.parse(text);
    const { query, body } = asked ?? {};
    const { params, ...rest } = (body ?? {}) as Row;
    return {
      // Where the client wants the event, in the same words as of a delivery.
      ...(callback !== null && { to: originOf(id, callback) }),
      request:
        asked === undefined
          ? UNREADABLE
          : { query, body: { ...rest, ...(params !== undefined && { params: NOT_SHOWN }) } },
    };
  }

  function originOf(id: string, callback: string): string {
    const url = ifOpens(() => seal.open(callback, contextOf('job', 'callback', id)));
    return url === undefined ? UNREADABLE : new URL(url).origin;
  }

  function showDraft({ content, ...row }: Selectable<Tables['draft']>): Row {
    const { given, arrival, ...rest } = opened(
      content,
      contextOf('draft', 'content', row.id),
    ) as Row;
    return {
      ...row,
      content: {
        ...rest,
        // Some of what was typed is secret.
        given: Object.fromEntries(Object.keys(given ?? {}).map((key) => [key, NOT_SHOWN])),
        ...(arrival !== undefined && { arrival: NOT_SHOWN }),
      },
    };
  }

  function showTrip({ pending_state, arrival, ...row }: Selectable<Tables['vendor_trip']>): Row {
    const { account, found } = opened(
      pending_state,
      contextOf('vendor_trip', 'pending_state', row.id),
    ) as Row;
    return {
      ...row,
      pending_state: { account, ...(found !== undefined && { found }), secrets: NOT_SHOWN },
      arrival: arrival === null ? null : openedArrival(row.id, arrival),
    };
  }

  /** When it was; the code that it brought is a secret. */
  function openedArrival(id: string, arrival: string): Row {
    const { at } = opened(arrival, contextOf('vendor_trip', 'arrival', id)) as Row;
    return { at, query: NOT_SHOWN };
  }

  async function* rowsOf(table: Owned, person: Person): AsyncGenerator<Row> {
    const name = sql.table(table);
    // A result may be many megabytes: one is in memory at a time.
    const limit = table === 'job' ? 1 : ROWS_AT_A_TIME;
    for (const condition of conditionsOf(table, person, dialect)) {
      if (FEW.has(table)) {
        yield* (await sql<Row>`select * from ${name} where ${condition}`.execute(db)).rows;
        continue;
      }
      const keys = keysOf(table);
      const columns = sql.join(keys.map(sql.ref));
      yield* eachRow(limit, async (last?: Row) => {
        const after = last
          ? sql` and (${columns}) > (${sql.join(keys.map((key) => last[key]))})`
          : sql``;
        const { rows } = await sql<Row>`select * from ${name} where ${condition}${after}
          order by ${columns} limit ${limit}`.execute(db);
        return rows;
      });
    }
  }

  /** Row by row, one table after another; nothing where nothing is kept. */
  return async function* exported(clientId: string, tpUserId: string): AsyncGenerator<Exported> {
    const person = await findPerson(db, clientId, tpUserId);
    const names = await namesFor(clientId);
    for (const table of [...OWNED].reverse()) {
      const show =
        table in NAMED
          ? (row: Row) => openedNames(row, NAMED[table], names)
          : (shown[table] as ((row: Row) => Row) | undefined);
      for await (const row of rowsOf(table, person))
        if (table === 'job') yield await showJob(row as unknown as Selectable<Tables['job']>);
        else if (table === 'write')
          yield await showWrite(row as unknown as Selectable<Tables['write']>);
        else yield { table, row: jsonRead(table, show ? show(row) : row) };
    }
    for (const { channel, accountKey } of person.accounts) {
      const one = { channel, account_key: accountKey, client_id: clientId };
      const former = await findOne(db, 'former_account', one);
      if (former) yield { table: 'former_account', row: toRow('former_account', former) };
    }
  };
}

function openedNames(row: Row, column = 'record', names: RecordSeal | undefined): Row {
  const sealed = row[column];
  if (typeof sealed !== 'string' || sealed === '') return row;
  const text = ifOpens(() => names?.open(sealed)) ?? UNREADABLE;
  return { ...row, [column]: text };
}

/** With what its columns keep as JSON. */
function jsonRead(table: Owned, row: Row): Row {
  const columns: Table['columns'] = TABLES[table].columns;
  const read = (name: string, value: unknown) =>
    typeof value === 'string' && columns[name]?.kind === 'json' ? JSON.parse(value) : value;
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, read(name, value)]));
}
