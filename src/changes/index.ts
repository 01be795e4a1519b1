// Changes: the service keeps watch, so that no client must poll. Watches, the readings behind them, the log.
import type { Store } from '../store/index.ts';
import type { Accept } from '../unified/index.ts';
import { createWorker } from '../work/worker.ts';
import { writeCursor } from './cursor.ts';
import { createFeed } from './feed.ts';
import { createHints, type HintsDependencies } from './hints.ts';
import { createReader, type ReaderDependencies } from './reader.ts';
import { createRecords } from './records.ts';
import { createWatches, type WatchesDependencies } from './watches.ts';

export { KEPT_DAYS } from './cursor.ts';
export { EVERY, LONGEST_SWEEP_HOURS } from './watches.ts';

export interface ChangesDependencies
  extends ReaderDependencies,
    Omit<WatchesDependencies, 'wake' | 'store' | 'accounts' | 'onChange'>,
    Pick<HintsDependencies, 'subscriptions' | 'onTrouble'> {
  readonly store: Pick<Store, 'readings' | 'watches' | 'feed' | 'hookSubscriptions'>;
  readonly accept: Accept;
}

/** Readings under way at the same time: in this process, and of one client. They mostly wait for channels. */
const CONCURRENCY = 64;
const CONCURRENCY_EACH = 8;

export type Changes = ReturnType<typeof createChanges>;

export function createChanges(deps: ChangesDependencies) {
  const { store, now, random, onTrouble } = deps;
  const read = createReader(deps);
  const feed = createFeed({ store, now, onTrouble });
  let underWay = 0;
  const worker = createWorker({
    ...{ source: store.readings, now, random, onTrouble },
    ...{ concurrency: CONCURRENCY, concurrencyEach: CONCURRENCY_EACH },
    async work(held, client, signal) {
      underWay += 1;
      await read(held, signal).finally(() => {
        underWay -= 1;
      });
      feed.wake(client);
    },
  });

  const hints = createHints({ ...deps, wake: worker.wake });

  return {
    watches: createWatches({ ...deps, wake: worker.wake, onChange: hints.changed }),
    feed: feed.read,
    withRecords: createRecords(deps.accept),
    hint: hints.take,
    checkHints: (ending: () => boolean) => hints.check(now(), ending),
    underWay: () => underWay,
    wake: worker.wake,
    announce: () => store.feed.announce((seal, seq, at) => writeCursor(seal, { seq, at })),

    start: worker.start,

    async stop(): Promise<void> {
      feed.close();
      await worker.stop();
    },
  };
}
