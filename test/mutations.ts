// Every way to spoil a JSON value at one place: missing, null, empty, zero, another type.

type Path = readonly (string | number)[];

/** What a place is changed into; `MISSING` takes it out. */
const MISSING = Symbol('missing');
const VALUES: readonly (readonly [name: string, value: unknown])[] = [
  ['missing', MISSING],
  ['null', null],
  ['an empty text', ''],
  ['an empty list', []],
  ['an empty object', {}],
  ['zero', 0],
  ['a text', 'odd'],
  ['a number', 7],
  ['a truth', true],
  ['a list of null', [null]],
];

export interface Mutation {
  /** Where, as `line_items.0.price`. */
  readonly path: string;
  /** Into what, in words. */
  readonly into: string;
  readonly value: unknown;
}

/** Every place of a value, its containers included, the whole excluded. */
export function pathsOf(value: unknown, at: Path = []): Path[] {
  if (value === null || typeof value !== 'object') return at.length === 0 ? [] : [at];
  const inside = Object.entries(value).flatMap(([key, member]) =>
    pathsOf(member, [...at, Array.isArray(value) ? Number(key) : key]),
  );
  return at.length === 0 ? inside : [at, ...inside];
}

/** The value with each of its places spoiled in each way, one at a time. */
export function* mutations(value: unknown): Generator<Mutation> {
  for (const path of pathsOf(value))
    for (const [into, replacement] of VALUES) {
      const changed = structuredClone(value);
      if (set(changed, path, replacement)) yield { path: path.join('.'), into, value: changed };
    }
}

/** False where the place already holds that. */
function set(value: unknown, path: Path, replacement: unknown): boolean {
  const holder = path
    .slice(0, -1)
    .reduce<unknown>((at, key) => at?.[key as never], value) as Record<string | number, unknown>;
  const key = path.at(-1) as string | number;
  if (JSON.stringify(holder[key]) === JSON.stringify(replacement)) return false;
  if (replacement !== MISSING) holder[key] = structuredClone(replacement);
  else if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
  return true;
}
