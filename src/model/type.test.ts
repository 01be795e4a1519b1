// The words make what TypeBox itself would make.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type as TypeBox } from 'typebox';
import { Type } from './type.ts';

const OPTIONS = { description: 'x', examples: ['y'] };

/** The same schemas by either; their order too, which is that of the published document. */
const schemas = (words: typeof Type) => [
  ...[words.Array(words.String()), words.Array(words.String(), OPTIONS)],
  ...[words.Boolean(), words.Boolean(OPTIONS)],
  ...[words.Integer({ minimum: 1 }), words.Number(), words.Null(), words.Null(OPTIONS)],
  ...[words.Literal('a'), words.Literal(1, OPTIONS), words.Literal(true)],
  ...[words.Object({}), words.Object({}, OPTIONS)],
  words.Object({ a: words.Optional(words.String()) }),
  words.Object(
    { a: words.String(), b: words.Optional(words.Integer(OPTIONS)), c: words.Unknown() },
    { additionalProperties: false, ...OPTIONS },
  ),
  words.Optional(words.Object({ a: words.String() })),
  words.Object({ a: words.Optional(words.Unsafe<string>({ type: ['string', 'null'] })) }),
  ...[words.Record(words.String(), words.Integer()), words.String({ pattern: '^a$' })],
  words.Record(words.String(), words.Unknown(), OPTIONS),
  ...[words.Union([words.String(), words.Null()]), words.Union([words.Null()], OPTIONS)],
  ...[words.Unknown(), words.Unknown(OPTIONS), words.Unsafe<string>({ type: 'string' })],
];

test('every word makes what TypeBox makes', () => {
  const ours = schemas(Type);
  const theirs = schemas(TypeBox);
  assert.equal(ours.length, theirs.length);
  ours.forEach((schema, at) => {
    assert.equal(JSON.stringify(schema), JSON.stringify(theirs[at]));
  });
});

test('what may be absent is marked on a copy', () => {
  const text = Type.String();
  assert.deepEqual(JSON.parse(JSON.stringify(Type.Object({ a: Type.Optional(text), b: text }))), {
    ...{ type: 'object', required: ['b'] },
    properties: { a: { type: 'string' }, b: { type: 'string' } },
  });
});
