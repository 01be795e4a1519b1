// Asynchronous executions: kept as jobs, run by any instance, run again once when a process dies.
import type { Started } from '../model/execution.ts';
import type { Fault } from '../model/faults.ts';
import { unlessGone } from '../model/unless-gone.ts';
import type { CallEnd } from '../model/watch.ts';
import { type ClaimedJob, DEADLY, LARGEST_RESULT, type Quota, type Store } from '../store/index.ts';
import { createWorker, type WorkerRoom } from '../work/worker.ts';
import { completionDelivery } from './outbox.ts';
import { createRefusals, noRoom, tooLarge } from './quota.ts';

export interface RunEnd extends CallEnd {
  readonly result: string;
}

export interface JobsDependencies<Request> extends WorkerRoom {
  readonly store: Pick<Store, 'jobs'>;
  readonly run: (request: Request, signal: AbortSignal) => Promise<RunEnd>;
  /** The end of one that cannot be run any more, or whose result cannot be kept. */
  readonly abandon: (
    request: Request | undefined,
    held: ClaimedJob,
    why?: Fault,
  ) => Promise<RunEnd>;
  /** The most that is kept for one client. */
  readonly quota: Quota;
  readonly wake: () => void;
  /** An execution ended here, and its end is kept. */
  readonly onEnded: (end: CallEnd) => void;
}

/** Executions under way at the same time: in this process, and of one client. They mostly wait for channels. */
const CONCURRENCY = 128;
const CONCURRENCY_EACH = 16;
const KEEP_RESULT = 24 * 60 * 60 * 1000;

export function createJobs<Request>(deps: JobsDependencies<Request>) {
  const { store, now, quota } = deps;
  const refusals = createRefusals();

  async function work(held: ClaimedJob, _lane: string, signal: AbortSignal): Promise<void> {
    const request = held.request === undefined ? undefined : (JSON.parse(held.request) as Request);
    const isDeadly = held.deaths >= DEADLY;
    if (isDeadly) deps.onSetAside('execution', { id: held.id, client: held.clientId });
    const end =
      request === undefined || isDeadly
        ? await deps.abandon(request, held)
        : await unlessGone(begin(request, signal), signal).catch((error) => {
            if (!signal.aborted) throw error;
          });
    // Broken off because this process ends: the next one begins again, and that counts as the same run.
    if (!end) return await store.jobs.release(held);
    const kept = await keep(held, end, quota);
    if (kept === true) deps.onEnded(end);
    if (typeof kept === 'boolean') return;
    // It was accepted and has run: its end is kept all the same, and says why the result is not.
    const why = kept === 'too_large' ? tooLarge(LARGEST_RESULT) : noRoom(kept, quota, now());
    const refused = await deps.abandon(request, held, why);
    const { calls, durations } = end.finished;
    const last = {
      ...refused,
      stages: end.stages,
      finished: { ...refused.finished, calls, durations },
    };
    if ((await keep(held, last)) === true) deps.onEnded(last);
  }

  async function begin(request: Request, signal: AbortSignal): Promise<RunEnd> {
    signal.throwIfAborted();
    return await deps.run(request, signal);
  }

  async function keep(held: ClaimedJob, end: RunEnd, bounds?: Quota) {
    const delivery = completionDelivery(end.finished);
    const ending = { ...end, delivery, expiresAt: now() + KEEP_RESULT };
    const kept = await store.jobs.finish(held, ending, bounds);
    if (delivery && kept === true) deps.wake();
    return kept;
  }

  const worker = createWorker({
    source: store.jobs,
    now,
    random: deps.random,
    concurrency: CONCURRENCY,
    concurrencyEach: CONCURRENCY_EACH,
    work,
    onTrouble: deps.onTrouble,
  });

  return {
    /** Keeps the request before it is accepted; false when the client is gone, a fault without room. */
    async begin(started: Started, request: Request): Promise<boolean> {
      refusals.check(started.client);
      const kept = await store.jobs.begin(started, JSON.stringify(request), quota);
      if (typeof kept !== 'boolean')
        throw refusals.note(started.client, noRoom(kept, quota, now()));
      if (kept) worker.wake();
      return kept;
    },
    ...worker,
  };
}
