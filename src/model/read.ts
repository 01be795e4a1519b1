// Reads what came from outside by its schema: a value of that type, or faults that name all that is
// wrong with it. What two values must be to one another stands beside the schema, where it is used.
import { type Check, checkOf, isObject, type Keywords } from './check.ts';
import { type Fault, invalid } from './faults.ts';
import { Faults } from './gather.ts';
import { didYouMean } from './nearest.ts';
import { isLonger, printable, storable } from './text.ts';
import { readInstant } from './time.ts';
import type { Static, TSchema } from './type.ts';

/** Under this key a schema says what a value must be, where its keywords say too little to a person. */
export const MUST = Symbol('must');
/** Under this key it says that no sentence may repeat a value, nor what stands within it. */
export const SECRET = Symbol('secret');

interface Said extends Keywords {
  readonly [MUST]?: string;
  readonly [SECRET]?: boolean;
}

/** What is read. */
export type Source = 'body' | 'query';

const PART: Readonly<Record<Source, string>> = {
  body: 'a field of this request',
  query: 'a query parameter here',
};

interface Reading {
  readonly source: Source;
  readonly faults: Faults;
  readonly isSecret: boolean;
}

/** The value, which fits; otherwise all that is wrong with it is thrown. No body is an empty one. */
export function readBy<S extends TSchema>(
  schema: S,
  value: unknown,
  source: Source = 'body',
): Static<S> {
  const faults = new Faults();
  const read = gatherBy(schema, value, faults, source);
  faults.throwAny();
  return read as Static<S>;
}

/** The same, with its faults among others: what is returned are the members that fit. */
export function gatherBy<S extends TSchema>(
  schema: S,
  value: unknown,
  faults: Faults,
  source: Source = 'body',
): Partial<Static<S>> {
  const given = value === undefined ? {} : value;
  if (!isObject(given)) {
    const { required = [] } = schema as Said;
    const names = required.length > 0 ? ` with ${required.join(', ')}` : '';
    faults.add(invalid('body', `The body must be a JSON object${names}.`));
    return {};
  }
  const before = faults.count;
  walk(schema, given, '', { source, faults, isSecret: false });
  if (faults.count === before) return given as Static<S>;
  const sound = Object.entries(given).filter(([name, one]) => {
    const member = memberOf(schema as Said, name);
    return member && fits(member, one) && wellFormed(one);
  });
  return Object.fromEntries(sound) as Partial<Static<S>>;
}

const checks = new WeakMap<TSchema, Check>();

/** Whether a value is what its schema says. */
export function fits(schema: TSchema, value: unknown): boolean {
  const check = checks.get(schema) ?? checkOf(schema);
  checks.set(schema, check);
  return check(value);
}

function walk(schema: TSchema, value: unknown, at: string, reading: Reading): void {
  const isFit = fits(schema, value);
  if (isFit && wellFormed(value)) return;
  const said = keywordsFor(value, schema);
  const inner = said[SECRET] ? { ...reading, isSecret: true } : reading;
  const { faults } = inner;
  const before = faults.count;
  if (Array.isArray(value) && said.items && value.length <= (said.maxItems ?? Infinity))
    for (const [n, one] of value.entries()) walk(said.items, one, `${at}[${n}]`, inner);
  else if (isObject(value)) walkMembers(said, value, at, inner);
  // Nothing within it is wrong, so it is itself.
  if (faults.count === before)
    faults.add(() => (isFit ? notText(at || 'body') : misfit(schema, value, at || 'body', inner)));
}

function walkMembers(
  said: Said,
  value: Readonly<Record<string, unknown>>,
  at: string,
  reading: Reading,
): void {
  const { properties = {}, required = [], maxProperties = Infinity } = said;
  const { faults, source } = reading;
  const names = Object.keys(value);
  if (names.length > maxProperties) return;
  const under = (name: string) => (at === '' ? '' : `${at}.`) + printable(name);
  // Names that are not known come first: one of them may be what is missing.
  for (const name of said.additionalProperties === false ? names : [])
    if (!Object.hasOwn(properties, name))
      faults.add(() => {
        const known = Object.keys(properties);
        const whole = at === '' ? PART[source] : `a field of "${at}"`;
        const all = known.length > 0 ? `known are ${known.join(', ')}` : 'there are none';
        if (reading.isSecret)
          return invalid(at, `"${at}" holds a field that is not known; ${all}.`);
        const hint = didYouMean(name, known, `; ${all}.`);
        return invalid(under(name), `"${printable(name)}" is not ${whole}${hint}`);
      });
  for (const name of required)
    if (!Object.hasOwn(value, name))
      faults.add(() => {
        const what = source === 'query' ? 'The query parameter ' : '';
        const must = wanted(properties[name] ?? {});
        return invalid(under(name), `${what}"${under(name)}" is missing: it must be ${must}.`);
      });
  for (const name of names) {
    const schema = memberOf(said, name);
    if (schema) walk(schema, value[name], under(name), reading);
  }
}

export function memberOf(said: Keywords, name: string): TSchema | undefined {
  const { properties = {}, patternProperties = {}, additionalProperties } = said;
  if (Object.hasOwn(properties, name)) return properties[name];
  const [any] = Object.values(patternProperties);
  return any ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
}

/** Of a choice between schemas: the one for values of this type. */
export function keywordsFor(value: unknown, schema: TSchema = {}): Said {
  const type = Array.isArray(value) ? 'array' : typeof value;
  const { anyOf } = schema as Said;
  return anyOf?.find((one) => typesOf(one).includes(type)) ?? schema;
}

