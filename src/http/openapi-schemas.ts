// Schemas for the published document: those with a name stand once, among the components.
import { readFileSync } from 'node:fs';
import { OPERATIONS, type Operation } from '../model/execution.ts';
import { NAMED, type Named } from '../model/schema.ts';
import type { TSchema } from '../model/type.ts';

export interface Components {
  /** The schema as it is published: what has a name is referred to. */
  refer(schema: TSchema): object;
  /** All that was referred to so far, by name. */
  all(): Readonly<Record<string, object>>;
}

/** By the name of the schema, then by its fields: channels, with a space between two. */
export type FilledBy = Readonly<
  Record<Operation, Readonly<Record<string, Readonly<Record<string, string>>>>>
>;

/** As the samples of the channels show; `npm run filled-by` writes it, and a test holds it. */
export const readFilledBy = (): FilledBy =>
  JSON.parse(readFileSync(new URL('./filled-by.json', import.meta.url), 'utf8'));

export type Having = Readonly<Record<Operation, readonly string[]>>;

/** `having`: the channels that have each kind of record. */
export function createComponents(having: Having): Components {
  const filledBy = readFilledBy();
  const named = new Map<string, { readonly schema: TSchema; readonly published: object }>();

  function refer(schema: TSchema): object {
    const { [NAMED]: known } = schema as { [NAMED]?: Named };
    if (!known) return published(schema);
    const { name } = known;
    const before = named.get(name);
    if (!before) {
      // There before its parts are read, so that none of them can be without it.
      const component = {};
      named.set(name, { schema: known.schema, published: component });
      Object.assign(component, withChannels(name, published(known.schema), having, filledBy));
    } else if (before.schema !== known.schema && !isSame(before.schema, known.schema))
      throw new Error(`two schemas are called ${name}`);
    const { description, ...rest } = schema as Keywords;
    const { description: own, ...ownRest } = known.schema as Keywords;
    if (!isSame(rest, ownRest)) throw new Error(`a copy of ${name} is another schema`);
    return {
      $ref: `#/components/schemas/${name}`,
      ...(description !== own && { description }),
    };
  }

  /** Words that every generator knows, for those that mean the same. */
  function published(schema: TSchema): object {
    const made: Record<string, unknown> = {};
    for (const [keyword, value] of Object.entries(schema)) {
      if (keyword === 'const') made.enum = [value];
      else if (keyword === 'patternProperties') made.additionalProperties = refer(anyKey(value));
      else if (keyword === 'properties') made.properties = each(value, refer);
      else if (SCHEMAS.has(keyword)) made[keyword] = value.map(refer);
      else if (SCHEMA.has(keyword) && typeof value === 'object') made[keyword] = refer(value);
      else made[keyword] = value;
    }
    return made;
  }

  return {
    refer,
    all: () => each(Object.fromEntries([...named].sort(byName)), ({ published }) => published),
  };
}

type Keywords = Readonly<Record<string, unknown>>;

const SCHEMAS = new Set(['anyOf', 'oneOf', 'allOf']);
const SCHEMA = new Set(['items', 'additionalProperties']);

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) =>
  a < b ? -1 : 1;

const isSame = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b);

const each = <T, R>(all: Readonly<Record<string, T>>, make: (one: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(all).map(([name, one]) => [name, make(one)]));

/** Of a map whose keys are any text. */
function anyKey(patterns: Readonly<Record<string, TSchema>>): TSchema {
  const [[pattern, schema] = [], ...others] = Object.entries(patterns);
  if (pattern !== '^.*$' || !schema || others.length > 0)
    throw new Error('keys of a pattern are not published');
  return schema;
}

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** Says of every field of a record which channels fill it, as their samples show. */
function withChannels(name: string, schema: object, having: Having, filledBy: FilledBy): object {
  const kind = OPERATIONS.find((operation) => name in filledBy[operation]);
  if (!kind) return schema;
  const known = filledBy[kind][name] ?? {};
  const { properties } = schema as { properties?: Readonly<Record<string, Keywords>> };
  if (!properties) return schema;
  const said = Object.entries(properties).map(([field, property]) => {
    const filling = having[kind].filter((channel) => known[field]?.split(' ').includes(channel));
    const sentence =
      filling.length === 0
        ? 'No channel fills it.'
        : filling.length === having[kind].length
          ? 'Every channel fills it.'
          : `Filled by ${list.format(filling)}.`;
    return [
      field,
      {
        ...property,
        description: `${String(property.description ?? '')} ${sentence}`.trim(),
        'x-channels': filling,
      },
    ];
  });
  return { ...schema, properties: Object.fromEntries(said) };
}
