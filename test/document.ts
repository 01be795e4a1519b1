// The published OpenAPI document, and whether an answer fits it.
import { Compile, type Validator } from 'typebox/compile';
import type { Service } from './service.ts';

interface Route {
  readonly responses: Record<string, { content?: Record<string, { schema: object }> }>;
  readonly parameters?: { name: string; schema: { enum?: string[] } }[];
  readonly security?: readonly object[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Record<string, { schema: object }>;
  };
}

export interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Route>>;
  readonly components: { readonly schemas: Record<string, object> };
}

export async function readDocument(service: Service): Promise<Document> {
  const { body } = await service.app.server.inject('/openapi.json');
  return JSON.parse(body) as Document;
}

/** What is wrong with an answer by the document; undefined when it fits. */
export type Fits = (
  path: string,
  method: string,
  status: number,
  body: unknown,
) => string | undefined;

export function fitting(document: Document): Fits {
  const compiled = new Map<string, Validator | undefined>();
  return (path, method, status, body) => {
    const key = `${method} ${path} ${status}`;
    if (!compiled.has(key)) {
      const response = document.paths[path]?.[method.toLowerCase()]?.responses[status];
      if (!response) return `${key} is not documented`;
      const schema = response.content?.['application/json']?.schema;
      compiled.set(key, schema && Compile(resolved(schema, document) as never));
    }
    const validator = compiled.get(key);
    if (!validator || validator.Check(body)) return undefined;
    return `${key}: ${JSON.stringify(validator.Errors(body)[0])}`;
  };
}

/** What is wrong with a body by the document; undefined when it may be sent. */
export function sendable(document: Document, path: string): (body: unknown) => string | undefined {
  const schema = document.paths[path]?.post?.requestBody?.content['application/json']?.schema;
  if (!schema) throw new Error(`${path} has no body`);
  const validator = Compile(resolved(schema, document) as never);
  return (body) =>
    validator.Check(body) ? undefined : JSON.stringify(validator.Errors(body)[0]?.instancePath);
}

/** The schema with each reference replaced by what it points to. */
function resolved(schema: unknown, document: Document): unknown {
  if (Array.isArray(schema)) return schema.map((part) => resolved(part, document));
  if (schema === null || typeof schema !== 'object') return schema;
  const { $ref } = schema as { $ref?: string };
  if ($ref) return resolved(document.components.schemas[$ref.split('/').at(-1) ?? ''], document);
  return Object.fromEntries(
    Object.entries(schema).map(([key, part]) => [key, resolved(part, document)]),
  );
}
