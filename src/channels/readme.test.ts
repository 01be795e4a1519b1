// The table of keys in each README is what the channel declares.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageWithTables, TABLES, type TablePage } from '../../test/channel-tables.ts';
import { readmeOf } from '../../test/key-tables.ts';
import { channels } from './index.ts';

for (const [name, channel] of Object.entries(channels))
  test(`the tables of ${name} in its README are what it declares`, () => {
    const { text, wanted } = readmeOf(name, channel);
    assert.equal(text, wanted, 'Run "npm run readmes".');
  });

for (const page of Object.keys(TABLES) as TablePage[])
  test(`the tables of ${page} are what the channels declare`, () => {
    const { text, wanted } = pageWithTables(page, channels);
    assert.equal(text, wanted, 'Run "npm run readmes".');
  });

/** What a client's developer looks for first, in the same words on every channel's page. */
const FIRST = ['At a glance', 'An example', 'Keys'];
const LAST = ['Quirks', 'Vendor pages'];
const ROWS = [
  ...['Reads', 'A user links it by', 'The user finds the keys', 'Permissions'],
  ...['Without a filter you get', 'To keep a copy', 'To know'],
];

for (const [name, channel] of Object.entries(channels))
  test(`the page of ${name} begins as the others do`, () => {
    const { text } = readmeOf(name, channel);
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    assert.deepEqual(headings.slice(0, FIRST.length), FIRST);
    for (const heading of LAST) assert.ok(headings.includes(heading), heading);
    const glance = text.slice(text.indexOf('## At a glance'), text.indexOf('## An example'));
    const rows = [...glance.matchAll(/^\| ([^|]+) \| (\S.*) \|$/gm)];
    assert.deepEqual(
      rows.map(([, row]) => row),
      ROWS,
    );
    // What it says of records is what the channel declares.
    const [reads = '', ways = ''] = rows.map(([, , said]) => said);
    for (const kind of ['orders', 'products'] as const)
      assert.equal(
        new RegExp(`\\b${kind}\\b`).test(reads.replace(`no ${kind}`, '')),
        kind in channel,
        kind,
      );
    for (const { kind } of channel.ways) assert.match(ways, new RegExp(kind));
    if (channel.ways.every(({ kind }) => kind === 'form')) assert.doesNotMatch(ways, /consent/);
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
      assert.notEqual(readmeOf(name, { ...channel, fields }).wanted, readmeOf(name, channel).text);
  }
});
