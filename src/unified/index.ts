// The unified room: data calls run now or later, and the overrides that they apply.
import type { Finished, Started } from '../model/execution.ts';
import { Fault } from '../model/faults.ts';
import type { Trace } from '../model/trace.ts';
import type { Ended } from './answer.ts';
import { createOverrideSets } from './override-sets.ts';
import { createOverrides } from './overrides.ts';
import { createPipeline, type PipelineDependencies, type Request } from './pipeline.ts';
import { createRules } from './rules.ts';

/** A request as it waits for its run, sealed by the code that stores it. */
export interface KeptRequest {
  readonly started: Started;
  readonly request: Omit<Request, 'signal' | 'waited' | 'trace'>;
}

export interface UnifiedDependencies extends Omit<PipelineDependencies, 'overrides'> {
  readonly deadlineSeconds: number;
  /** Notes the end of an execution; a promise where something must be stored first. */
  readonly settle: (finished: Finished) => Promise<void> | undefined;
  /** Keeps a request for a later run; false when the client is gone, a fault when it cannot. */
  readonly keep: (kept: KeptRequest) => Promise<boolean>;
}

export type Unified = ReturnType<typeof createUnified>;
export type Accept = Unified['accept'];

export function createUnified(deps: UnifiedDependencies) {
  const { store, now, channels, settle, keep, deadlineSeconds } = deps;
  const rules = createRules({ now });
  const overrides = createOverrides(store, rules, now);
  const pipeline = createPipeline({ ...deps, overrides });

  /** The response goes out when the event, if one was asked for, cannot be lost any more. */
  async function settled(ended: Ended): Promise<Ended> {
    const storing = settle(ended.finished);
    if (!storing) return ended;
    try {
      await storing;
      return ended;
    } catch (error) {
      ended.out?.();
      const { finished, stages } = ended;
      return { ...pipeline.fail(finished, finished.stage, error), stages };
    }
  }

  return {
    accept: {
      now: async (request: Request): Promise<Ended> =>
        settled(await pipeline.run(request, pipeline.begin(request))),

      /** Has it run later; what is wrong with the request itself is said immediately. */
      async later({ signal: _, waited: __, trace, ...request }: Request) {
        const started = pipeline.begin({ ...request, trace });
        const refused = pipeline.check(request, started);
        if (refused) return await settled(refused);
        if (!(await keep({ started, request })))
          throw new Fault('invalid_token', 'The client of this access token was deleted.');
        return { executionId: started.id };
      },
    },

    overrideSets: createOverrideSets({
      ...{ store, channels, rules, overrides, now, deadlineSeconds },
    }),

    runKept: ({ started, request }: KeptRequest, signal: AbortSignal, trace: Trace) =>
      pipeline.run({ ...request, signal, trace }, started),

    /** Ends one that cannot be run any more, or, with a fault, whose result cannot be kept. */
    async abandon(
      kept: KeptRequest | undefined,
      job: { readonly id: string; readonly clientId: string },
      fault?: Fault,
    ): Promise<Ended> {
      const row = kept ? undefined : await store.executions.find(job.clientId, job.id);
      const started = kept?.started ?? {
        id: job.id,
        client: job.clientId,
        operation: row?.operation ?? 'orders',
        traceId: row?.traceId ?? '0'.repeat(32),
        channel: row?.channel ?? undefined,
        tpUserId: row?.tpUserId ?? undefined,
        startedAt: row?.startedAt ?? now(),
        callback: undefined,
      };
      const why = kept
        ? new Fault(
            'set_aside',
            'The service ended twice while this execution ran, so it is not run again. Ask for less in one call, such as a smaller limit; if that fails too, report the trace id.',
          )
        : new Fault(
            'unavailable',
            'The stored request cannot be opened any more: its sealing key was removed. Send it again.',
          );
      return pipeline.fail(started, fault ? 'transform' : 'authorize', fault ?? why);
    },

    close: rules.close,
  };
}
