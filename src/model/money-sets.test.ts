// Money sets: the compiled way against the plain one, with anything in any field.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fillSets, moneySet, type Sets, setsOf } from './money-sets.ts';
import { DiscountAllocation, LineItem, Order, ShippingLine } from './order.ts';

type Fields = Record<string, unknown>;

/** What `fillSets` does, set by set. */
function fillSetsPlainly({ names }: Sets, record: Fields, known: Fields, currency: string | null) {
  for (const set of names) {
    const held = record[set];
    if (typeof held === 'object' && held !== null && 'shop_money' in held) continue;
    const name = set.slice(0, -'_set'.length);
    const amount = record[name] ?? known[name];
    if (typeof amount === 'string') record[set] = moneySet(amount, currency);
  }
}

for (const [name, schema] of Object.entries({ Order, LineItem, ShippingLine, DiscountAllocation }))
  test(`${name}: whatever record and draft hold, both ways make the same of it`, () => {
    const sets = setsOf(schema);
    assert.ok(sets.names.length > 0);
    const amounts = sets.names.map((set) => set.slice(0, -'_set'.length));
    const value = fc.constantFrom('1.00', '', null, undefined, 3, {}, moneySet('2.00', 'SEK'));
    const fields = fc.dictionary(fc.constantFrom(...sets.names, ...amounts, 'id'), value);
    fc.assert(
      fc.property(fields, fields, fc.constantFrom('EUR', null), (record, known, currency) => {
        const [quick, plain] = [{ ...record }, { ...record }];
        fillSets(sets, quick, known, currency);
        fillSetsPlainly(sets, plain, known, currency);
        assert.deepEqual(quick, plain);
        assert.equal(JSON.stringify(quick), JSON.stringify(plain));
      }),
      { numRuns: 300 },
    );
  });
