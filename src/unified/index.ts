// The unified room: the pipeline, the door before it, and the overrides it applies.

import { Fault } from '../model/faults.ts';
import type { Store } from '../store/index.ts';
import { type Accept, type AcceptDependencies, createAccept, type KeptRequest } from './accept.ts';
import { type Ended, writeEnvelope } from './answer.ts';
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
  readonly runKept: (kept: KeptRequest, signal: AbortSignal) => Promise<KeptEnd>;
  /** Ends one that cannot be run any more, or, with a fault, whose result cannot be kept. */
  readonly abandon: (
    kept: KeptRequest | undefined,
    job: { readonly id: string; readonly clientId: string },
    fault?: Fault,
  ) => Promise<KeptEnd>;
  close(): void;
}

interface KeptEnd extends Pick<Ended, 'finished'> {
  /** The response as it would have been sent. */
  readonly result: string;
}

export function createUnified(deps: UnifiedDependencies): Unified {
  const { store, now, channels, settle, keep, baseUrl, deadlineSeconds } = deps;
  const rules = createRules({ now });
  const overrides = createOverrides(store, rules, now);
  const pipeline = createPipeline({ ...deps, overrides });
  const written = async ({ finished, envelope, out }: Ended): Promise<KeptEnd> => {
    const result = await writeEnvelope(envelope);
    out?.();
    return { finished, result };
  };
  return {
    accept: createAccept({ pipeline, settle, keep, baseUrl }),
    overrideSets: createOverrideSets({
      ...{ store, channels, rules, overrides, now, deadlineSeconds },
    }),
    runKept: async ({ started, request }, signal) =>
      await written(await pipeline.run({ ...request, signal }, started)),
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
        ? 'The service went down twice while this execution ran. Send it again.'
        : 'The stored request cannot be opened any more: its sealing key was removed. Send it again.';
      return await written(
        fault
          ? pipeline.fail(started, 'transform', fault)
          : pipeline.fail(started, 'authorize', new Fault('unavailable', why)),
      );
    },
    close: rules.close,
  };
}
