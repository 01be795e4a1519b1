// The OpenAPI 3.1 document, made from the routes' own schemas. Loaded when somebody first asks for it.
import type { FastifySchema, RouteOptions } from 'fastify';
import { COMPLETED, CompletionEvent, TEST, TestEvent } from '../model/event.ts';
import { NOTICES } from '../model/notices.ts';
import type { TSchema } from '../model/type.ts';
import { TAGS, type Tag } from './described.ts';
import {
  createAnswers,
  HEADERS,
  headersOf,
  type Operation,
  tokenHeadersOf,
} from './openapi-answers.ts';
import {
  answerExample,
  type Demo,
  eventExamples,
  failureExample,
  NOBODY,
  parameterExamples,
  recorded,
  requestExamples,
} from './openapi-examples.ts';
import { createComponents, type Having } from './openapi-schemas.ts';
import { isOfApi, PATHS } from './paths.ts';

export interface DocumentOptions {
  readonly version: string;
  readonly baseUrl: string;
  readonly authUrl: string;
  /** The names of all channels. */
  readonly channels: readonly string[];
  /** Those that have each kind of record. */
  readonly having: Having;
  /** Schemas that routes refer to by name. */
  readonly schemas: readonly TSchema[];
  /** Whom requests in examples come from; in the sandbox they run as they are. */
  readonly demo?: Demo | undefined;
}

/** What a route tells of itself, as far as it is published. */
interface Described extends FastifySchema {
  readonly operationId: string;
  readonly tags: readonly Tag[];
}

export function writeDocument(routes: readonly RouteOptions[], options: DocumentOptions): string {
  const { version, baseUrl, authUrl, channels, having, demo = NOBODY } = options;
  // Examples are of the first channel that has everything.
  const first = having.orders.find((name) => having.products.includes(name)) ?? '';
  const components = createComponents(having);
  const answers = createAnswers(components);
  const { refer } = components;
  const examples = { ...recorded(baseUrl), requests: requestExamples(demo, first) };
  const ofParameters = parameterExamples(demo, first);
  for (const schema of options.schemas) refer(schema);

  const paths: Record<string, Record<string, object>> = {};
  for (const { method, url, schema } of routes) {
    if (!isDescribed(schema)) continue;
    const path = url.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    for (const each of [method].flat())
      paths[path][each.toLowerCase()] = operationOf(schema, isOfApi(url));
  }
  if (authUrl !== baseUrl)
    for (const [path, operations] of Object.entries(paths))
      if (!isOfApi(path)) Object.assign(operations, { servers: [{ url: authUrl }] });

  return JSON.stringify({
    openapi: '3.1.0',
    info: {
      title: 'Manifold',
      version,
      summary: `Orders and products of ${channels.length} sales channels in one format.`,
      description: introduction(channels),
      contact: { name: 'Manifold', url: `${baseUrl}${PATHS.docs}/` },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    externalDocs: { description: 'Start here', url: `${baseUrl}${PATHS.docs}/start` },
    tags: Object.entries(TAGS).map(([name, { description, guide }]) => ({
      name,
      description,
      externalDocs: { url: `${baseUrl}${PATHS.docs}/${guide}` },
    })),
    paths,
    webhooks: webhooks(),
    components: {
      schemas: components.all(),
      responses: answers.all(),
      headers: HEADERS,
      parameters: PARAMETERS,
      examples: Object.fromEntries(
        answers.codes().map((code) => [code, { value: failureExample(code, examples, baseUrl) }]),
      ),
      securitySchemes: {
        bearer: {
          type: 'oauth2',
          description: 'A token from the token service, sent as "Authorization: Bearer …".',
          flows: {
            clientCredentials: { tokenUrl: `${authUrl}${PATHS.token}`, scopes: SCOPES_SAID },
          },
        },
      },
    },
  });

  function operationOf(schema: Described, isApi: boolean): object {
    const { operationId, summary, description, tags, security = [], body } = schema;
    const operation: Operation = {
      ...{ id: operationId, tags, hasBody: body !== undefined },
      hasPath: schema.params !== undefined,
    };
    const parameters = [
      ...parametersOf(schema.params, 'path'),
      ...parametersOf(schema.querystring, 'query'),
      ...(tags.includes('Data') ? [reference('Prefer')] : []),
      ...(isApi ? [reference('Traceparent')] : []),
    ];
    return {
      operationId,
      summary,
      description,
      tags,
      security,
      ...(parameters.length > 0 && { parameters }),
      ...(body !== undefined && { requestBody: bodyOf(schema, operationId) }),
      responses: {
        ...goodAnswers(schema, operation, isApi),
        ...(isApi ? answers.failures(operation) : isFailing(schema) ? {} : answers.unreadable()),
      },
    };
  }

  function parametersOf(schema: unknown, place: 'path' | 'query'): object[] {
    const { properties = {}, required = [] } = (schema ?? {}) as ObjectSchema;
    return Object.entries(properties).map(([name, property]) => {
      const { description, ...rest } = refer(property) as { description?: string };
      const isRequired = required.includes(name);
      const example = isRequired ? ofParameters[name] : undefined;
      return {
        ...{ name, in: place, required: isRequired, description, schema: rest },
        ...(example !== undefined && { example }),
      };
    });
  }

  /** A body without a field that must be there need not be sent. */
  function bodyOf({ body, consumes = JSON_TYPE }: Described, id: string): object {
    const { required = [] } = body as ObjectSchema;
    const given = examples.requests[id];
    return {
      required: required.length > 0,
      content: {
        [consumes]: { schema: refer(body as TSchema), ...(given && { examples: given }) },
      },
    };
  }

  /** And, of the token service, the bad ones too. */
  function goodAnswers(schema: Described, operation: Operation, isApi: boolean) {
    return Object.fromEntries(
      Object.entries(schema.response as Readonly<Record<string, TSchema>>).map(([status, body]) => {
        const { type, description } = body as { type?: unknown; description?: string };
        const value = answerExample(examples, operation.id, status);
        return [
          status,
          {
            description: description ?? schema.summary,
            headers: isApi ? headersOf(operation, Number(status)) : tokenHeadersOf(Number(status)),
            ...(type !== 'null' && {
              content: {
                [JSON_TYPE]: {
                  schema: refer(body),
                  ...(value !== undefined && { example: value }),
                },
              },
            }),
          },
        ];
      }),
    );
  }

  /** What is sent to receivers: completion events, every type of notice, and tests. */
  function webhooks() {
    const made = eventExamples(demo, first);
    const all = { [COMPLETED]: CompletionEvent, ...NOTICES, [TEST]: TestEvent };
    return Object.fromEntries(
      Object.entries(all).map(([type, schema]) => {
        const { description } = schema as { description?: string };
        return [
          type,
          {
            post: {
              operationId: `on${type.replaceAll(/(?:^|[._])([a-z])/g, (_, one: string) => one.toUpperCase())}`,
              tags: ['Events'],
              summary: type,
              description: `${description} Signed as the Standard Webhooks specification says.`,
              security: [],
              parameters: WEBHOOK_HEADERS.map(reference),
              requestBody: {
                required: true,
                content: { [JSON_TYPE]: { schema: refer(schema), example: made[type] } },
              },
              responses: {
                '2XX': { description: 'It is delivered. Anything else is tried again.' },
                '410': { description: 'Nobody is there any more: it is not tried again.' },
              },
            },
          },
        ];
      }),
    );
  }
}

const JSON_TYPE = 'application/json';

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
}

