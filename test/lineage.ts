// Where the fields of a channel's records come from, found by trying: a native value of a sample is
// changed, and the fields that move are made of it. Run as a program it writes every lineage.json.
import { readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { resourceOf } from '../src/accounts/resource.ts';
import type { Channel } from '../src/channels/channel.ts';
import { channels } from '../src/channels/index.ts';
import type { Lineage, Sources } from '../src/channels/lineage.ts';
import type { Account } from '../src/model/credential.ts';
import { OPERATIONS, type Operation } from '../src/model/execution.ts';
import type { Lacking } from '../src/model/lineage.ts';
import { OPERATION_TABLE } from '../src/model/operations.ts';
import type { TSchema } from '../src/model/type.ts';
import { addLists } from '../src/unified/include.ts';
import { ACCOUNTS, folderOf, samplesIn } from './filled-by.ts';
import { stall } from './made-up/index.ts';
import { leavesOf, removals, renamings, variations } from './mutations.ts';
import { type ListInclude, NOW } from './samples.ts';

/** By operation and form of record: why fields have nothing; a name stands for all beneath it too. */
export type Lacks = Partial<
  Record<Operation, Record<string, Partial<Record<Lacking, readonly string[]>>>>
>;

type Values = Readonly<Record<string, unknown>>;
type Read = (native: unknown, account?: unknown) => Values | undefined;

interface Keywords {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
}

/** What a schema holds: fields, or entries that have some. Amounts in two currencies count as one value. */
interface Held {
  readonly parts?: readonly (readonly [name: string, schema: TSchema])[];
  readonly entries?: TSchema;
}
const known = new WeakMap<TSchema, Held>();
function heldBy(schema: TSchema): Held {
  const found = known.get(schema) ?? look(schema);
  known.set(schema, found);
  return found;
}
function look(schema: TSchema): Held {
  const { properties, items, anyOf = [] } = schema as Keywords;
  if (properties) return 'shop_money' in properties ? {} : { parts: Object.entries(properties) };
  if (items) return heldBy(items).parts ? { entries: items } : {};
  return anyOf.map(heldBy).find(({ parts }) => parts) ?? {};
}
const within = (at: string, name: string) => (at === '' ? name : `${at}.${name}`);

/** Every field of a channel's records, lists as `line_items[]`. */
export function fieldsOf(channel: Channel, operation: Operation): string[] {
  const includes = resourceOf(channel, operation)?.includes ?? {};
  const { record, includes: words, answered } = OPERATION_TABLE[operation];
  const absent = new Set(
    words.filter((word) => !(word in includes) && !(word in record.properties)),
  );
  const fields: string[] = [];
  const visit = (schema: TSchema, at: string) => {
    const { parts = [], entries } = heldBy(schema);
    if (entries) visit(entries, `${at}[]`);
    for (const [name, part] of parts) {
      if (at === '' && absent.has(name)) continue;
      fields.push(within(at, name));
      visit(part, within(at, name));
    }
  };
  visit(answered, '');
  return fields;
}

/** Paths of all nulls, as the schema knows them. */
export function* nullsIn(schema: TSchema, value: unknown, at = ''): Generator<string> {
  const { parts = [], entries } = heldBy(schema);
  if (value === null) yield at;
  else if (entries)
    for (const [place, one] of (value as unknown[]).entries())
      yield* nullsIn(entries, one, `${at}[${place}]`);
  else
    for (const [name, part] of parts) {
      const one = (value as Values)[name];
      if (one !== undefined) yield* nullsIn(part, one, within(at, name));
    }
}

/** The fields that hold something. */
export function* filledIn(schema: TSchema, value: unknown, at = ''): Generator<string> {
  if (value === null || value === undefined) return;
  const { parts = [], entries } = heldBy(schema);
  const isEmpty = typeof value === 'object' && Object.keys(value).length === 0;
  if (at !== '' && !isEmpty && !at.endsWith(']')) yield at;
  if (entries) for (const one of value as unknown[]) yield* filledIn(entries, one, `${at}[]`);
  for (const [name, part] of parts)
    yield* filledIn(part, (value as Values)[name], within(at, name));
}

/**
 * The fields in which two records differ. Of what is in one of them alone, and of a list with more
 * or fewer entries, that field itself; entries are the same by their identifiers, else by their place.
 */
export function movedIn(
  schema: TSchema,
  before: unknown,
  after: unknown,
  at = '',
  found: string[] = [],
): string[] {
  if (before === after) return found;
  const { parts, entries } = heldBy(schema);
  if (parts && before && after)
    for (const [name, part] of parts) {
      const [one, other] = [(before as Values)[name], (after as Values)[name]];
      if (one !== other) movedIn(part, one, other, within(at, name), found);
    }
  else if (entries && Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length) found.push(at);
    else if (before.every((one, place) => idOf(one) === idOf(after[place])))
      // Much the most, and sets of them would take the most time.
      for (const [place, one] of before.entries())
        movedIn(entries, one, after[place], `${at}[]`, found);
    else {
      const [ids, others] = [idsOf(before), idsOf(after)];
      const isEach = ids.size === before.length && ids.symmetricDifference(others).size === 0;
      const places: unknown[] = [...others];
      if (isEach && [...ids].join() !== places.join()) found.push(at);
      for (const [place, one] of before.entries()) {
        const other: unknown = after[isEach ? places.indexOf((one as Values).id) : place];
        movedIn(entries, one, other, `${at}[]`, found);
      }
    }
  } else if (!isHeld(before) || !isHeld(after) || !isSame(before, after)) found.push(at);
  return found;
}
/** Amounts, mostly, which are mostly the same and written alike. */
const isSame = (before: unknown, after: unknown): boolean =>
  JSON.stringify(before) === JSON.stringify(after) || isDeepStrictEqual(before, after);
