// Everything that is kept of a user, row by row, for a person with a right to know. No secret is shown.
import { Readable } from 'node:stream';
import { type Selectable, sql } from 'kysely';
import { createRecordSeal, type RecordSeal } from '../keys/record-seal.ts';
import { ifOpens } from '../keys/seal.ts';
import { type Base, findOne } from '../store/base.ts';
import type { Table } from '../store/columns.ts';
import { conditionsOf, findPerson, OWNED, type Owned, type Person } from '../store/owned.ts';
import { unpackResult } from '../store/results.ts';
import { contextOf, keysOf, TABLES, type Tables, toRow } from '../store/schema.ts';
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

type Row = Record<string, unknown>;
type Shown = { [T in Owned]?: (row: Selectable<Tables[T]>) => Row | Promise<Row> };

export function createExport({ db, dialect, keys }: Base) {
  /** What was sealed with the key of a user, or for no user under the ring; undefined where nothing opens it. */
  async function open(context: string, sealed: string, user: string | null = null) {
    const key = (await keys.find(db, [user])).get(user);
    return ifOpens(() => keys.open(user, key, sealed, context));
  }

  async function read(...sealed: Parameters<typeof open>): Promise<Row | undefined> {
    const bytes = await open(...sealed);
    return bytes && JSON.parse(bytes.toString('utf8'));
  }

  /** What opens the names of records, and how far a reading came; undefined where nothing does. */
  async function namesFor(clientId: string): Promise<RecordSeal | undefined> {
    const feed = await findOne(db, 'feed', { clientId });
    const key = feed && (await open(contextOf('feed', 'key', clientId), feed.key));
    return key && createRecordSeal(key);
  }

  /** How the rows of a table are shown; those not named here are shown as they are. */
  const shown: Shown = {
    async delivery({ content, ...row }) {
      const both = await read(contextOf('delivery', 'content', row.id), content);
      const [url, body] = Array.isArray(both) ? both : [];
      const event = body === undefined ? UNREADABLE : JSON.parse(body);
      return { ...row, to: originOf(url), event };
    },
    async job({ request, result, callback, ...row }) {
      if (result !== null) {
        const packed = await open(contextOf('job', 'result', row.id), result, row.user_id);
        return { ...row, result: packed ? unpackResult(packed) : UNREADABLE };
      }
      if (request === null) return row;
      const sent = await read(contextOf('job', 'request', row.id), request, row.user_id);
      const { query, body } = (sent?.request ?? {}) as Row;
      const { params, ...rest } = (body ?? {}) as Row;
      const to = callback && (await open(contextOf('job', 'callback', row.id), callback));
      return {
        ...row,
        // Where the client wants the event, in the same words as of a delivery.
        ...(callback !== null && { to: originOf(to?.toString()) }),
        request: sent ? { query, body: { ...rest, ...hidden({ params }) } } : UNREADABLE,
      };
    },
    async write({ content, ...row }) {
      const kept = await read(contextOf('write', 'content', row.id), content, row.user_id);
      return { ...row, content: kept ? { ...kept, ...hidden({ given: kept.given }) } : UNREADABLE };
    },
    async execution(row) {
      if (row.details === null) return row;
      const details = await read(contextOf('execution', 'details', row.id), row.details);
      return { ...row, details: details ?? UNREADABLE };
    },
    async draft({ content, ...row }) {
      const kept = await read(contextOf('draft', 'content', row.id), content);
      if (!kept) return { ...row, content: UNREADABLE };
      const { given, arrival, ...rest } = kept;
      // Some of what was typed is secret.
      return { ...row, content: { ...rest, given: hidden(given ?? {}), ...hidden({ arrival }) } };
    },
    async vendor_trip({ pending_state, arrival, ...row }) {
      const pending = await read(contextOf('vendor_trip', 'pending_state', row.id), pending_state);
      const came = arrival && (await read(contextOf('vendor_trip', 'arrival', row.id), arrival));
      return {
        ...row,
        pending_state: pending
          ? { account: pending.account, found: pending.found, secrets: NOT_SHOWN }
          : UNREADABLE,
        // When it was; the code that it brought is a secret.
        arrival: came ? { at: came.at, query: NOT_SHOWN } : arrival && UNREADABLE,
      };
    },
    // The id of a visit is enough to continue it; its hash does not lead back to the link.
    visit: (row) => ({ ...row, id: NOT_SHOWN }),
    credential: (row) => ({ ...row, secrets: NOT_SHOWN }),
    user_key: (row) => ({ ...row, sealed: NOT_SHOWN }),
    hook_subscription: (row) => ({ ...row, secret: NOT_SHOWN }),
  };

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
    const named = (column: string) => (row: Row) => openedName(row, column, names);
    const showing: Shown = {
      ...shown,
      ...{ change: named('record'), hint: named('record'), seen: named('record') },
      ...{ reading: named('progress'), watch: named('history') },
    };
    for (const table of [...OWNED].reverse()) {
      const show = showing[table] as ((row: Row) => Row | Promise<Row>) | undefined;
      for await (const kept of rowsOf(table, person)) {
        const { result, ...rest } = show ? await show(kept) : kept;
        const row = jsonRead(table, rest);
        if (result instanceof Readable) yield { table, row, result };
        else yield { table, row: result === undefined ? row : { ...row, result } };
      }
    }
    for (const { channel, accountKey } of person.accounts) {
      const one = { channel, accountKey, clientId };
      const former = await findOne(db, 'former_account', one);
      if (former) yield { table: 'former_account', row: toRow('former_account', former) };
    }
  };
}

/** The origin alone: the client's address may carry a token of its own in its query. */
const originOf = (url = ''): string => URL.parse(url)?.origin ?? UNREADABLE;

/** The same, with none of its values. */
const hidden = (given: object): Row =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, NOT_SHOWN]],
    ),
  );

/** The name of a record, or how far a reading came, which the key of the client's log sealed. */
function openedName(row: Row, column: string, names: RecordSeal | undefined): Row {
  const sealed = row[column];
  if (typeof sealed !== 'string' || sealed === '') return row;
  return { ...row, [column]: ifOpens(() => names?.open(sealed)) ?? UNREADABLE };
}

/** With what its columns keep as JSON. */
function jsonRead(table: Owned, row: Row): Row {
  const columns: Table['columns'] = TABLES[table].columns;
  const read = (name: string, value: unknown) =>
    typeof value === 'string' && columns[name]?.kind === 'json' ? JSON.parse(value) : value;
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, read(name, value)]));
}
