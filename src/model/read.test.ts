// What fits its schema is read; what does not is refused in sentences that name it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Fault } from './faults.ts';
import { MOST_FAULTS } from './gather.ts';
import { OPERATION_TABLE } from './operations.ts';
import { fits, readBy, SECRET } from './read.ts';
import { maybe, object, record, wordOf } from './schema.ts';
import { type TSchema, Type } from './type.ts';
import { WRITE_TABLE } from './writes.ts';

const Line = object('Line', 'A line.', {
  sku: Type.String({ minLength: 1, maxLength: 5 }),
  count: maybe(Type.Integer({ minimum: 1, maximum: 9 })),
});
const Body = record({
  name: Type.String({ pattern: '^[a-z]+$', examples: ['abc'] }),
  kind: Type.Optional(wordOf(['red', 'blue'], 'Its kind.')),
  on: maybe(Type.Boolean()),
  either: Type.Optional(Type.Union([Type.String(), Type.Array(Type.Integer())])),
  lines: Type.Optional(Type.Array(Line, { minItems: 1, maxItems: 3 })),
  line: maybe(Line),
  free: Type.Optional(Type.Unsafe<object>({ type: 'object', additionalProperties: true })),
  secret: Type.Optional({ ...record({ key: Type.Optional(Type.String()) }), [SECRET]: true }),
  tags: Type.Optional(Type.Array(Type.String(), { uniqueItems: true })),
  url: Type.Optional(Type.String({ format: 'uri', maxLength: 2048 })),
  keys: Type.Optional(
    Type.Record(Type.String(), Type.Array(Type.String()), { maxProperties: 2, [SECRET]: true }),
  ),
});

function saidOf(schema: TSchema, value: unknown, source?: 'query'): readonly Fault[] {
  try {
    readBy(schema, value, source);
    return [];
  } catch (error) {
    assert.ok(error instanceof Fault);
    return [error, ...error.others];
  }
}

test('each wrong thing is named by its path, with what it must be and what it is', () => {
  const good = { name: 'abc' };
  for (const [value, field, sentence] of [
    [undefined, 'name', '"name" is missing: it must be a text such as "abc".'],
    [[], 'body', 'The body must be a JSON object with name.'],
    [null, 'body', 'The body must be a JSON object with name.'],
    [{ name: 3 }, 'name', '"name" must be a text such as "abc", not 3.'],
    [{ name: 'A' }, 'name', '"name" must be a text such as "abc", not "A".'],
    [{ ...good, knid: 1 }, 'knid', '"knid" is not a field of this request; did you mean "kind"?'],
    [{ ...good, kind: 'green' }, 'kind', '"kind" must be one of red, blue, not "green".'],
    [{ ...good, on: 'yes' }, 'on', '"on" must be true or false, not "yes" (a string).'],
    [
      { ...good, either: true },
      'either',
      '"either" must be a text or a list, each a whole number, not true.',
    ],
    [
      { ...good, either: ['x'] },
      'either[0]',
      '"either[0]" must be a whole number, not "x" (a string).',
    ],
    [
      { ...good, lines: [] },
      'lines',
      '"lines" must be a list of 1 to 3, each an object with sku, not an empty list.',
    ],
    [
      { ...good, lines: Array.from({ length: 4 }, () => ({ sku: 'a' })) },
      'lines',
      '"lines" holds 4 entries; at most 3 are allowed.',
    ],
    [
      { ...good, lines: [{ sku: 'a' }, 7] },
      'lines[1]',
      '"lines[1]" must be an object with sku, not 7.',
    ],
    [
      { ...good, lines: [{ sku: 'a', count: 0 }] },
      'lines[0].count',
      '"lines[0].count" must be a whole number from 1 to 9, not 0.',
    ],
    [
      { ...good, lines: [{ sku: '' }] },
      'lines[0].sku',
      '"lines[0].sku" is empty: it must be a text of 1 to 5 characters.',
    ],
    [{ ...good, line: { sku: 'abcdef' } }, 'line.sku', '"line.sku" has more than 5 characters.'],
    [
      { ...good, line: { sku: 'a', x: 1 } },
      'line.x',
      '"x" is not a field of "line"; known are sku, count.',
    ],
    [
      { ...good, free: { deep: ['\0'] } },
      'free',
      '"free" holds a character that is not text (NUL or half a surrogate pair).',
    ],
    [
      { ...good, lines: [{ sku: '\ud800' }] },
      'lines[0].sku',
      '"lines[0].sku" holds a character that is not text (NUL or half a surrogate pair).',
    ],
    [{ ...good, keys: { a: [12345] } }, 'keys.a[0]', '"keys.a[0]" must be a text, not a number.'],
    [
      { ...good, secret: { canary: 1 } },
      'secret',
      '"secret" holds a field that is not known; known are key.',
    ],
    [{ ...good, tags: ['a', 'b', 'a'] }, 'tags', '"tags" holds the same twice.'],
    [
      { ...good, url: 5 },
      'url',
      '"url" must be an absolute address of at most 2,048 characters, not 5.',
    ],
    [{ ...good, keys: 'canary' }, 'keys', '"keys" must be an object, not a string.'],
    [
      { ...good, keys: { a: [], b: [], c: [] } },
      'keys',
      '"keys" holds 3 entries; at most 2 are allowed.',
    ],
  ] as const) {
    const [fault, ...others] = saidOf(Body, value);
    assert.deepEqual([fault?.field, fault?.message, others.length], [field, sentence, 0]);
    assert.equal(fault?.code, 'invalid_request');
  }
});