const isHeld = (value: unknown): boolean => typeof value === 'object' && value !== null;
const idOf = (one: unknown): unknown => (one as Values | null)?.id;
const idsOf = (list: readonly unknown[]) =>
  new Set(list.map(idOf).filter((id) => id !== undefined && id !== null));

/** Positions in lists do not count. */
export const listed = (path: string): string => path.replaceAll(/\.\d+(?=\.|$)/g, '[]');

/** Reads native records with all that can be included; undefined where one cannot be read. */
export function reader(name: string, channel: Channel, operation: Operation): Read {
  const resource = resourceOf(channel, operation);
  if (!resource) throw new Error(`${name} has no ${operation}`);
  const include = Object.keys(resource.includes ?? {}) as ListInclude[];
  const attempt = (run: () => void) => {
    try {
      run();
      return true;
    } catch {
      return false;
    }
  };
  return (native, account = ACCOUNTS[name] ?? {}) => {
    const context = { account: account as Account, now: NOW, note: () => {} };
    let record: Record<string, unknown> | undefined;
    attempt(() => {
      record = OPERATION_TABLE[operation].complete(resource.transform(native, context), name);
    });
    // A sample may have been read without what a list is made of.
    for (const word of record ? include : [])
      attempt(() =>
        addLists(record ?? {}, native, { resource, query: { include: [word] } }, context, () => {}),
      );
    return record;
  };
}

interface Move {
  readonly field: string;
  readonly path: string;
  /** Seen when a whole part was taken away, which one of its values may account for. */
  readonly isPart?: boolean;
}

/** Which native paths move which fields of one record; `words` are those of other records in a place. */
export function* moves(
  native: unknown,
  schema: TSchema,
  read: Read,
  account: Account = {},
  words: (path: string) => Iterable<unknown> = () => [],
): Generator<Move> {
  const whole = read(native);
  if (!whole) throw new Error('A sample cannot be read.');
  const moved = new Map<string, Set<string>>();
  const alone = new Set<string>();
  for (const { path, value } of variations(native, undefined, words)) {
    const record = read(value);
    if (!record) continue;
    for (const field of movedIn(schema, whole, record)) {
      alone.add(field);
      if (!moved.has(path)) moved.set(path, new Set());
      moved.get(path)?.add(field);
      yield { field, path: listed(path) };
    }
  }
  for (const { path, value } of variations(structuredClone(account)))
    for (const field of movedIn(schema, whole, read(native, value)))
      yield { field, path: `account.${path}` };
  for (const { path, value, isLeaf } of removals(native)) {
    const record = read(value);
    if (!record) continue;
    for (const field of movedIn(schema, whole, record))
      yield { field, path: listed(path), isPart: !isLeaf && !isHolder(schema, field) };
    if (isLeaf && moved.has(path))
      yield* standIns(value, record, moved.get(path) ?? new Set(), schema, read);
  }
  for (const { paths, value } of renamings(native))
    for (const field of movedIn(schema, whole, read(value) ?? whole))
      if (/\bid$/.test(field) && !alone.has(field))
        for (const path of paths) yield { field, path: listed(path) };
}

/** What fields are made of where the value that they are mostly made of is not there. */
function* standIns(
  native: unknown,
  before: Values,
  fields: ReadonlySet<string>,
  schema: TSchema,
  read: Read,
): Generator<Move> {
  const held = new Set([...fields].flatMap((field) => valuesAt(before, field)).map(String));
  const isHeld = (leaf: unknown) => leaf !== null && leaf !== '' && held.has(String(leaf).trim());
  for (const { path, value } of variations(native, isHeld)) {
    const record = read(value);
    if (!record) continue;
    for (const field of movedIn(schema, before, record))
      if (fields.has(field)) yield { field, path: listed(path) };
  }
}

