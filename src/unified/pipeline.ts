// The life of a data request: validate, authorize, fetch, transform. Down once, and back.
import { randomUUIDv7 } from 'node:crypto';
import type { Accounts, OpenAccount, OpenOptions } from '../accounts/index.ts';
import { createJournal, type Journal } from '../accounts/journal.ts';
import type { Channel, Note } from '../channels/channel.ts';
import { endOfVersion } from '../channels/versions.ts';
import type { Seal } from '../keys/seal.ts';
import type { Envelope, Stage } from '../model/envelope.ts';
import type { Operation, Started } from '../model/execution.ts';
import { Fault } from '../model/faults.ts';
import { FORESEEN_MS } from '../model/foresight.ts';
import { nothingLeft, ranOut } from '../model/ran-out.ts';
import { onward, type Trace } from '../model/trace.ts';
import type { StageTimes } from '../model/watch.ts';
import type { Outcome, WriteOperation } from '../model/writes.ts';
import type { Intake } from '../net/intake.ts';
import type { ReceiverBounds } from '../net/receiver.ts';
import type { Store } from '../store/index.ts';
import { type Addresses, type Ended, ended, failure, type Ran, success } from './answer.ts';
import { authorize, givenOf } from './authorize.ts';
import { limited } from './deadline.ts';
import type { Overrides } from './overrides.ts';
import { sealCursor } from './page-token.ts';
import { readNatives, unify } from './reading.ts';
import { createStages } from './stages.ts';
import { projection } from './transform.ts';
import { claims, type Incoming, type Task, validate } from './validate.ts';
import { isWriting, validateWrite } from './validate-write.ts';
import type { Writer } from './write-task.ts';

