// The comparison itself: it misses no difference and keeps no loss that is none any more.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAgrees, type Fields, type Loss, type World } from './round-trip-compare.ts';

interface Thing {
  readonly id: number;
  readonly traits: readonly string[];
  readonly name: string | null;
}

const fields: Fields<Thing, { readonly name: string | null }> = {
  name: { got: ({ name }) => name, expected: ({ name }) => name },
};
const things: readonly Thing[] = [
  { id: 1, traits: ['plain'], name: 'one' },
  { id: 2, traits: ['hidden', 'odd'], name: 'two' },
];
const hidden: Loss<Thing> = {
  fields: ['name'],
  when: ({ traits }) => traits.includes('hidden'),
  why: 'The vendor hides some names.',
};

function compare(names: readonly (string | null)[], losses: readonly Loss<Thing>[]): void {
  const pairs = things.map((truth, at) => ({ truth, record: { name: names[at] ?? null } }));
  assertAgrees({ channel: 'made-up', world: {} as World, pairs }, fields, { losses });
}

test('records that are the catalogue’s agree, also where a loss explains the difference', () => {
  compare(['one', 'two'], []);
  compare(['one', null], [hidden]);
  compare(['one', 'x@relay'], [{ ...hidden, expected: () => /@relay$/ }]);
});

test('a difference names the channel, the record, its traits, the field and both values', () => {
  assert.throws(() => compare(['one', 'zwei'], []), {
    message: /made-up .* 1 times.*\n {2}2 \[hidden odd\] name: "two" expected, "zwei" returned/,
  });
});

test('where a loss applies, the field is nothing else than the loss says', () => {
  assert.throws(() => compare(['one', 'zwei'], [hidden]), /name: nothing expected, "zwei"/);
  assert.throws(() => compare([null, null], [hidden]), /1 \[plain\] name: "one" expected, null/);
});

test('a loss that no record shows is refused', () => {
  const never = { ...hidden, when: () => false };
  assert.throws(() => compare(['one', 'two'], [never]), /nothing is lost here any more/);
});

test('a loss without a sentence as its reason, or of an unknown field, is refused', () => {
  assert.throws(() => compare(['one', null], [{ ...hidden, why: 'lost' }]), /needs a reason/);
  assert.throws(() => compare(['one', null], [{ ...hidden, fields: ['nom'] }]), /no field nom/);
});