const isDescribed = (schema: FastifySchema | undefined): schema is Described =>
  schema !== undefined && schema.hide !== true && schema.operationId !== undefined;

/** Whether it says itself how it can fail. */
const isFailing = ({ response }: Described): boolean =>
  Object.keys(response as object).some((status) => Number(status) >= 400);

const reference = (name: keyof typeof PARAMETERS) => ({ $ref: `#/components/parameters/${name}` });

// Those that need not be sent have no example: viewers would send it.
const header = (name: string, description: string, examples?: readonly string[]) => ({
  ...{ name, in: 'header', required: examples !== undefined, description },
  schema: { type: 'string', ...(examples && { examples }) },
});

const PARAMETERS = {
  Prefer: header(
    'Prefer',
    'How the call is made (RFC 7240), comma-separated. `respond-async`: answer 202 at once and run in the background. `wait=N`: its deadline in seconds, 1 to 300 (60 unless set). `handling=lenient`: leave out records that cannot be read and name them in `Report.Warnings`, where otherwise one fails the call.',
  ),
  Traceparent: header(
    'traceparent',
    'The trace that the call belongs to (W3C Trace Context), such as `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01`. It goes on in `Report.TraceId`, logs and traces.',
  ),
  WebhookId: header('webhook-id', 'Names the event; the same in every try.', [
    'msg_01a1e4547c967dda92e66ab08d461d71',
  ]),
  WebhookTimestamp: header('webhook-timestamp', 'When this try was made, in seconds since 1970.', [
    '1794744000',
  ]),
  WebhookSignature: header(
    'webhook-signature',
    'HMAC-SHA256 over id, timestamp and body, by each live secret: `v1,` and base64, with a space between two.',
    ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='],
  ),
} as const;
const WEBHOOK_HEADERS = ['WebhookId', 'WebhookTimestamp', 'WebhookSignature'] as const;

const SCOPES_SAID = {
  orders: 'Read orders.',
  products: 'Read products.',
  links: 'Make magic links, see and unlink users, set event addresses.',
};

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

const introduction = (channels: readonly string[]) =>
  [
    `One API over the orders and products of ${channels.length} sales channels: ${list.format(channels)}.`,
    'Get a token with the client credentials, send the end user a magic link, read the data. Money is decimal strings, times carry their offset, identifiers are strings.',
    `Every answer of a data call holds \`Errors\`, \`Output\` and \`Report\`, also on failure. [All error codes](${PATHS.errors}) and what they mean.`,
  ].join('\n\n');
