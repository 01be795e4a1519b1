// An operator ends the process while slow calls are under way: each of them gets an answer.
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../until.ts';
import { type Client, wooParams } from '../client.ts';
import { countsOf, flood } from '../flood.ts';
import { startInstance } from '../instance.ts';
import { type Kind, openShops, shopAt } from '../shops.ts';
import type { Check } from './check.ts';

const CALLS = 12;

export const shutdown: Check = {
  name: 'shutdown',
  about: 'After SIGTERM every call under way still gets its answer',

  async run({ lasts, freshDatabase }) {
    const quick = lasts < 5000;
    const shops = await openShops();
    const instance = await startInstance({
      routes: shops.routes,
      clients: ['client'],
      databaseUrl: await freshDatabase?.(),
    });
    try {
      const client = instance.clients.client as Client;
      // Half of the shops answer in the end, the other half never does.
      const [late, wait]: [Kind, number] = quick ? ['hesitant', 5] : ['slow', 15];
      const under = flood({
        first: 2 * CALLS,
        perSecond: 1,
        most: 2 * CALLS,
        call: (n, signal) =>
          client.read(
            'orders',
            'woocommerce',
            { ...wooParams(shopAt(n % 2 ? 'silent' : late, n)), status: 'any' },
            { signal, prefer: `wait=${wait}` },
          ),
      });
      await until(() => shops.asked('silent') + shops.asked(late) >= 2 * CALLS, 'the calls');
      const code = await instance.stop();
      await pause(200);
      const tally = await under.end();
      const cut = [...tally].filter(([words]) => !/^\d{3} /.test(words));
      const unanswered = cut.reduce((sum, [, count]) => sum + count, 0);
      const harm =
        unanswered > 0
          ? `${unanswered} of ${2 * CALLS} calls got no answer`
          : code === 0
            ? undefined
            : `the process ended with ${code}`;
      return { saw: `${countsOf(tally)}; exit code ${code}`, harm };
    } finally {
      await instance.close();
      await shops.close();
    }
  },
};
