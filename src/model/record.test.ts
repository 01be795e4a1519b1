// Completing records: the compiled way against the plain one, with anything in any field.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Address, Customer, LineItem, Order } from './order.ts';
import { Product } from './product.ts';
import { complete, type Draft, type Odd, type Template, template } from './record.ts';

const isText = (value: unknown) => typeof value === 'string';
/** What a field of each kind may hold. */
const FITS: Readonly<Record<string, (value: unknown) => boolean>> = {
  text: (value) => isText(value) || Number.isFinite(value),
  integer: Number.isSafeInteger,
  number: Number.isFinite,
  flag: (value) => typeof value === 'boolean',
  texts: (value) => Array.isArray(value) && value.every(isText),
  other: () => true,
};

/** What `complete` does, field by field. */
function completePlainly<T extends object>(
  { blank, kinds }: Template<T>,
  draft: Draft<T>,
  odd: Odd,
  prefix: string,
): T {
  const record = structuredClone(blank);
  for (const [name, kind] of kinds) {
    const key = name as keyof T;
    const value: unknown = draft[key];
    if (value === undefined || value === null) continue;
    if (!FITS[kind]?.(value)) odd(`${prefix}${name}`);
    else record[key] = (kind === 'text' ? String(value) : value) as T[typeof key];
  }
  return record;
}

const SCHEMAS = { Order, LineItem, Customer, Address, Product };
const value = fc.oneof(
  fc.string(),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(null, undefined, Number.NaN, Number.MAX_SAFE_INTEGER + 2),
  fc.array(fc.oneof(fc.string(), fc.integer())),
  fc.dictionary(fc.string(), fc.string()),
);

for (const [name, schema] of Object.entries(SCHEMAS))
  test(`${name}: whatever a draft holds, both ways make the same of it`, () => {
    const made = template<Record<string, unknown>>(schema as never, {});
    const names = [...made.kinds.keys(), '__proto__', 'no_field', 'toString'];
    const draft = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: names.length });
    fc.assert(
      fc.property(draft, (given) => {
        const [oddly, plainly]: [string[], string[]] = [[], []];
        const quick = complete(made, given, (field) => oddly.push(field), 'at.');
        const plain = completePlainly(made, given, (field) => plainly.push(field), 'at.');
        assert.deepEqual(quick, plain);
        assert.equal(JSON.stringify(quick), JSON.stringify(plain));
        assert.deepEqual(oddly, plainly);
      }),
      { numRuns: 500 },
    );
  });

test('no two records share a list', () => {
  const made = template<Record<string, unknown>>(Order as never, {});
  const [one, other] = [complete(made, {}), complete(made, {})];
  assert.notEqual(one.line_items, other.line_items);
});