/** The values of a field, one from each entry of the lists that hold it. */
const valuesAt = (record: unknown, field: string): unknown[] =>
  field.split('.').reduce<unknown[]>(
    (holders, step) =>
      holders.flatMap((holder) => {
        const value = (holder as Values | null)?.[step.replace('[]', '')];
        return value === null || value === undefined ? [] : value;
      }),
    [record],
  );

/** Whether a field holds others. */
function isHolder(schema: TSchema, field: string): boolean {
  const at = field.split('.').reduce<TSchema>((holder, step) => {
    const part = heldBy(holder).parts?.find(([name]) => name === step.replace('[]', ''))?.[1] ?? {};
    return step.endsWith('[]') ? (heldBy(part).entries ?? {}) : part;
  }, schema);
  return Object.keys(heldBy(at)).length > 0;
}

export const lacksIn = (folder: URL) =>
  JSON.parse(readFileSync(new URL('lacks.json', folder), 'utf8')) as Lacks;

/** What a channel's samples show, with the reasons it declares for fields that nothing moves. */
export function found(name: string, channel: Channel, lacks: Lacks, folder: URL): Lineage {
  const lineage: Partial<Record<Operation, Record<string, Sources>>> = {};
  for (const operation of OPERATIONS) {
    if (!resourceOf(channel, operation)) continue;
    const read = reader(name, channel, operation);
    const { answered } = OPERATION_TABLE[operation];
    const forms = new Map<string, Found>();
    const natives = samplesIn(folder, operation);
    const words = wordsOf(natives);
    for (const native of natives) {
      const all = [...moves(native, answered, read, ACCOUNTS[name], words)];
      const form = all.find(({ field }) => field === 'id')?.path ?? '';
      const { paths, parts, filled } = forms.get(form) ?? nothing();
      forms.set(form, { paths, parts, filled });
      for (const { field, path, isPart = false } of all) into(isPart ? parts : paths, field, path);
      for (const field of filledIn(answered, read(native))) filled.add(field);
    }
    lineage[operation] = Object.fromEntries(
      [...forms].map(([form, { paths, parts, filled }]) => {
        const declared = lacks[operation]?.[form] ?? {};
        const sourceOf = (field: string) => {
          const values = [...(paths.get(field) ?? [])];
          const isNew = (part: string) => !values.some((path) => path.startsWith(part));
          const from = [...values, ...[...(parts.get(field) ?? [])].filter(isNew)].sort();
          if (from.length > 0 || filled.has(field)) return from;
          const lack = lackOf(declared, field);
          if (lack) return lack;
          throw new Error(
            `${name}: lacks.json must say why ${operation} by ${form} have no ${field}.`,
          );
        };
        const fields = fieldsOf(channel, operation);
        return [form, Object.fromEntries(fields.map((field) => [field, sourceOf(field)]))];
      }),
    ) as Record<string, Sources>;
  }
  return lineage as Lineage;
}

/** By place, the words that records have there: statuses and kinds that no made-up word would show. */
function wordsOf(natives: readonly unknown[]): (path: string) => Iterable<unknown> {
  const found = new Map<string, Set<unknown>>();
  for (const [path, value] of natives.flatMap((native) => [...leavesOf(native)]))
    if (typeof value === 'string' && /^[a-zA-Z_-]{2,30}$/.test(value))
      found.set(listed(path), (found.get(listed(path)) ?? new Set()).add(value));
  return (path) => [...(found.get(listed(path)) ?? [])].slice(0, MOST_WORDS);
}
const MOST_WORDS = 8;

interface Found {
  readonly paths: Map<string, Set<string>>;
  readonly parts: Map<string, Set<string>>;
  readonly filled: Set<string>;
}
const nothing = (): Found => ({ paths: new Map(), parts: new Map(), filled: new Set() });
const into = (map: Map<string, Set<string>>, key: string, value: string) =>
  map.set(key, (map.get(key) ?? new Set()).add(value));

const lackOf = (
  declared: Partial<Record<Lacking, readonly string[]>>,
  field: string,
): Lacking | undefined =>
  (Object.keys(declared) as Lacking[]).find((reason) =>
    declared[reason]?.some(
      (one) =>
        field === one || (/^(\[\])?\./.test(field.slice(one.length)) && field.startsWith(one)),
    ),
  );

/** Every channel with its folder, the made-up one too. */
export const FOLDERS: readonly (readonly [name: string, channel: Channel, folder: URL])[] = [
  ...Object.entries(channels).map(([name, one]) => [name, one, folderOf(name)] as const),
  ['stall', stall, new URL('made-up/', import.meta.url)],
];

if (import.meta.main)
  for (const [name, channel, folder] of FOLDERS) {
    const lineage = found(name, channel, lacksIn(folder), folder);
    writeFileSync(new URL('lineage.json', folder), `${JSON.stringify(lineage, null, 2)}\n`);
  }
