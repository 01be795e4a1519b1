// The life of a data request: validate, authorize, fetch, transform. Down once, and back.
import { randomUUIDv7 } from 'node:crypto';
import type { Channel, Note, Reading } from '../channels/channel.ts';
import { endOfVersion } from '../channels/versions.ts';
import { type Connect, fingerprint, type Opened, type Opening } from '../connect.ts';
import type { Stage } from '../model/envelope.ts';
import type { Started } from '../model/execution.ts';
import { Fault } from '../model/faults.ts';
import { FORESEEN_MS } from '../model/foresight.ts';
import { nothingLeft, ranOut } from '../model/ran-out.ts';
import { onward, type Trace } from '../model/trace.ts';
import { createTurns } from '../model/turns.ts';
import { leftOut, recordOf } from '../model/unreadable.ts';
import type { StageTimes } from '../model/watch.ts';
import type { Intake } from '../net/intake.ts';
import type { ReceiverBounds } from '../net/receiver.ts';
import type { Seal } from '../seal.ts';
import type { Store } from '../store/index.ts';
import { type Addresses, type Ended, ended, failure, success } from './answer.ts';
import { type Authorized, createAttention } from './attention.ts';
import { authorize } from './authorize.ts';
import { limited } from './deadline.ts';
import { rawOf } from './include.ts';
import type { Overrides } from './overrides.ts';
import { sealCursor } from './page-token.ts';
import { createJournal } from './report.ts';
import { createStages } from './stages.ts';
import { follow } from './trail.ts';
import { projection, transform } from './transform.ts';
import { claims, type Incoming, type Task, validate } from './validate.ts';

export interface PipelineDependencies {
  readonly channels: Readonly<Record<string, Channel>>;
  readonly store: Store;
  readonly seal: Seal;
  readonly connect: Connect;
  readonly intake: Intake;
  readonly now: () => number;
  readonly addresses: Addresses;
  /** Where completion events may go. */
  readonly receivers: ReceiverBounds;
  readonly overrides: Pick<Overrides, 'rulesFor' | 'apply'>;
  /** Called with a record that cannot be read, for the log. */
  readonly onUnreadable: (fault: Fault, channel: string, traceId: string) => void;
  /** Called with what nobody foresaw; the caller learns no more than the trace id. */
  readonly onUnexpected: (error: unknown, traceId: string) => void;
}

export interface Request extends Incoming {
  readonly trace: Trace;
  readonly deadlineSeconds: number;
  /** Records that cannot be read are left out and named, instead of failing the call. */
  readonly lenient: boolean;
  /** Aborted, with the fault to end with, when the client goes away or the service ends. */
  readonly signal: AbortSignal;
  /** Milliseconds it waited before it got here; they count against its deadline. */
  readonly waited?: number;
}

export interface Pipeline {
  /** Names the execution and notes what the request says of itself. */
  readonly begin: (request: Pick<Request, 'operation' | 'client' | 'query' | 'trace'>) => Started;
  /** The first stage alone: how it ended if it failed, undefined if all is well so far. */
  readonly check: (request: Incoming, started: Started) => Ended | undefined;
  /** All stages; whatever happens, it ends. */
  readonly run: (request: Request, started: Started) => Promise<Ended>;
  /** The end of an execution that another cause than its stages brought down. */
  readonly fail: (started: Started, stage: Stage, error: unknown) => Ended;
}

