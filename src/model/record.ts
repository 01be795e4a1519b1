// Completing a record: a channel names the fields it knows, the template fills in the rest.
import { isObject, type Keywords } from './check.ts';
import type { TSchema } from './type.ts';

/**
 * A record of which only the known fields are named, and so of those within it; undefined and null
 * both mean "nothing". A money set is given whole.
 */
export type Draft<T> = {
  readonly [K in keyof T]?: (K extends `${string}_set` ? T[K] : Part<T[K]>) | null | undefined;
};
type Part<V> = V extends readonly (infer One extends object)[]
  ? readonly Draft<One>[]
  : V extends readonly unknown[]
    ? V
    : V extends object
      ? Draft<V>
      : V;

/** The same of a record that has an identifier of its own. */
export type Identified<T> = Draft<T> & { readonly id: string };

export type Odd = (field: string) => void;

type Kind = 'text' | 'integer' | 'number' | 'flag' | 'texts' | 'record' | 'records' | 'other';

/** Every field of a record at its "nothing", what each may hold, and the templates of records within it. */
export interface Template<T> {
  readonly blank: T;
  readonly kinds: ReadonlyMap<string, Kind>;
  readonly parts: Readonly<Record<string, Template<object>>>;
  /** What `complete` does, compiled at its first use. */
  fill?: Fill<T>;
}

type Fill<T> = (draft: Draft<T>, odd: Odd, prefix: string) => T;

const silent: Odd = () => {};

/**
 * A copy of the template in which each field that the draft knows has the draft's value. A vendor
 * may send anything anywhere: a value of another kind than the field's is reported and left out, so
 * that no record ever breaks its schema. What the record has no field for stays behind.
 */
export function complete<T extends object>(
  template: Template<T>,
  draft: Draft<T>,
  odd: Odd = silent,
  prefix = '',
): T {
  return fillOf(template)(draft, odd, prefix);
}

function fillOf<T extends object>(template: Template<T>): Fill<T> {
  template.fill ??= compiled(template);
  return template.fill;
}

/**
 * A page has thousands of fields, and names that are only known while running cost more than all
 * else that is done with them. So each template becomes the code that one would write by hand: a
 * literal with every field, and a line for each of them. The names are those of our own schemas.
 */
function compiled<T extends object>({ blank, kinds, parts }: Template<T>): Fill<T> {
  const lines = [...kinds].map(([name, kind]) => {
    const key = JSON.stringify(name);
    const within = `const fill = fillOf(parts[${key}]), at = prefix + ${JSON.stringify(`${name}.`)}; record[${key}] =`;
    const odd = `{ const fitting = fittingOf(${JSON.stringify(kind)}, value);
      if (fitting === undefined) odd(prefix + ${key}); else record[${key}] = fitting; }`;
    const put = `record[${key}] = value;`;
    const check = {
      other: put,
      text: `if (typeof value === 'string') ${put} else ${odd}`,
      record: `if (isObject(value)) { ${within} fill(value, odd, at); }
        else odd(prefix + ${key});`,
      records: `if (Array.isArray(value) && value.every(isObject)) {
        ${within} value.map((one) => fill(one, odd, at)); }
        else odd(prefix + ${key});`,
    };
    return `value = draft[${key}]; if (value !== undefined && value !== null)
      ${kind in check ? check[kind as keyof typeof check] : odd}`;
  });
  const make = new Function(
    ...['fittingOf', 'isObject', 'fillOf', 'parts'],
    `return (draft, odd, prefix) => { const record = ${JSON.stringify(blank)}; let value;
      ${lines.join('\n')}
      return record; }`,
  ) as (...used: readonly unknown[]) => Fill<T>;
  return make(fittingOf, isObject, fillOf, parts);
}

/** What is no text as its field holds it; undefined when it is of another kind. */
function fittingOf(kind: Kind, value: unknown): unknown {
  if (kind === 'text') return Number.isFinite(value) ? String(value) : undefined;
  if (kind === 'integer') return Number.isSafeInteger(value) ? value : undefined;
  if (kind === 'flag') return typeof value === 'boolean' ? value : undefined;
  if (kind === 'number') return Number.isFinite(value) ? value : undefined;
  const isTexts = Array.isArray(value) && value.every((one) => typeof one === 'string');
  return isTexts ? value : undefined;
}

/** A template from a record's schema: null, [] for a list, {} where it must be an object. */
export function template<T extends object>(schema: RecordSchema): Template<T> {
  const blank: Record<string, unknown> = {};
  const kinds = new Map<string, Kind>();
  const parts: Record<string, Template<object>> = {};
  for (const [name, field] of Object.entries<Keywords>(schema.properties)) {
    blank[name] = blankOf(field);
    const part = partOf(name, field);
    if (part) parts[name] = template(part);
    kinds.set(name, part ? (field.items ? 'records' : 'record') : kindOf(field));
  }
  return { blank: Object.freeze(blank) as T, kinds, parts };
}

export interface RecordSchema {
  readonly properties: Readonly<Record<string, TSchema>>;
}

/** The schema of the record, or of each record, that a field holds; money sets are made apart. */
export function partOf(name: string, field: Keywords): RecordSchema | undefined {
  const { properties }: Keywords = field.items ?? field.anyOf?.[0] ?? field;
  return properties && !name.endsWith('_set') ? { properties } : undefined;
}

function blankOf({ type, anyOf }: Keywords): unknown {
  const [, other]: readonly Keywords[] = anyOf ?? [];
  if (type === 'array') return [];
  return type === 'object' || other?.type === 'object' ? {} : null;
}

function kindOf({ type, items }: Keywords): Kind {
  const { type: each }: Keywords = items ?? {};
  if (type === 'array') return each === 'string' ? 'texts' : 'other';
  const [first] = typeof type === 'string' ? [type] : (type ?? []);
  if (first === 'string') return 'text';
  if (first === 'boolean') return 'flag';
  return first === 'integer' || first === 'number' ? first : 'other';
}

/** A record must be able to say which one it is. */
export function requireId(id: unknown): asserts id is string {
  if (typeof id !== 'string' || id === '') throw new TypeError('The record has no identifier.');
}
