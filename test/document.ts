// The published OpenAPI document, and whether an answer fits it.
import { Compile, type Validator } from 'typebox/compile';
import { Check, Errors } from 'typebox/value';
import type { Service } from './service.ts';

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, Media>>;
}

export interface Media {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly example?: string;
  readonly schema: { readonly enum?: readonly string[] };
}

export interface Route {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly responses: Readonly<Record<string, Response>>;
  readonly parameters?: readonly Parameter[];
  readonly security: readonly { readonly bearer: readonly string[] }[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, Media>>;
  };
}

type Paths = Readonly<Record<string, Readonly<Record<string, Route>>>>;

export interface Document {
  readonly openapi: string;
  readonly info: Readonly<Record<string, unknown>>;
  readonly tags: readonly { readonly name: string }[];
  /** Responses, parameters and examples are those that are referred to. */
  readonly paths: Paths;
  readonly webhooks: Paths;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
  };
}

/** By their text: services of one process publish one document, whose schemas are compiled once. */
const read = new Map<string, Document>();

export async function readDocument(service: Service): Promise<Document> {
  const { body } = await service.app.server.inject('/openapi.json');
  const known = read.get(body);
  if (known) return known;
  const document = JSON.parse(body) as Document;
  const whole = {
    ...document,
    paths: opened(document.paths, document) as Paths,
    webhooks: opened(document.webhooks, document) as Paths,
  };
  read.set(body, whole);
  return whole;
}

/** What is wrong with an answer by the document; undefined when it fits. */
export type Fits = (
  path: string,
  method: string,
  status: number,
  body: unknown,
  /** What the request asked for by `fields`, if anything: the records then hold just that. */
  fields?: string,
) => string | undefined;

const compiledOf = new WeakMap<Document, Map<string, Validator | undefined>>();

export function fitting(document: Document): Fits {
  const compiled = compiledOf.get(document) ?? new Map<string, Validator | undefined>();
  compiledOf.set(document, compiled);
  return (path, method, status, body, fields) => {
    const key = `${method} ${path} ${status}`;
    const response = document.paths[path]?.[method.toLowerCase()]?.responses[status];
    if (!response) return `${key} is not documented`;
    const schema = response.content?.['application/json']?.schema;
    if (!schema) return body === undefined ? undefined : `${key} has a body`;
    const names = status === 200 ? fields : undefined;
    const way = `${key} ${names}`;
    if (!compiled.has(way)) {
      const whole = resolved(schema, document) as Schema;
      compiled.set(way, Compile((names === undefined ? whole : projected(whole, names)) as never));
    }
    const validator = compiled.get(way);
    if (!validator || validator.Check(body)) return undefined;
    return `${key}: ${JSON.stringify(validator.Errors(body)[0])}`;
  };
}

/** What is wrong with a value by a schema of the document; undefined when it fits. */
export function wrongBy(document: Document, schema: object, value: unknown): string | undefined {
  // A schema that is asked once or twice is not worth compiling.
  const whole = resolved(schema, document) as never;
  return Check(whole, value) ? undefined : JSON.stringify(Errors(whole, value)[0]);
}

/** What is wrong with a body by the document; undefined when it may be sent. */
export function sendable(document: Document, path: string): (body: unknown) => string | undefined {
  const schema = document.paths[path]?.post?.requestBody?.content['application/json']?.schema;
  if (!schema) throw new Error(`${path} has no body`);
  const validator = Compile(resolved(schema, document) as never);
  return (body) =>
    validator.Check(body) ? undefined : JSON.stringify(validator.Errors(body)[0]?.instancePath);
}

interface Schema {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly items: Schema;
}

/** The answer whose records hold the fields asked for, the two that always stay, and no others. */
function projected(answer: Schema, fields: string): Schema {
  const { Output } = answer.properties;
  const record = Output?.properties.result?.items;
  if (!Output || !record) throw new Error('only answers with records have fields');
  const names = ['id', 'channel_name', ...fields.split(',').map((name) => name.trim())];
  const properties = Object.fromEntries(
    Object.entries(record.properties).filter(([name]) => names.includes(name)),
  );
  const items = { ...record, properties, required: Object.keys(properties) };
  const result = { ...Output.properties.result, items } as Schema;
  const output = { ...Output, properties: { ...Output.properties, result } };
  return { ...answer, properties: { ...answer.properties, Output: output } };
}

/** What a reference points to. */
function pointed(ref: string, document: Document): unknown {
  let found: unknown = document;
  for (const step of ref.split('/').slice(1))
    found = (found as Readonly<Record<string, unknown>>)[step];
  if (found === undefined) throw new Error(`${ref} leads nowhere`);
  return found;
}

/** With each reference replaced by what it points to, but for schemas. */
const opened = (part: unknown, document: Document): unknown =>
  replaced(part, document, (ref) => !ref.startsWith('#/components/schemas/'));

const resolvedOf = new WeakMap<Document, Map<string, unknown>>();

/** The schema with each reference replaced by what it points to. */
function resolved(schema: unknown, document: Document): unknown {
  const known = resolvedOf.get(document) ?? new Map<string, unknown>();
  resolvedOf.set(document, known);
  return replaced(schema, document, () => true, known);
}

function replaced(
  part: unknown,
  document: Document,
  isMeant: (ref: string) => boolean,
  known = new Map<string, unknown>(),
): unknown {
  const inside = (one: unknown) => replaced(one, document, isMeant, known);
  if (Array.isArray(part)) return part.map(inside);
  if (part === null || typeof part !== 'object') return part;
  const { $ref } = part as { $ref?: string };
  if ($ref && isMeant($ref)) {
    const found = known.get($ref) ?? inside(pointed($ref, document));
    known.set($ref, found);
    return found;
  }
  return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, inside(one)]));
}