export function createPipeline(deps: PipelineDependencies): Pipeline {
  const { channels, store, seal, connect, now, addresses, receivers, overrides } = deps;
  const attention = createAttention({ store, connect, now });
  return { begin, check, run, fail };

  function begin({ operation, client, query, trace }: Parameters<Pipeline['begin']>[0]): Started {
    return {
      id: randomUUIDv7(),
      client,
      operation,
      traceId: trace.id,
      traceparent: onward(trace),
      startedAt: now(),
      ...claims({ query }, channels, receivers),
    };
  }

  function check(request: Incoming, started: Started): Ended | undefined {
    try {
      validate(request, channels, seal, now(), receivers);
      return undefined;
    } catch (error) {
      return fail(started, 'validate', error);
    }
  }

  function fail(
    started: Started,
    stage: Stage,
    error: unknown,
    journal = createJournal(started.traceId),
    stages: StageTimes = {},
    userId?: string,
  ): Ended {
    const { id: executionId, traceId, channel } = started;
    const fault = foreseen(error, traceId);
    const made = { executionId, stage, fault, channel, addresses };
    const whose = { ...started, userId };
    return ended(whose, { envelope: failure(made, journal.report()), fault }, stages, now());
  }

  async function run(request: Request, execution: Started): Promise<Ended> {
    const { waited = 0, deadlineSeconds: seconds } = request;
    const journal = createJournal(execution.traceId, waited);
    const taking = deps.intake.open(request.client);
    let userId: string | undefined;
    let authorized: Authorized | undefined;
    let opened: Opened | undefined;
    const stages = createStages(request.trace);
    const left = seconds * 1000 - waited;
    const { signal, end } = limited(request.signal, left, () => late(stages.now(), seconds));
    const started = now();
    const at = {
      deadline: started + left,
      recorder: journal,
      client: request.client,
      trace: stages.trace,
    };
    // The answer does not depend on it: what goes wrong here is for the log alone.
    const noted = (work: Promise<void>) =>
      work.catch((error: unknown) => deps.onUnexpected(error, execution.traceId));
    try {
      const task = validate(request, channels, seal, started, receivers);
      for (const [name, value] of Object.entries(task.filters)) {
        const by = task.defaults.has(name) ? 'default' : (task.resource.filters[name] ?? 'channel');
        journal.filter({ name, value, by });
      }
      warnOfEnd(task, started, journal.warn);
      warnOfLimit(task, journal.warn);

      stages.enter('authorize');
      const opening = await authorize(task, store, attention, (id) => {
        userId = id;
      });
      authorized = opening;
      const account = accountOf(task, opening);
      if (task.cursor && task.cursor.account !== account)
        throw new Fault(
          'invalid_page_token',
          'This next_page_token belongs to another account of the user. Start again without it.',
          { field: 'next_page_token' },
        );

      const leaveOut = (fault: Fault) => {
        if (fault.record === undefined) throw fault;
        deps.onUnreadable(fault, task.name, execution.traceId);
        if (!request.lenient) throw fault;
        const id = recordOf(fault);
        journal.warn({
          code: 'record_unreadable',
          message: leftOut(fault),
          ...(id !== undefined && { id }),
        });
      };

      stages.enter('fetch');
      opened = connect(opening, { ...at, signal, taking });
      let answered = false;
      const { call } = opened;
      const isRaw = task.query.include?.includes('raw') === true;
      const { items, next } = await read(task, execution.traceId, {
        account: opening.credential.account,
        version: task.version,
        now: started,
        call: async (ask) => {
          const reply = await call(isRaw ? { ...ask, written: true } : ask);
          answered ||= reply.status < 400;
          return reply;
        },
        remember: opened.remember,
        note: journal.warn,
        leaveOut,
        assume: (name, value) => journal.filter({ name, value, by: 'default' }),
      });

      // What was remembered proves nothing of the credential.
      if (answered) await noted(attention.worked(opening));

      if (items.length > task.query.limit)
        throw new Fault(
          'channel_invalid_response',
          `The channel sent ${items.length} records where ${task.query.limit} were asked for.`,
        );

      stages.enter('transform');
      const rules = await overrides.rulesFor(task);
      const transformed = journal.transforming();
      const pairs = await transform(
        items,
        task,
        opening.credential.account,
        started,
        journal,
        leaveOut,
      );
      const records = pairs.map(({ record }) => record);
      const trail = follow(task.cursor?.trail ?? [], records, next);
      const natives = pairs.map(({ native }) => native);
      const overrideCount =
        rules === undefined
          ? 0
          : await overrides.apply(task, rules, natives, records, journal, signal);
      const result = records.map(projection(task.fields, task.query.include));
      if (isRaw) {
        const turn = createTurns();
        for (const [at, native] of natives.entries()) {
          await turn();
          const record = result[at];
          if (record) record.raw = rawOf(task.resource, native);
        }
      }
      transformed();
      const token = next === undefined ? undefined : nextToken(task, next, account, trail);
      const made = { executionId: execution.id, result, overrideCount, token, task, addresses };
      const envelope = success(made, journal.report());
      const whose = { ...execution, userId };
      const outcome = { envelope, fault: undefined, out: taking.close };
      return ended(whose, outcome, stages.end(), now());
    } catch (error) {
      taking.close();
      const cleaned = opened ? opened.clean(error) : error;
      if (authorized) await noted(attention.failed(authorized, cleaned, { ...at, signal }));
      const fault = cleaned instanceof Fault ? cleaned.code : 'unexpected';
      return fail(execution, stages.now(), cleaned, journal, stages.end(fault), userId);
    } finally {
      opened?.settle();
      end();
    }
  }

  /**
   * What a driver stumbles over while it reads is in the answer. It is logged all the same: a driver
   * should have seen it coming, and a fault of ours must not pass for the channel's unseen.
   */
  async function read({ resource, query, cursor }: Task, traceId: string, reading: Reading) {
    try {
      return await resource.fetch(query, cursor?.page, reading);
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
      deps.onUnexpected(error, traceId);
      throw new Fault(
        'channel_invalid_response',
        'The channel’s answer does not have the form that it should have.',
        { cause: error },
      );
    }
  }

  function nextToken(task: Task, page: unknown, account: string, trail: readonly string[]): string {
    const { filters, defaults, limit, query, version, fields } = task;
    const { client, tpUserId, name, operation } = task;
    const cursor = {
      filters,
      asked: Object.keys(filters).filter((filter) => !defaults.has(filter)),
      limit,
      ...(query.include && { include: query.include }),
      version,
      ...(fields !== undefined && { fields }),
      page,
      account,
      trail,
    };
    return sealCursor(seal, cursor, { client, user: tpUserId, channel: name, operation }, now());
  }

  function foreseen(error: unknown, traceId: string): Fault {
    if (error instanceof Fault) return error;
    if (ranOut(error)) return nothingLeft(error);
    deps.onUnexpected(error, traceId);
    return new Fault(
      'unexpected',
      `Something went wrong here that is not your fault. Quote trace id ${traceId} when you report it.`,
      { cause: error },
    );
  }
}

