// Answers that are small on the wire and enormous once unpacked, or remembered.
import { setTimeout as pause } from 'node:timers/promises';
import { wooParams } from '../client.ts';
import { countsOf, endAll, flood } from '../flood.ts';
import type { Attack, Scene } from '../scene.ts';
import { type Kind, shopAt } from '../shops.ts';

/** Answers that never come are not waited for. */
const LONGEST = 15_000;

/** Twelve at the same time, each of a shop of its own, again and again: until twelve were answered at least. */
const twelve =
  (kind: Kind) =>
  async ({ attackers: [attacker] }: Scene) => {
    const bombs = flood({
      concurrency: 12,
      call: (n, signal) =>
        attacker.read(
          'orders',
          'woocommerce',
          { ...wooParams(shopAt(kind, n % 12)), status: 'any' },
          { signal },
        ),
    });
    return {
      done: Promise.race([bombs.answered(12), pause(LONGEST)]),
      end: async () => ({ saw: countsOf(await bombs.end()) }),
    };
  };

export const lists: Attack = {
  name: 'lists',
  title: 'gzip of 31 MiB of lists',
  about:
    'A shop answers 31 KB that unfold to 31 MiB of [[],[],…]; twelve such calls at the same time.',
  shops: ['lists'],
  begin: twelve('lists'),
};

export const numbers: Attack = {
  name: 'numbers',
  title: 'gzip of 31 MiB of numbers',
  about: 'The same with 31 MiB of numbers, each of which must keep its digits.',
  shops: ['numbers'],
  begin: twelve('numbers'),
};

export const deep: Attack = {
  name: 'deep',
  title: 'gzip of 31 MiB of depth',
  about: 'The same with lists in lists, sixteen million deep.',
  shops: ['deep'],
  begin: twelve('deep'),
};

export const statuses: Attack = {
  name: 'statuses',
  title: '400,000 statuses',
  about:
    'A shop has 400,000 order statuses; every call comes with another key to remember them by.',
  shops: ['statuses'],
  async begin({ attackers }) {
    const floods = attackers.slice(0, 2).map((attacker) =>
      flood({
        concurrency: 4,
        most: 300,
        call: (n, signal) =>
          attacker.read(
            'orders',
            'woocommerce',
            wooParams(shopAt('statuses', `${attacker.id}-${n % 4}`), `${n}`),
            { signal },
          ),
      }),
    );
    return {
      done: Promise.race([...floods.map((one) => one.answered(8)), pause(LONGEST)]),
      end: async () => ({ saw: countsOf(await endAll(floods)) }),
    };
  },
};
