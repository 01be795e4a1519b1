// The events room: signing, the outbox, asynchronous executions and what can be seen of them all.
import { createSender } from '../net/send.ts';
import type { Store } from '../store/index.ts';
import type { WorkerRoom } from '../work/worker.ts';
import { createEventAddresses } from './addresses.ts';
import { createDeliveries } from './deliveries.ts';
import { createExecutions } from './executions.ts';
import { createJobs, type JobsDependencies } from './jobs.ts';
import { createOutbox, type OutboxDependencies } from './outbox.ts';
import { createResults } from './results.ts';
import { createSigning } from './signing.ts';

export interface EventsDependencies<Request>
  extends WorkerRoom,
    Pick<OutboxDependencies, 'userAgent' | 'watch'>,
    Pick<JobsDependencies<Request>, 'run' | 'abandon' | 'quota' | 'onEnded'> {
  readonly store: Pick<
    Store,
    | 'deliveries'
    | 'executions'
    | 'jobs'
    | 'writes'
    | 'signing'
    | 'addressSigning'
    | 'eventAddresses'
    | 'clients'
  >;
  readonly receivers: OutboxDependencies['bounds'];
}

export type Events<Request = never> = ReturnType<typeof createEvents<Request>>;

/** Answers of receivers are dropped unread: their own client need not take any of it in. */
const MAX_ANSWER = 64 * 1024;

export function createEvents<Request>(deps: EventsDependencies<Request>) {
  const { store, receivers: bounds, now, onTrouble } = deps;
  const sender = createSender({ maxBytes: MAX_ANSWER });
  const signing = createSigning(store.signing, now);
  const addressSigning = createSigning(store.addressSigning, now);
  const outbox = createOutbox({ ...deps, signing, addressSigning, sender, bounds });
  const { wake } = outbox;
  const executions = createExecutions({ store, wake, onTrouble });
  const jobs = createJobs<Request>({ ...deps, wake });
  return {
    signing,
    executions,
    jobs,
    deliveries: createDeliveries({ store, bounds, now, wake }),
    addresses: createEventAddresses({ store, signing: addressSigning, bounds, now, wake }),
    results: createResults({ store, flush: executions.flush }),
    async start() {
      await outbox.start();
      await jobs.start();
    },
    wake,
    /** Begins no more kept executions and gives back those under way, for the process that runs them next. */
    handOver: jobs.stop,
    async stop() {
      await jobs.stop();
      await executions.flush();
      await outbox.stop();
      await sender.close();
    },
  };
}
