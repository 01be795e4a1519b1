// Tables: they fit the terminal, count what is drawn, and let no text from outside steer the terminal.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Column, layOut, widthOf } from './table.ts';
import { clean, wrapped } from './text.ts';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly note: string;
}

const COLUMNS: readonly Column<Row>[] = [
  { title: 'ID', of: ({ id }) => id },
  { title: 'NAME', of: ({ name }) => name, least: 6 },
  { title: 'NOTE', of: ({ note }) => note, least: 6, leaves: 1 },
];

describe('a table', () => {
  it('is as wide as its cells where there is room', () => {
    const rows = [{ id: '1', name: 'Anna', note: 'ring twice' }];
    const table = layOut(COLUMNS, rows, 80);
    assert.equal(table.head, 'ID  NAME  NOTE');
    assert.equal(table.row(rows[0] ?? never()), '1   Anna  ring twice');
    assert.deepEqual(table.left, []);
  });

  it('narrows what may give way, then leaves out what is wanted least, and says so', () => {
    const rows = [
      { id: '1234567890', name: 'A long name indeed', note: 'A longer note than that' },
    ];
    const narrow = layOut(COLUMNS, rows, 40);
    assert.equal(narrow.row(rows[0] ?? never()), '1234567890  A long name …  A longer not…');
    const narrower = layOut(COLUMNS, rows, 22);
    assert.equal(narrower.row(rows[0] ?? never()), '1234567890  A long na…');
    assert.deepEqual(narrower.left, ['NOTE']);
  });

  it('has no column that holds nothing', () => {
    assert.equal(layOut(COLUMNS, [{ id: '1', name: '', note: 'x' }], 80).head, 'ID  NOTE');
  });

  it('never breaks a line, whatever the cells hold', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 });
    const row = fc.record({ id: fc.constant('1'), name: text, note: text });
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 20, max: 60 }),
        (rows, room) => {
          const table = layOut(COLUMNS, rows, room);
          for (const line of [table.head, ...rows.map(table.row)]) {
            assert.ok(widthOf(line) <= room, `${widthOf(line)} of ${room}: ${line}`);
            assert.doesNotMatch(line, /\p{Cc}/u);
          }
        },
      ),
    );
  });

  it('counts columns of the terminal, not characters', () => {
    for (const [text, width] of [
      ['abc', 3],
      ['Müller', 6],
      ['宝石', 4],
      ['👩‍👩‍👧', 2],
      ['e\u0301', 1],
      ['\u001b[1mbold\u001b[22m', 4],
    ] as const)
      assert.equal(widthOf(text), width, text);
    const rows = ['宝石', 'abcde'].map((name) => ({ id: '1', name, note: 'x' }));
    assert.deepEqual(rows.map(layOut(COLUMNS, rows, 80).row), ['1   宝石   x', '1   abcde  x']);
  });

  it('takes away what would steer a terminal', () => {
    for (const [text, shown] of [
      ['a\u001b[2Jb', 'ab'],
      ['a\u001b]0;title\u0007b', 'ab'],
      ['one\r\ntwo\tthree', 'one two three'],
      ['right\u202eleft', 'right left'],
      ['\u009b31mred', 'red'],
    ] as const)
      assert.equal(clean(text), shown, JSON.stringify(text));
  });
});

describe('a broken line', () => {
  it('is as clean, and no wider than there is room', () => {
    assert.deepEqual(wrapped('refused:\u001b[1A\u001b[2K all\nis\u0007well', 12), [
      ...['refused: all', 'is well'],
    ]);
  });
});

const never = (): never => assert.fail('there is a row');
