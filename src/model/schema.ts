// Small words for schemas: values that may be null, written the short JSON Schema way.
import { type Static, type TSchema, Type } from './type.ts';

/** A string, or null where the channel has nothing. */
export const text = (description?: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], ...(description && { description }) });

/** A decimal number written as a string, or null. */
export const decimal = (description?: string) =>
  Type.Unsafe<string | null>({
    type: ['string', 'null'],
    pattern: '^-?[0-9]+(\\.[0-9]+)?$',
    ...(description && { description }),
  });

/** An instant as `YYYY-MM-DDTHH:mm:ss±hh:mm`, or null. */
export const instant = (description?: string) =>
  Type.Unsafe<string | null>({
    type: ['string', 'null'],
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[+-][0-9]{2}:[0-9]{2}$',
    ...(description && { description }),
  });

export const flag = (description?: string) =>
  Type.Unsafe<boolean | null>({ type: ['boolean', 'null'], ...(description && { description }) });

export const integer = (description?: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], ...(description && { description }) });

export const number = (description?: string) =>
  Type.Unsafe<number | null>({ type: ['number', 'null'], ...(description && { description }) });

/** One of some words, or null. */
export const word = <const W extends readonly string[]>(words: W, description?: string) =>
  Type.Unsafe<W[number] | null>({
    type: ['string', 'null'],
    enum: [...words, null],
    ...(description && { description }),
  });

/** Any schema, or null. */
export const orNull = <S extends TSchema>(schema: S, description?: string) =>
  Type.Unsafe<Static<S> | null>({
    anyOf: [schema, { type: 'null' }],
    ...(description && { description }),
  });

/** An object that holds exactly these fields, all of them. */
export const record = <P extends Record<string, TSchema>>(properties: P, description?: string) =>
  Type.Object(properties, { additionalProperties: false, ...(description && { description }) });
