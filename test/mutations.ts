// Every way to spoil a JSON value at one place, and to change it into another one as good.

type Path = readonly (string | number)[];

/** What a place is changed into; `MISSING` takes it out. */
const MISSING = Symbol('missing');
const SPOILED: readonly (readonly [name: string, value: unknown])[] = [
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
function pathsOf(value: unknown, at: Path = []): Path[] {
  if (value === null || typeof value !== 'object') return at.length === 0 ? [] : [at];
  const inside = Object.entries(value).flatMap(([key, member]) =>
    pathsOf(member, [...at, Array.isArray(value) ? Number(key) : key]),
  );
  return at.length === 0 ? inside : [at, ...inside];
}

/** The value with each of its places spoiled in each way, one at a time. */
export function* mutations(value: unknown): Generator<Mutation> {
  for (const path of pathsOf(value))
    for (const [into, replacement] of SPOILED) {
      const changed = structuredClone(value);
      if (set(changed, path, replacement)) yield { path: path.join('.'), into, value: changed };
    }
}

/** The value spoiled at one place by chance; `random` gives numbers below the one it takes. */
export function spoil(value: unknown, random: (below: number) => number): Mutation | undefined {
  const paths = pathsOf(value);
  if (paths.length === 0) return undefined;
  const path = paths[random(paths.length)] ?? [];
  const [into, replacement] = SPOILED[random(SPOILED.length)] ?? SPOILED[0] ?? ['', null];
  const changed = structuredClone(value);
  if (!set(changed, path, replacement)) return undefined;
  return { path: path.join('.'), into, value: changed };
}

/** The value with each of its leaves changed into other values that the same vendor might send. */
export function* variations(value: unknown): Generator<Mutation> {
  for (const path of pathsOf(value)) {
    const leaf = path.reduce<unknown>((at, key) => at?.[key as never], value);
    for (const other of othersOf(leaf)) {
      const changed = structuredClone(value);
      if (set(changed, path, other))
        yield { path: path.join('.'), into: JSON.stringify(other), value: changed };
    }
  }
}

function othersOf(leaf: unknown): unknown[] {
  if (typeof leaf === 'boolean') return [!leaf];
  if (typeof leaf === 'number') return [leaf + 1, 0, leaf * 2 + 3];
  if (leaf === null) return ['odd', '1.5', 3, true, '2026-10-01T12:00:00Z'];
  if (typeof leaf !== 'string') return [];
  if (/^-?\d+(\.\d+)?$/.test(leaf)) return [`1${leaf.replace('-', '')}`, '0', '0.00', `${leaf}1`];
  if (/^[A-Z]{3}$/.test(leaf)) return ['JPY', 'KWD', 'USD', 'ZZZ'];
  if (/^[A-Z]{2}$/.test(leaf)) return ['NO', 'ZZ'];
  if (/^\d{4}-\d{2}-\d{2}/.test(leaf)) return [leaf.replace(/^\d{4}/, '2019'), ''];
  return [`${leaf} too`, 'odd', ''];
}

/** False where the place already holds that. */
function set(value: unknown, path: Path, replacement: unknown): boolean {
  const key = path.at(-1) as string | number;
  const holder = path.slice(0, -1).reduce<unknown>((at, step) => at?.[step as never], value) as {
    [step: string | number]: unknown;
  };
  if (JSON.stringify(holder[key]) === JSON.stringify(replacement)) return false;
  if (replacement !== MISSING) holder[key] = structuredClone(replacement);
  else if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
  return true;
}

/** Every leaf of a record by its path. */
export function leavesOf(value: unknown, at = ''): Map<string, unknown> {
  const leaves = new Map<string, unknown>();
  const visit = (one: unknown, path: string) => {
    if (one === null || typeof one !== 'object') leaves.set(path, one);
    else {
      if (Array.isArray(one)) leaves.set(`${path}.length`, one.length);
      for (const [key, member] of Object.entries(one)) visit(member, path ? `${path}.${key}` : key);
    }
  };
  visit(value, at);
  return leaves;
}

/** The leaves in which two records differ. */
export function differences(before: unknown, after: unknown): string[] {
  const [a, b] = [leavesOf(before), leavesOf(after)];
  const names = new Set([...a.keys(), ...b.keys()]);
  return [...names].filter((name) => a.get(name) !== b.get(name));
}