test('all that is wrong is said, and what is beyond a page of it is counted', () => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`x${n}`, n]));
  const said = saidOf(Body, { ...many, name: 4, on: 5 });
  assert.equal(said.length, MOST_FAULTS + 1);
  assert.match(said.at(-1)?.message ?? '', /^982 more faults are not listed/);
});

test('a query is spoken of as one', () => {
  const Query = record({ user: Type.String(), limit: Type.Optional(Type.Integer({ minimum: 1 })) });
  assert.deepEqual(
    saidOf(Query, { limit: 'x', usr: ['a', 'b'] }, 'query').map(({ message }) => message),
    [
      '"usr" is not a query parameter here; did you mean "user"?',
      'The query parameter "user" is missing: it must be a text.',
      '"limit" must be a whole number from 1, not "x".',
    ],
  );
  assert.match(
    saidOf(Query, { user: ['a', 'b'] }, 'query')[0]?.message ?? '',
    /^"user" is given more than once/,
  );
});

test('a text that is repeated is cut between its letters', () => {
  const schema = record({ word: wordOf(['one'], 'A word.') });
  for (const letters of [56, 57, 58]) {
    const word = `${'a'.repeat(letters)}\u{1f600}${'b'.repeat(20)}`;
    assert.throws(
      () => readBy(schema, { word }),
      ({ message }: Fault) => message.isWellFormed() && message.includes('...'),
    );
  }
});

test('something is said exactly of what does not fit', () => {
  const words = fc.constantFrom(
    'name',
    'kind',
    'sku',
    'count',
    'items',
    'params',
    'limit',
    'a',
    '',
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(null, true, 0, 1, 2.5, 'abc', 'red', '', 'abcdef'),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(words, tie('value'), { maxKeys: 4 }),
    ),
  }));
  const bodies = [
    Body,
    ...Object.values(OPERATION_TABLE).map(({ body }) => body),
    ...Object.values(WRITE_TABLE).map(({ body }) => body),
  ];
  const spoiled = fc
    .tuple(fc.constantFrom(...Object.keys(Body.properties)), value)
    .map(([name, one]) => ({ name: 'abc', [name]: one }));
  fc.assert(
    fc.property(fc.constantFrom(...bodies), fc.oneof(value, spoiled), (schema, given) => {
      assert.equal(saidOf(schema, given).length === 0, fits(schema, given));
    }),
    { numRuns: 2000 },
  );
});
