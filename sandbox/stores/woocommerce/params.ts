// Reads a collection's query parameters by WordPress's rules and collects what is wrong with them.
import type { Invalid } from './replies.ts';

/** What a parameter may be, in the terms of WordPress's argument schemas. */
export type Argument =
  | { readonly type: 'integer'; readonly minimum?: number; readonly maximum?: number }
  | {
      readonly type: 'string';
      readonly values?: readonly string[];
      readonly format?: 'date-time' | 'email';
    }
  | { readonly type: 'boolean' }
  | { readonly type: 'integers' }
  | { readonly type: 'strings'; readonly values?: readonly string[] };

export type Arguments = Readonly<Record<string, Argument>>;

/** Typed values of the parameters that were given and are sound. */
export interface Parameters {
  integer(name: string): number | undefined;
  text(name: string): string | undefined;
  flag(name: string): boolean | undefined;
  integers(name: string): readonly number[] | undefined;
  texts(name: string): readonly string[] | undefined;
}

export interface Reading {
  readonly parameters: Parameters;
  readonly invalid: ReadonlyMap<string, Invalid>;
}

/** Parameters that every route takes. */
const everywhere =
  /^(_fields|_embed|_envelope|_locale|_jsonp|consumer_key|consumer_secret|oauth_[a-z_]+)$/;

export function readParameters(
  query: readonly (readonly [string, string])[],
  known: Arguments,
): Reading {
  const given = new Map<string, string[]>();
  for (const [rawName, value] of query) {
    // PHP reads `include[]=1&include[]=2` and `include[0]=1` as a list; without brackets the last wins.
    const bracket = /^([^[]+)\[(\d*)\]$/.exec(rawName);
    const name = bracket?.[1] ?? rawName;
    if (bracket === null) given.set(name, [value]);
    else given.set(name, [...(given.get(name) ?? []), value]);
  }
  const values = new Map<string, unknown>();
  const invalid = new Map<string, Invalid>();
  for (const [name, texts] of given) {
    if (everywhere.test(name)) continue;
    const argument = known[name];
    if (argument === undefined) {
      // WordPress would ignore it in silence, which is how a typo hides.
      invalid.set(name, {
        code: 'rest_unknown_param',
        message: `${name} is not a parameter of this route; WordPress would ignore it, the sandbox does not.`,
      });
      continue;
    }
    const read = readArgument(name, texts, argument);
    if ('invalid' in read) invalid.set(name, read.invalid);
    else values.set(name, read.value);
  }
  const get = <T>(name: string): T | undefined => values.get(name) as T | undefined;
  return { parameters: { integer: get, text: get, flag: get, integers: get, texts: get }, invalid };
}

type Read = { readonly value: unknown } | { readonly invalid: Invalid };

function readArgument(name: string, texts: readonly string[], argument: Argument): Read {
  const single = texts.at(-1) ?? '';
  switch (argument.type) {
    case 'integer':
      return readInteger(name, single, argument.minimum, argument.maximum);
    case 'boolean':
      if (/^(true|1)$/i.test(single)) return { value: true };
      if (/^(false|0)$/i.test(single)) return { value: false };
      return wrongType(name, 'boolean');
    case 'string':
      if (argument.format === 'date-time' && !isDate(single)) {
        return { invalid: { code: 'rest_invalid_date', message: 'Invalid date.' } };
      }
      if (argument.format === 'email' && !/^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(single)) {
        return { invalid: { code: 'rest_invalid_email', message: 'Invalid email address.' } };
      }
      return readEnum(name, single, argument.values);
    case 'integers':
      return readList(texts, name, (item, place) => readInteger(place, item));
    case 'strings':
      return readList(texts, name, (item, place) => readEnum(place, item, argument.values));
  }
}

function readList(
  texts: readonly string[],
  name: string,
  read: (item: string, place: string) => Read,
): Read {
  // wp_parse_list: commas and white space separate, empty entries fall out.
  const items = texts.flatMap((text) => text.split(/[\s,]+/)).filter((item) => item !== '');
  const values: unknown[] = [];
  for (const [index, item] of items.entries()) {
    const one = read(item, `${name}[${index}]`);
    if ('invalid' in one) return one;
    values.push(one.value);
  }
  return { value: values };
}

function readInteger(name: string, text: string, minimum?: number, maximum?: number): Read {
  if (!/^-?\d+(\.0+)?$/.test(text)) return wrongType(name, 'integer');
  const value = Number(text);
  const message =
    minimum !== undefined && maximum !== undefined && (value < minimum || value > maximum)
      ? `${name} must be between ${minimum} (inclusive) and ${maximum} (inclusive)`
      : minimum !== undefined && value < minimum
        ? `${name} must be greater than or equal to ${minimum}`
        : null;
  return message === null ? { value } : { invalid: { code: 'rest_out_of_bounds', message } };
}

function readEnum(name: string, text: string, values: readonly string[] | undefined): Read {
  if (values === undefined || values.includes(text)) return { value: text };
  const list =
    values.length < 3
      ? values.join(' and ')
      : `${values.slice(0, -1).join(', ')}, and ${values.at(-1)}`;
  return {
    invalid: { code: 'rest_not_in_enum', message: `${name} is not one of ${list}.`, data: null },
  };
}

function wrongType(name: string, type: string): Read {
  return {
    invalid: {
      code: 'rest_invalid_type',
      message: `${name} is not of type ${type}.`,
      data: { param: name },
    },
  };
}

/** The pattern of rest_parse_date, and a date that exists. */
function isDate(text: string): boolean {
  const match =
    /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}:\d{2})(?:\.\d+)?(?:Z|[+-]\d{2}(?::\d{2})?)?$/.exec(text);
  if (match === null) return false;
  const instant = Date.parse(`${match[1]}T${match[2]}Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(match[1] ?? '');
}
