// The words of TypeBox that schemas here are written in. They are its own types, but make the JSON
// Schema themselves: the package is 370 files, 170 ms of every start and 20 MB, for what is below.
import type { TSchema, Type as TypeBox } from 'typebox';

export type { Static, TObject, TProperties, TSchema } from 'typebox';

const simple = (type: string) => (options?: object) => ({ type, ...options });

/** Not listed with the schema's own keywords, so that it is in no document. */
const OPTIONAL = '~optional';

function object(properties: Readonly<Record<string, TSchema>>, options?: object) {
  const required = Object.keys(properties).filter(
    (name) => !(OPTIONAL in (properties[name] ?? {})),
  );
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options };
}

const made = {
  Array: (items: TSchema, options?: object) => ({ type: 'array', items, ...options }),
  Boolean: simple('boolean'),
  Integer: simple('integer'),
  Literal: (value: string | number | boolean, options?: object) => ({
    ...{ type: typeof value, const: value },
    ...options,
  }),
  Null: simple('null'),
  Number: simple('number'),
  Object: object,
  Optional: (schema: TSchema) => Object.defineProperty({ ...schema }, OPTIONAL, { value: true }),
  /** Of keys that are any text. */
  Record: (_: TSchema, value: TSchema, options?: object) => ({
    ...{ type: 'object', patternProperties: { '^.*$': value } },
    ...options,
  }),
  String: simple('string'),
  Union: (anyOf: readonly TSchema[], options?: object) => ({ anyOf, ...options }),
  Unknown: (options?: object) => ({ ...options }),
  Unsafe: (schema: TSchema) => schema,
};

// TypeBox computes its types from the arguments; that ours are what it would make is held by a test.
export const Type = made as unknown as Pick<typeof TypeBox, keyof typeof made>;
