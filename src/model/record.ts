// Completing a record: a channel names the fields it knows, the template fills in the rest.

/** A record of which only the known fields are named; undefined and null both mean "nothing". */
export type Draft<T> = { readonly [K in keyof T]?: T[K] | null | undefined };

/** Called with the name of a field whose value is not of the field's kind. */
export type Odd = (field: string) => void;

type Kind = 'text' | 'integer' | 'number' | 'flag' | 'texts' | 'other';

/** Every field of a record at its "nothing", and what each may hold. */
export interface Template<T> {
  readonly blank: T;
  readonly kinds: Readonly<Record<keyof T, Kind>>;
}

const silent: Odd = () => {};

/**
 * A copy of the template in which each field that the draft knows has the draft's value. A vendor
 * may send anything anywhere: a value of another kind than the field's is reported and left out, so
 * that no record ever breaks its schema. What the record has no field for stays behind.
 */
export function complete<T extends object>(
  { blank, kinds }: Template<T>,
  draft: Draft<T>,
  odd: Odd = silent,
  prefix = '',
): T {
  const record = { ...blank };
  for (const key in draft) {
    const value: unknown = draft[key];
    const kind = kinds[key];
    if (value === undefined || value === null || kind === undefined) continue;
    const fitting = FITTING[kind](value);
    if (fitting === undefined) odd(`${prefix}${key}`);
    else record[key] = fitting as T[typeof key];
  }
  return record;
}

/** The value as its field holds it; undefined when it is of another kind. */
const FITTING: Readonly<Record<Kind, (value: unknown) => unknown>> = {
  text: (value) =>
    typeof value === 'string' ? value : Number.isFinite(value) ? String(value) : undefined,
  integer: (value) => (Number.isSafeInteger(value) ? value : undefined),
  number: (value) => (Number.isFinite(value) ? value : undefined),
  flag: (value) => (typeof value === 'boolean' ? value : undefined),
  texts: (value) =>
    Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined,
  other: (value) => value,
};

/** A template from a record's schema: null, [] for a list, {} where that is allowed. */
export function template<T extends object>(
  schema: { readonly properties: Record<string, unknown> },
  others: Partial<T> = {},
): Template<T> {
  const blank: Record<string, unknown> = {};
  const kinds: Record<string, Kind> = {};
  for (const [name, field] of Object.entries(schema.properties)) {
    blank[name] = (field as { type?: unknown }).type === 'array' ? [] : null;
    kinds[name] = kindOf(field as FieldSchema);
  }
  return {
    blank: Object.freeze({ ...blank, ...others }) as T,
    kinds: kinds as Template<T>['kinds'],
  };
}

interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly items?: { readonly type?: unknown };
}

function kindOf({ type, items }: FieldSchema): Kind {
  if (type === 'array') return items?.type === 'string' ? 'texts' : 'other';
  const [first] = typeof type === 'string' ? [type] : (type ?? []);
  if (first === 'string') return 'text';
  if (first === 'boolean') return 'flag';
  return first === 'integer' || first === 'number' ? first : 'other';
}

/** A record must be able to say which one it is. */
export function requireId(id: unknown): asserts id is string {
  if (typeof id !== 'string' || id === '') throw new TypeError('The record has no identifier.');
}
