// One of the processes that serve: what it says to the process that keeps them, and hears from it.
import cluster from 'node:cluster';
import type { ClusterPage, Peers } from '../observe/cluster.ts';

/** The variable that gives a worker its number: no setting of the operator's. */
export const NUMBER = 'MANIFOLD_WORKER';

export type FromWorker =
  | { readonly say: 'ready' }
  /** It cannot start, and why, in a sentence for the operator. */
  | { readonly say: 'failed'; readonly sentence: string }
  | { readonly say: 'metrics'; readonly id: number };

export type ToWorker =
  | { readonly say: 'end'; readonly signal: NodeJS.Signals }
  | { readonly say: 'metrics'; readonly id: number; readonly page: ClusterPage };

export interface WorkerLink extends Peers {
  /** It serves. Calls under way then outlive the primary, unless this is its only worker. */
  ready(isOnly: boolean): void;
  failed(sentence: string): Promise<void>;
  /** Resolves when the primary has all of them end, or is gone itself. */
  readonly ended: Promise<NodeJS.Signals>;
  /** The primary is not needed any more. */
  leave(): void;
}

const NO_PAGE: ClusterPage = { workers: undefined, primary: '' };

/** Undefined in a process that is no worker of ours. To be called before the settings are read. */
export function openWorkerLink(): WorkerLink | undefined {
  const number = Number(process.env[NUMBER]);
  delete process.env[NUMBER];
  const { worker } = cluster;
  if (!worker || !number) return undefined;
  const { promise: ended, resolve: end } = Promise.withResolvers<NodeJS.Signals>();
  const waiting = new Map<number, (page: ClusterPage) => void>();
  let asked = 0;

  const say = (message: FromWorker): Promise<void> =>
    new Promise((resolve) => {
      if (process.connected) process.send?.(message, undefined, undefined, () => resolve());
      else resolve();
    });
  const leave = () => {
    worker.exitedAfterDisconnect = true;
    if (process.connected) process.disconnect();
  };

  return {
    number,
    ended,
    leave,
    ready(isOnly) {
      process.on('message', (message: ToWorker) => {
        if (message.say === 'end') end(message.signal);
        if (message.say === 'metrics') waiting.get(message.id)?.(message.page);
      });
      worker.once('disconnect', () => {
        for (const answer of waiting.values()) answer(NO_PAGE);
        if (isOnly) return;
        // Without this Node would end the process at once.
        worker.exitedAfterDisconnect = true;
        end('SIGINT');
      });
      void say({ say: 'ready' });
    },
    async failed(sentence) {
      await say({ say: 'failed', sentence });
      leave();
    },
    async metrics() {
      if (!process.connected) return NO_PAGE;
      asked += 1;
      const id = asked;
      const { promise, resolve } = Promise.withResolvers<ClusterPage>();
      waiting.set(id, resolve);
      void say({ say: 'metrics', id });
      return await promise.finally(() => waiting.delete(id));
    },
  };
}
