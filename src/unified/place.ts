// Where in a native record its transform stumbled, or read what it could make nothing of.
import { isDecimal } from '../model/decimal.ts';
import { reporting, UnreadableValue } from '../model/unreadable-values.ts';

/** What texts, lists and numbers can do: asked of anything else, it stands where one of them should. */
const METHODS: ReadonlySet<string> = new Set(
  [String, Array, Number].flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype)),
);

type Path = readonly string[];

/** Notes what is read of a record, so that a value can be traced to its place. */
function tracing(native: unknown) {
  let last: Path | undefined;
  let lastNothing: Path | undefined;
  const noted = new WeakMap<object, unknown>();
  /** By the value that was read: the place it was last read at. */
  const places = new Map<unknown, Path>();
  const noting = (value: unknown, path: Path): unknown => {
    if (value === null || typeof value !== 'object') return value;
    const known = noted.get(value);
    if (known) return known;
    const proxy = new Proxy(value, {
      get(target, key, receiver) {
        const member: unknown = Reflect.get(target, key, receiver);
        if (typeof key === 'symbol' || typeof member === 'function') return member;
        if (Array.isArray(target) && key === 'length') return member;
        const at = [...path, key];
        if (member === undefined && METHODS.has(key)) last = path;
        else {
          last = at;
          if (member === null || member === undefined) lastNothing = at;
        }
        const given = noting(member, at);
        places.set(bare(given), at);
        return given;
      },
    });
    noted.set(value, proxy);
    return proxy;
  };
  return {
    native: noting(native, []),
    placeOf: (value: unknown) => places.get(bare(value)),
    last: () => last,
    lastNothing: () => lastNothing,
  };
}

/** Readers may have trimmed a text. */
const bare = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

const written = (path: Path | undefined): string | undefined =>
  path === undefined || path.length === 0 ? undefined : path.join('.');

/**
 * Runs the transform once more, on a record that notes what is read of it: the last thing read
 * before it failed is the place, or the last that was nothing where nothing is what it failed by, or
 * the last that a reader could make nothing of.
 * Undefined when it does not fail again. Costs nothing until then.
 */
export function placeOf(native: unknown, run: (native: unknown) => unknown): string | undefined {
  const trace = tracing(native);
  let reported: Path | undefined;
  const note = (value: unknown) => {
    reported = trace.placeOf(value);
  };
  try {
    reporting(note, () => run(trace.native));
    return undefined;
  } catch (error) {
    if (error instanceof UnreadableValue && error.value !== null && error.value !== undefined)
      return written(trace.placeOf(error.value) ?? trace.last());
    const byNothing = error instanceof TypeError && /\b(null|undefined)\b/.test(error.message);
    return written((byNothing ? trace.lastNothing() : undefined) ?? reported ?? trace.last());
  }
}

/** A place whose value the transform could make nothing of. */
export interface Unreadable {
  readonly place: string;
  /** Amounts that depend on it and are not empty: they were made from something else. */
  readonly amounts: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * The places whose values the transform could make nothing of. It is run once more to find them, and
 * with good values there to see which amounts depend on each.
 */
export function unreadablePlaces(
  native: unknown,
  record: Fields,
  run: (native: unknown) => Fields,
): readonly Unreadable[] {
  const trace = tracing(native);
  const paths = new Map<string, Path>();
  const note = (value: unknown) => {
    const path = trace.placeOf(value) ?? [];
    paths.set(written(path) ?? 'a value in it', path);
  };
  reporting(note, () => run(trace.native));
  return [...paths].map(([place, path]) => ({
    place,
    amounts: [...dependents(native, path, run)].filter(
      (field) => (memberAt(record, field.split('.')) ?? null) !== null,
    ),
  }));
}

/** Good values of either kind in which amounts and numbers of pieces come. */
const GOOD: readonly (readonly [unknown, unknown])[] = [
  ['1', '3'],
  [1, 3],
];

/** The amounts that come out otherwise with another good value at a place. */
function dependents(native: unknown, path: Path, run: (native: unknown) => Fields): Set<string> {
  const found = new Set<string>();
  if (path.length === 0) return found;
  for (const [one, other] of GOOD)
    try {
      const before = run(withMember(native, path, one));
      collectAmounts(before, run(withMember(native, path, other)), '', found);
    } catch {
      // Not of this kind.
    }
  return found;
}

function collectAmounts(before: unknown, after: unknown, at: string, found: Set<string>): void {
  if (before === after) return;
  if (typeof before === 'string' && typeof after === 'string') {
    if (isDecimal(before) && isDecimal(after)) found.add(at);
  } else if (isHolder(before) && isHolder(after))
    for (const [name, member] of Object.entries(before))
      collectAmounts(member, after[name], at === '' ? name : `${at}.${name}`, found);
}

const isHolder = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const memberAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((holder, name) => (isHolder(holder) ? holder[name] : undefined), value);

/** A copy of the record, and of what holds the place, with another value there. */
function withMember(value: unknown, [name, ...rest]: Path, member: unknown): unknown {
  if (name === undefined || !isHolder(value)) return member;
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...value };
  (copy as Record<string, unknown>)[name] = withMember(value[name], rest, member);
  return copy;
}
