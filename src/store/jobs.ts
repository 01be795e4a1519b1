// The rows of asynchronous executions: the sealed request until it ran, then the sealed result.
import type { Readable } from 'node:stream';
import { ifOpens } from '../keys/seal.ts';
import { type Finished, isWrite, type Started } from '../model/execution.ts';
import { storable } from '../model/text.ts';
import { AHEAD, type Claimed, type Claiming, queue, RELEASED, waiting } from '../work/queue.ts';
import { kept, type NoRoom, type Quota, roomAt } from '../work/room.ts';
import { type Base, findOne, hold, holding, insert, update } from './base.ts';
import { deliveryRow, type NewDelivery } from './delivery-rows.ts';
import { finishedRow, startedRow } from './executions.ts';
import { packResult, unpackResult } from './results.ts';
import { contextOf } from './schema.ts';

export interface ClaimedJob extends Claimed {
  readonly clientId: string;
  /** Undefined when neither the ring nor its user's key opens it. */
  readonly request: string | undefined;
}

export interface JobEnd {
  readonly finished: Finished;
  /** The response as it would have been sent. */
  readonly result: string;
  readonly delivery: NewDelivery | undefined;
  /** From then on the result is gone. */
  readonly expiresAt: number;
}

export interface JobResult {
  /** JSON, to be read once. */
  readonly result: Readable;
  readonly expiresAt: number;
}

const requestContext = (id: string): string => contextOf('job', 'request', id);
const resultContext = (id: string): string => contextOf('job', 'result', id);

export function jobStore(base: Base) {
  const { db, now, seal, keys } = base;
  const { claim, ...leased } = queue(base, 'job');
  return {
    ...leased,

    /** Keeps the request and the execution's row, if there is room; false if the client is gone. */
    async begin(started: Started, request: string, quota: Quota): Promise<boolean | NoRoom> {
      const { id, client, tpUserId, startedAt, callback, operation } = started;
      // What a client writes goes before all that it reads.
      const runAt = isWrite(operation) ? startedAt - AHEAD : startedAt;
      const sealedCallback =
        callback === undefined ? null : seal.seal(callback, contextOf('job', 'callback', id));
      const begun = await holding(base, client, 'no key update', async (work) => {
        const used = await kept(work, client, now());
        if (used.bytes >= quota.bytes || used.rows >= quota.rows)
          return { ...used, roomAt: await roomAt(work, client, now(), used, quota) };
        const who = tpUserId !== undefined && { clientId: client, tpUserId };
        const userId = (who && (await hold(base, work, 'user', who))) || null;
        const sealed = await keys.seal(work, userId, request, requestContext(id));
        await insert(work, 'execution', { ...startedRow(started), userId });
        await insert(work, 'job', {
          ...{ ...waiting(client), id, clientId: client, userId },
          ...{ runAt, createdAt: startedAt },
          ...{ request: sealed, callback: sealedCallback },
          size: sealed.length + (sealedCallback?.length ?? 0),
        });
        return true;
      });
      return begun ?? false;
    },

    async claim(claiming: Claiming): Promise<readonly ClaimedJob[]> {
      const jobs = await claim(claiming);
      const userIds = jobs.map(({ userId }) => userId);
      const theirs = await keys.find(db, userIds);
      return jobs.map(({ id, lockedBy, deaths, clientId, userId, request: sealed }) => {
        const open = () => keys.open(userId, theirs.get(userId), sealed ?? '', requestContext(id));
        return { id, lockedBy, deaths, clientId, request: ifOpens(open)?.toString('utf8') };
      });
    },

    /**
     * Keeps the result, erases the request with its credentials, and stores the delivery, in one
     * transaction, if the lease still holds and the user is still there; says whether it did. What
     * is over the quota is not kept and nothing else changes; the one that crosses it is kept.
     * Without a quota it is always kept.
     */
    async finish(
      held: ClaimedJob,
      end: JobEnd,
      quota?: Quota,
    ): Promise<boolean | 'too_large' | NoRoom> {
      const packed = await packResult(end.result);
      if (packed === undefined) return 'too_large';
      const { id: _, ...ended } = finishedRow(seal, end.finished, 'async');
      const finished = await holding(base, held.clientId, 'no key update', async (work) => {
        const mine = { id: held.id, lockedBy: held.lockedBy };
        const own = await findOne(work, 'job', mine);
        if (!own) return false;
        const userId = end.finished.userId ?? own.userId;
        if (userId !== null && !(await hold(base, work, 'user', { id: userId }))) return false;
        if (quota) {
          const { bytes, rows } = await kept(work, held.clientId, now());
          const used = { bytes: bytes - own.size, rows: rows - 1 };
          if (used.bytes >= quota.bytes)
            return { ...used, roomAt: await roomAt(work, held.clientId, now(), used, quota) };
        }
        const result = await keys.seal(work, userId, packed, resultContext(held.id));
        const done = await update(work, 'job', mine, {
          ...{ state: 'done', request: null, callback: null, ...RELEASED },
          ...{ result, userId, size: result.length, expiresAt: end.expiresAt },
        });
        if (done === 0) return false;
        await update(work, 'execution', { id: held.id }, { ...ended, userId });
        if (end.delivery)
          await insert(work, 'delivery', deliveryRow(seal, { ...end.delivery, userId }));
        return true;
      });
      return finished ?? false;
    },

    /** The result while it is kept, and while the key that it was sealed with is. */
    async result(clientId: string, id: string): Promise<JobResult | undefined> {
      if (!storable(id)) return undefined;
      const row = await db
        .selectFrom('job')
        .leftJoin('user_key', 'user_key.user_id', 'job.user_id')
        .select(['result', 'expires_at', 'job.user_id', 'user_key.sealed as key'])
        .where('id', '=', id)
        .where('client_id', '=', clientId)
        .executeTakeFirst();
      const { result, expires_at: expiresAt, user_id: userId = null, key } = row ?? {};
      if (result == null || expiresAt == null || expiresAt <= now()) return undefined;
      const packed = ifOpens(() => keys.open(userId, key, result, resultContext(id)));
      return packed && { result: unpackResult(packed), expiresAt };
    },
  };
}
