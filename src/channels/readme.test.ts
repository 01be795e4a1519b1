// The table of keys in each README is what the channel declares.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readmeOf } from '../../test/key-tables.ts';
import { channels } from './index.ts';

for (const [name, channel] of Object.entries(channels))
  test(`the keys of ${name} in its README are its fields`, () => {
    const { text, wanted } = readmeOf(name, channel);
    assert.equal(text, wanted, 'Run "npm run readmes".');
  });

test('a field that was added, changed or removed makes a table of another kind', () => {
  for (const [name, channel] of Object.entries(channels)) {
    const [first, ...rest] = channel.fields;
    assert.ok(first);
    for (const fields of [
      rest,
      [{ ...first, about: `${first.about} And more.` }, ...rest],
      [{ ...first, example: 'a|b' }, ...rest],
      [...channel.fields, { ...first, key: 'another' }],
    ])
      assert.notEqual(readmeOf(name, { fields }).wanted, readmeOf(name, channel).text);
  }
});
