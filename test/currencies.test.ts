// Every sample in every currency of the world: the same amounts, to the last digit the vendor wrote.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { resourceOf } from '../src/accounts/resource.ts';
import { channels } from '../src/channels/index.ts';
import { DECIMALS, decimals } from '../src/model/currencies.ts';
import { Fault } from '../src/model/faults.ts';
import { compare, isAmount } from '../src/model/money.ts';
import { completeOrder } from '../src/model/order-draft.ts';
import { completeProduct } from '../src/model/product.ts';
import { addLists } from '../src/unified/include.ts';
import { leavesOf } from './mutations.ts';
import { type ListInclude, nativesOf } from './samples.ts';

const CURRENCIES = [...DECIMALS.keys()];
const NOW = Date.UTC(2026, 10, 1, 12);

/** Channels that write amounts in minor units, so that another currency is another amount. */
const IN_MINOR_UNITS = new Set(['sharetribe']);

/** Amounts that the vendor does not write: a share of another, rounded to the currency. */
const COMPUTED: Readonly<Record<string, readonly string[]>> = {
  // The tax of a refund is its share of the order's.
  lightspeed_c: ['current_total_tax', 'current_subtotal_price'].flatMap((field) => [
    field,
    `${field}_set.shop_money.amount`,
    `${field}_set.presentment_money.amount`,
  ]),
};

/** What a channel without the resource would give. */
const NONE = { id: '' };

/** Names of fields that hold an amount of money. */
const AMOUNT =
  /(^|[._])(price|amount|subtotal|total_discounts?|total_tax|total_outstanding|total_tip_received)$/;

/** A currency where one is named: "ALL" is also a word, and Albania's. */
const NAMED = /"[^"]*(?:currency|iso)[^"]*":\s*"([A-Z]{3})"/gi;

for (const [name, channel] of Object.entries(channels)) {
  if (IN_MINOR_UNITS.has(name)) continue;
  describe(name, () => {
    for (const { file, text } of nativesOf(name))
      test(file, () => {
        const codes = [...new Set([...text.matchAll(NAMED)].map(([, code = '']) => code))];
        const money = codes.filter((code) => CURRENCIES.includes(code));
        const before = amountsOf(file, JSON.parse(text));
        for (const currency of CURRENCIES) {
          const changed = money.reduce<string>((all, code) => all.replaceAll(`"${code}"`, `"${currency}"`), text); // biome-ignore format: one thought
          const after = amountsOf(file, JSON.parse(changed));
          assert.deepEqual([...after.keys()], [...before.keys()], currency);
          for (const [field, amount] of after) {
            const was = before.get(field) as string;
            if (COMPUTED[name]?.includes(field)) continue;
            assert.equal(compare(amount, was), 0, `${currency} ${field}: ${was} became ${amount}`);
            if (money.length > 0)
              assert.ok(
                (amount.split('.')[1]?.length ?? 0) >= decimals(currency),
                `${currency} ${field}: ${amount}`,
              );
          }
        }
      });

    /** The order with what can be included, where the native record has what it is made of. */
    function whole(order: object, native: unknown): object {
      const resource = resourceOf(channel, 'orders');
      const record: Record<string, unknown> = { ...order };
      const include = Object.keys(resource?.includes ?? {}) as ListInclude[];
      const context = { account: {}, now: NOW, note: () => {} };
      try {
        if (resource) addLists(record, native, { resource, query: { include } }, context, () => {});
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
      }
      return record;
    }

    function amountsOf(file: string, native: unknown): Map<string, string> {
      const context = { account: {}, now: NOW, note: () => {} };
      const record = file.startsWith('order-')
        ? whole(completeOrder(channel.orders?.transform(native, context) ?? NONE, name), native)
        : completeProduct(channel.products?.transform(native, context) ?? NONE, name);
      return new Map(
        [...leavesOf(record)].filter(
          (leaf): leaf is [string, string] => AMOUNT.test(leaf[0]) && isAmount(leaf[1]),
        ),
      );
    }
  });
}
