// The rows of writes: an intent for each item, kept before the channel is asked, until it is settled.
import { randomUUIDv7 } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { ifOpens } from '../keys/seal.ts';
import { notice } from '../model/notices.ts';
import type {
  AskedLine,
  Figures,
  ItemOutcome,
  Items,
  Outcome,
  WriteOperation,
} from '../model/writes.ts';
import { type Claimed, type Claiming, queue, RELEASED, waiting } from '../work/queue.ts';
import {
  affected,
  type Base,
  findAll,
  findOne,
  hashed,
  hold,
  holding,
  insert,
  update,
} from './base.ts';
import type { NoticeStore } from './notices.ts';
import { contextOf, type Rec, type Tables } from './schema.ts';

/** What is sealed of an intent. */
export interface WriteContent {
  readonly item: Items[WriteOperation];
  readonly tpUserId: string;
  /** The channel's API version that it is written and read back with. */
  readonly version: string;
  /** The credential that came with the request; erased when it is settled. */
  readonly given?: Readonly<Record<string, string | readonly string[]>>;
  /** Null where nothing was read. */
  readonly before: Figures | null;
  /** What is to leave of an order. */
  readonly lines?: readonly AskedLine[];
  /** What the vendor works on: as many as there were calls. */
  readonly processes?: readonly string[];
  /** From then on nothing more is awaited. */
  readonly until: number;
  /** As the client was answered. */
  readonly answer?: Omit<ItemOutcome, 'index'>;
  /** No client was: it is what a look found, and gives way to what the next one finds. */
  readonly isLook?: boolean;
}

type Write = Rec<'write'>;

export interface Intent
  extends Pick<Write, 'id' | 'clientId' | 'userId' | 'executionId' | 'place' | 'channel'>,
    Pick<Write, 'operation' | 'subject' | 'sent' | 'outcome'> {
  /** Whether it is known what became of it. */
  readonly isSettled: boolean;
  readonly content: WriteContent;
}
export type NewIntent = Omit<Intent, 'id' | 'sent' | 'outcome' | 'isSettled'>;

/** One in hand of the worker that settles. */
export interface ClaimedIntent extends Claimed {
  /** Undefined when neither the ring nor its user's key opens it. */
  readonly intent: Intent | undefined;
  readonly attempts: number;
}

export interface WriteKey {
  readonly clientId: string;
  readonly key: string;
  /** What was asked, as text. */
  readonly asked: string;
}

/** What became of an intent. Without an end, when it is looked at again. */
export interface Settling {
  readonly content: WriteContent;
  readonly outcome: Outcome;
  readonly code: string | undefined;
  readonly again?: number | undefined;
  /** The client is notified, since it was answered before this was known. */
  readonly notify?: boolean;
}

const contextIn = (id: string): string => contextOf('write', 'content', id);

