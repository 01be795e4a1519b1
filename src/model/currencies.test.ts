// The table of currencies, held against the standard's own list.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { DECIMALS, decimals } from './currencies.ts';

const CURRENCIES = [...DECIMALS.keys()];

/** ISO 4217 list one as the maintenance agency publishes it, inside a development dependency. */
const LIST_ONE = fileURLToPath(
  new URL('./iso-4217-list-one.xml', import.meta.resolve('currency-codes')),
);

/** Codes and minor units of the list; those without a minor unit are left out. */
function standard(): Map<string, number> {
  const xml = readFileSync(LIST_ONE, 'utf8');
  const entries = xml.matchAll(
    /<Ccy>([A-Z]{3})<\/Ccy>\s*<CcyNbr>\d+<\/CcyNbr>\s*<CcyMnrUnts>([^<]+)</g,
  );
  return new Map(
    [...entries]
      .filter(([, , units]) => units !== 'N.A.')
      .map(([, code = '', units]) => [code, Number(units)]),
  );
}

/** Codes that amendments added after the list was published. */
const ADDED = ['XAD', 'XCG'];

test('every currency of the standard has the standard’s decimals', () => {
  const list = standard();
  assert.ok(list.size > 150, `only ${list.size} currencies were read`);
  for (const [code, places] of list) assert.equal(decimals(code), places, code);
  assert.deepEqual(
    CURRENCIES.filter((code) => !list.has(code)),
    ADDED,
  );
  assert.equal(CURRENCIES.length, list.size + ADDED.length);
});

test('what Intl writes without decimals has the two it is kept with', () => {
  const short = 'AFN ALL COP HUF IDR IRR KPW LAK LBP MGA MMK PKR SOS SYP YER'.split(' ');
  for (const code of short) assert.equal(decimals(code), 2, code);
  assert.equal(decimals('IQD'), 3);
});

test('a code that is not known counts two; small letters are read', () => {
  assert.deepEqual(
    ['', null, undefined, 'XXX', 'not a currency', 'jpy'].map(decimals),
    [2, 2, 2, 2, 2, 0],
  );
});
