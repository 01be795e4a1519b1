// A shop that others use too: its breaker, its places, the pauses it asks for.
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, wooParams } from '../client.ts';
import { countsOf, endAll, flood } from '../flood.ts';
import { type Attack, readsOrders, type Scene } from '../scene.ts';
import { shopAt } from '../shops.ts';

export const breaker: Attack = {
  name: 'breaker',
  title: 'another channel’s host',
  about:
    'WooCommerce shops said to be at api.bol.com fail again and again while the victim uses bol.',
  victim: async ({ victim }) => readsOrders(victim, 'bol', { status: 'any' }),

  async begin({ attackers, instance }) {
    // What the true host would answer to calls of another channel, at its worst.
    const planted = await fetch(`${instance.sandboxOrigin}/_sandbox/faults`, {
      method: 'POST',
      body: JSON.stringify({ kind: '500', host: 'api.bol.com', path: '/wp-json' }),
    });
    if (!planted.ok) throw new Error(`the sandbox planted no fault: ${await planted.text()}`);
    const floods = attackers.slice(0, 2).flatMap((attacker) =>
      ['http://api.bol.com', 'https://api.bol.com'].map((baseUrl) =>
        flood({
          perSecond: 5,
          first: 5,
          call: (n, signal) =>
            attacker.read(
              'orders',
              'woocommerce',
              { ...wooParams(baseUrl, `${n}`), status: 'any' },
              { signal },
            ),
        }),
      ),
    );
    return {
      async end() {
        const saw = countsOf(await endAll(floods));
        await fetch(`${instance.sandboxOrigin}/_sandbox/faults`, { method: 'DELETE' });
        return { saw };
      },
    };
  },
};

export const wrongKeys: Attack = {
  name: 'keys',
  title: 'wrong keys at its shop',
  about: 'A client sends ever new wrong keys to the victim’s shop, which takes half a second each.',
  victim: async ({ victim }) =>
    readsOrders(victim, 'woocommerce', { ...wooParams(shopAt('locked')), status: 'any' }),

  async begin({ attackers: [attacker] }) {
    const guesses = flood({
      concurrency: 30,
      call: (n, signal) =>
        attacker.read(
          'orders',
          'woocommerce',
          { ...wooParams(shopAt('locked'), `wrong${n}`), status: 'any' },
          { signal },
        ),
    });
    return { end: async () => ({ saw: countsOf(await guesses.end()) }) };
  },
};

/** No shop is left alone for longer than this because it said so. */
const HOUR = 3600;

export const pauses: Attack = {
  name: 'pauses',
  title: 'Retry-After without end',
  about:
    'Shops ask for a pause of 400 digits, and until the year 9999, then are well: an hour later they must be read again.',
  instance: { clock: [HOUR + 1] },
  victim: async ({ victim }) =>
    readsOrders(victim, 'woocommerce', { ...wooParams(shopAt('well')), status: 'any' }),

  async begin(scene) {
    const [attacker] = scene.attackers;
    const found = await Promise.all([asked(attacker, 'digits'), asked(attacker, 'year9999')]);
    return {
      async end() {
        const harms = found.flatMap(({ harm }) => harm ?? []);
        // The database keeps its own clock, which no one here can set on.
        if (harms.length === 0) harms.push(...(await anHourLater(scene, attacker)));
        return { saw: found.map(({ saw }) => saw).join(', '), harm: harms[0] };
      },
    };
  },
};

async function asked(client: Client, kind: 'digits' | 'year9999') {
  const body = { ...wooParams(shopAt(kind)), status: 'any' };
  const answer = await client.read('orders', 'woocommerce', body, { prefer: 'wait=2' });
  const seconds = Number(answer.headers['retry-after'] ?? 0);
  const saw = `${kind}: ${answer.status}, come back in ${seconds} s`;
  if (answer.status !== 429 && answer.status !== 200) return { saw, harm: `${saw}, not 429` };
  return { saw, ...(seconds > HOUR && { harm: `${kind}: left alone for more than an hour` }) };
}

async function anHourLater({ instance }: Scene, client: Client): Promise<string[]> {
  if (!instance.embedded) return [];
  instance.setClock();
  await pause(200);
  const harms: string[] = [];
  for (const kind of ['digits', 'year9999'] as const) {
    const body = { ...wooParams(shopAt(kind)), status: 'any' };
    const answer = await client.read('orders', 'woocommerce', body, { prefer: 'wait=5' });
    if (answer.status !== 200) harms.push(`${kind}: ${answer.status} an hour later`);
  }
  return harms;
}