/** Says what was too slow for the deadline. */
function late(stage: Stage, seconds: number): Fault {
  return stage === 'transform'
    ? new Fault(
        'deadline_passed',
        `The overrides were not worked out within the deadline of ${seconds} seconds. Ask for less, make the rules simpler, or allow more with "Prefer: wait=N".`,
      )
    : new Fault(
        'channel_timeout',
        `The channel did not answer within the deadline of ${seconds} seconds. Ask for less, or allow more with "Prefer: wait=N".`,
      );
}

/**
 * Names the account a cursor belongs to. Where its plain settings do not, the link does, or, of what
 * came with the request, the whole credential: the cursor of one seller opens no page of another.
 */
function accountOf({ name, channel }: Task, { credential, identity, stored }: Opening): string {
  const account = channel.accountName?.(credential.account);
  if (account !== undefined) return fingerprint(name, { account: { account }, secrets: {} });
  return stored ? identity : fingerprint(name, credential);
}

/** Whoever asks for a version of their own choice is told when it ends; the usual one is the operator's matter. */
function warnOfEnd({ channel, version }: Task, now: number, warn: Note) {
  const { versions } = channel;
  const end = version === versions.default ? undefined : endOfVersion(versions, version);
  if (end === undefined || end > now + FORESEEN_MS) return;
  warn({
    code: 'api_version_ending',
    message: `The vendor ends the API version ${version} on ${new Date(end).toISOString().slice(0, 10)}. Ask for ${versions.default}, or for none.`,
    field: 'api_version',
  });
}

/** Whoever asks for more than a page can hold must not take a short page for the last. */
function warnOfLimit({ limitAsked, query: { limit }, name, operation }: Task, warn: Note) {
  if (limitAsked === undefined || limitAsked <= limit) return;
  warn({
    code: 'limit_reduced',
    message: `"limit" was taken as ${limit}: a page of ${name} ${operation} holds no more. Read on with next_page_token.`,
    field: 'limit',
  });
}
