// Money sets: the compiled way against the plain one, with anything in any field.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { moneySet, setsOf } from './money-sets.ts';
import { DiscountAllocation, LineItem, Order, ShippingLine } from './order.ts';

type Fields = Record<string, unknown>;

/** What such a function does, set by set. */
function fillPlainly(record: Fields, known: Fields, currency: string | null) {
  for (const [name, held] of Object.entries(record)) {
    if (Array.isArray(held)) for (const one of held) fillPlainly(one, one, currency);
    if (!name.endsWith('_set')) continue;
    if (typeof held === 'object' && held !== null && 'shop_money' in held) continue;
    const field = name.slice(0, -'_set'.length);
    const amount = record[field] ?? known[field];
    if (typeof amount === 'string') record[name] = moneySet(amount, currency);
  }
}

const value = fc.constantFrom('1.00', '', null, undefined, 3, {}, moneySet('2.00', 'SEK'));

/** A record with every set and list, whatever is in them. */
function anyOf({ properties }: { readonly properties: object }): fc.Arbitrary<Fields> {
  const members = Object.entries(properties).flatMap(([name, { items }]) => {
    if (name.endsWith('_set'))
      return [
        [name, value],
        [name.slice(0, -'_set'.length), value],
      ];
    return items?.properties ? [[name, fc.array(anyOf(items), { maxLength: 2 })]] : [];
  });
  return fc.record(Object.fromEntries(members));
}

for (const [name, schema] of Object.entries({ Order, LineItem, ShippingLine, DiscountAllocation }))
  test(`${name}: whatever record and draft hold, both ways make the same of it`, () => {
    const fill = setsOf(schema);
    const sets = Object.keys(schema.properties).filter((field) => field.endsWith('_set'));
    assert.ok(sets.length > 0);
    const amounts = sets.map((set) => set.slice(0, -'_set'.length));
    const known = fc.dictionary(fc.constantFrom(...sets, ...amounts, 'id'), value);
    fc.assert(
      fc.property(anyOf(schema), known, fc.constantFrom('EUR', null), (record, known, currency) => {
        const [quick, plain] = [structuredClone(record), structuredClone(record)];
        fill(quick, known, currency);
        fillPlainly(plain, known, currency);
        assert.deepEqual(quick, plain);
        assert.equal(JSON.stringify(quick), JSON.stringify(plain));
      }),
      { numRuns: 300 },
    );
  });