export function writeStore(base: Base, notices: Pick<NoticeStore, 'change'>) {
  const { db, now, keys } = base;
  const { claim, ...leased } = queue(base, 'write');

  async function opened(writes: readonly Write[]): Promise<readonly (Intent | undefined)[]> {
    const userIds = writes.map(({ userId }) => userId);
    const theirs = await keys.find(db, userIds);
    return writes.map((write) => {
      const { id, clientId, userId, executionId, place, channel, operation, ...rest } = write;
      const { subject, sent, outcome, state, content } = rest;
      const text = ifOpens(() => keys.open(userId, theirs.get(userId), content, contextIn(id)));
      return (
        text && {
          ...{ id, clientId, userId, executionId, place, channel, operation, subject, sent },
          ...{ outcome, isSettled: state === 'done' },
          content: JSON.parse(text.toString('utf8')) as WriteContent,
        }
      );
    });
  }

  const sealedFor = (work: Kysely<Tables>, { id, userId }: Intent, content: WriteContent) =>
    keys.seal(work, userId, JSON.stringify(content), contextIn(id));

  async function waitingFor(work: Kysely<Tables>, clientId: string, subject: readonly string[]) {
    if (subject.length === 0) return [];
    // Written out: with a value in its place the index of what waits would not be seen to fit.
    const state = sql`= 'waiting'`;
    return await findAll(work, 'write', { state, subject, clientId });
  }

  return {
    ...leased,

    async claim(claiming: Claiming): Promise<readonly ClaimedIntent[]> {
      const writes = await claim(claiming);
      const intents = await opened(writes);
      return writes.map(({ id, lockedBy, deaths, attempts }, at) => ({
        ...{ id, lockedBy, deaths, attempts, intent: intents[at] },
      }));
    },

    /** The execution that a key was used for within the day, and whether it asked for the same. */
    async known({ clientId, key, asked }: WriteKey) {
      const row = await findOne(db, 'write_key', { clientId, key: hashed(key) });
      return row && { executionId: row.executionId, isSame: row.asked === hashed(asked) };
    },

    /**
     * Keeps the intents of a call and its key, in one transaction, before the channel is asked; the
     * worker leaves them alone until `until`. Those that have an answer already are kept for repeats
     * alone. Undefined where the key is another call's by now, one of the subjects is being written
     * by another of its calls, or the client or user is gone.
     */
    begin: async (
      intents: readonly NewIntent[],
      { clientId, key, asked }: WriteKey,
      until: number,
    ): Promise<readonly Intent[] | undefined> =>
      await holding(base, clientId, 'key share', async (work) => {
        const [first] = intents;
        if (!first) return [];
        const { userId, executionId } = first;
        if (userId !== null && !(await hold(base, work, 'user', { id: userId }))) return undefined;
        const wished = intents.flatMap(({ content, subject }) => (content.answer ? [] : [subject]));
        if ((await waitingFor(work, clientId, wished)).length > 0) return undefined;
        const at = now();
        const own = { clientId, key: hashed(key), asked: hashed(asked), executionId };
        const mine = { ...own, createdAt: at };
        if ((await insert(work, 'write_key', mine, { by: ['clientId', 'key'] })) === 0)
          return undefined;
        const made: Intent[] = [];
        for (const intent of intents) {
          const { answer } = intent.content;
          const outcome = answer?.outcome ?? null;
          const whole = {
            ...{ ...intent, id: randomUUIDv7(), sent: 'no' as const, outcome },
            isSettled: answer !== undefined,
          };
          await insert(work, 'write', {
            ...{ ...waiting(clientId), ...whole, code: answer?.code ?? null },
            ...(answer && { state: 'done' as const }),
            ...{ content: await sealedFor(work, whole, intent.content) },
            ...{ runAt: Math.round(until), createdAt: at, finishedAt: answer ? at : null },
          });
          if (!answer) made.push(whole);
        }
        return made;
      }),

    /**
     * They leave now: from here on the channel may have done it. False where another settled one of
     * them meanwhile, taking this process for dead: then they must not.
     */
    async leaving(ids: readonly string[]): Promise<boolean> {
      const gone = await affected(
        db,
        sql`update write set sent = case when sent = 'no' then 'maybe' else sent end
          where id in (${sql.join([...ids])}) and state = 'waiting'`,
      );
      return gone === ids.length;
    },

    /** The channel answered; it works on it where there is a process. */
    async answered(intent: Intent, content: WriteContent): Promise<void> {
      const sealed = await sealedFor(db, intent, content);
      await update(db, 'write', { id: intent.id }, { sent: 'yes', content: sealed });
    },

    /** What became of it, in one transaction with the event. */
    async settle(intent: Intent, settling: Settling): Promise<void> {
      const { content, outcome, code, again, notify = false } = settling;
      const { id, clientId, userId, executionId, place, channel, operation } = intent;
      const time = now();
      await notices.change(
        clientId,
        async (work, emit) => {
          if (userId !== null && !(await hold(base, work, 'user', { id: userId }))) return;
          const row = {
            ...{ content: await sealedFor(work, intent, content), outcome, code: code ?? null },
            ...(again === undefined
              ? { state: 'done' as const, finishedAt: time, ...RELEASED }
              : { runAt: Math.round(again), ...RELEASED }),
          };
          // What is said to be unsent must not have left since it was looked at.
          const unsent = code === 'not_sent' && { sent: 'no' as const };
          const which = { id, state: 'waiting' as const, ...unsent };
          const changed = await update(work, 'write', which, row);
          if (changed === 0 || !notify || again !== undefined) return;
          const { tpUserId } = content;
          emit(
            notice('write.settled', time, {
              ...{ execution_id: executionId, index: place, tpUserId, channel, operation },
              ...{ outcome, code: code ?? null },
            }),
          );
        },
        { ...(userId !== null && { userId }), once: `write ${id}` },
      );
    },

    /** One that cannot be opened any more. */
    async abandon(id: string): Promise<void> {
      const to = { state: 'done' as const, outcome: 'unknown' as const, code: 'write_unproven' };
      await update(db, 'write', { id }, { ...to, finishedAt: now(), ...RELEASED });
    },

    /** All of one call, in their order. */
    async ofExecution(clientId: string, executionId: string): Promise<readonly Intent[]> {
      const writes = await findAll(db, 'write', { executionId, clientId }, 'place');
      return (await opened(writes)).filter((one) => one !== undefined);
    },

    /** What other calls of the client wrote to these and is not settled yet. */
    async unsettled(clientId: string, subjects: readonly string[]): Promise<readonly Intent[]> {
      return (await opened(await waitingFor(db, clientId, subjects))).filter(
        (one) => one !== undefined,
      );
    },

    /** What became of the items of a call, for lists: no data. */
    async outcomes(clientId: string, executionId: string) {
      const { rows } = await sql<Pick<Write, 'place' | 'outcome' | 'code' | 'state'>>`
        select place, outcome, code, state from write
        where execution_id = ${executionId} and client_id = ${clientId}
        order by place`.execute(db);
      return rows;
    },
  };
}
