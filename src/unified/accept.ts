// Takes data requests in: runs them and keeps their end, or keeps them and has them run later.
import type { Finished, Started } from '../model/execution.ts';
import { Fault } from '../model/faults.ts';
import type { Ended } from './answer.ts';
import type { Pipeline, Request } from './pipeline.ts';

/** A request as it waits for its run, sealed by whoever keeps it. */
export interface KeptRequest {
  readonly started: Started;
  readonly request: Omit<Request, 'signal' | 'waited' | 'trace'>;
}

export interface AcceptDependencies {
  readonly pipeline: Pipeline;
  /** Notes the end of an execution; a promise where something must be stored first. */
  readonly settle: (finished: Finished) => Promise<void> | undefined;
  /** Keeps a request for a later run; false when the client is gone, a fault when it cannot. */
  readonly keep: (kept: KeptRequest) => Promise<boolean>;
}

/** The request runs later. */
export interface Running {
  readonly executionId: string;
}

export interface Accept {
  readonly now: (request: Request) => Promise<Ended>;
  /** What is wrong with the request itself is said at once. */
  readonly later: (request: Request) => Promise<Ended | Running>;
}

export function createAccept({ pipeline, settle, keep }: AcceptDependencies): Accept {
  /** The response goes out when the event, if one was asked for, cannot be lost any more. */
  async function settled(ended: Ended): Promise<Ended> {
    const storing = settle(ended.finished);
    if (!storing) return ended;
    try {
      await storing;
      return ended;
    } catch (error) {
      ended.out?.();
      return {
        ...pipeline.fail(ended.finished, ended.finished.stage, error),
        stages: ended.stages,
      };
    }
  }

  return {
    async now(request) {
      return await settled(await pipeline.run(request, pipeline.begin(request)));
    },

    async later({ signal: _, waited: __, trace, ...request }) {
      const started = pipeline.begin({ ...request, trace });
      const refused = pipeline.check(request, started);
      if (refused) return await settled(refused);
      if (!(await keep({ started, request })))
        throw new Fault('invalid_token', 'The client of this access token was deleted.');
      return { executionId: started.id };
    },
  };
}
