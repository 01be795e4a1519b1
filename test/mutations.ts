// Every way to spoil a JSON value at one place, and to change it into another one as good.
import { isAll, isDeep } from './all.ts';

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

/** What vendors write for nothing; the rest is nonsense. */
export const MEANS_NOTHING: readonly string[] = SPOILED.map(([name]) => name).slice(0, 6);

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

/** Of the ways one in so many is tried at each place, and another one at the next; with repetitions each. */
const EACH = isAll ? 1 : 8;
/** The same for a place whose like was spoiled in every way before: with repetitions one way, with every product three. */
const AGAIN = isDeep ? 3 : isAll ? 10 : EACH;

/**
 * The value with each of its places spoiled in each way, one at a time. It is the same value each
 * time, whole again before the next: to keep one, copy it. Where it is said which places
 * are known, a like one (the same of another entry of a list, or of another value, with the same kind
 * of content) is spoiled in some of the ways only; that it is known is added.
 */
export function* mutations(value: unknown, known?: Set<string>): Generator<Mutation> {
  for (const [place, path] of pathsOf(value).entries()) {
    const there = path.reduce<unknown>((at, key) => at?.[key as never], value);
    const like = likeOf(path, there);
    const each = known?.has(like) ? AGAIN : EACH;
    known?.add(like);
    for (const [way, [into, replacement]] of SPOILED.entries()) {
      if ((place + way) % each > 0) continue;
      const restore = set(value, path, replacement);
      if (!restore) continue;
      yield { path: path.join('.'), into, value };
      restore();
    }
  }
}

/** What places have in common that are alike: entries of a list, with the same kind of content. */
const likeOf = (path: Path, there: unknown): string =>
  `${path.map((step) => (typeof step === 'number' ? '*' : step)).join('.')} ${contentOf(there)}`;

/** What kind of thing stands in a place, and whether it is empty. */
const contentOf = (there: unknown): string =>
  isHolder(there)
    ? `${Array.isArray(there) ? 'list' : 'object'} ${Object.keys(there).length === 0}`
    : `${there === null ? 'null' : typeof there} ${there === ''}`;

/** The value spoiled at one place by chance; `random` gives numbers below the one it takes. */
export function spoil(value: unknown, random: (below: number) => number): Mutation | undefined {
  const paths = pathsOf(value);
  if (paths.length === 0) return undefined;
  const path = paths[random(paths.length)] ?? [];
  const [into, replacement] = SPOILED[random(SPOILED.length)] ?? SPOILED[0] ?? ['', null];
  return set(value, path, replacement) && { path: path.join('.'), into, value };
}

/** The value without each of its places, one at a time; the same value each time, as above. */
export function* removals(value: unknown): Generator<Mutation & { readonly isLeaf: boolean }> {
  for (const path of pathsOf(value)) {
    const there = path.reduce<unknown>((at, key) => at?.[key as never], value);
    const restore = set(value, path, MISSING);
    if (!restore) continue;
    yield { path: path.join('.'), into: 'missing', value, isLeaf: !isHolder(there) };
    restore();
  }
}

/**
 * The value with each of its leaves, or some of them, changed into other values that the same vendor
 * might send; the same value each time, as above.
 */
export function* variations(
  value: unknown,
  isWanted: (leaf: unknown) => boolean = () => true,
  /** What else might stand in a place. */
  more: (path: string) => Iterable<unknown> = () => [],
): Generator<Mutation> {
  for (const path of pathsOf(value)) {
    const leaf = path.reduce<unknown>((at, key) => at?.[key as never], value);
    if (!isWanted(leaf)) continue;
    for (const other of [...othersOf(leaf), ...(isHolder(leaf) ? [] : more(path.join('.')))]) {
      const restore = set(value, path, other);
      if (!restore) continue;
      yield { path: path.join('.'), into: JSON.stringify(other), value };
      restore();
    }
  }
}

/**
 * The value with each text that stands in several places changed in all of them: an identifier by
 * which two of its parts are joined. The same value each time, as above.
 */
export function* renamings(value: unknown) {
  const leaf = (path: Path) => path.reduce<unknown>((at, key) => at?.[key as never], value);
  for (const [text, paths] of Map.groupBy(pathsOf(value), leaf)) {
    if (typeof text !== 'string' || text === '' || paths.length < 2) continue;
    const restores = paths.map((path) => set(value, path, `${text} too`));
    yield { paths: paths.map((path) => path.join('.')), value };
    for (const restore of restores) restore?.();
  }
}

/**
 * The value with each leaf changed into one more value of its kind, of none of those that `variations`
 * tries. Without repetitions one of those that are alike, which are the same of other entries of a list.
 */
export function* changes(value: unknown): Generator<Mutation> {
  const known = new Set<string>();
  for (const path of pathsOf(value)) {
    const there = path.reduce<unknown>((at, key) => at?.[key as never], value);
    const like = likeOf(path, there);
    const other = !isAll && known.has(like) ? undefined : anotherFor(there);
    const restore = other === undefined ? undefined : set(value, path, other);
    if (!restore) continue;
    known.add(like);
    yield { path: path.join('.'), into: JSON.stringify(other), value };
    restore();
  }
}

