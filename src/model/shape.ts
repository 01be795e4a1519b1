// What a driver takes for granted of a vendor's record: where an object is read through, where a word
// says what an entry is. Something else there would be read as nothing, or as another kind of entry.
import { isAmount } from './money.ts';
import { isNothing } from './unreadable-values.ts';

type Kind = 'objects' | 'needed' | 'lists' | 'words' | 'numbers' | 'flags';

/** By the name of a member, `*` for the entries of a list, or of an object by identifier. */
export interface Shape {
  readonly members: Map<string, Shape>;
  kind?: Kind;
  /** Looks at a record in all of these places; compiled at its first use. */
  look?: (value: unknown, found: Found) => void;
}

/** Called with a place; `isNeeded` where leaving it empty changes other values. */
type Found = (place: string, isNeeded: boolean) => void;

/** Places as `lines.*.price`. */
interface Places {
  /** Objects without which less is known. */
  readonly objects?: readonly string[];
  /** Objects without which amounts come out otherwise. */
  readonly needed?: readonly string[];
  readonly lists?: readonly string[];
  /** Words by which entries are distinguished. */
  readonly words?: readonly string[];
  /** Numbers and amounts that others are made of, or by which entries are distinguished. */
  readonly numbers?: readonly string[];
  /** Plain yes or no. */
  readonly flags?: readonly string[];
}

export function shape(places: Places): Shape {
  const root: Shape = { members: new Map() };
  for (const kind of Object.keys(places) as Kind[])
    for (const place of places[kind] ?? []) {
      let level = root;
      for (const name of place.split('.')) {
        const next: Shape = level.members.get(name) ?? { members: new Map() };
        level.members.set(name, next);
        level = next;
      }
      level.kind = kind;
    }
  return root;
}

/** Calls `found` where something else stands. */
export function findMisplaced(value: unknown, shape: Shape, found: Found): void {
  shape.look ??= compiled(shape);
  shape.look(value, found);
}

/** The code that one would write by hand, as records are completed (`record.ts`), and for the same reason. */
function compiled(shape: Shape): NonNullable<Shape['look']> {
  const make = new Function('fits', 'isNothing', `return (value, found) => { ${codeOf(shape, 'value', "''")} }`); // biome-ignore format: one expression
  return make(FITS, isNothing);
}

/**
 * Code that looks at the members of what a variable holds; its depth is in its name. `at` is code too:
 * what comes before a member's name in its place, put together only where a place is to be named.
 */
function codeOf({ members }: Shape, holder: string, at: string): string {
  if (members.size === 0) return '';
  const [entry, key] = [`${holder}_`, `key_${holder}`];
  const checks = [...members].map(([name, level]) => {
    const isEach = name === '*';
    const which = isEach ? key : JSON.stringify(name);
    const check = `{ const ${entry} = ${holder}[${which}]; ${checkOf(level, entry, `${at} + ${which}`)} }`;
    if (!isEach) return check;
    return `if (Array.isArray(${holder})) for (let ${key} = 0; ${key} < ${holder}.length; ${key}++) ${check}
      else for (const ${key} in ${holder}) ${check}`;
  });
  return `if (typeof ${holder} === 'object' && ${holder} !== null) { ${checks.join('\n')} }`;
}

function checkOf(level: Shape, member: string, at: string): string {
  const { kind } = level;
  const within = codeOf(level, member, `${at} + '.'`);
  if (kind === undefined) return within;
  const isNeeded = kind !== 'objects' && kind !== 'flags';
  return `if (${member} !== null && ${member} !== undefined) {
    if (fits.${kind}(${member})) { ${within} }
    else if (!isNothing(${member})) found(${at}, ${isNeeded});
  }`;
}

const isObject = (value: unknown): boolean => typeof value === 'object' && !Array.isArray(value);

const FITS: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  objects: isObject,
  needed: isObject,
  lists: (value) => Array.isArray(value) && value.every((one) => one === null || isObject(one)),
  words: (value) => typeof value === 'string' || typeof value === 'number',
  numbers: (value) => isAmount(value) || (typeof value === 'number' && Number.isFinite(value)),
  flags: (value) => typeof value === 'boolean' || /^(true|false|0|1)$/i.test(String(value)),
};
