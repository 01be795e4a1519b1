// Tests of the list of carriers: it is in order, no name means two of them, and people's spelling is found.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CARRIERS, carrierOf, nearestCarriers } from './carriers.ts';
import { countryName } from './countries.ts';
import { folded } from './text.ts';

test('ids are short, in order, and each once; countries are known and in order', () => {
  const ids = CARRIERS.map(({ id }) => id);
  assert.deepEqual(ids, [...new Set(ids)].sort());
  for (const { id, countries } of CARRIERS) {
    assert.match(id, /^[a-z\d]+(?:_[a-z\d]+){0,2}$/);
    assert.ok(id.length <= 20, id);
    assert.deepEqual(countries, [...new Set(countries)].sort(), id);
    for (const country of countries) assert.ok(countryName(country), `${id} ${country}`);
  }
});

test('no name of a carrier is one of another, and none is written twice', () => {
  const owners = new Map<string, string>();
  for (const { id, name, also } of CARRIERS) {
    // An id and a name may be the same word; all others add something.
    const names = [...new Set([folded(id), folded(name)]), ...also.map(folded)];
    for (const one of names) {
      assert.notEqual(one, '', id);
      assert.equal(owners.get(one), undefined, `${one}, of ${id}`);
      owners.set(one, id);
    }
  }
});

test('each is found by id and by every name, whatever the case, the signs and the accents', () => {
  const spelt = [
    (name: string) => name,
    (name: string) => name.toUpperCase(),
    (name: string) => ` ${name.toLowerCase().replaceAll(' ', '-')}. `,
    (name: string) => name.normalize('NFD').replaceAll(/\p{M}/gu, ''),
    (name: string) => [...name].join('\u200b'),
  ];
  for (const carrier of CARRIERS)
    for (const name of [carrier.id, carrier.name, ...carrier.also])
      for (const spell of spelt) assert.equal(carrierOf(spell(name)), carrier, spell(name));
});

test('part of a name, a longer one and nothing at all are no carrier', () => {
  for (const text of ['', ' - ', '\0', 'Post', 'DHL Parcel', 'postnl postnl', 'P'.repeat(1e6)])
    assert.equal(carrierOf(text), undefined, text.slice(0, 20));
  assert.equal(carrierOf(`PostNL${' '.repeat(1e6)}`), undefined);
});

test('up to three that are near are named, the nearest first, each once', () => {
  assert.equal(nearestCarriers('Post NM', CARRIERS)[0], 'PostNL');
  assert.equal(nearestCarriers('chronopst', CARRIERS)[0], 'Chronopost');
  assert.deepEqual(nearestCarriers('Zasilkovnna', CARRIERS), ['Packeta']);
  assert.deepEqual(nearestCarriers('a carrier that no one has heard of', CARRIERS), []);
  for (const text of ['dpd', 'dh', 'post', 'x'.repeat(1e6), '\u0300'.repeat(1e6)]) {
    const near = nearestCarriers(text, CARRIERS);
    assert.ok(near.length <= 3, text.slice(0, 20));
    assert.equal(new Set(near).size, near.length);
  }
});
