// Completing records: the compiled way against the plain one, with anything in any field.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Address, Customer, LineItem, Order } from './order.ts';
import { Product } from './product.ts';
import { complete, type Draft, type Odd, type Template, template } from './record.ts';

const isText = (value: unknown) => typeof value === 'string';
const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** What a field of each kind may hold. */
const FITS: Readonly<Record<string, (value: unknown) => boolean>> = {
  text: (value) => isText(value) || Number.isFinite(value),
  integer: Number.isSafeInteger,
  number: Number.isFinite,
  flag: (value) => typeof value === 'boolean',
  texts: (value) => Array.isArray(value) && value.every(isText),
  record: isRecord,
  records: (value) => Array.isArray(value) && value.every(isRecord),
  other: () => true,
};

/** What `complete` does, field by field. */
function completePlainly<T extends object>(
  { blank, kinds, parts }: Template<T>,
  draft: Draft<T>,
  odd: Odd,
  prefix: string,
): T {
  const record = structuredClone(blank);
  for (const [name, kind] of kinds) {
    const key = name as keyof T;
    const value: unknown = draft[key];
    if (value === undefined || value === null) continue;
    const part = parts[name];
    const within = (one: unknown) =>
      part ? completePlainly(part, one as object, odd, `${prefix}${name}.`) : one;
    if (!FITS[kind]?.(value)) odd(`${prefix}${name}`);
    else if (Array.isArray(value)) record[key] = value.map(within) as T[typeof key];
    else record[key] = (kind === 'text' ? String(value) : within(value)) as T[typeof key];
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
    const made = template<Record<string, unknown>>(schema);
    const names = [...made.kinds.keys(), '__proto__', 'no_field', 'toString'];
    const within = Object.values(made.parts).flatMap(({ kinds }) => [...kinds.keys()]);
    const part = fc.dictionary(fc.constantFrom('no_field', ...within), value, { maxKeys: 8 });
    const any = fc.oneof(value, part, fc.array(part, { maxLength: 3 }));
    const draft = fc.dictionary(fc.constantFrom(...names), any, { maxKeys: names.length });
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
  const made = template<Record<string, unknown>>(Order);
  const [one, other] = [complete(made, {}), complete(made, {})];
  assert.notEqual(one.line_items, other.line_items);
});
