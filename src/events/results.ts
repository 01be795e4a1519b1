// What a client may see of its executions: the list, one of them, and the result of an asynchronous one.
import { Fault } from '../model/faults.ts';
import type { Execution, Store } from '../store/index.ts';

export type { Execution } from '../store/index.ts';

export type Results = ReturnType<typeof createResults>;

export interface ResultsDependencies {
  readonly store: Pick<Store, 'executions' | 'jobs' | 'writes'>;
  /** Writes down what is still in memory, so that a client finds what it just did. */
  readonly flush: () => Promise<void>;
}

export function createResults({ store, flush }: ResultsDependencies) {
  return {
    /** Newest first; go on while there is a `next`. */
    async list(...asked: Parameters<Store['executions']['list']>) {
      await flush();
      return await store.executions.list(...asked);
    },

    async find(clientId: string, id: string): Promise<Execution> {
      await flush();
      const execution = await store.executions.find(clientId, id);
      if (!execution)
        throw new Fault(
          'not_found',
          'There is no such execution; executions are kept for 30 days, and go with their user.',
        );
      return execution;
    },

    /** What became of what it wrote, item by item; newer than its response where that came first. */
    items: store.writes.outcomes,

    /** The response of an asynchronous execution, while it is kept. */
    result: store.jobs.result,
  };
}
