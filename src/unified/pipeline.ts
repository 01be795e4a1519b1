// The life of a data request: validate, authorize, fetch, transform. Down once, and back.
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Channel } from '../channels/channel.ts';
import { type Connect, fingerprint } from '../channels/connect.ts';
import type { Stage } from '../model/envelope.ts';
import { Fault } from '../model/faults.ts';
import type { Seal } from '../seal.ts';
import { type Store, StoreUnavailableError } from '../store/index.ts';
import { failure, type Outcome, success } from './answer.ts';
import { authorize } from './authorize.ts';
import { sealCursor } from './page-token.ts';
import { createJournal } from './report.ts';
import { transform } from './transform.ts';
import { type Incoming, validate } from './validate.ts';

export interface PipelineDependencies {
  readonly channels: Readonly<Record<string, Channel>>;
  readonly store: Store;
  readonly seal: Seal;
  readonly connect: Connect;
  readonly now: () => number;
  readonly baseUrl: string;
  /** Told of what nobody foresaw; the caller learns no more than the trace id. */
  readonly onUnexpected: (error: unknown, traceId: string) => void;
}

export interface Request extends Incoming {
  /** 32 hex digits; made up when the caller brought none. */
  readonly traceId: string | undefined;
  readonly deadlineSeconds: number;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
}

export type Pipeline = (request: Request) => Promise<Outcome>;

export function createPipeline(deps: PipelineDependencies): Pipeline {
  const { channels, store, seal, connect, now, baseUrl } = deps;

  return async function run(request) {
    const traceId = request.traceId ?? randomBytes(16).toString('hex');
    const executionId = randomUUIDv7();
    const journal = createJournal(traceId);
    const { signal, end } = limited(request);
    let stage: Stage = 'validate';
    let channel: string | undefined;
    try {
      const started = now();
      const task = validate(request, channels, seal, started);
      channel = task.name;
      for (const [name, value] of Object.entries(task.filters)) {
        const by = task.defaults.has(name) ? 'default' : (task.resource.filters[name] ?? 'channel');
        journal.filter({ name, value, by });
      }

      stage = 'authorize';
      const opening = await authorize(task, store);
      const account = fingerprint(task.name, { account: opening.credential.account, secrets: {} });
      if (task.cursor && task.cursor.account !== account)
        throw new Fault(
          'invalid_page_token',
          'This next_page_token belongs to another account of the user. Start again without it.',
          { field: 'next_page_token' },
        );

      stage = 'fetch';
      const { call, remember } = connect(opening, {
        signal,
        deadline: started + request.deadlineSeconds * 1000,
        recorder: journal,
      });
      const { items, next } = await task.resource.fetch(task.query, task.cursor?.page, {
        account: opening.credential.account,
        version: task.version,
        now: started,
        call,
        remember,
        note: journal.warn,
        assume: (name, value) => journal.filter({ name, value, by: 'default' }),
      });

      stage = 'transform';
      const transformed = journal.transforming();
      const result = transform(items, task, opening.credential.account, started, journal);
      transformed();
      const owner = {
        client: task.client,
        user: task.tpUserId,
        channel: task.name,
        operation: task.operation,
      };
      const token =
        next === undefined
          ? undefined
          : sealCursor(
              seal,
              {
                filters: task.filters,
                limit: task.query.limit,
                version: task.version,
                ...(task.fields !== undefined && { fields: task.fields }),
                page: next,
                account,
              },
              owner,
              now(),
            );
      return {
        envelope: success({ executionId, result, token, task, baseUrl }, journal.report()),
        fault: undefined,
      };
    } catch (error) {
      const fault = foreseen(error, traceId);
      return {
        envelope: failure({ executionId, stage, fault, channel, baseUrl }, journal.report()),
        fault,
      };
    } finally {
      end();
    }
  };

  function foreseen(error: unknown, traceId: string): Fault {
    if (error instanceof Fault) return error;
    if (error instanceof StoreUnavailableError)
      return new Fault(
        'unavailable',
        'The store cannot be reached at the moment. Try again soon.',
        { retryAfter: 2000, cause: error },
      );
    deps.onUnexpected(error, traceId);
    return new Fault(
      'unexpected',
      `Something went wrong here that is not your fault. Quote trace id ${traceId} when you report it.`,
      { cause: error },
    );
  }
}

/** Ends with the deadline or with the client, whichever comes first. */
function limited({ signal, deadlineSeconds }: Request) {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort(
      new Fault(
        'channel_timeout',
        `The channel did not answer within the deadline of ${deadlineSeconds} seconds. Ask for less, or allow more with "Prefer: wait=N".`,
      ),
    );
  }, deadlineSeconds * 1000);
  const leave = () => controller.abort(new Fault('unavailable', 'The client went away.'));
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  const end = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
  };
  return { signal: controller.signal, end };
}
