// Tests of the search: channels are found by what people call them, with the script and without.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { channels } from '../channels/index.ts';
import { folded } from '../model/text.ts';
import { isFound, wordsFor } from './search.ts';

const found = (query: string): string[] =>
  Object.entries(channels)
    .filter(([name, { title, also = [] }]) => isFound(wordsFor([title, name, ...also]), query))
    .map(([name]) => name);

test('a channel is found by its other names, without case, spaces, dots or accents', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['wordpress', 'woocommerce'],
    ['Word Press', 'woocommerce'],
    ['woo', 'woocommerce'],
    ['bol.com', 'bol'],
    ['BOL COM', 'bol'],
    ['magento 2', 'magento'],
    ['Magénto2', 'magento'],
    ['adobe commerce', 'magento'],
    ['seoshop', 'lightspeed_c'],
    ['webshopapp', 'lightspeed_c'],
    ['lightspeed ecom', 'lightspeed_c'],
    ['c-series', 'lightspeed_c'],
    ['seller central', 'amazon'],
    ['sp-api', 'amazon'],
    ['SPAPI', 'amazon'],
    ['shopify plus', 'shopify'],
    ['big commerce', 'bigcommerce'],
    ['mirakl connect', 'mirakl'],
    ['sharetribe flex', 'sharetribe'],
  ];
  for (const [query, name] of cases) assert.deepEqual(found(query), [name], query);
});

test('nothing but signs finds everything, and a word across two names finds nothing', () => {
  assert.equal(found(' . ').length, Object.keys(channels).length);
  assert.deepEqual(found('plusmyshopify'), []);
  assert.deepEqual(found('etsy'), []);
});

test('the script of the pages folds as this file does', () => {
  const script = readFileSync(new URL('../pages/assets/link.js', import.meta.url), 'utf8');
  const body = /const folded = (\(text\) =>[^;]+;)/.exec(script)?.[1] ?? '';
  const inScript = new Function('text', `return (${body.replace(/;$/, '')})(text)`) as (
    text: string,
  ) => string;
  for (const text of [
    'Bol.com',
    'Magénto 2',
    'SP-API',
    'Ça & là',
    'ŁÓDŹ',
    '東京 2',
    'ﬁ',
    '\u200b',
    '',
  ])
    assert.equal(inScript(text), folded(text), text);
});
