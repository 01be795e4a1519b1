// What happens in the sandbox by itself: a client of its own reads a page of every channel at the start,
// then one a minute, so that the console shows living data to those who open it first.
import { setTimeout as pause } from 'node:timers/promises';
import type { Channel } from '../channels/channel.ts';
import { OPERATIONS } from '../model/execution.ts';
import type { App } from './app.ts';
import { OWN } from './demo-client.ts';

const EVERY = 60_000;
const LIMIT = 10;

/** Resolves when the reading that is under way has ended; a fault is in its execution, as any other. */
export function startReads(
  { read, keepCounts }: Pick<App, 'read' | 'keepCounts'>,
  channels: Readonly<Record<string, Channel>>,
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  const all = Object.entries(channels).flatMap(([channel, declared]) =>
    OPERATIONS.filter((operation) => declared[operation]).map((operation) => ({
      ...{ operation, client: OWN.client, body: { limit: LIMIT } },
      query: { channel, tpUserId: OWN.user },
    })),
  );
  const stop = new AbortController();
  const { signal } = stop;
  const run = async () => {
    for (const asked of all) {
      if (signal.aborted) return;
      await read(asked, 'sandbox');
    }
    await keepCounts();
    for (let turn = 0; !signal.aborted; turn++) {
      await pause(EVERY, undefined, { signal, ref: false });
      const asked = all[turn % all.length];
      if (asked) await read(asked, 'sandbox');
    }
  };
  const ended = run().catch((error) => {
    if (!signal.aborted) onFailure(error);
  });
  return () => {
    stop.abort();
    return ended;
  };
}
