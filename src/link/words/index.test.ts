// Tests of the languages: the best one is found, and every text is there and differs from English.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bestLanguage, vocabularies } from './index.ts';

test('the language that the browser likes best among ours', () => {
  const cases: readonly (readonly [string | undefined, string])[] = [
    [undefined, 'en'],
    ['', 'en'],
    ['nl', 'nl'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['es,fr;q=0.7,en;q=0.6', 'fr'],
    ['en;q=0.2, FR-ch;q=0.9', 'fr'],
    ['de;q=0, nl;q=0.1', 'nl'],
    ['de;q=abc', 'en'],
    ['*', 'en'],
    [`${'x'.repeat(10_000)},nl`, 'en'],
  ];
  for (const [header, language] of cases) assert.equal(bestLanguage(header), language, header);
});

/** Every text of a vocabulary, with its place; functions are called with sample words. */
function texts(value: unknown, place = ''): readonly (readonly [string, string])[] {
  if (typeof value === 'string') return [[place, value]];
  if (typeof value === 'function') return [[place, String(value('Shop', 9))]];
  return Object.entries(value as object).flatMap(([key, inner]) => texts(inner, `${place}.${key}`));
}

/** Words that are the same in both languages. */
const ALIKE: readonly string[] = ['de.channel.optional'];

test('no language has a word too few, nor one left in English', () => {
  const english = new Map(texts(vocabularies.en));
  for (const [language, words] of Object.entries(vocabularies)) {
    for (const [place, text] of texts(words)) {
      assert.ok(text.trim() !== '' && !text.includes('undefined'), `${language}${place}`);
      assert.doesNotMatch(text, /\u2014/, `${language}${place}`);
      if (language === 'en' || ALIKE.includes(`${language}${place}`)) continue;
      assert.notEqual(text, english.get(place), `${language}${place}`);
    }
  }
});
