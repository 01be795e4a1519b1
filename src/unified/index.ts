// The unified room: the pipeline, the door before it, and the overrides it applies.

import { Fault } from '../model/faults.ts';
import type { Trace } from '../model/trace.ts';
import type { Store } from '../store/index.ts';
import { type Accept, type AcceptDependencies, createAccept, type KeptRequest } from './accept.ts';
import type { Ended } from './answer.ts';
import { createOverrideSets, type OverrideSets } from './override-sets.ts';
import { createOverrides } from './overrides.ts';
import { createPipeline, type PipelineDependencies } from './pipeline.ts';
import { createRules } from './rules.ts';

export interface UnifiedDependencies
  extends Omit<PipelineDependencies, 'overrides'>,
    Pick<AcceptDependencies, 'settle' | 'keep'> {
  readonly store: Store;
  readonly deadlineSeconds: number;
}

export interface Unified {
  readonly accept: Accept;
  readonly overrideSets: OverrideSets;
  /** Runs a request that was kept. */
  readonly runKept: (kept: KeptRequest, signal: AbortSignal, trace: Trace) => Promise<Ended>;
  /** Ends one that cannot be run any more, or, with a fault, whose result cannot be kept. */
  readonly abandon: (
    kept: KeptRequest | undefined,
    job: { readonly id: string; readonly clientId: string },
    fault?: Fault,
  ) => Promise<Ended>;
  close(): void;
}

export function createUnified(deps: UnifiedDependencies): Unified {
  const { store, now, channels, settle, keep, deadlineSeconds } = deps;
  const rules = createRules({ now });
  const overrides = createOverrides(store, rules, now);
  const pipeline = createPipeline({ ...deps, overrides });
  return {
    accept: createAccept({ pipeline, settle, keep }),
    overrideSets: createOverrideSets({
      ...{ store, channels, rules, overrides, now, deadlineSeconds },
    }),
    runKept: ({ started, request }, signal, trace) =>
      pipeline.run({ ...request, signal, trace }, started),
    async abandon(kept, job, fault) {
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
            'The service ended twice while this execution ran, so it is not run again. Ask for less at once, such as a smaller limit; if that fails too, report the trace id.',
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
