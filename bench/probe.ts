// Loaded into a process that is measured (`--import`): says what the process used, when it is asked.
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** What a process used since it began, or since it was asked before. */
export interface Used {
  /** Processor time since the start, user and system together, in microseconds. */
  readonly processor: number;
  /** Memory in bytes, as the system counts it. */
  readonly memory: number;
  /** Milliseconds that the event loop was late since it was last asked: the 99th percentile, and the most. */
  readonly late: number;
  readonly latest: number;
}

export const PROBE = 'manifold-bench-probe';

const RESOLUTION = 5;
const loop = monitorEventLoopDelay({ resolution: RESOLUTION });
loop.enable();

process.on('message', (message) => {
  if (message !== PROBE) return;
  const { user, system } = process.cpuUsage();
  // The timer itself comes after its own period.
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION);
  const used: Used = {
    processor: user + system,
    memory: process.memoryUsage.rss(),
    late: late(loop.percentile(99)),
    latest: late(loop.max),
  };
  loop.reset();
  process.send?.({ probe: used });
});
// It must keep no process alive that has ended its work.
process.channel?.unref();
// The process that measured is gone: nothing else will end it.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
