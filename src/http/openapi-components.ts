// The components of the published document: schemas with a name stand once among them, and so do the
// answers that many operations have in common, each with its headers and examples.
import type { FastifyContextConfig, FastifySchema } from 'fastify';
import { Failure } from '../model/envelope.ts';
import { type Operation as Kind, OPERATIONS } from '../model/execution.ts';
import { FAULTS, type FaultCode } from '../model/faults.ts';
import { FILLED_BY } from '../model/filled-by.ts';
import { NAMED, type Named } from '../model/schema.ts';
import type { TSchema } from '../model/type.ts';
import { saysWhen } from './answer.ts';
import type { Tag } from './api.ts';
import FIXED from './openapi.json' with { type: 'json' };

type Components = ReturnType<typeof createComponents>;

export type Having = Readonly<Record<Kind, readonly string[]>>;

/** `having`: the channels that have each kind of record. */
export function createComponents(having: Having) {
  const named = new Map<string, { readonly schema: TSchema; readonly published: object }>();

  /** The schema as it is published: what has a name is referred to. */
  function refer(schema: TSchema): object {
    const { [NAMED]: known } = schema as { [NAMED]?: Named };
    if (!known) return published(schema);
    const { name } = known;
    const before = named.get(name);
    if (!before) {
      // There before its parts are read, so that none of them can be without it.
      const component = {};
      named.set(name, { schema: known.schema, published: component });
      Object.assign(component, withChannels(name, published(known.schema), having));
    } else if (before.schema !== known.schema && !isSame(before.schema, known.schema))
      throw new Error(`two schemas are called ${name}`);
    const { description, ...rest } = schema as Keywords;
    const { description: own, ...ownRest } = known.schema as Keywords;
    if (!isCopy(rest, ownRest)) throw new Error(`a copy of ${name} is another schema`);
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
    /** All that was referred to so far, by name. */
    all: () => each(Object.fromEntries([...named].sort(byName)), ({ published }) => published),
  };
}

type Keywords = Readonly<Record<string, unknown>>;

const SCHEMAS = new Set(['anyOf', 'oneOf', 'allOf']);
const SCHEMA = new Set(['items', 'additionalProperties']);

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) =>
  a < b ? -1 : 1;

const isSame = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b);
/** What a copy has in common with its original need not be written out to be compared. */
const isCopy = (a: Keywords, b: Keywords) =>
  Object.keys({ ...a, ...b }).every((keyword) => isSame(a[keyword], b[keyword]));

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

function withChannels(name: string, schema: object, having: Having): object {
  const kind = OPERATIONS.find((operation) => name in FILLED_BY[operation]);
  if (!kind) return schema;
  const known = FILLED_BY[kind][name] ?? {};
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

/** An operation as its route describes it. */
export interface Described extends FastifySchema {
  readonly operationId: string;
  readonly tags: readonly Tag[];
}

/** What every operation of the API can fail with, and what each that takes a body can. */
const ANYWHERE: readonly FaultCode[] = [
  ...(['invalid_request', 'invalid_token', 'insufficient_scope'] as const),
  ...(['rate_limited', 'unexpected', 'unavailable'] as const),
];
const WITH_BODY: readonly FaultCode[] = ['body_too_large', 'unsupported_media_type'];

type Header = keyof typeof FIXED.headers;

const headers = (...names: readonly Header[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const ENDING = ['Deprecation', 'Sunset'] as const;
const LIMIT = ['RateLimit', 'RateLimit-Policy'] as const;

export function headersOf(
  { operationId }: Described,
  { operation, ends }: FastifyContextConfig,
  status: number,
): object {
  const more: Header[] = [];
  if (operationId === 'getExecution') more.push('Retry-After');
  if (operation) more.push('Preference-Applied');
  if (operation && status === 202) more.push('Location');
  return headers('Manifold-Version', ...(ends ? ENDING : []), ...LIMIT, ...more);
}

/** Those of a refusal. Anyone who is turned away at the door does not learn of a limit. */
export function refusalHeadersOf(
  status: number,
  isApi: boolean,
  codes: readonly FaultCode[] = [],
): object {
  const version: readonly Header[] = isApi ? ['Manifold-Version'] : [];
  const names: Header[] = isApi && ![401, 403, 500, 503].includes(status) ? [...LIMIT] : [];
  if (status === 401 || status === 403) names.push('WWW-Authenticate');
  if (status === 429 || status === 503 || codes.some(saysWhen)) names.push('Retry-After');
  return headers(...version, ...names);
}

/** Answers that many operations have in common stand once, among the components. */
export function createAnswers({ refer }: Components) {
  const responses = new Map<string, object>();
  const used = new Set<FaultCode>();
  return {
    failures({ body, faults = [] }: Described): Readonly<Record<string, object>> {
      const known = new Set([...ANYWHERE, ...(body ? WITH_BODY : []), ...faults]);
      const codes = CODES.filter((code) => known.has(code));
      const byStatus = Map.groupBy(codes, (code) => FAULTS[code].status);
      return Object.fromEntries([...byStatus].map(([status, some]) => [status, put(status, some)]));
    },
    /** What everything else answers where a request cannot even be read. */
    unreadable: () => ({ 400: put(400, ['invalid_request']) }),
    /** All that was referred to so far: the codes, and answers by name. */
    codes: () => CODES.filter((code) => used.has(code)),
    all: () => Object.fromEntries([...responses].sort(([a], [b]) => (a < b ? -1 : 1))),
  };

  function put(status: number, codes: readonly FaultCode[]) {
    const name = codes.map(nameOf).join('Or');
    for (const code of codes) used.add(code);
    responses.set(name, {
      description: codes.map((code) => `\`${code}\`: ${FAULTS[code].when}`).join(' '),
      headers: refusalHeadersOf(status, true, codes),
      content: {
        'application/json': {
          schema: refer(Failure),
          examples: Object.fromEntries(
            codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
          ),
        },
      },
    });
    return { $ref: `#/components/responses/${name}` };
  }
}

const CODES = Object.keys(FAULTS) as readonly FaultCode[];

/** `rate_limited` becomes `RateLimited`. */
const nameOf = (code: string): string =>
  code.replaceAll(/(?:^|_)([a-z])/g, (_, first: string) => first.toUpperCase());
