// Places that all clients share: calls under way, background executions, deliveries of events.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { API, type Client, inWords, wooParams } from '../client.ts';
import { countsOf, endAll, flood } from '../flood.ts';
import type { VictimCall } from '../measure.ts';
import type { Attack } from '../scene.ts';
import { shopAt } from '../shops.ts';

export const calls: Attack = {
  name: 'calls',
  title: 'calls that never end',
  about:
    'One client, within its rate limit, makes 47 calls a second that are never answered; there are 100 places, so that they are gone immediately.',
  instance: { settings: { MANIFOLD_MAX_CALLS: '100' } },

  async begin({ attackers: [attacker] }) {
    const silent = flood({
      first: 99,
      perSecond: 47,
      call: (n, signal) =>
        attacker.read(
          'orders',
          'woocommerce',
          { ...wooParams(shopAt('silent', n)), status: 'any' },
          { signal, prefer: 'wait=300' },
        ),
    });
    return { end: async () => ({ saw: countsOf(await silent.end()) }) };
  },
};

export const background: Attack = {
  name: 'background',
  title: 'slow background calls',
  about:
    'Four clients each put forty background calls to shops that never answer; the victim waits for the result of its own.',
  every: 250,
  victim: async ({ victim }) => waitsForResult(victim),

  async begin({ attackers }) {
    const floods = attackers.slice(0, 4).map((attacker) =>
      flood({
        concurrency: 20,
        most: 40,
        call: (n, signal) =>
          attacker.read(
            'orders',
            'woocommerce',
            { ...wooParams(shopAt('silent', `${attacker.id}-${n}`)), status: 'any' },
            { signal, prefer: 'respond-async, wait=60' },
          ),
      }),
    );
    await Promise.all(floods.map(({ done }) => done));
    return { end: async () => ({ saw: countsOf(await endAll(floods)) }) };
  },
};

/** From the request to its end, looked for as a patient client would. */
function waitsForResult(victim: Client): VictimCall {
  const awaited = new Map<string, (status: string) => void>();
  let looking = false;
  /** One look for all that are awaited: the victim keeps to its own rate limit. */
  async function look() {
    looking = true;
    for (; awaited.size > 0; await pause(LOOK)) {
      const { body } = await victim.call(`${API}/Executions?limit=100`).catch(() => ({ body: {} }));
      for (const { execution_id, status } of body?.result ?? [])
        if (status !== 'running') awaited.get(execution_id)?.(status);
    }
    looking = false;
  }
  return async (signal) => {
    const how = { signal, prefer: 'respond-async' };
    const accepted = await victim.read('orders', 'shopify', { limit: 1 }, how);
    if (accepted.status !== 202) return inWords(accepted);
    const id: string = accepted.body.execution_id;
    const ended = new Promise<string>((resolve, reject) => {
      awaited.set(id, resolve);
      signal.addEventListener('abort', () => reject(signal.reason));
    });
    if (!looking) void look();
    const status = await ended.finally(() => awaited.delete(id));
    return status === 'succeeded' ? undefined : `the execution ${status}`;
  };
}

const LOOK = 50;
const ORIGINS = 400;

export const receivers: Attack = {
  name: 'receivers',
  title: 'receivers that never answer',
  about:
    'One client has events sent to 400 origins that never answer; the victim waits for an event of its own.',
  every: 250,

  async victim({ victim }) {
    const awaited = new Map<string, () => void>();
    const receiver = createServer((request, response) => {
      request.resume();
      response.end();
      awaited.get(request.url ?? '')?.();
    });
    const origin = await listening(receiver);
    receiver.unref();
    let events = 0;
    return async (signal) => {
      const path = `/${++events}`;
      const delivered = new Promise<void>((resolve, reject) => {
        awaited.set(path, resolve);
        signal.addEventListener('abort', () => reject(signal.reason));
      });
      // A call that fails first leaves no one waiting for its event.
      delivered.catch(() => {});
      const how = { signal, callback: origin + path };
      const answer = await victim.read('orders', 'shopify', { limit: 1 }, how);
      if (answer.status !== 200) return `${answer.status} ${answer.body?.Errors?.code}`;
      await delivered;
      awaited.delete(path);
      return undefined;
    };
  },

  async begin({ attackers: [attacker] }) {
    const silent = Array.from({ length: ORIGINS }, () => createServer(() => {}));
    const origins = await Promise.all(silent.map(listening));
    const events = flood({
      first: 99,
      perSecond: 47,
      most: ORIGINS,
      call: (n, signal) =>
        attacker.read(
          'orders',
          'woocommerce',
          { ...wooParams(shopAt('well', n % 20)), status: 'any', limit: 1 },
          { signal, callback: `${origins[n]}/event` },
        ),
    });
    return {
      async end() {
        const saw = countsOf(await events.end());
        for (const server of silent) {
          server.closeAllConnections();
          server.close();
        }
        return { saw };
      },
    };
  },
};

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`;
}
