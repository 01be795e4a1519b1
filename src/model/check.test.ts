// Values are held against our schemas as TypeBox's own compiler would.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { checkOf } from './check.ts';
import { OPERATION_TABLE } from './operations.ts';
import { Order } from './order.ts';
import { Product } from './product.ts';
import { Type } from './type.ts';

const SCHEMAS = {
  ...Order.properties,
  ...Product.properties,
  Order,
  Product,
  OrdersBody: OPERATION_TABLE.orders.body,
  ProductsBody: OPERATION_TABLE.products.body,
};

/** Something that fits most of the time: made from the schema, then spoiled in one place or none. */
function fitting(schema: object): fc.Arbitrary<unknown> {
  const said = schema as {
    readonly type?: string | readonly string[];
    readonly enum?: readonly unknown[];
    readonly anyOf?: readonly object[];
    readonly pattern?: string;
    readonly items?: object;
    readonly properties?: Readonly<Record<string, object>>;
    readonly required?: readonly string[];
    readonly patternProperties?: Readonly<Record<string, object>>;
    readonly additionalProperties?: object;
    readonly maxProperties?: number;
  };
  if (said.enum) return fc.constantFrom(...said.enum);
  if (said.anyOf) return fc.oneof(...said.anyOf.map(fitting));
  const one = (type: string | undefined): fc.Arbitrary<unknown> => {
    if (type === 'null') return fc.constant(null);
    if (type === 'boolean') return fc.boolean();
    if (type === 'integer') return fc.integer({ min: 1, max: 200 });
    if (type === 'number') return fc.double({ noNaN: true, noDefaultInfinity: true });
    if (type === 'array') return fc.array(fitting(said.items ?? {}), { maxLength: 2 });
    if (type === 'object' && said.properties) {
      const members = Object.entries(said.properties).map(([name, of]) => [name, fitting(of)]);
      return fc.record(Object.fromEntries(members), {
        requiredKeys: [...(said.required ?? [])] as never[],
      });
    }
    if (type === 'object') {
      const [of = said.additionalProperties ?? {}] = Object.values(said.patternProperties ?? {});
      return fc.dictionary(fc.string({ maxLength: 3 }), fitting(of), {
        maxKeys: said.maxProperties ?? 2,
      });
    }
    if (type !== 'string') return fc.jsonValue();
    if (!said.pattern) return fc.string({ minLength: 1, maxLength: 4 });
    const pattern = new RegExp(said.pattern);
    const known = ['12.50', '-3', '2026-10-01T12:00:00+02:00'].filter((text) => pattern.test(text));
    return fc.constantFrom(...known);
  };
  return fc.oneof(...[said.type].flat().map(one));
}

function spoiled(value: unknown, at: number, by: unknown): unknown {
  if (Array.isArray(value) && value.length > 0 && at % 3 > 0)
    return value.map((item, place) =>
      place === at % value.length ? spoiled(item, at >> 2, by) : item,
    );
  if (value !== null && typeof value === 'object' && !Array.isArray(value) && at % 5 > 0) {
    const entries = Object.entries(value);
    const chosen = at % (entries.length + 1);
    if (chosen === entries.length) return { ...value, unheard: by };
    if (at % 5 === 1) return Object.fromEntries(entries.filter((_, place) => place !== chosen));
    return Object.fromEntries(
      entries.map(([name, item], place) => [
        name,
        place === chosen ? spoiled(item, at >> 2, by) : item,
      ]),
    );
  }
  return by;
}

test('all our schemas agree with TypeBox on what fits and what does not', () => {
  for (const [name, schema] of Object.entries(SCHEMAS)) {
    const [ours, theirs] = [checkOf(schema), Compile(schema)];
    const seen = { true: 0, false: 0 };
    const value = fitting(schema);
    fc.assert(
      fc.property(value, fc.boolean(), fc.nat(), fc.jsonValue(), (given, whole, at, by) => {
        const held = whole ? given : spoiled(given, at, by);
        const fits = theirs.Check(held);
        seen[`${fits}`] += 1;
        assert.equal(ours(held), fits, `${name}: ${JSON.stringify(held)}`);
      }),
      { numRuns: 200 },
    );
    assert.ok(seen.true > 5, `${name}: nothing fitted`);
    assert.ok(seen.false > 5, `${name}: everything fitted`);
  }
});

test('numbers, names and members at the edge', () => {
  const pairs = Type.Record(Type.String(), Type.Array(Type.String()));
  for (const [schema, value] of [
    [Type.Integer({ minimum: 1 }), Number.POSITIVE_INFINITY],
    [Type.Integer({ minimum: 1 }), 1.5],
    [Type.Number(), Number.POSITIVE_INFINITY],
    [Type.Object({ a: Type.String() }), JSON.parse('{"__proto__":{"a":"x"}}')],
    [Type.Object({}, { additionalProperties: false }), JSON.parse('{"__proto__":1}')],
    [Type.Object({}, { additionalProperties: false }), { constructor: 1 }],
    [Type.Object({ toString: Type.String() }), {}],
    // A dot is any character but the end of a line: such a name is held to nothing.
    [pairs, { 'a\nb': 1 }],
    [pairs, { a: 1 }],
    [pairs, []],
    [Type.Array(Type.String()), { length: 0 }],
    [Type.String({ minLength: 1 }), ''],
    [Type.String({ minLength: 1 }), '👩‍👩‍👧'],
    [Type.String({ maxLength: 2 }), 'ab'],
    [Type.String({ maxLength: 2 }), 'abc'],
    [Type.String({ maxLength: 2 }), '💥💥'],
    [Type.String({ maxLength: 2 }), '💥💥💥'],
    [Type.Array(Type.String(), { maxItems: 1 }), ['a']],
    [Type.Array(Type.String(), { maxItems: 1 }), ['a', 'b']],
    [Type.Array(Type.String(), { uniqueItems: true }), ['a', 'b']],
    [Type.Array(Type.String(), { uniqueItems: true }), ['a', 'b', 'a']],
  ] as const)
    assert.equal(
      checkOf(schema)(value),
      Compile(schema).Check(value),
      JSON.stringify([schema, value]),
    );
});

test('a keyword that nothing checks is not passed over', () => {
  assert.throws(() => checkOf({ type: 'object', minProperties: 1 }), /keyword minProperties/);
  assert.throws(() => checkOf(Type.Array(Type.Number({ multipleOf: 2 }))), /keyword multipleOf/);
  assert.throws(() => checkOf({ type: 'text' }), /no type text/);
});
