// Everything that is kept of a user, row by row, for whoever has a right to know. No secret is shown.
import type { Readable } from 'node:stream';
import { type Kysely, type Selectable, sql } from 'kysely';
import { ifOpens, type Seal } from '../seal.ts';
import { deliveryContext } from './delivery-rows.ts';
import { draftContext } from './drafts.ts';
import { callbackContext, requestContext, resultContext } from './jobs.ts';
import type { Flavor } from './migrate.ts';
import { conditionsOf, findPerson, OWNED, type Owned, type Person } from './owned.ts';
import { unpackResult } from './results.ts';
import type { DeliveryTable, DraftTable, JobTable, Tables, TripTable } from './schema.ts';
import { arrivalContext, tripContext } from './trips.ts';
import type { UserKeys } from './user-keys.ts';
import { eachRow } from './walk.ts';

/** One row, under the name of its table. */
export interface Exported {
  readonly table: Owned | 'former_account';
  readonly row: Readonly<Record<string, unknown>>;
  /** JSON, to be read once: what a background execution found, too large to be held. */
  readonly result?: Readable;
}

export interface ExportDependencies {
  readonly db: Kysely<Tables>;
  readonly flavor: Flavor;
  readonly seal: Pick<Seal, 'open'>;
  readonly keys: Pick<UserKeys, 'find' | 'open'>;
}

const ROWS_AT_ONCE = 200;
/** What stands in the place of a secret. */
const NOT_SHOWN = 'kept, not shown';
const UNREADABLE = 'kept, but no key opens it';

/** Tables with any number of rows of one user are read by this column; the others have a few. */
const KEYS: Partial<Record<Owned, 'id' | 'hash'>> = {
  delivery: 'id',
  job: 'id',
  execution: 'id',
  draft: 'id',
  vendor_trip: 'id',
  visit: 'id',
  magic_link: 'hash',
};

type Row = Record<string, unknown>;

export function createExport({ db, flavor, seal, keys }: ExportDependencies) {
  const opened = (sealed: string, context: string): unknown => {
    const text = ifOpens(() => seal.open(sealed, context));
    return text === undefined ? UNREADABLE : JSON.parse(text);
  };

  /** How the rows of a table are shown; those not named here are shown as they are. */
  const shown: { [T in Owned]?: (row: Selectable<Tables[T]>) => Row } = {
    delivery: showDelivery,
    draft: showDraft,
    vendor_trip: showTrip,
    // Whoever knows the id of a visit goes on with it; whoever knows the hash cannot go back to the link.
    visit: ({ id: _, linked, scopes, ...row }) => ({
      ...row,
      id: NOT_SHOWN,
      scopes: JSON.parse(scopes),
      linked: JSON.parse(linked),
    }),
    magic_link: ({ scopes, ...row }) => ({ ...row, scopes: JSON.parse(scopes) }),
    credential: ({ account, secrets: _, ...row }) => ({
      ...row,
      account: JSON.parse(account),
      secrets: NOT_SHOWN,
    }),
    user_key: ({ sealed: _, ...row }) => ({ ...row, sealed: NOT_SHOWN }),
    execution: ({ durations, warnings, ...row }) => ({
      ...row,
      durations: JSON.parse(durations),
      warnings: JSON.parse(warnings),
    }),
  };

  function showDelivery({ content, tries, ...row }: Selectable<DeliveryTable>): Row {
    const both = opened(content, deliveryContext(row.id));
    const [url, body] = Array.isArray(both) ? both : [];
    return {
      ...row,
      // The client's address may carry a token of its own in its query.
      to: typeof url === 'string' ? new URL(url).origin : UNREADABLE,
      event: typeof body === 'string' ? JSON.parse(body) : UNREADABLE,
      tries: JSON.parse(tries),
    };
  }

  async function showJob(job: Selectable<JobTable>): Promise<Exported> {
    const { request, result, callback, ...row } = job;
    const key = (await keys.find(db, [row.user_id])).get(row.user_id);
    const open = (sealed: string, context: string) =>
      ifOpens(() => keys.open(row.user_id, key, sealed, context));
    if (result !== null) {
      const packed = open(result, resultContext(row.id));
      return packed
        ? { table: 'job', row, result: unpackResult(packed) }
        : { table: 'job', row: { ...row, result: UNREADABLE } };
    }
    if (request === null) return { table: 'job', row };
    const text = open(request, requestContext(row.id))?.toString('utf8');
    return { table: 'job', row: { ...row, ...asAsked(row.id, text, callback) } };
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
    const url = ifOpens(() => seal.open(callback, callbackContext(id)));
    return url === undefined ? UNREADABLE : new URL(url).origin;
  }

  function showDraft({ content, ...row }: Selectable<DraftTable>): Row {
    const { given, arrival, ...rest } = opened(content, draftContext(row.id)) as Row;
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

  function showTrip({ pending_state, arrival, outcome, ...row }: Selectable<TripTable>): Row {
    const { account, found } = opened(pending_state, tripContext(row.id)) as Row;
    return {
      ...row,
      pending_state: { account, ...(found !== undefined && { found }), secrets: NOT_SHOWN },
      arrival: arrival === null ? null : openedArrival(row.id, arrival),
      outcome: outcome === null ? null : JSON.parse(outcome),
    };
  }

  /** When it was; the code that it brought is a secret. */
  function openedArrival(id: string, arrival: string): Row {
    const { at } = opened(arrival, arrivalContext(id)) as Row;
    return { at, query: NOT_SHOWN };
  }

  async function* rowsOf(table: Owned, person: Person): AsyncGenerator<Row> {
    const key = KEYS[table];
    const name = sql.table(table);
    // A result may be many megabytes: one is in memory at a time.
    const limit = table === 'job' ? 1 : ROWS_AT_ONCE;
    for (const condition of conditionsOf(table, person, flavor)) {
      if (!key) {
        yield* (await sql<Row>`select * from ${name} where ${condition}`.execute(db)).rows;
        continue;
      }
      const column = sql.ref(key);
      yield* eachRow(limit, async (last?: Row) => {
        const { rows } = await sql<Row>`select * from ${name} where ${condition}
          and ${column} > ${last?.[key] ?? ''} order by ${column} limit ${limit}`.execute(db);
        return rows;
      });
    }
  }

  /** Row by row, one table after another; nothing where nothing is kept. */
  return async function* exported(clientId: string, tpUserId: string): AsyncGenerator<Exported> {
    const person = await findPerson(db, clientId, tpUserId);
    for (const table of [...OWNED].reverse()) {
      const show = shown[table] as ((row: Row) => Row) | undefined;
      for await (const row of rowsOf(table, person))
        yield table === 'job'
          ? await showJob(row as unknown as Selectable<JobTable>)
          : { table, row: show ? show(row) : row };
    }
    for (const { channel, accountKey } of person.accounts) {
      const row = await db
        .selectFrom('former_account')
        .selectAll()
        .where('channel', '=', channel)
        .where('account_key', '=', accountKey)
        .where('client_id', '=', clientId)
        .executeTakeFirst();
      if (row) yield { table: 'former_account', row };
    }
  };
}
