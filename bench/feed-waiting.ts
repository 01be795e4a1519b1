// Thousands of callers who wait for the log of a client, in one process: what they cost while nothing happens.
import { setTimeout as pause } from 'node:timers/promises';
import { PATHS } from '../src/http/paths.ts';
import type { Crowded } from './crowd.ts';
import type { PageKind } from './pages.ts';
import { record } from './pages.ts';
import { scratch, startAsked, startService } from './parts.ts';

export interface Waiting {
  readonly callers: number;
  /** Seconds of processor for a minute of waiting. */
  readonly processor: number;
  /** Bytes for each. */
  readonly memory: number;
}

const WAIT = 60;
/** They come within the first third of their wait. */
const ARRIVE = 20_000;
const WATCHED = 20_000;
const SETTLED = 5000;
const KIND: PageKind = { channel: 'shopify', operation: 'orders', limit: 1, credentials: 'stored' };

export async function measureWaiting(callers: number): Promise<Waiting> {
  const place = scratch();
  const { channel, pages, settings } = await record([KIND], place);
  const service = await startService({ settings });
  const crowd = await startAsked('./crowd.ts');
  try {
    const { headers } = pages[0]?.request(0) ?? { headers: {} };
    const ask = { method: 'GET', path: `${PATHS.changes}?wait=${WAIT}`, headers, body: '' };
    await pause(SETTLED);
    const idle = await service.used();
    const load = { origin: service.origin, requests: [ask], connections: callers, count: callers };
    const done = crowd.ask<Crowded>({ ...load, pace: (callers / ARRIVE) * 1000 });
    await pause(ARRIVE + SETTLED);
    const before = await service.used();
    await pause(WATCHED);
    const after = await service.used();
    const { failed, firstFailure } = await done;
    if (failed > 0) throw new Error(`${failed} failed, first: ${firstFailure}`);
    return {
      callers,
      processor: ((after.processor - before.processor) / 1e6) * (60_000 / WATCHED),
      memory: (after.memory - idle.memory) / callers,
    };
  } finally {
    await crowd.stop();
    await service.stop();
    await channel.stop();
    place.remove();
  }
}
