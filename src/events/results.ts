// What a client may see of its executions: the list, one of them, and the result of an asynchronous one.
import { Fault } from '../model/faults.ts';
import type {
  After,
  Execution,
  ExecutionFilter,
  JobResult,
  Listed,
  Store,
} from '../store/index.ts';

export type { After, Execution, ExecutionFilter } from '../store/index.ts';

export interface Results {
  /** Newest first, at most `limit` after `after`; go on while there is a `next`. */
  list(
    clientId: string,
    filter: ExecutionFilter,
    after: After | undefined,
    limit: number,
  ): Promise<Listed<Execution>>;
  find(clientId: string, id: string): Promise<Execution>;
  /** The response of an asynchronous execution, while it is kept. */
  result(clientId: string, id: string): Promise<JobResult | undefined>;
}

export interface ResultsDependencies {
  readonly store: Pick<Store, 'executions' | 'jobs'>;
  /** Writes down what is still in memory, so that a client finds what it just did. */
  readonly flush: () => Promise<void>;
}

export function createResults({ store, flush }: ResultsDependencies): Results {
  return {
    async list(clientId, filter, after, limit) {
      await flush();
      return await store.executions.list(clientId, filter, after, limit);
    },

    async find(clientId, id) {
      await flush();
      const execution = await store.executions.find(clientId, id);
      if (!execution)
        throw new Fault(
          'not_found',
          'There is no such execution; executions are kept for 30 days, and go with their user.',
        );
      return execution;
    },

    result: (clientId, id) => store.jobs.result(clientId, id),
  };
}
