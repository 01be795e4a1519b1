// Keeps executions that ended: immediately where an event was asked for, in groups otherwise.
import type { Finished } from '../model/execution.ts';
import { type Ending, type Store, StoreUnavailableError } from '../store/index.ts';
import { completionDelivery } from './outbox.ts';

export interface ExecutionsDependencies {
  readonly store: Pick<Store, 'executions'>;
  /** There are new deliveries. */
  readonly wake: () => void;
  readonly onTrouble: (error: unknown) => void;
}

export type Executions = ReturnType<typeof createExecutions>;

interface Entry extends Ending {
  readonly resolve?: () => void;
  readonly reject?: (error: unknown) => void;
}

/** At most so many milliseconds of rows are lost when the process is killed. */
const FLUSH_AFTER = 500;
const MOST_ENTRIES = 20_000;

/**
 * A commit costs more than all the rest of a quick call, so rows that no one waits for are written
 * together. Those with a delivery are written immediately, together with all that came meanwhile.
 */
export function createExecutions({ store, wake, onTrouble }: ExecutionsDependencies) {
  let entries: Entry[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let soon = false;

  function add(entry: Entry) {
    if (entries.length >= MOST_ENTRIES) {
      // The store has been out of reach for long: rows that no one waits for are given up.
      entries = entries.filter(({ resolve }) => resolve).slice(-MOST_ENTRIES);
      onTrouble(new Error('execution rows were dropped: the store cannot be reached'));
    }
    entries.push(entry);
  }

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const batch = entries;
    entries = [];
    if (batch.length === 0) return;
    try {
      await store.executions.record(batch);
      for (const { resolve } of batch) resolve?.();
      if (batch.some(({ delivery }) => delivery)) wake();
    } catch (error) {
      for (const { reject } of batch) reject?.(error);
      onTrouble(error);
      // Rows alone may wait for better times; anything but a passing trouble would only repeat.
      if (error instanceof StoreUnavailableError)
        for (const entry of batch) if (!entry.resolve) add(entry);
    }
  }

  /** One write at a time; what comes meanwhile goes together into the next one. */
  function flush(): Promise<void> {
    soon = false;
    writing ??= write().finally(() => {
      writing = undefined;
      if (soon) void flush();
      else if (entries.length > 0) later();
    });
    return writing;
  }

  function later() {
    timer ??= setTimeout(flush, FLUSH_AFTER);
    timer.unref();
  }

  return {
    /** Notes how an execution ended; with a callback, the promise resolves once its delivery is stored. */
    settle(finished: Finished): Promise<void> | undefined {
      const delivery = completionDelivery(finished);
      if (!delivery) {
        add({ finished, delivery });
        later();
        return undefined;
      }
      return new Promise<void>((resolve, reject) => {
        add({ finished, delivery, resolve, reject });
        if (soon) return;
        soon = true;
        // Calls that end in the same turn share one commit.
        if (!writing) setImmediate(() => void flush());
      });
    },

    /** Writes down what is still in memory, also what came during a write under way. */
    async flush(): Promise<void> {
      await writing;
      do await flush();
      while (entries.some(({ resolve }) => resolve));
    },
  };
}
