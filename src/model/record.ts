// Completing a record: a channel names the fields it knows, the template fills in the rest.

/** A record of which only the known fields are named; undefined and null both mean "nothing". */
export type Draft<T> = { readonly [K in keyof T]?: T[K] | null | undefined };

export type Odd = (field: string) => void;

type Kind = 'text' | 'integer' | 'number' | 'flag' | 'texts' | 'other';

/** Every field of a record at its "nothing", and what each may hold. */
export interface Template<T> {
  readonly blank: T;
  readonly kinds: ReadonlyMap<string, Kind>;
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
  template.fill ??= compiled(template);
  return template.fill(draft, odd, prefix);
}

/**
 * A page has thousands of fields, and names that are only known while running cost more than all
 * else that is done with them. So each template becomes the code that one would write by hand: a
 * literal with every field, and a line for each of them. The names are those of our own schemas.
 */
function compiled<T extends object>({ blank, kinds }: Template<T>): Fill<T> {
  const lines = [...kinds].map(([name, kind]) => {
    const key = JSON.stringify(name);
    const odd = `{ const fitting = fittingOf(${JSON.stringify(kind)}, value);
      if (fitting === undefined) odd(prefix + ${key}); else record[${key}] = fitting; }`;
    const put = `record[${key}] = value;`;
    const check =
      kind === 'other'
        ? put
        : kind === 'text'
          ? `if (typeof value === 'string') ${put} else ${odd}`
          : odd;
    return `value = draft[${key}]; if (value !== undefined && value !== null) ${check}`;
  });
  const make = new Function(
    'fittingOf',
    `return (draft, odd, prefix) => { const record = ${JSON.stringify(blank)}; let value;
      ${lines.join('\n')}
      return record; }`,
  ) as (fitting: typeof fittingOf) => Fill<T>;
  return make(fittingOf);
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

/** A template from a record's schema: null, [] for a list, {} where that is allowed. */
export function template<T extends object>(
  schema: { readonly properties: Record<string, unknown> },
  others: Partial<T> = {},
): Template<T> {
  const blank: Record<string, unknown> = {};
  const kinds = new Map<string, Kind>();
  for (const [name, field] of Object.entries(schema.properties)) {
    blank[name] = (field as { type?: unknown }).type === 'array' ? [] : null;
    kinds.set(name, kindOf(field as FieldSchema));
  }
  return { blank: Object.freeze({ ...blank, ...others }) as T, kinds };
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