function anotherFor(leaf: unknown): unknown {
  if (typeof leaf === 'boolean') return !leaf;
  if (typeof leaf === 'number') return leaf + 12;
  if (typeof leaf !== 'string') return undefined;
  if (/^-?\d+(\.\d+)?$/.test(leaf)) return `2${leaf.replace('-', '')}`;
  if (/^\d{4}-\d{2}-\d{2}/.test(leaf)) return leaf.replace(/^\d{4}/, '2023');
  return /^[A-Z]{3}$/.test(leaf) ? 'GBP' : `another ${leaf}`;
}

/**
 * The value with each of its places changed into something of another kind, which no vendor means:
 * a text for a list, an object for a text, words for an amount, a truth for a date. Places that hold
 * nothing stay as they are.
 */
export function* nonsense(value: unknown): Generator<Mutation> {
  const met = new Map<string, readonly [start: number, times: number]>();
  for (const [place, path] of pathsOf(value).entries()) {
    const there = path.reduce<unknown>((at, key) => at?.[key as never], value);
    const others = nonsenseFor(there, String(path.at(-1)));
    // Without repetitions one at each place, and another one at the next, until all were in its like.
    const like = likeOf(path, there);
    const [start, times] = met.get(like) ?? [place, 0];
    met.set(like, [start, times + 1]);
    const one = times < others.length ? [others[(start + times) % others.length]] : [];
    for (const other of isAll ? others : one) {
      const restore = set(value, path, other);
      if (!restore) continue;
      yield { path: path.join('.'), into: JSON.stringify(other), value };
      restore();
    }
  }
}

function nonsenseFor(there: unknown, name: string): unknown[] {
  if (there === null || there === '') return [];
  if (Array.isArray(there)) return ['odd', 7];
  if (typeof there === 'object') return ['odd', ['odd']];
  if (typeof there === 'boolean') return ['odd', { odd: 1 }];
  // An identifier may be any text.
  if (/(^|_)id$|Id$/i.test(name)) return [{ odd: 1 }, ['odd']];
  if (typeof there === 'number') return ['two', { odd: 1 }];
  const text = String(there);
  if (/^-?\d+(\.\d+)?$/.test(text)) return ['abc', { odd: 1 }, true];
  if (/^\d{4}-\d{2}-\d{2}/.test(text)) return [true, 'odd', { odd: 1 }];
  return [{ odd: 1 }, ['odd']];
}

function othersOf(leaf: unknown): unknown[] {
  if (typeof leaf === 'boolean') return [!leaf];
  if (typeof leaf === 'number') return [leaf + 1, 0, leaf * 2 + 3];
  if (leaf === null) return ['odd', 'XQ', '1.5', 3, true, '2026-10-01T12:00:00Z'];
  if (typeof leaf !== 'string') return [];
  if (/^-?\d+(\.\d+)?$/.test(leaf))
    return [`1${leaf.replace('-', '')}`, `9${leaf.replace('-', '')}`, '0', '0.00', `${leaf}1`];
  if (/^[A-Z]{3}$/.test(leaf)) return ['JPY', 'KWD', 'USD', 'ZZZ'];
  if (/^[A-Z]{2}$/.test(leaf)) return ['NO', 'ZZ'];
  if (/^\d{4}-\d{2}-\d{2}/.test(leaf)) return [leaf.replace(/^\d{4}/, '2019'), ''];
  return [`${leaf} too`, 'odd', 'XQ', ''];
}

/** Changes one place; returns how to change it back, or nothing where it already holds that. */
function set(value: unknown, path: Path, replacement: unknown): (() => void) | undefined {
  const key = path.at(-1) as string | number;
  const holder = path.slice(0, -1).reduce<unknown>((at, step) => at?.[step as never], value) as {
    [step: string | number]: unknown;
  };
  const before = holder[key];
  if (JSON.stringify(before) === JSON.stringify(replacement)) return undefined;
  if (replacement !== MISSING) {
    holder[key] = structuredClone(replacement);
    return () => {
      holder[key] = before;
    };
  }
  if (Array.isArray(holder)) {
    holder.splice(Number(key), 1);
    return () => holder.splice(Number(key), 0, before);
  }
  const entries = Object.entries(holder);
  delete holder[key];
  return () => {
    // Put back in its place: some vendors' objects are lists.
    for (const [name] of entries) delete holder[name];
    Object.assign(holder, Object.fromEntries(entries));
  };
}

/** Every leaf of a record by its path. */
export function leavesOf(value: unknown, at = ''): Map<string, unknown> {
  const leaves = new Map<string, unknown>();
  const visit = (one: unknown, path: string) => {
    if (one === null || typeof one !== 'object') leaves.set(path, one);
    else
      for (const [key, member] of Object.entries(one)) visit(member, path ? `${path}.${key}` : key);
  };
  visit(value, at);
  return leaves;
}

/** The places in which two records differ: leaves, and what one of them does not have. */
export function differences(before: unknown, after: unknown, at = ''): string[] {
  if (before === after) return [];
  if (!isHolder(before) || !isHolder(after)) return [at];
  const found: string[] = [];
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
    if (before[key] !== after[key])
      found.push(...differences(before[key], after[key], at === '' ? key : `${at}.${key}`));
  return found;
}

const isHolder = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
