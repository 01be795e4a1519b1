// Stored results without end: forty background calls, each with 27 MiB to keep.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { FAULTS } from '../../../src/model/faults.ts';
import { API, type Client, wooParams } from '../client.ts';
import { countsOf, flood } from '../flood.ts';
import type { Attack } from '../scene.ts';
import { shopAt } from '../shops.ts';

const CALLS = 40;
const LONGEST = 40_000;

export const results: Attack = {
  name: 'results',
  title: 'results without end',
  shops: ['large', 'bulky'],
  about:
    'One client has forty background results of 27 MiB kept; beyond its quota it is refused with a code of its own, and the victim’s result stays.',

  async begin({ attackers: [attacker], victim, instance }) {
    const sizeBefore = sizeOf(instance.dataDir);
    const kept = await keepsResult(victim);
    const heap = flood({
      concurrency: 4,
      most: CALLS,
      call: (n, signal) => putsAway(attacker, n, signal),
    });
    return {
      done: Promise.race([heap.done, pause(LONGEST)]),
      async end() {
        const tally = await heap.end();
        const refusals = [...tally.keys()].filter((words) => words.startsWith('429'));
        const { body } = await victim.call(kept);
        const harm =
          body?.response === null || body?.response === undefined
            ? 'the result that the victim had is gone'
            : refusals.some((words) => words !== '429 rate_limited')
              ? undefined
              : 'nothing was refused for its size';
        const mebibytes = Math.round((sizeOf(instance.dataDir) - sizeBefore) / 1024 / 1024);
        return { saw: `${countsOf(tally)}; the data folder grew by ${mebibytes} MiB`, harm };
      },
    };
  },
};

/** A background call of the victim to its end; resolves with the path of its result. */
async function keepsResult(victim: Client): Promise<string> {
  const how = { prefer: 'respond-async' };
  const accepted = await victim.read('orders', 'shopify', { limit: 1 }, how);
  const { pathname } = new URL(accepted.body.status_url);
  for (let looks = 0; looks < 100; looks++) {
    const { body } = await victim.call(pathname);
    if (body?.status === 'succeeded') return pathname;
    await pause(100);
  }
  throw new Error('the background call of the victim did not end');
}

/** One background call to its end: refused immediately, or kept, or failed. */
async function putsAway(attacker: Client, n: number, signal: AbortSignal) {
  const body = {
    ...wooParams(shopAt(n % 4 === 3 ? 'large' : 'bulky', n)),
    status: 'any',
    limit: 100,
  };
  const accepted = await attacker.read('orders', 'woocommerce', body, {
    signal,
    prefer: 'respond-async, wait=60',
  });
  if (accepted.status !== 202) {
    // A client that is refused for a moment would come back, too.
    await pause(100, undefined, { signal });
    return accepted;
  }
  const { pathname } = new URL(accepted.body.status_url);
  for (;;) {
    await pause(200, undefined, { signal });
    // The list, not the result: no one wants 27 MiB to know that they are there.
    const { body: listed } = await attacker.call(`${API}/Executions?limit=100`, { signal });
    const mine = listed?.result?.find((one: { status_url: string }) =>
      one.status_url.endsWith(pathname),
    );
    if (mine?.status === 'succeeded') return 'kept';
    if (mine?.status === 'failed') return `${statusOf(mine.code)} ${mine.code}`;
  }
}

const sizeOf = (folder: string): number =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);

const statusOf = (code: string): number | undefined =>
  Object.entries(FAULTS).find(([name]) => name === code)?.[1].status;
