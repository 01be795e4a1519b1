// Regular expressions that backtrack for ever, in the overrides of one client and of five.
import { API, type Client, wooParams } from '../client.ts';
import { countsOf, endAll, flood } from '../flood.ts';
import type { VictimCall } from '../measure.ts';
import type { Attack, Scene } from '../scene.ts';
import { shopAt } from '../shops.ts';

const FIELDS = ['note', 'tags', 'phone', 'email', 'po_number', 'source_name'];

/** Never the same expression twice: one that had to be ended sits out a while. */
const bombs = (name: string) =>
  FIELDS.map((field) => ({
    field,
    expression: `$contains("${'a'.repeat(40)}!", /^(a+)+$/) ? "${name} ${field}" : "no"`,
  }));

const attackBy =
  (count: number) =>
  async ({ attackers }: Scene) => {
    const floods = attackers.slice(0, count).flatMap((attacker) => [
      flood({
        concurrency: 4,
        perSecond: 20,
        call: (n, signal) => tries(attacker, `t${n}`, signal),
      }),
      flood({
        concurrency: 2,
        perSecond: 10,
        call: (n, signal) => setsAndReads(attacker, `s${n}`, signal),
      }),
    ]);
    return { end: async () => ({ saw: countsOf(await endAll(floods)) }) };
  };

const tries = (attacker: Client, name: string, signal: AbortSignal) =>
  attacker.call(`${API}/Overrides/Try`, {
    method: 'POST',
    body: { channel: 'woocommerce', resource: 'orders', rules: bombs(name), sample: { id: 1 } },
    signal,
  });

async function setsAndReads(attacker: Client, name: string, signal: AbortSignal) {
  const rules = { channel: 'woocommerce', resource: 'orders', rules: bombs(name) };
  const set = await attacker.call(`${API}/Overrides`, { method: 'PUT', body: rules, signal });
  if (set.status !== 200) return set;
  const body = { ...wooParams(shopAt('well')), status: 'any', limit: 1 };
  return await attacker.read('orders', 'woocommerce', body, { signal });
}

/** Every rule of the victim must have been run, not only every call answered. */
async function readsWithRules({ victim }: Scene): Promise<VictimCall> {
  const rules = [{ field: 'note', expression: '"checked " & id' }];
  const set = await victim.call(`${API}/Overrides`, {
    method: 'PUT',
    body: { channel: 'shopify', resource: 'orders', rules },
  });
  if (set.status !== 200) throw new Error(`the victim's rules: ${set.status} ${set.text}`);
  return async (signal) => {
    const answer = await victim.read('orders', 'shopify', { limit: 1 }, { signal });
    if (answer.status !== 200) return `${answer.status} ${answer.body?.Errors?.code}`;
    return answer.body.Output.override_count === 1 ? undefined : 'its rule was not run';
  };
}

export const rulesOfOne: Attack = {
  name: 'rules',
  title: 'regular expressions of one',
  about: 'One client sets and tries rules that backtrack for ever; the victim has honest ones.',
  victim: readsWithRules,
  begin: attackBy(1),
};

export const rulesOfFive: Attack = {
  name: 'rules-of-five',
  title: 'regular expressions of five',
  about: 'The same by five clients together.',
  victim: readsWithRules,
  begin: attackBy(5),
};
