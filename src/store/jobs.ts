// The rows of asynchronous executions: the sealed request until it ran, then the sealed result.
import type { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import type { Finished, Started } from '../model/execution.ts';
import { storable } from '../model/text.ts';
import { ifOpens, type Seal } from '../seal.ts';
import { deliveryRow, type NewDelivery } from './delivery-rows.ts';
import { finishedRow, startedRow } from './executions.ts';
import { keepUser, keepUserCalled } from './keep.ts';
import { type Claimed, type Claiming, leases } from './leases.ts';
import type { Flavor } from './migrate.ts';
import { packResult, unpackResult } from './results.ts';
import { kept, lockRoom, type NoRoom, type Quota, roomAt } from './room.ts';
import type { Tables } from './schema.ts';
import type { UserKeys } from './user-keys.ts';

/** A job in hand. */
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

export type JobStore = ReturnType<typeof jobStore>;

export function jobStore(
  db: Kysely<Tables>,
  flavor: Flavor,
  now: () => number,
  seal: Pick<Seal, 'seal'>,
  keys: UserKeys,
) {
  const { claim, ...leased } = leases(db, flavor, 'job');
  return {
    ...leased,

    /**
     * Keeps the request and the execution's row in one transaction, if there is room for another;
     * false if the client is gone.
     */
    async begin(started: Started, request: string, quota: Quota): Promise<boolean | NoRoom> {
      const { id, client, tpUserId, startedAt, callback } = started;
      const sealedCallback =
        callback === undefined ? null : seal.seal(callback, callbackContext(id));
      return await db.transaction().execute(async (work) => {
        if (!(await lockRoom(work, flavor, client))) return false;
        const used = await kept(work, client, now());
        if (used.bytes >= quota.bytes || used.rows >= quota.rows)
          return { ...used, roomAt: await roomAt(work, client, now(), used, quota) };
        const userId = await keepUserCalled(work, flavor, client, tpUserId);
        const sealed = await keys.seal(work, userId, request, requestContext(id));
        await work
          .insertInto('execution')
          .values({ ...startedRow(started), user_id: userId })
          .execute();
        await work
          .insertInto('job')
          .values({
            id,
            lane: client,
            state: 'waiting',
            run_at: startedAt,
            attempts: 0,
            locked_until: 0,
            locked_by: '',
            client_id: client,
            request: sealed,
            result: null,
            created_at: startedAt,
            expires_at: null,
            size: sealed.length + (sealedCallback?.length ?? 0),
            callback: sealedCallback,
            user_id: userId,
          })
          .execute();
        return true;
      });
    },

    async claim(claiming: Claiming): Promise<readonly ClaimedJob[]> {
      const rows = await claim(claiming);
      const userIds = rows.map((row) => row.user_id);
      const theirs = await keys.find(db, userIds);
      const open = ({ id, user_id, request }: (typeof rows)[number]) =>
        ifOpens(() => keys.open(user_id, theirs.get(user_id), request ?? '', requestContext(id)));
      return rows.map((row) => ({
        id: row.id,
        lockedBy: row.locked_by,
        clientId: row.client_id,
        deaths: row.deaths,
        request: open(row)?.toString('utf8'),
      }));
    },

    /**
     * Keeps the result, erases the request with its credentials, and stores the delivery, in one
     * transaction, if the lease still holds and the user is still there; says whether it did. What is over the quota is not kept
     * and nothing else changes; the one that crosses it is kept. Without a quota it is always kept.
     */
    async finish(
      held: ClaimedJob,
      end: JobEnd,
      quota?: Quota,
    ): Promise<boolean | 'too_large' | NoRoom> {
      const packed = await packResult(end.result);
      if (packed === undefined) return 'too_large';
      const { id: _, ...ended } = finishedRow(end.finished, 'async');
      return await db.transaction().execute(async (work) => {
        if (!(await lockRoom(work, flavor, held.clientId))) return false;
        const own = await work
          .selectFrom('job')
          .select(['size', 'user_id'])
          .where('id', '=', held.id)
          .where('locked_by', '=', held.lockedBy)
          .executeTakeFirst();
        if (!own) return false;
        const userId = end.finished.userId ?? own.user_id;
        if (userId !== null && !(await keepUser(work, flavor, userId))) return false;
        if (quota) {
          const { bytes, rows } = await kept(work, held.clientId, now());
          const used = { bytes: bytes - own.size, rows: rows - 1 };
          if (used.bytes >= quota.bytes)
            return { ...used, roomAt: await roomAt(work, held.clientId, now(), used, quota) };
        }
        const result = await keys.seal(work, userId, packed, resultContext(held.id));
        const done = await work
          .updateTable('job')
          .set({
            state: 'done',
            request: null,
            callback: null,
            result,
            user_id: userId,
            size: result.length,
            expires_at: end.expiresAt,
            locked_until: 0,
            locked_by: '',
          })
          .where('id', '=', held.id)
          .where('locked_by', '=', held.lockedBy)
          .executeTakeFirst();
        if (done.numUpdatedRows === 0n) return false;
        await work
          .updateTable('execution')
          .set({ ...ended, user_id: userId })
          .where('id', '=', held.id)
          .execute();
        if (end.delivery)
          await work
            .insertInto('delivery')
            .values(deliveryRow(seal, { ...end.delivery, userId }))
            .execute();
        return true;
      });
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

export const callbackContext = (id: string): string => `job/${id}/callback`;
export const requestContext = (id: string): string => `job/${id}/request`;
export const resultContext = (id: string): string => `job/${id}/result`;
