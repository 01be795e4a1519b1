// Keys are cleaned of what cannot belong to them, in every channel, and of nothing else.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { cleaned, cleanKey, fits } from './clean.ts';
import type { Field } from './field.ts';
import { channels } from './index.ts';
import { LANGUAGES } from './words.ts';

const INVISIBLE = [
  ...'\u00ad\u034f\u061c\u115f\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e',
  ...'\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\u3164\ufe0f\ufeff\uffa0\ufff9\ufffc',
  ...'\u0000\u0007\u001b\u007f\u0080\n\r\u2028\u2029\u0085\u{e0020}',
  '\r\n',
];

const password: Field = { key: 'x', secret: true, example: '', about: '' };
const hex: Field = { ...password, pattern: '[0-9a-f]{8}' };

test('an invisible character goes, wherever it is', () => {
  for (const mark of INVISIBLE)
    for (let at = 0; at <= 8; at += 1) {
      const typed = `0123abcd`.slice(0, at) + mark + `0123abcd`.slice(at);
      for (const field of [hex, password])
        assert.equal(cleanKey(typed, field), '0123abcd', JSON.stringify(typed));
    }
});

test('a password of visible characters is never changed, whatever they are', () => {
  const visible = fc.string({
    unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    minLength: 1,
  });
  fc.assert(
    fc.property(visible, (text) => {
      assert.equal(cleanKey(text, password, ['Client secret', 'clientSecret']), text);
      assert.equal(cleanKey(` \u200b${text}\u00a0\n`, password, ['Client secret']), text);
    }),
  );
  for (const text of ['"quoted"', "'", '``', 'end.', 'a:b=c', '<x>', '(y)', 'Client', 'key:'])
    assert.equal(cleanKey(text, password, ['Client secret']), text);
});

test('signs that are no part of it go where the form says so', () => {
  for (const [before, after] of [
    ['"', '"'],
    ["'", "'"],
    ['`', '`'],
    ['“', '”'],
    ['„', '“'],
    ['«\u00a0', '\u00a0»'],
    ['', '.'],
    ['', ','],
    ['<', '>'],
    ['"', '",'],
  ])
    assert.equal(cleanKey(`${before}0123abcd${after}`, hex), '0123abcd', `${before} ${after}`);
  assert.equal(cleanKey('0123 abcd', hex), '0123abcd');
  assert.equal(cleanKey('01 23\u00a0ab\ncd', hex), '0123abcd');
  // Two words may be two values: no one can say which is meant.
  assert.equal(cleanKey('one two', password), 'one two');
  assert.equal(cleanKey('“secret”', password), 'secret');
  assert.equal(cleanKey('0123abc', hex), '0123abc');
});

/** A value that fits, of the field's own example. */
const sampleOf = ({ example }: Field): string => example.replace('…', '0');

for (const [name, channel] of Object.entries(channels))
  describe(`keys of ${name}`, () => {
    const keys = channel.fields.filter(
      (field) => field.kind !== 'address' && !field.list && fits(sampleOf(field), field),
    );

    test('each is found behind its own label, in every language', () => {
      for (const field of keys) {
        const labels = LANGUAGES.flatMap((language) => {
          const { fields, ways } = channel.words[language];
          const all = [fields, ...Object.values(ways).map((way) => way.fields ?? {})];
          return all.flatMap((worded) => worded[field.key]?.label ?? []);
        });
        for (const label of [...labels, field.key])
          for (const typed of [
            `${label}: ${sampleOf(field)}`,
            `${label.toUpperCase()}=${sampleOf(field)}`,
            `"${label}": ${sampleOf(field)}`,
            `\u200b${label}\u00a0:\n${sampleOf(field)}\u200e`,
          ]) {
            const clean = cleaned({ [field.key]: typed }, channel);
            assert.equal(clean[field.key], sampleOf(field), typed);
          }
      }
    });

    test('each is taken as it is where it is right', () => {
      for (const field of keys) {
        const given = { [field.key]: sampleOf(field) };
        assert.deepEqual(cleaned(given, channel), given);
      }
    });

    test('what is no text of a known field is left alone', () => {
      const given = { unknown: ' \u200bx', list: ['a'] };
      assert.deepEqual(cleaned(given, channel), given);
    });
  });
