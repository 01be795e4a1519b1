// What a driver takes for granted of a vendor's record: where an object is read through, where a word
// says what an entry is. Something else there would be read as nothing, or as another kind of entry.
import { isAmount } from './money.ts';
import { isNothing } from './unreadable-values.ts';

type Kind = 'objects' | 'needed' | 'lists' | 'words' | 'numbers' | 'flags';

/** By the name of a member, `*` for the entries of a list, or of an object by identifier. */
export interface Shape {
  readonly members: Map<string, Shape>;
  kind?: Kind;
  /** Whether a record has nothing else in any of these places; compiled at its first use. */
  isSound?: (value: unknown) => boolean;
}

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

/** Calls `found` where something else stands; `isNeeded` where leaving it empty changes other values. */
export function findMisplaced(
  value: unknown,
  shape: Shape,
  found: (place: string, isNeeded: boolean) => void,
): void {
  // Nearly every record is sound: no place is named before one is needed.
  shape.isSound ??= compiled(shape);
  if (!shape.isSound(value)) nameMisplaced(value, shape, found, '');
}

/** The code that one would write by hand, as records are completed (`record.ts`), and for the same reason. */
function compiled(shape: Shape): NonNullable<Shape['isSound']> {
  const make = new Function('fits', 'isNothing', `return (value) => { ${codeOf(shape, 'value')} return true; }`); // biome-ignore format: one expression
  return make(FITS, isNothing);
}

/** Code that returns false where something else stands in what a variable holds; its depth is in its name. */
function codeOf({ members }: Shape, holder: string): string {
  if (members.size === 0) return '';
  const entry = `${holder}_`;
  const checks = [...members].map(([name, level]) =>
    name === '*'
      ? `if (Array.isArray(${holder})) for (const ${entry} of ${holder}) { ${checkOf(level, entry)} }
         else for (const key in ${holder}) { const ${entry} = ${holder}[key]; ${checkOf(level, entry)} }`
      : `{ const ${entry} = ${holder}[${JSON.stringify(name)}]; ${checkOf(level, entry)} }`,
  );
  return `if (typeof ${holder} === 'object' && ${holder} !== null) { ${checks.join('\n')} }`;
}

function checkOf(level: Shape, member: string): string {
  const { kind } = level;
  const within = codeOf(level, member);
  const isThere = `${member} !== null && ${member} !== undefined`;
  if (kind === undefined) return within;
  return `if (${isThere}) {
    if (fits.${kind}(${member})) { ${within} }
    else if (!isNothing(${member})) return false;
  }`;
}

function nameMisplaced(
  value: unknown,
  { members }: Shape,
  found: (place: string, isNeeded: boolean) => void,
  at: string,
): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, level] of members)
    for (const key of name === '*' ? Object.keys(value) : [name]) {
      const member: unknown = value[key as keyof typeof value];
      const { kind } = level;
      if (kind === undefined || isNothing(member) || FITS[kind](member))
        nameMisplaced(member, level, found, `${at}${key}.`);
      else found(`${at}${key}`, kind !== 'objects' && kind !== 'flags');
    }
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
