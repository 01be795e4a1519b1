// The rows of executions: who asked what of which channel, and how it ended.
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Durations, Finished, Started, WarningCount } from '../model/execution.ts';
import { storable } from '../model/text.ts';
import type { Seal } from '../seal.ts';
import { deliveryRow, type NewDelivery } from './delivery-rows.ts';
import { isMissingParent } from './faults.ts';
import type { ExecutionTable, Tables } from './schema.ts';
import { type After, type Listed, walk } from './walk.ts';

export interface Execution {
  readonly id: string;
  readonly clientId: string;
  readonly operation: ExecutionTable['operation'];
  readonly channel: string | null;
  readonly tpUserId: string | null;
  readonly mode: ExecutionTable['mode'];
  readonly outcome: ExecutionTable['outcome'];
  readonly stage: string;
  /** The fault's code; null on success. */
  readonly code: string | null;
  readonly traceId: string;
  readonly resultCount: number;
  readonly overrideCount: number;
  readonly calls: number;
  readonly durations: Durations | null;
  readonly warnings: readonly WarningCount[];
  readonly startedAt: number;
  readonly finishedAt: number | null;
}

export interface ExecutionFilter {
  readonly channel?: string | undefined;
  readonly operation?: string | undefined;
  readonly outcome?: string | undefined;
  readonly tpUserId?: string | undefined;
  /** Started at or after, at or before. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** An execution that ended, with the delivery that reports it where one was asked for. */
export interface Ending {
  readonly finished: Finished;
  readonly delivery: NewDelivery | undefined;
}

export type ExecutionStore = ReturnType<typeof executionStore>;

export const KEEP_EXECUTIONS_MS = 30 * 24 * 60 * 60 * 1000;
/** Rows in one statement; SQLite takes 32,766 values. */
const ROWS_AT_ONCE = 500;

export function executionStore(db: Kysely<Tables>, seal: Pick<Seal, 'seal'>) {
  const write = async (endings: readonly Ending[]): Promise<void> => {
    const rows = endings.map(({ finished }) => finishedRow(finished, 'direct'));
    const deliveries = endings.flatMap(({ delivery }) =>
      delivery ? [deliveryRow(seal, delivery)] : [],
    );
    // One statement needs no transaction, and none of its round trips.
    if (deliveries.length === 0 && rows.length <= ROWS_AT_ONCE) {
      if (rows.length > 0) await db.insertInto('execution').values(rows).execute();
      return;
    }
    await db.transaction().execute(async (work) => {
      for (const part of chunks(rows)) await work.insertInto('execution').values(part).execute();
      for (const part of chunks(deliveries))
        await work.insertInto('delivery').values(part).execute();
    });
  };

  const record = async (endings: readonly Ending[]): Promise<void> => {
    try {
      await write(endings);
    } catch (error) {
      if (!isMissingParent(error)) throw error;
      const [only] = endings;
      const half = Math.ceil(endings.length / 2);
      if (endings.length > 1) {
        await record(endings.slice(0, half));
        await record(endings.slice(half));
      } else if (only?.delivery) await lastWord(only.delivery);
    }
  };

  /** Nothing is kept of a user who is gone; but that the call ended, the client wants to know. */
  const lastWord = async (delivery: NewDelivery): Promise<void> => {
    const row = deliveryRow(seal, { ...delivery, userId: null, deleteWhenSent: true });
    try {
      await db.insertInto('delivery').values(row).execute();
    } catch (error) {
      if (!isMissingParent(error)) throw error;
    }
  };

  return {
    /**
     * Keeps executions that ended, each with its delivery, all in one transaction. Those of a
     * client or a user that was deleted meanwhile are left out; the delivery of a user's goes out
     * all the same, and leaves no row behind.
     */
    record,

    async find(clientId: string, id: string): Promise<Execution | undefined> {
      if (!storable(id)) return undefined;
      const row = await db
        .selectFrom('execution')
        .selectAll()
        .where('id', '=', id)
        .where('client_id', '=', clientId)
        .executeTakeFirst();
      return row && toExecution(row);
    },

    /** Newest first. */
    async list(
      clientId: string,
      { channel, operation, outcome, tpUserId, from, to }: ExecutionFilter,
      after: After | undefined,
      limit: number,
    ): Promise<Listed<Execution>> {
      const seek = [
        sql<boolean>`client_id = ${clientId}`,
        ...(tpUserId === undefined ? [] : [sql<boolean>`tp_user_id = ${tpUserId}`]),
        ...(from === undefined ? [] : [sql<boolean>`started_at >= ${from}`]),
        ...(to === undefined ? [] : [sql<boolean>`started_at <= ${to}`]),
      ];
      const sifted = Object.entries({ channel, operation, outcome });
      const sift = sifted.flatMap(([column, value]) =>
        value === undefined ? [] : [sql<boolean>`${sql.ref(column)} = ${value}`],
      );
      const columns = sifted.map(([column]) => column);
      const walking = { table: 'execution', time: 'started_at', seek, sift, columns } as const;
      return await walk(
        db,
        { ...walking, after, limit },
        async (ids) => {
          const rows = await db
            .selectFrom('execution')
            .selectAll()
            .where('id', 'in', ids)
            .orderBy('started_at', 'desc')
            .orderBy('id', 'desc')
            .execute();
          return rows.map(toExecution);
        },
        ({ startedAt }) => startedAt,
      );
    },
  };
}

export function startedRow(started: Started): Insertable<ExecutionTable> {
  return {
    id: started.id,
    client_id: started.client,
    operation: started.operation,
    channel: started.channel ?? null,
    tp_user_id: started.tpUserId ?? null,
    mode: 'async',
    outcome: 'running',
    stage: 'validate',
    code: null,
    trace_id: started.traceId,
    result_count: 0,
    override_count: 0,
    calls: 0,
    durations: 'null',
    warnings: '[]',
    started_at: started.startedAt,
    finished_at: null,
  };
}

export function finishedRow(
  finished: Finished,
  mode: ExecutionTable['mode'],
): Insertable<ExecutionTable> {
  const code = 'code' in finished.errors ? finished.errors.code : null;
  return {
    ...startedRow(finished),
    user_id: finished.userId ?? null,
    mode,
    outcome: finished.isSuccess ? 'succeeded' : 'failed',
    stage: finished.stage,
    code: code ?? null,
    result_count: finished.resultCount,
    override_count: finished.overrideCount,
    calls: finished.calls,
    durations: JSON.stringify(finished.durations),
    warnings: JSON.stringify(finished.warnings),
    finished_at: finished.finishedAt,
  };
}

function* chunks<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) yield rows.slice(at, at + ROWS_AT_ONCE);
}

function toExecution(row: Selectable<ExecutionTable>): Execution {
  return {
    id: row.id,
    clientId: row.client_id,
    operation: row.operation,
    channel: row.channel,
    tpUserId: row.tp_user_id,
    mode: row.mode,
    outcome: row.outcome,
    stage: row.stage,
    code: row.code,
    traceId: row.trace_id,
    resultCount: row.result_count,
    overrideCount: row.override_count,
    calls: row.calls,
    durations: JSON.parse(row.durations),
    warnings: JSON.parse(row.warnings),
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  };
}
