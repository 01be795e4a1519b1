// Small words for schemas: values that may be null, written the short JSON Schema way.
import type { Keywords } from './check.ts';
import { MAX_USER_LENGTH } from './text.ts';
import { type Static, type TSchema, Type } from './type.ts';

/** Under this key a schema has its name. No JSON shows it, and every copy keeps it. */
export const NAMED = Symbol('named');

export interface Named {
  readonly name: string;
  /** As it was named; a copy may say what it means where it stands, and nothing else. */
  readonly schema: TSchema;
}

const orNothing = <T>(type: string, description: string | undefined, more: object = {}) =>
  Type.Unsafe<T | null>({ type: [type, 'null'], ...more, ...(description && { description }) });

/** A string, or null where the channel has nothing. */
export const text = (description?: string) => orNothing<string>('string', description);

/** A decimal number written as a string, or null. */
export const decimal = (description?: string) =>
  orNothing<string>('string', description, { pattern: '^-?[0-9]+(\\.[0-9]+)?$' });

const INSTANT = '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[+-][0-9]{2}:[0-9]{2}$';

/** An instant as `YYYY-MM-DDTHH:mm:ss±hh:mm`, or null. */
export const instant = (description?: string) =>
  orNothing<string>('string', description, { pattern: INSTANT });

/** An instant that is always there. */
export const instantText = (description: string) =>
  Type.String({ format: 'date-time', description });

export const flag = (description?: string) => orNothing<boolean>('boolean', description);
export const integer = (description?: string) => orNothing<number>('integer', description);
export const number = (description?: string) => orNothing<number>('number', description);

/** One of some words, or null. */
export const word = <const W extends readonly string[]>(words: W, description?: string) =>
  orNothing<W[number]>('string', description, { enum: [...words, null] });

/** The same, or null; without a choice between two schemas wherever JSON Schema can say it in one. */
export function orNull<S extends TSchema>(schema: S, meaning?: string) {
  const { type, enum: words, ...said }: Keywords = schema;
  const description = meaning ?? said.description;
  const isChoice = typeof type !== 'string' || NAMED in schema;
  return Type.Unsafe<Static<S> | null>({
    ...(isChoice ? { anyOf: [schema, { type: 'null' }] } : { ...schema, type: [type, 'null'] }),
    ...(words && !isChoice && { enum: [...words, null] }),
    ...(description && { description }),
  });
}

/** A field that may be left out; null means the same. */
export const maybe = <S extends TSchema>(schema: S) => Type.Optional(orNull(schema));

/** An object that holds exactly these fields, all of them. */
export const record = <P extends Record<string, TSchema>>(properties: P, description?: string) =>
  Type.Object(properties, { additionalProperties: false, ...(description && { description }) });

/** A schema of its own: the published document and generated clients know it by this name. */
export const named = <S extends TSchema>(name: string, schema: S): S => ({
  ...schema,
  [NAMED]: { name, schema } satisfies Named,
});

/** The same schema, with what it means where it stands. */
export const meaning = <S extends TSchema>(schema: S, description: string): S => ({
  ...schema,
  description,
});

/** An object with a name, which holds exactly these fields. */
export const object = <P extends Record<string, TSchema>>(
  name: string,
  description: string,
  properties: P,
) => named(name, record(properties, description));

/** Words and what each means, as a list of Markdown. */
export const listed = (all: Readonly<Record<string, string>>): string =>
  Object.entries(all)
    .map(([word, means]) => `- \`${word}\`: ${means}`)
    .join('\n');

/** Words that are known, with room for those that come later. */
export const openWords = <W extends string>(
  name: string,
  description: string,
  words: readonly W[],
) =>
  named(
    name,
    Type.Unsafe<W>({
      anyOf: [{ type: 'string', enum: [...words] }, { type: 'string' }],
      description,
    }),
  );

export const wordOf = <W extends string>(words: readonly W[], description: string) =>
  Type.Unsafe<W>({ type: 'string', enum: [...words], description });

export const UserId = Type.String({
  minLength: 1,
  maxLength: MAX_USER_LENGTH,
  description: 'The end user, as the client application names them.',
});
