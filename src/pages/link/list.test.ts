// Tests of the list's order: what needs attention, what is linked, the rest by title.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Offered } from '../../link/offer.ts';
import { inOrder, shortened } from './list.ts';

const offered = (title: string, state: Offered['state']): Offered => ({
  name: title,
  title,
  mark: undefined,
  search: '',
  state,
  writes: [],
  isReadOnly: false,
  linkedAt: undefined,
  account: undefined,
  settings: undefined,
  way: undefined,
  again: undefined,
});

test('what needs attention comes first, then what is linked, the rest by title', () => {
  const all = [
    offered('zeta', 'none'),
    offered('beta', 'linked'),
    offered('Alpha', 'none'),
    offered('Yak', 'attention'),
    offered('eta', 'attention'),
    offered('gamma', 'linked'),
  ];
  assert.deepEqual(
    inOrder(all).map(({ title }) => title),
    ['eta', 'Yak', 'beta', 'gamma', 'Alpha', 'zeta'],
  );
});

test('a long name is shortened in its middle, a short one is whole', () => {
  assert.equal(shortened('Kaarsen & Co'), 'Kaarsen & Co');
  const long = 'https://www.een-heel-lange-winkelnaam.example.com/vestiging-utrecht';
  assert.match(shortened(long), /^https:\/\/www\.een-.+….+utrecht$/);
  assert.equal([...shortened(long)].length, 38);
});
