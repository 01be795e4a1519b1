// Tests of records as text: what a spreadsheet makes of a cell.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvRow } from './formats.ts';

test('no cell is a formula, and every number stays a number', () => {
  for (const [value, expected] of [
    ['=1+1', "'=1+1"],
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
    ['+cmd|calc', "'+cmd|calc"],
    ['-2+3', "'-2+3"],
    ['-', "'-"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\rx', `"'\rx"`],
    ['\n=1', `"'\n=1"`],
    [' =1', "' =1"],
    ['＝1+1', "'＝1+1"],
    ['-12.50', '-12.50'],
    [-12.5, '-12.5'],
    ['+4930123456', '+4930123456'],
    ['-1e5', "'-1e5"],
    ['0', '0'],
    ['a=b', 'a=b'],
    ["'=1", "'=1"],
    [null, ''],
    [['=1'], '"[""=1""]"'],
  ] as const)
    assert.equal(csvRow([value]), expected, JSON.stringify(value));
});
