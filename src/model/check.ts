// Holds a value against a schema of ours: the keywords that they use, as JSON Schema means them. What
// is sent with every order is checked here; a compiler of all of JSON Schema is 680 files to load.
import { isLonger } from './text.ts';
import type { TSchema } from './type.ts';

export type Check = (value: unknown) => boolean;

export interface Keywords {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly TSchema[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: TSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** Of texts and numbers. */
  readonly uniqueItems?: boolean;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly patternProperties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | TSchema;
  readonly maxProperties?: number;
  readonly examples?: readonly unknown[];
}

const CHECKED = new Set([
  ...['type', 'enum', 'anyOf', 'minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'items'],
  ...['minItems', 'maxItems', 'uniqueItems'],
  ...['properties', 'patternProperties', 'required', 'additionalProperties', 'maxProperties'],
]);
const SAID = new Set(['description', 'default', 'examples', 'format', 'title']);

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const TYPES: Readonly<Record<string, Check>> = {
  array: Array.isArray,
  boolean: (value) => typeof value === 'boolean',
  integer: Number.isInteger,
  null: (value) => value === null,
  number: Number.isFinite,
  object: isObject,
  string: (value) => typeof value === 'string',
};

/** Throws where the schema uses a keyword that is not checked here. */
export function checkOf(schema: TSchema): Check {
  for (const keyword of Object.keys(schema))
    if (!CHECKED.has(keyword) && !SAID.has(keyword))
      throw new Error(`the keyword ${keyword} of a schema is not checked here`);
  const said = schema as Keywords;
  const checks: Check[] = [];
  if (said.type !== undefined) checks.push(typeCheck([said.type].flat()));
  const { enum: values, anyOf, minLength, maxLength, minimum, maximum, minItems, maxItems } = said;
  if (values) checks.push((value) => values.includes(value));
  if (anyOf) {
    const each = anyOf.map(checkOf);
    checks.push((value) => each.some((check) => check(value)));
  }
  // Each keyword is about values of its own type; others are the business of "type".
  if (minLength !== undefined)
    checks.push((value) => typeof value !== 'string' || isAsLong(value, minLength));
  if (maxLength !== undefined)
    checks.push((value) => typeof value !== 'string' || !isLonger(value, maxLength));
  if (said.pattern !== undefined) {
    // oxlint-disable-next-line expressions/super-linear -- checked where it is declared
    const pattern = new RegExp(said.pattern, 'u');
    checks.push((value) => typeof value !== 'string' || pattern.test(value));
  }
  if (minimum !== undefined) checks.push((value) => typeof value !== 'number' || value >= minimum);
  if (maximum !== undefined) checks.push((value) => typeof value !== 'number' || value <= maximum);
  if (minItems !== undefined)
    checks.push((value) => !Array.isArray(value) || value.length >= minItems);
  if (maxItems !== undefined)
    checks.push((value) => !Array.isArray(value) || value.length <= maxItems);
  if (said.uniqueItems)
    checks.push((value) => !Array.isArray(value) || new Set(value).size === value.length);
  if (said.items) {
    const item = checkOf(said.items);
    checks.push((value) => !Array.isArray(value) || value.every(item));
  }
  const { maxProperties } = said;
  if (maxProperties !== undefined)
    checks.push((value) => !isObject(value) || Object.keys(value).length <= maxProperties);
  const members = membersCheck(said);
  if (members) checks.push((value) => !isObject(value) || members(value));
  return all(checks);
}

/** Most schemas say one thing only. */
function all(checks: readonly Check[]): Check {
  const [only, ...others] = checks;
  if (only && others.length === 0) return only;
  return (value) => {
    for (const check of checks) if (!check(value)) return false;
    return true;
  };
}

/** In characters, of which each is one or two units: a long text need not be counted. */
const isAsLong = (text: string, least: number): boolean =>
  text.length >= 2 * least || [...text].length >= least;

function typeCheck(names: readonly string[]): Check {
  const types = names.map((name) => {
    const check = TYPES[name];
    if (!check) throw new Error(`there is no type ${name} in a schema`);
    return check;
  });
  const [only, ...others] = types;
  return only && others.length === 0 ? only : (value) => types.some((check) => check(value));
}

function membersCheck({
  properties = {},
  patternProperties = {},
  required = [],
  additionalProperties,
}: Keywords): ((value: Readonly<Record<string, unknown>>) => boolean) | undefined {
  const named = new Map(
    Object.entries(properties).map(([name, schema]) => [name, checkOf(schema)] as const),
  );
  const patterns = Object.entries(patternProperties).map(([pattern, schema]) => ({
    // oxlint-disable-next-line expressions/super-linear -- as above
    pattern: new RegExp(pattern, 'u'),
    check: checkOf(schema),
  }));
  if (named.size + patterns.length + required.length === 0 && additionalProperties === undefined)
    return undefined;
  const other: Check =
    typeof additionalProperties === 'object'
      ? checkOf(additionalProperties)
      : () => additionalProperties !== false;
  const fits = (name: string, value: unknown): boolean => {
    const own = named.get(name);
    if (patterns.length === 0) return (own ?? other)(value);
    const matching = patterns.filter(({ pattern }) => pattern.test(name));
    if (!own && matching.length === 0) return other(value);
    return (own?.(value) ?? true) && matching.every(({ check }) => check(value));
  };
  return (value) => {
    for (const name of required) if (!Object.hasOwn(value, name)) return false;
    for (const name of Object.keys(value)) if (!fits(name, value[name])) return false;
    return true;
  };
}
