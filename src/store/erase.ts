// Erases a user whole: every row that is theirs, in one transaction, with last events to the client.
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import { ifOpens } from '../keys/seal.ts';
import { completionEvent } from '../model/event.ts';
import { type NoticeData, notice } from '../model/notices.ts';
import { takeBack } from '../work/due.ts';
import { noteFormer } from './accounts.ts';
import { affected, type Base, findAll, findOne, hold, insert, removeSome, update } from './base.ts';
import { accountName } from './bound.ts';
import { deliveryRow, newDelivery } from './delivery-rows.ts';
import type { NoticeStore } from './notices.ts';
import {
  accountsOf,
  type Counts,
  conditionsOf,
  findPerson,
  noRows,
  OWNED,
  type Owned,
  type Person,
} from './owned.ts';
import { contextOf, type Rec, type Tables } from './schema.ts';

export interface EraseDependencies {
  readonly notices: Pick<NoticeStore, 'change'>;
  /** An address in the documentation for a fault's code. */
  readonly helpOf: (code: string) => string;
  readonly onErased: () => Promise<void>;
  readonly onNotice: () => void;
}

/** Rows in one statement: on SQLite nothing else happens meanwhile. */
const STEP = 2000;

/** By whom a user was deleted, as the client is notified. */
export type Unlinked = Extract<NoticeData<'channel.unlinked'>['why'], 'by_client' | 'by_operator'>;

export function createErase(base: Base, deps: EraseDependencies) {
  const { db, dialect, now, seal } = base;
  const { notices, onErased, onNotice } = deps;

  /** Undefined where nothing was kept of them. */
  return async function erase(
    clientId: string,
    tpUserId: string,
    why: Unlinked,
  ): Promise<Counts | undefined> {
    const before = await findPerson(db, clientId, tpUserId);
    const counts = noRows();
    // Requests about an account that another user of the client has linked too stay.
    await erasePiles({ ...before, accounts: await accountsOf(db, before.userId, true) }, counts);
    const rest = await notices.change(
      clientId,
      async (work, emit) => {
        const { erased, unlinked } = await eraseAll(work, before);
        const at = now();
        for (const channel of unlinked)
          emit(notice('channel.unlinked', at, { tpUserId, channel, why }));
        return erased;
      },
      { deleteWhenSent: true },
    );
    for (const table of OWNED) counts[table] += rest?.[table] ?? 0;
    if (OWNED.every((table) => counts[table] === 0)) return undefined;
    onNotice();
    await onErased();
    return counts;
  };

  /**
   * What piled up goes first, in short steps, so that the rest is little. It is the same whether it
   * is repeated or broken off: no one needs it whose user is about to go.
   */
  async function erasePiles(person: Person, counts: Record<Owned, number>): Promise<void> {
    for (const table of ['change', 'seen'] as const)
      for (const condition of conditionsOf(table, person, dialect))
        counts[table] += await inSteps(table, condition);
    const ended = { delivery: sql`state <> 'waiting'`, job: sql`state = 'done'` };
    for (const table of ['delivery', 'job'] as const)
      for (const condition of conditionsOf(table, person, dialect))
        counts[table] += await inSteps(table, sql`${condition} and ${ended[table]}`);
    // Not those of work that still waits: by them it is found below.
    const [calls] = conditionsOf('execution', person, dialect);
    counts.execution += await inSteps(
      'execution',
      sql`${calls} and finished_at is not null
        and not exists (select 1 from delivery where delivery.execution_id = execution.id
          and delivery.client_id = execution.client_id and delivery.user_id is null)
        and not exists (select 1 from write where write.execution_id = execution.id
          and write.client_id = execution.client_id and write.user_id is null)`,
    );
  }

  async function inSteps(table: Owned, which: ReturnType<typeof sql>): Promise<number> {
    for (let all = 0; ; ) {
      const many = await sql`select 1 from ${sql.table(table)} where ${which}
        limit 1 offset ${STEP - 1}`.execute(db);
      // Few go with all the rest.
      if (many.rows.length === 0) return all;
      all += await removeSome(db, table, which, STEP);
      // SQLite answers without the event loop: others would not have their turn.
      await turnOfOthers();
    }
  }

  async function eraseAll(work: Transaction<Tables>, before: Person) {
    const { clientId, tpUserId } = before;
    // Meanwhile no one else begins or ends to watch what this user watches.
    await hold(base, work, 'client', { id: clientId }, 'no key update');
    // From here on nothing is written for this user that would go without a word.
    const userId = await hold(base, work, 'user', { clientId, tpUserId }, 'update');
    const person = { ...before, userId, accounts: await accountsOf(work, userId, true) };
    if (userId !== undefined) await noteFormer(work, now(), { userId });
    // Requests of a vendor that still wait go out before their rows go.
    for (const { channel, accountKey } of person.accounts) {
      const about = { clientId, account: accountName(channel, accountKey) };
      const waiting = { ...about, state: 'waiting' as const };
      await update(work, 'delivery', waiting, { deleteWhenSent: 1, account: null });
    }
    const unlinked = await findAll(work, 'credential', { userId: userId ?? '' }, 'channel');
    const lastWords = await endJobs(work, person);
    // Those who have them in hand write for this user too.
    const read = sql`select reading_id from watch where user_id = ${userId ?? ''}`;
    await takeBack(work, sql`reading_id in (${read})`, now());
    const erased = noRows();
    for (const table of OWNED)
      for (const condition of conditionsOf(table, person, dialect))
        erased[table] += await affected(
          work,
          sql`delete from ${sql.table(table)} where ${condition}`,
        );
    for (const row of lastWords) await insert(work, 'delivery', row);
    return { erased, unlinked: unlinked.map(({ channel }) => channel) };
  }

  /** The completion events of background executions that will not end any more, where they were asked for. */
  async function endJobs(work: Transaction<Tables>, person: Person) {
    const rows = [];
    const at = now();
    for (const condition of conditionsOf('job', person, dialect)) {
      const waiting = sql<Pick<Rec<'job'>, 'id' | 'callback'>>`select id, callback from job
        where state = 'waiting' and callback is not null and ${condition} order by id`;
      for (const { id, callback } of (await waiting.execute(work)).rows) {
        const url = ifOpens(() => seal.open(callback ?? '', contextOf('job', 'callback', id)));
        const call = await findOne(work, 'execution', { id });
        if (url === undefined || !call) continue;
        const event = completionEvent({
          ...{ id, traceId: call.traceId, operation: call.operation, finishedAt: at },
          ...{ channel: call.channel ?? undefined, tpUserId: person.tpUserId },
          ...{ isSuccess: false, stage: 'authorize', resultCount: 0, nextPageToken: undefined },
          errors: {
            code: 'unknown_user',
            message: 'The user of this execution was deleted before it ended.',
            step: 'authorize',
            retryable: false,
            help: deps.helpOf('unknown_user'),
          },
        });
        const addressee = { clientId: person.clientId, url, executionId: id, deleteWhenSent: true };
        rows.push(deliveryRow(seal, newDelivery(addressee, event, at)));
      }
    }
    return rows;
  }
}