export interface PipelineDependencies {
  readonly channels: Readonly<Record<string, Channel>>;
  readonly store: Store;
  readonly seal: Seal;
  readonly accounts: Accounts;
  readonly intake: Intake;
  readonly now: () => number;
  readonly addresses: Addresses;
  /** Where completion events may go. */
  readonly receivers: ReceiverBounds;
  readonly overrides: Pick<Overrides, 'rulesFor' | 'apply'>;
  readonly writes: Writer;
  /** Called with what was not foreseen; the caller learns no more than the trace id. */
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

/** One that reads. */
type Reading = Incoming & { readonly operation: Operation };

interface Frame {
  readonly journal: Journal;
  readonly stages: ReturnType<typeof createStages>;
  readonly options: OpenOptions;
  /** Whom of our users the call is for, once that is known. */
  userId?: string;
  /** So that what is thrown after it was opened holds none of its secrets. */
  account?: OpenAccount;
}

/** What is known of one that failed. */
interface Fallen {
  readonly request?: Incoming;
  readonly journal?: Journal;
  readonly stages?: StageTimes;
  readonly userId?: string | undefined;
}

const ran = ({ query, body }: Incoming, { calls }: Journal): Ran => ({
  request: { query, body },
  calls: calls(),
});

export function createPipeline(deps: PipelineDependencies) {
  const { channels, seal, now, addresses, receivers, overrides } = deps;
  return { begin, check, run, fail };

  /** Names the execution and notes what the request says of itself. */
  function begin(request: Pick<Request, 'operation' | 'client' | 'query' | 'trace'>): Started {
    const { operation, client, query, trace } = request;
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

  /** The first stage alone: how it ended if it failed, undefined if all is well so far. */
  function check(request: Incoming, started: Started): Ended | undefined {
    try {
      if (isWriting(request)) validateWrite(request, channels, receivers);
      else validate(request as Reading, channels, seal, now(), receivers);
      return undefined;
    } catch (error) {
      return fail(started, 'validate', error, { request });
    }
  }

  /** The end of an execution that another cause than its stages brought down. */
  function fail(
    started: Started,
    stage: Stage,
    error: unknown,
    { request, journal = createJournal(started.traceId), stages = {}, userId }: Fallen = {},
  ): Ended {
    const { id: executionId, traceId, channel } = started;
    const fault = foreseen(error, traceId);
    const made = { executionId, stage, fault, channel, addresses };
    const outcome = { envelope: failure(made, journal.report()), fault };
    return ended({ ...started, userId }, outcome, stages, now(), request && ran(request, journal));
  }

  /** All stages; whatever happens, it ends. */
  async function run(request: Request, execution: Started): Promise<Ended> {
    const { waited = 0, deadlineSeconds: seconds } = request;
    const journal = createJournal(execution.traceId, waited);
    const taking = deps.intake.open(request.client);
    const stages = createStages(request.trace);
    const left = seconds * 1000 - waited;
    const { signal, end } = limited(request.signal, left, () => late(stages.now(), seconds));
    const started = now();
    const options = {
      ...{ signal, deadline: started + left, client: request.client, taking, journal },
      ...{ trace: stages.trace, first: isWriting(request) },
    };
    const frame: Frame = { journal, stages, options };
    try {
      const envelope = isWriting(request)
        ? await write(request, execution, frame)
        : await read(request as Request & Reading, execution, frame);
      const outcome = { envelope, fault: undefined, out: taking.close };
      const begun = { ...execution, userId: frame.userId };
      return ended(begun, outcome, stages.end(), now(), ran(request, journal));
    } catch (error) {
      taking.close();
      const { userId, account } = frame;
      const cleaned = account ? account.clean(error) : error;
      const fault = cleaned instanceof Fault ? cleaned.code : 'unexpected';
      const fallen = { request, journal, stages: stages.end(fault), userId };
      return fail(execution, stages.now(), cleaned, fallen);
    } finally {
      end();
    }
  }

  /** The second stage. */
  async function openAccount(task: Parameters<typeof authorize>[0], frame: Frame) {
    const account = await authorize(task, deps, frame.options, (userId) => {
      frame.userId = userId;
    });
    frame.account = account;
    return account;
  }

  async function read(
    request: Request & Reading,
    execution: Started,
    frame: Frame,
  ): Promise<Envelope> {
    const { journal, stages, options } = frame;
    const started = now();
    const task = validate(request, channels, seal, started, receivers);
    for (const [name, value] of Object.entries(task.filters)) {
      const by = task.defaults.has(name) ? 'default' : (task.resource.filters[name] ?? 'channel');
      journal.filter({ name, value, by });
    }
    warnOfEnd(task, started, journal.warn);
    warnOfLimit(task, journal.warn);

    stages.enter('authorize');
    const account = await openAccount(task, frame);
    const { operation, query, version, cursor, fields } = task;
    if (cursor && cursor.account !== account.key)
      throw new Fault(
        'invalid_page_token',
        'This next_page_token belongs to another account of the user. Start again without it.',
        { field: 'next_page_token' },
      );

    stages.enter('fetch');
    const asked = {
      ...{ operation, query, version, lenient: request.lenient },
      ...(cursor && { cursor: cursor.page, trail: cursor.trail }),
    };
    const page = await readNatives(account, asked);

    stages.enter('transform');
    const rules = await overrides.rulesFor(task);
    const transformed = journal.transforming();
    const { natives, records, next, trail } = await unify(account, asked, page);
    const overrideCount =
      rules === undefined
        ? 0
        : await overrides.apply(task, rules, natives, records, journal, options.signal);
    const result = records.map(projection(fields, query.include));
    transformed();
    const made = {
      ...{ executionId: execution.id, result, isSuccess: true, overrideCount },
      next: next === undefined ? undefined : nextPage(task, next, account.key, trail),
    };
    return success(made, journal.report());
  }

  /** The same of a call that writes. A repeat of one is answered as it was. */
  async function write(
    request: Request & { readonly operation: WriteOperation },
    execution: Started,
    frame: Frame,
  ): Promise<Envelope> {
    const { journal, stages, options } = frame;
    const call = validateWrite(request, channels, receivers);
    warnOfEnd(call, now(), journal.warn);
    const task = { ...call, given: givenOf(call) };
    stages.enter('authorize');
    let result = task.dryRun ? undefined : await deps.writes.repeated(task, execution.id);
    if (!result) {
      const account = await openAccount(call, frame);
      stages.enter('fetch');
      const { signal, deadline } = options;
      const run = { executionId: execution.id, userId: frame.userId, signal, deadline };
      result = await deps.writes.run(account, task, run);
    }
    stages.enter('transform');
    const isSuccess = result.every(({ outcome }) => DONE.has(outcome));
    const made = { executionId: execution.id, result, isSuccess, overrideCount: 0 };
    return success(made, journal.report());
  }

  function nextPage(task: Task, page: unknown, account: string, trail: readonly string[]) {
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
    const owner = { client, user: tpUserId, channel: name, operation };
    const token = sealCursor(seal, cursor, owner, now());
    const again = { channel: name, tpUserId, next_page_token: token };
    return { next_page_token: token, next_page_token_url: addresses.nextPage(operation, again) };
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

/** What a write may come to without anything being wrong. */
const DONE: ReadonlySet<Outcome> = new Set(['confirmed', 'accepted', 'unchanged']);

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

/** A caller that chooses a version is warned before it ends; the usual one is the operator's matter. */
function warnOfEnd(
  { channel, version }: Pick<Task, 'channel' | 'version'>,
  now: number,
  warn: Note,
) {
  const { versions } = channel;
  const end = version === versions.default ? undefined : endOfVersion(versions, version);
  if (end === undefined || end > now + FORESEEN_MS) return;
  warn({
    code: 'api_version_ending',
    message: `The vendor ends the API version ${version} on ${new Date(end).toISOString().slice(0, 10)}. Ask for ${versions.default}, or for none.`,
    field: 'api_version',
  });
}

/** Anyone who asks for more than a page can hold must not take a short page for the last. */
function warnOfLimit({ limitAsked, query: { limit }, name, operation }: Task, warn: Note) {
  if (limitAsked === undefined || limitAsked <= limit) return;
  warn({
    code: 'limit_reduced',
    message: `"limit" was taken as ${limit}: a page of ${name} ${operation} holds no more. Read on with next_page_token.`,
    field: 'limit',
  });
}
