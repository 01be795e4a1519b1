// Gives back to the system, once, the memory that only the start needed.
import { Session } from 'node:inspector/promises';

const LOOK_EVERY = 1000;
/** The share of that time in which there was something to do. */
const QUIET = 0.05;

/**
 * Loading leaves some 20 MB of empty room for new objects, which V8 keeps for as long as nothing asks it
 * to be sparing. Collecting takes a tenth of a second, so it waits for one in which nobody waits.
 */
export function giveBackWhenQuiet(collect = collectAll): void {
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization > QUIET) return;
    clearInterval(timer);
    void collect();
  }, LOOK_EVERY);
  timer.unref();
}

async function collectAll(): Promise<void> {
  const session = new Session();
  try {
    session.connect();
    await session.post('HeapProfiler.collectGarbage');
    session.disconnect();
  } catch {
    // Node's permissions can forbid it. Then the memory stays, and nothing else is the matter.
  }
}
