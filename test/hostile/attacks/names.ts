// Names that no one answers for, beside a victim whose own names are looked up.
import { wooParams } from '../client.ts';
import { countsOf, endAll, flood } from '../flood.ts';
import { type Attack, readsOrders } from '../scene.ts';

export const names: Attack = {
  name: 'names',
  title: 'names no one answers for',
  about: 'Three clients each ask for ten new shops a second whose name servers stay silent.',
  // Leads inside, so that the look-up is all there is to it: nothing is ever connected to.
  zone: { 'inside.victims.shop': ['10.0.0.7'] },

  async victim({ victim }) {
    const reads = readsOrders(victim);
    return async (signal) => {
      const looked = await victim.read(
        'orders',
        'woocommerce',
        { ...wooParams('https://inside.victims.shop'), limit: 1 },
        { signal },
      );
      if (looked.body?.Errors?.code !== 'address_not_allowed')
        return `the victim's own name: ${looked.status} ${looked.body?.Errors?.code}`;
      return await reads(signal);
    };
  },

  async begin({ attackers }) {
    const floods = attackers.slice(0, 3).map((attacker) =>
      flood({
        perSecond: 10,
        first: 20,
        call: (n, signal) =>
          attacker.read(
            'orders',
            'woocommerce',
            { ...wooParams(`https://silent-${attacker.id}-${n}.shop`), status: 'any' },
            { signal },
          ),
      }),
    );
    return { end: async () => ({ saw: countsOf(await endAll(floods)) }) };
  },
};
