// One of several processes on one port: what it says to the process that started it, and hears from it.
import cluster from 'node:cluster';
import type { Families, Fellows } from '../observe/fellows.ts';

/** The variable that tells a worker its number: no setting of the operator's. */
export const NUMBER = 'MANIFOLD_WORKER';

export type FromWorker =
  | { readonly say: 'ready' }
  /** It cannot start, and why, in a sentence for the operator. */
  | { readonly say: 'failed'; readonly sentence: string }
  /** It was asked for the metrics of all. */
  | { readonly say: 'ask'; readonly id: number }
  | { readonly say: 'own'; readonly id: number; readonly families: Families };

export type ToWorker =
  | { readonly say: 'end'; readonly signal: NodeJS.Signals }
  | { readonly say: 'count'; readonly id: number }
  | { readonly say: 'all'; readonly id: number; readonly all: readonly Families[] };

export interface Post extends Fellows {
  /**
   * From now on the end of the primary is not the end of the calls under way here; unless it is the
   * only worker, which holds what the next start needs.
   */
  ready(isOnly: boolean): void;
  /** It cannot start. */
  failed(sentence: string): Promise<void>;
  /** Resolves when the primary has all of them end, or is gone itself. */
  readonly ended: Promise<NodeJS.Signals>;
  /** The primary is not needed any more. */
  leave(): void;
}

/** Longer than the primary waits for the slowest of them. */
const PATIENCE = 4000;

/** Undefined in a process that is no worker of ours. To be called before the settings are read. */
export function takePost(): Post | undefined {
  const number = Number(process.env[NUMBER]);
  delete process.env[NUMBER];
  const { worker } = cluster;
  if (!worker || !number) return undefined;
  const { promise: ended, resolve: end } = Promise.withResolvers<NodeJS.Signals>();
  const waiting = new Map<number, (all: readonly Families[]) => void>();
  let own: () => Promise<Families> = async () => [];
  let asked = 0;

  const say = (message: FromWorker): Promise<void> =>
    new Promise((resolve) => {
      // A primary that is gone hears nothing: that it is gone is heard below.
      if (process.connected) process.send?.(message, undefined, undefined, () => resolve());
      else resolve();
    });

  process.on('message', async (message: ToWorker) => {
    if (message.say === 'end') end(message.signal);
    if (message.say === 'all') waiting.get(message.id)?.(message.all);
    if (message.say === 'count') await say({ say: 'own', id: message.id, families: await own() });
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
      if (!isOnly)
        worker.once('disconnect', () => {
          // Without this Node would end the process at once. Nobody new can come: that was the primary's door.
          worker.exitedAfterDisconnect = true;
          end('SIGINT');
        });
      void say({ say: 'ready' });
    },
    async failed(sentence) {
      await say({ say: 'failed', sentence });
      leave();
    },
    tell(count) {
      own = count;
    },
    async everyones() {
      asked += 1;
      const id = asked;
      const { promise, resolve } = Promise.withResolvers<readonly Families[] | undefined>();
      waiting.set(id, resolve);
      const timer = setTimeout(() => resolve(undefined), PATIENCE);
      if (!process.connected) resolve(undefined);
      await say({ say: 'ask', id });
      const all = await promise;
      clearTimeout(timer);
      waiting.delete(id);
      return all ?? [await own()];
    },
  };
}
