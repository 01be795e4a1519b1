// Kills the real service again and again while callers wait for completion events, and counts what arrives.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { DEMO_CLIENT, getToken } from '../token.ts';
import { until } from '../until.ts';
import { COMPILED, type ProcessOptions, serviceProcess } from './service-process.ts';

export interface KillOptions extends ProcessOptions {
  readonly kills: number;
  /** The receiver fails now and then, so that events wait for their next try too. */
  readonly failing?: boolean;
  /** Called after each kill. */
  readonly onKill?: (kill: number, accepted: number) => void;
}

export interface KillReport {
  readonly kills: number;
  /** Executions whose response, or whose 202, reached the caller. */
  readonly accepted: number;
  readonly acceptedAsync: number;
  /** Accepted ones of which no event arrived. */
  readonly lost: readonly string[];
  /** Events that came with more than one webhook-id. */
  readonly changedIds: readonly string[];
  readonly badSignatures: number;
  /** Events received, repeats included. */
  readonly received: number;
  /** Asynchronous executions that did not end. */
  readonly unfinished: readonly string[];
}

const CALLERS = 4;
/** One in so many answers of a failing receiver is a failure. */
const FAILS_ONE_IN = 40;
/** Calls that are accepted between two kills, and how long they are waited for. */
const MOST_CALLS = 12;
const LONGEST_LIFE = 3000;
/** Far more than retries need; only a lost event takes longer. */
const PATIENCE = 180_000;

export async function runKills(options: KillOptions): Promise<KillReport> {
  const service = await serviceProcess(options);
  const receiver = await startReceiver(() => service.signingSecret(), options.failing ?? false);
  const accepted = new Map<string, 'direct' | 'async'>();
  let token = '';
  let over = false;
  let up = Promise.resolve();
  try {
    // Node writes its compile cache at an orderly end only; all later starts take half as long. Within
    // a run of the tests there is one.
    if (!('NODE_COMPILE_CACHE' in COMPILED)) {
      await service.start();
      await service.stop();
    }
    await service.start();
    token = await getToken(service.origin, DEMO_CLIENT);
    const callers = Array.from({ length: CALLERS }, (_, at) => callAgainAndAgain(at));
    for (let kill = 1; kill <= options.kills; kill++) {
      // At a random moment after a few more calls, so that a slow machine kills as busy a service.
      const enough = accepted.size + Math.floor(Math.random() * MOST_CALLS);
      const isBusy = (count: number) => count >= enough;
      await until(() => accepted.size, 'more calls', isBusy, LONGEST_LIFE).catch(() => {});
      await sleep(Math.random() * 50);
      await service.kill();
      options.onKill?.(kill, accepted.size);
      up = service.start();
      await up;
    }
    over = true;
    await Promise.all(callers);
    const isComplete = (lost: readonly string[]) => lost.length === 0;
    await until(missing, 'every event', isComplete, PATIENCE).catch(() => {});
    return {
      kills: options.kills,
      accepted: accepted.size,
      acceptedAsync: [...accepted.values()].filter((mode) => mode === 'async').length,
      lost: missing(),
      changedIds: [...receiver.events].filter(([, ids]) => ids.size !== 1).map(([id]) => id),
      badSignatures: receiver.bad(),
      received: receiver.received(),
      unfinished: await findUnfinished(),
    };
  } finally {
    over = true;
    await service.stop();
    await receiver.close();
  }

  function missing(): string[] {
    return [...accepted.keys()].filter((id) => !receiver.events.has(id));
  }

  async function callAgainAndAgain(at: number) {
    for (let call = 0; !over; call++) {
      try {
        await up;
        await callOnce((call + at) % 3 === 0, (call + at) % 4 !== 0);
      } catch {
        // The service was killed under the call: nothing was promised.
        await sleep(5);
      }
    }
  }

  async function callOnce(later: boolean, failing: boolean) {
    const query = new URLSearchParams({
      channel: 'shopify',
      // Failures have their event too, and are quick: most of the calls are of an unknown user.
      tpUserId: failing ? 'unknown' : 'demo-user',
      completionCallbackUrl: receiver.url,
    });
    const response = await fetch(`${service.origin}/api/ServiceClientApp/Unified/Orders?${query}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(later && { prefer: 'respond-async' }),
      },
      body: '{"limit":1}',
    });
    const body = (await response.json()) as {
      execution_id?: string;
      Errors?: { code?: string };
      Output?: { execution_id: string };
    };
    // Sent away for a moment: the event could not be kept, or the service was ending.
    if (response.status === 503) return;
    const id = body.execution_id ?? body.Output?.execution_id;
    if (!id) throw new Error(`no execution: ${response.status}`);
    accepted.set(id, later ? 'async' : 'direct');
  }

  async function findUnfinished(): Promise<string[]> {
    const found: string[] = [];
    for (const [id, mode] of accepted) {
      if (mode !== 'async') continue;
      const response = await fetch(`${service.origin}/api/ServiceClientApp/Executions/${id}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const { status, response: result } = (await response.json()) as {
        status: string;
        response: unknown;
      };
      if (status === 'running' || !result) found.push(id);
    }
    return found;
  }
}

async function startReceiver(secret: () => string, failing: boolean) {
  const events = new Map<string, Set<string>>();
  const refused = new Set<string>();
  let [bad, received] = [0, 0];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = request.headers as Record<string, string>;
    await sleep(Math.random() * 60);
    const id = headers['webhook-id'] ?? '';
    // Once each, so that no event waits for the longer pauses.
    if (failing && !refused.has(id) && Math.random() * FAILS_ONE_IN < 1) {
      refused.add(id);
      return response.writeHead(500).end();
    }
    received += 1;
    try {
      const event = new Webhook(secret()).verify(Buffer.concat(chunks).toString(), headers) as {
        data: { execution_id: string };
      };
      const ids = events.get(event.data.execution_id) ?? new Set();
      events.set(event.data.execution_id, ids.add(id));
    } catch {
      bad += 1;
    }
    return response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    events,
    bad: () => bad,
    received: () => received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
