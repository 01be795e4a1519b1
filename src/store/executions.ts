// The rows of executions: who asked what of which channel, and how it ended.
import { sql } from 'kysely';
import { ifOpens } from '../keys/seal.ts';
import { type KeptDetails, keptDetails } from '../model/details.ts';
import type { Finished, Started } from '../model/execution.ts';
import { storable } from '../model/text.ts';
import { add, type Base, findOne, groupsOf, insert, ROWS, unlessGone } from './base.ts';
import { deliveryRow, type NewDelivery } from './delivery-rows.ts';
import { contextOf, type Rec, toRecord } from './schema.ts';
import { executionIndexName, NOT_SUCCEEDED } from './tables-work.ts';
import { type After, equal, type Listed, walk } from './walk.ts';

export type Execution = Omit<Rec<'execution'>, 'userId' | 'details'>;

export interface ExecutionFilter {
  readonly channel?: string | undefined;
  readonly operation?: string | undefined;
  readonly outcome?: string | undefined;
  /** Of a fault. */
  readonly code?: string | undefined;
  /** Only together with its client. */
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

export function executionStore({ db, dialect, seal }: Pick<Base, 'db' | 'dialect' | 'seal'>) {
  const write = async (endings: readonly Ending[]): Promise<true> => {
    const rows = endings.map(({ finished }) => finishedRow(seal, finished, 'direct'));
    const deliveries = endings.flatMap(({ delivery }) =>
      delivery ? [deliveryRow(seal, delivery)] : [],
    );
    // One statement needs no transaction, and none of its round trips. Where the answer to a commit
    // was lost, the same rows come once more.
    if (deliveries.length === 0 && rows.length <= ROWS) {
      if (rows.length > 0) await insert(db, 'execution', rows, { by: ['id'] });
      return true;
    }
    await db.transaction().execute(async (work) => {
      for (const part of groupsOf(rows)) await insert(work, 'execution', part, { by: ['id'] });
      for (const part of groupsOf(deliveries)) await insert(work, 'delivery', part);
    });
    return true;
  };

  const record = async (endings: readonly Ending[]): Promise<void> => {
    if (await unlessGone(() => write(endings))) return;
    const [only] = endings;
    const half = Math.ceil(endings.length / 2);
    if (endings.length > 1) {
      await record(endings.slice(0, half));
      await record(endings.slice(half));
    } else if (only?.delivery) await lastWord(only.delivery);
  };

  /** Nothing is kept about a user who is gone; but that the call ended, the client wants to know. */
  const lastWord = async (delivery: NewDelivery): Promise<void> => {
    const row = deliveryRow(seal, { ...delivery, userId: null, deleteWhenSent: true });
    await add(db, 'delivery', row);
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
      const found = await findOne(db, 'execution', { id, clientId });
      return found && shown(found);
    },

    /** One of any client, with what is known of how it went. */
    async open(id: string) {
      if (!storable(id)) return undefined;
      const found = await findOne(db, 'execution', { id });
      if (!found) return undefined;
      const { details } = found;
      const text = details && ifOpens(() => seal.open(details, detailsContext(id)));
      return { ...shown(found), details: text ? (JSON.parse(text) as KeptDetails) : null };
    },

    /** Newest first, of one client or of all. */
    async list(
      clientId: string | undefined,
      { channel, operation, outcome, code, tpUserId, from, to }: ExecutionFilter,
      after: After | undefined,
      limit: number,
    ): Promise<Listed<Execution>> {
      const ended = outcome ?? (code === undefined ? undefined : 'failed');
      const isOther = ended !== undefined && ended !== 'succeeded';
      const how = isOther ? { code } : {};
      const by = {
        ...(isOther && { outcome: ended }),
        ...{ client_id: clientId, tp_user_id: tpUserId },
        ...(tpUserId === undefined && { channel, ...how }),
      };
      const seek = [
        ...equal(by).sift,
        ...(isOther ? [sql<boolean>`${sql.raw(NOT_SUCCEEDED)}`] : []),
        ...(from === undefined ? [] : [sql<boolean>`started_at >= ${from}`]),
        ...(to === undefined ? [] : [sql<boolean>`started_at <= ${to}`]),
      ];
      const walking = { table: 'execution', time: 'started_at', seek, after, limit } as const;
      const sift = equal({
        operation,
        ...(!isOther && { outcome, code }),
        ...(tpUserId !== undefined && { channel, ...how }),
      });
      const along = dialect === 'sqlite' ? { index: executionIndexName(by) } : {};
      return await walk(db, { ...walking, ...sift, ...along }, (row) =>
        shown(toRecord('execution', row)),
      );
    },
  };
}

/** Of one that goes on in the background. */
export function startedRow(started: Started) {
  const { id, client: clientId, operation, traceId, startedAt } = started;
  return {
    ...{ id, clientId, operation, traceId, startedAt },
    ...{ channel: started.channel ?? null, tpUserId: started.tpUserId ?? null },
    ...{ mode: 'async' as const, outcome: 'running' as const, stage: 'validate' },
    ...{ resultCount: 0, overrideCount: 0, calls: 0, warnings: [] },
  };
}

export function finishedRow(
  seal: Pick<Base['seal'], 'seal'>,
  finished: Finished,
  mode: Execution['mode'],
) {
  const { isSuccess, errors, stage, resultCount, overrideCount, calls } = finished;
  const { id, durations, warnings, finishedAt, userId = null, details } = finished;
  const outcome = isSuccess ? ('succeeded' as const) : ('failed' as const);
  const code = ('code' in errors ? errors.code : null) ?? null;
  const started = startedRow(finished);
  const counts = { resultCount, overrideCount, calls, durations, warnings };
  return {
    ...{ ...started, ...counts },
    ...{ userId, mode, outcome, stage, code, finishedAt },
    details: details
      ? seal.seal(JSON.stringify(keptDetails(finished.operation, details)), detailsContext(id))
      : null,
  };
}

const shown = ({ userId, details, ...execution }: Rec<'execution'>): Execution => execution;
const detailsContext = (id: string): string => contextOf('execution', 'details', id);
