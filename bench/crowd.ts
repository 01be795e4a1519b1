// A process that sends requests for a benchmark: with connections of its own, and nothing else to do.
import { type Load, percentile, type Request, send } from './load.ts';

export interface Crowd extends Omit<Load, 'request'> {
  /** Sent in turn. */
  readonly requests: readonly (Request | readonly Request[])[];
}

export interface Crowded {
  readonly failed: number;
  readonly firstFailure: string | undefined;
  readonly seconds: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

// The parent waits for no origin of ours: no one calls a crowd.
process.send?.({ origin: '' });
process.on('disconnect', () => process.exit(0));
process.on('message', ({ requests, ...load }: Crowd) => {
  const request = (n: number) => requests[n % requests.length] ?? [];
  void send({ ...load, request }).then(({ failed, firstFailure, seconds, times }) => {
    const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
    process.send?.({ failed, firstFailure, seconds, p50, p99 } satisfies Crowded);
  });
});
