// Erases a user whole: every row that is theirs, at once, with a last word to the client.
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { completionEvent } from '../model/event.ts';
import { channelUnlinked } from '../model/notices.ts';
import { ifOpens, type Seal } from '../seal.ts';
import { noteFormer } from './accounts.ts';
import { accountName } from './bound.ts';
import { deliveryRow, newDelivery } from './delivery-rows.ts';
import { callbackContext } from './jobs.ts';
import type { Flavor } from './migrate.ts';
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
import type { Tables } from './schema.ts';

export interface EraseDependencies {
  readonly db: Kysely<Tables>;
  readonly flavor: Flavor;
  readonly now: () => number;
  readonly seal: Pick<Seal, 'seal' | 'open'>;
  readonly notices: Pick<NoticeStore, 'change'>;
  /** An address in the documentation for a fault's code. */
  readonly helpOf: (code: string) => string;
  /** Rows were erased: they are to leave the files too. */
  readonly onErased: () => Promise<void>;
  /** There are new deliveries. */
  readonly onNotice: () => void;
}

/** Rows in one statement: on SQLite nothing else happens meanwhile. */
const STEP = 2000;

/** Undefined where nothing was kept of them. */
export type Erase = (clientId: string, tpUserId: string) => Promise<Counts | undefined>;

export function createErase(deps: EraseDependencies): Erase {
  const { db, flavor, now, seal, notices, onErased, onNotice } = deps;

  return async function erase(clientId, tpUserId) {
    const before = await findPerson(db, clientId, tpUserId);
    const counts = noRows();
    await erasePiles({ ...before, accounts: await accountsGoing(db, before.userId) }, counts);
    const rest = await notices.change(
      clientId,
      async (work, tell) => {
        const { erased, unlinked } = await eraseAll(work, before);
        const at = now();
        for (const channel of unlinked)
          tell(channelUnlinked({ tpUserId, channel }, 'by_client', at));
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
   * is repeated or broken off: nobody needs it whose user is about to go.
   */
  async function erasePiles(person: Person, counts: Record<Owned, number>): Promise<void> {
    const ended = { delivery: sql`state <> 'waiting'`, job: sql`state = 'done'` };
    for (const table of ['delivery', 'job'] as const)
      for (const condition of conditionsOf(table, person, flavor))
        counts[table] += await inSteps(table, sql`${condition} and ${ended[table]}`);
    // Not those of work that still waits: by them it is found below.
    const [calls] = conditionsOf('execution', person, flavor);
    counts.execution += await inSteps(
      'execution',
      sql`${calls} and finished_at is not null
        and not exists (select 1 from delivery where delivery.execution_id = execution.id
          and delivery.client_id = execution.client_id and delivery.user_id is null)`,
    );
  }

  async function inSteps(table: Owned, which: ReturnType<typeof sql>): Promise<number> {
    const name = sql.table(table);
    for (let all = 0; ; ) {
      const many = await sql`select id from ${name} where ${which}
        limit 1 offset ${STEP - 1}`.execute(db);
      // Few go with all the rest.
      if (many.rows.length === 0) return all;
      const { numAffectedRows } = await sql`delete from ${name} where id in (
        select id from ${name} where ${which} limit ${STEP})`.execute(db);
      all += Number(numAffectedRows ?? 0n);
      // SQLite answers without the event loop: others would not have their turn.
      await turnOfOthers();
    }
  }

  async function eraseAll(work: Transaction<Tables>, before: Person) {
    const userId = await lockUser(work, before);
    const person = { ...before, userId, accounts: await accountsGoing(work, userId) };
    if (userId !== undefined) await noteFormer(work, now(), { userId });
    await sendFirst(work, person);
    const unlinked = await work
      .selectFrom('credential')
      .select('channel')
      .where('user_id', '=', userId ?? '')
      .orderBy('channel')
      .execute();
    const lastWords = await endJobs(work, person);
    const erased = noRows();
    for (const table of OWNED)
      for (const condition of conditionsOf(table, person, flavor)) {
        const { numAffectedRows } = await sql`
          delete from ${sql.table(table)} where ${condition}`.execute(work);
        erased[table] += Number(numAffectedRows ?? 0n);
      }
    for (const row of lastWords) await work.insertInto('delivery').values(row).execute();
    return { erased, unlinked: unlinked.map(({ channel }) => channel) };
  }

  /** From here on nothing is written for this user that would go without a word. */
  async function lockUser(work: Transaction<Tables>, { clientId, tpUserId }: Person) {
    let query = work
      .selectFrom('user')
      .select('id')
      .where('client_id', '=', clientId)
      .where('tp_user_id', '=', tpUserId);
    if (flavor === 'postgres') query = query.forUpdate();
    return (await query.executeTakeFirst())?.id;
  }

  /** The completion events of background executions that will not end any more, where they were asked for. */
  async function endJobs(work: Transaction<Tables>, person: Person) {
    const rows = [];
    for (const condition of conditionsOf('job', person, flavor)) {
      const waiting = await work
        .selectFrom('job')
        .select(['id', 'callback'])
        .where('state', '=', 'waiting')
        .where('callback', 'is not', null)
        .where(condition)
        .orderBy('id')
        .execute();
      for (const { id, callback } of waiting) {
        const url = ifOpens(() => seal.open(callback ?? '', callbackContext(id)));
        const call = await work
          .selectFrom('execution')
          .select(['trace_id', 'operation', 'channel'])
          .where('id', '=', id)
          .executeTakeFirst();
        if (url === undefined || !call) continue;
        const at = now();
        const event = completionEvent({
          id,
          traceId: call.trace_id,
          operation: call.operation,
          channel: call.channel ?? undefined,
          tpUserId: person.tpUserId,
          finishedAt: at,
          isSuccess: false,
          stage: 'authorize',
          resultCount: 0,
          nextPageToken: undefined,
          errors: {
            code: 'unknown_user',
            message: 'The user of this execution was deleted before it ended.',
            step: 'authorize',
            retryable: false,
            help: deps.helpOf('unknown_user'),
          },
        });
        const { clientId } = person;
        const made = newDelivery(
          { clientId, url, executionId: id, deleteWhenSent: true },
          event,
          at,
        );
        rows.push(deliveryRow(seal, made));
      }
    }
    return rows;
  }
}

/** Requests about an account that another user of the client has linked too stay. */
const accountsGoing = async (db: Kysely<Tables>, userId: string | undefined) =>
  userId === undefined ? [] : await accountsOf(db, userId, true);

/** Requests of a vendor that still wait go out before their rows go. */
async function sendFirst(work: Transaction<Tables>, { clientId, accounts }: Person): Promise<void> {
  for (const { channel, accountKey } of accounts)
    await work
      .updateTable('delivery')
      .set({ delete_when_sent: 1, account: null })
      .where('client_id', '=', clientId)
      .where('account', '=', accountName(channel, accountKey))
      .where('state', '=', 'waiting')
      .execute();
}