const typesOf = (schema: TSchema): readonly (string | undefined)[] =>
  [(schema as Said).type].flat();

function misfit(schema: TSchema, value: unknown, at: string, { source, isSecret }: Reading): Fault {
  if (source === 'query' && Array.isArray(value))
    return invalid(at, `"${at}" is given more than once; send it once.`);
  const said = keywordsFor(value, schema);
  const large = tooLarge(said, value, at);
  if (large) return large;
  if (said.uniqueItems && Array.isArray(value) && new Set(value).size < value.length)
    return invalid(at, `"${at}" holds the same twice.`);
  if (value === '') return invalid(at, `"${at}" is empty: it must be ${wanted(schema)}.`);
  // Where a text is wanted, it need not be said that this is one.
  const isText =
    typeof value === 'string' && (source === 'query' || typesOf(said).includes('string'));
  const shown = isText ? quoted(value) : described(value);
  return invalid(at, `"${at}" must be ${wanted(schema)}, not ${isSecret ? kindOf(value) : shown}.`);
}

/** A text, list or map beyond what is declared for it. */
export function tooLarge(
  { maxLength = Infinity, maxItems = Infinity, maxProperties = Infinity }: Keywords,
  value: unknown,
  at: string,
): Fault | undefined {
  if (typeof value === 'string')
    return isLonger(value, maxLength) ? tooLong(at, maxLength) : undefined;
  const most = Array.isArray(value) ? maxItems : maxProperties;
  const count = isObject(value) || Array.isArray(value) ? Object.keys(value).length : 0;
  return count > most
    ? invalid(
        at,
        `"${at}" holds ${count.toLocaleString('en')} entries; at most ${most.toLocaleString('en')} are allowed.`,
      )
    : undefined;
}

export const tooLong = (at: string, most: number): Fault =>
  invalid(at, `"${at}" has more than ${most.toLocaleString('en')} characters.`);

/** What a value must be, in words. */
export function wanted(schema: TSchema): string {
  const said = schema as Said;
  const must = said[MUST];
  if (must !== undefined) return must;
  if (said.anyOf) {
    const choices = said.anyOf.filter((one) => !typesOf(one).includes('null')).map(wanted);
    return [...new Set(choices)].join(' or ');
  }
  if (said.enum) return `one of ${said.enum.filter((word) => word !== null).join(', ')}`;
  const type = typesOf(schema).find((one) => one !== 'null');
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = said;
  if (type === 'boolean') return 'true or false';
  if (type === 'integer')
    return `a whole number${bound(' from ', minimum)}${bound(' to ', maximum)}`;
  if (type === 'array')
    return `a list${counted(minItems, maxItems, '')}, each ${wanted(said.items ?? {})}`;
  if (type === 'object')
    return `an object${said.required ? ` with ${said.required.join(', ')}` : ''}`;
  if (type !== 'string') return type === undefined ? 'any value' : `a ${type}`;
  const [example] = said.examples ?? [];
  const form = said.pattern === undefined ? '' : ` of the form ${said.pattern}`;
  const such = example === undefined ? form : ` such as "${example}"`;
  const kind = said.format === 'uri' ? 'an absolute address' : 'a text';
  return `${kind}${counted(minLength, maxLength, ' characters')}${such}`;
}

function counted(least = 0, most = Infinity, of: string): string {
  if (most < Infinity)
    return `${least === 0 ? ' of at most' : ` of ${least} to`}${bound(' ', most)}${of}`;
  return least === 0 ? '' : ` of at least ${least}${least === 1 ? of.replace(/s$/, '') : of}`;
}

const bound = (lead: string, count: number | undefined): string =>
  count === undefined ? '' : `${lead}${count.toLocaleString('en')}`;

/** Ends the sentence «"since" must be …». */
export const INSTANT =
  'an ISO 8601 time such as 2026-10-01T12:00:00Z, between the years 1970 and 9998';

export function instantOf(at: string, text: string | null | undefined): number | undefined {
  if (text == null) return undefined;
  const instant = readInstant(text);
  if (instant === undefined)
    throw invalid(at, `"${at}" must be ${INSTANT}, not "${printable(text)}".`);
  return instant;
}

/** A value as a message may repeat it: short, on one line. */
export function described(value: unknown): string {
  return typeof value === 'string' ? `${quoted(value)} (a string)` : kindOf(value, String);
}

/** A part of a text that was sent, where it is plain that it is one. */
export const quoted = (text: string): string => `"${printable(text)}"`;

/** What kind of value it is, and nothing of what it holds. */
function kindOf(value: unknown, simple = (one: unknown) => `a ${typeof one}`): string {
  if (Array.isArray(value))
    return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (value === null) return 'null';
  return typeof value === 'object' ? 'an object' : simple(value);
}

export const notText = (name: string): Fault =>
  invalid(name, `"${name}" holds a character that is not text (NUL or half a surrogate pair).`);

/** No NUL and no half surrogate pair, however deep. */
function wellFormed(value: unknown): boolean {
  if (typeof value === 'string') return storable(value);
  if (value === null || typeof value !== 'object') return true;
  if (Array.isArray(value)) return value.every(wellFormed);
  for (const [key, inner] of Object.entries(value))
    if (!storable(key) || !wellFormed(inner)) return false;
  return true;
}

/** Levels of lists and objects in JSON that a client may send or a rule may make: far above any record. */
export const MAX_NESTING = 100;

/** Whether a value has more levels; so that whatever walks it later does not run out of stack. */
export function nested(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return false;
  if (levels === 0) return true;
  for (const inner of Object.values(value)) if (nested(inner, levels - 1)) return true;
  return false;
}
