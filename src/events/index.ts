// The events room: signing, the outbox, asynchronous executions and what can be seen of them all.
import { createSender } from '../net/send.ts';
import type { Store } from '../store/index.ts';
import { createEventAddresses, type EventAddresses } from './addresses.ts';
import { createDeliveries, type Deliveries } from './deliveries.ts';
import { createExecutions, type Executions } from './executions.ts';
import { createJobs, type Jobs, type JobsDependencies } from './jobs.ts';
import { createOutbox, type OutboxDependencies } from './outbox.ts';
import { createResults, type Results } from './results.ts';
import { createSigning, type Signing } from './signing.ts';

export interface EventsDependencies<Request>
  extends Pick<OutboxDependencies, 'now' | 'random' | 'userAgent' | 'onTrouble' | 'watch'>,
    Pick<JobsDependencies<Request>, 'run' | 'abandon' | 'quota' | 'onEnded' | 'onSetAside'> {
  readonly store: Pick<
    Store,
    'deliveries' | 'executions' | 'jobs' | 'signing' | 'addressSigning' | 'eventAddresses'
  >;
  readonly receivers: OutboxDependencies['bounds'];
}

export interface Events<Request = never> {
  readonly signing: Signing;
  readonly executions: Executions;
  readonly jobs: Pick<Jobs<Request>, 'begin'>;
  readonly deliveries: Deliveries;
  readonly addresses: EventAddresses;
  readonly results: Results;
  start(): Promise<void>;
  /** There are new deliveries. */
  wake(): void;
  /** Begins no more kept executions and gives back those under way, for whoever runs them next. */
  handOver(): Promise<void>;
  stop(): Promise<void>;
}

/** Answers of receivers are dropped unread: their own client need not take any of it in. */
const MAX_ANSWER = 64 * 1024;

export function createEvents<Request>(deps: EventsDependencies<Request>): Events<Request> {
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
      await store.deliveries.freeAll();
      await store.jobs.freeAll();
      outbox.start();
      jobs.start();
    },
    wake,
    handOver: jobs.stop,
    async stop() {
      await jobs.stop();
      await executions.flush();
      await outbox.stop();
      await sender.close();
    },
  };
}
