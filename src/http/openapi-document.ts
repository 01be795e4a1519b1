// The OpenAPI 3.1 document, made from the routes' own schemas, and from openapi.json what no route says.
// Loaded when somebody first asks for it.
import { readFileSync } from 'node:fs';
import type { FastifyContextConfig, FastifySchema, RouteOptions } from 'fastify';
import { COMPLETED, CompletionEvent, TEST, TestEvent } from '../model/event.ts';
import { OPERATIONS } from '../model/execution.ts';
import { NOTICES } from '../model/notices.ts';
import type { TSchema } from '../model/type.ts';
import FIXED from './openapi.json' with { type: 'json' };
import {
  createAnswers,
  createComponents,
  type Described,
  type Having,
  headersOf,
  refusalHeadersOf,
} from './openapi-components.ts';
import { isOfApi, PATHS } from './paths.ts';

export interface DocumentOptions {
  readonly version: string;
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly channels: readonly string[];
  /** Those that have each kind of record. */
  readonly having: Having;
  /** Schemas that routes refer to by name. */
  readonly schemas: () => readonly TSchema[];
  /** Whom requests in examples come from; in the sandbox they run as they are. */
  readonly demo?: Demo | undefined;
}

export function writeDocument(routes: readonly RouteOptions[], options: DocumentOptions): string {
  const { version, baseUrl, authUrl, channels, having, demo = NO_DEMO } = options;
  // Examples are of the first channel that has everything.
  const first = having.orders.find((name) => having.products.includes(name)) ?? '';
  const components = createComponents(having);
  const answers = createAnswers(components);
  const { refer } = components;
  const examples = recorded(baseUrl);
  const requests = requestExamples(demo, first);
  const samples = codeSamples(demo, first, baseUrl);
  const ofParameters: Readonly<Record<string, string>> = {
    channel: first,
    tpUserId: demo.tpUserId,
    'Idempotency-Key': '5f0c6f8e-3b1c-4c1a-9d55-2f6f0c1d2e4a',
  };
  for (const schema of options.schemas()) refer(schema);
  const { Deprecation: _, Sunset: __, ...lasting } = FIXED.headers;

  const paths: Record<string, Record<string, object>> = {};
  for (const { method, url, schema, config = {} } of routes) {
    if (!isDescribed(schema)) continue;
    const path = url.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    for (const each of [method].flat())
      paths[path][each.toLowerCase()] = operationOf(schema, isOfApi(url), config);
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
    // Every operation says what it asks for; this is what the reference offers first.
    security: [{ bearer: [] }],
    externalDocs: { description: 'Start here', url: `${baseUrl}${PATHS.docs}/start` },
    tags: Object.entries(FIXED.tags).map(([name, { description, guide }]) => ({
      name,
      description,
      externalDocs: { url: `${baseUrl}${PATHS.docs}/${guide}` },
    })),
    paths,
    webhooks: webhooks(),
    components: {
      schemas: components.all(),
      responses: answers.all(),
      headers: routes.some(({ config }) => config?.ends) ? FIXED.headers : lasting,
      parameters: FIXED.parameters,
      examples: Object.fromEntries(
        answers.codes().map((code) => [code, { value: examples.failures[code] }]),
      ),
      securitySchemes: {
        bearer: {
          type: 'oauth2',
          description: 'A token from the token service, sent as "Authorization: Bearer …".',
          flows: {
            clientCredentials: {
              ...{ tokenUrl: `${authUrl}${PATHS.token}`, scopes: FIXED.scopes },
              // For the reference: by HTTP Basic a browser would ask again in a window of its own.
              'x-scalar-credentials-location': 'body',
              ...(options.demo && {
                'x-scalar-secret-client-id': demo.clientId,
                'x-scalar-secret-client-secret': demo.clientSecret,
              }),
            },
          },
        },
      },
    },
  });

  function operationOf(schema: Described, isApi: boolean, config: FastifyContextConfig): object {
    const { operationId, summary, description, tags, security = [], body } = schema;
    const parameters = [
      ...parametersOf(schema.params, 'path'),
      ...parametersOf(schema.querystring, 'query'),
      ...parametersOf(schema.headers, 'header'),
      ...(config.operation ? [reference('Prefer')] : []),
      ...(isApi ? [reference('ManifoldVersion'), reference('Traceparent')] : []),
    ];
    return {
      operationId,
      summary,
      description,
      tags,
      security,
      ...(config.ends && { deprecated: true }),
      ...(parameters.length > 0 && { parameters }),
      ...(body !== undefined && { requestBody: bodyOf(schema, operationId) }),
      responses: {
        ...goodAnswers(schema, isApi, config),
        ...(isApi ? answers.failures(schema) : isFailing(schema) ? {} : answers.unreadable()),
      },
      ...(Object.hasOwn(samples, operationId) && { 'x-codeSamples': samples[operationId] }),
    };
  }

  function parametersOf(schema: unknown, place: 'path' | 'query' | 'header'): object[] {
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
    const given = requests[id];
    return {
      required: required.length > 0,
      content: {
        [consumes]: { schema: refer(body as TSchema), ...(given && { examples: given }) },
      },
    };
  }

  /** And, of the token service, the bad ones too. */
  function goodAnswers(schema: Described, isApi: boolean, config: FastifyContextConfig) {
    return Object.fromEntries(
      Object.entries(schema.response as Readonly<Record<string, TSchema>>).map(([status, body]) => {
        const { type, description } = body as { type?: unknown; description?: string };
        const value = answerExample(schema.operationId, status);
        return [
          status,
          {
            description: description ?? schema.summary,
            headers: isApi
              ? headersOf(schema, config, Number(status))
              : refusalHeadersOf(Number(status), false),
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

  /** The token service refuses all that is asked of it in the same way. */
  function answerExample(id: string, status: string): unknown {
    const { [id]: own, createAccessToken: token } = examples.answers;
    return own?.[status] ?? (Number(status) < 400 ? undefined : token?.[status]);
  }

  /** What is sent to receivers: completion events, every type of notice, and tests. */
  function webhooks() {
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
                content: { [JSON_TYPE]: { schema: refer(schema), example: examples.events[type] } },
              },
              responses: {
                '2XX': { description: 'It is delivered. Anything else is tried again.' },
                '410': { description: 'The receiver is gone: it is not tried again.' },
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

// Headers that need not be sent have no example there: viewers would send it.
const reference = (name: keyof typeof FIXED.parameters) => ({
  $ref: `#/components/parameters/${name}`,
});

const WEBHOOK_HEADERS = [
  ...['WebhookId', 'WebhookTimestamp', 'WebhookSignature', 'EventVersion'],
] as const;

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

const introduction = (channels: readonly string[]) =>
  [
    `One API over the orders and products of ${channels.length} sales channels: ${list.format(channels)}.`,
    'Get a token with the client credentials, send the end user a magic link, read the data. Money is decimal strings, times carry their offset, identifiers are strings.',
    `Every answer of a data call holds \`Errors\`, \`Output\` and \`Report\`, also on failure. [All error codes](${PATHS.errors}) and what they mean.`,
  ].join('\n\n');

/** Whom requests in examples come from. In the sandbox these are there, and the requests run. */
export interface Demo {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly tpUserId: string;
  /** What opens a shop of each channel, as it is sent in `params`. */
  readonly params: Readonly<
    Record<string, readonly { readonly key: string; readonly value: string | readonly string[] }[]>
  >;
}

const NO_DEMO: Demo = {
  clientId: 'your-client-id',
  clientSecret: 'your-client-secret',
  tpUserId: 'your-user-id',
  params: {},
};

/** Bodies that can be sent as they are, by operation. The first is the one that viewers show. */
function requestExamples({ clientId, clientSecret, tpUserId, params }: Demo, channel: string) {
  const known = new Map<unknown, string>([
    ['{clientId}', clientId],
    ['{clientSecret}', clientSecret],
    ['{channel}', channel],
    ['{user}', tpUserId],
  ]);
  const requests: Record<string, Record<string, object>> = JSON.parse(
    JSON.stringify(FIXED.requests),
    (_, value) => known.get(value) ?? value,
  );
  for (const [name, pairs] of Object.entries(params)) {
    const example = {
      summary: `With a credential for ${name} (set \`channel\` to it)`,
      value: { limit: 1, params: { [name]: pairs } },
    };
    for (const operation of OPERATIONS)
      requests[operation] = { ...requests[operation], [`params_${name}`]: example };
  }
  return requests;
}

/** The main calls by the clients, whole programs each, for viewers that show them. */
function codeSamples({ clientId, clientSecret, tpUserId }: Demo, channel: string, url: string) {
  const quoted = (text: string, mark: string) =>
    mark + text.replaceAll(/[\\'"]/g, String.raw`\$&`) + mark;
  const js = `import { Manifold } from '@manifold-commerce/client';

const manifold = new Manifold({
  url: ${quoted(url, "'")},
  clientId: ${quoted(clientId, "'")},
  clientSecret: ${quoted(clientSecret, "'")},
});
`;
  const python = `from manifold_commerce import Manifold

manifold = Manifold(
    url=${quoted(url, '"')},
    client_id=${quoted(clientId, '"')},
    client_secret=${quoted(clientSecret, '"')},
)
`;
  const filled = (text: string) =>
    text.replaceAll('{channel}', channel).replaceAll('{user}', tpUserId);
  return Object.fromEntries(
    Object.entries(FIXED.samples).map(([operation, sample]) => [
      operation,
      [
        { lang: 'javascript', label: 'JavaScript client', source: js + filled(sample.js) },
        { lang: 'python', label: 'Python client', source: python + filled(sample.python) },
      ],
    ]),
  );
}

/** Answers of a run, by operation and status, and by the code of what went wrong; events by type. */
interface Recorded {
  readonly answers: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly failures: Readonly<Record<string, unknown>>;
  readonly events: Readonly<Record<string, unknown>>;
}

/** The run was one at this address. */
const RECORDED_AT = 'http://localhost:8080';

function recorded(baseUrl: string): Recorded {
  const text = readFileSync(new URL('./examples.json', import.meta.url), 'utf8');
  return JSON.parse(text.replaceAll(`"${RECORDED_AT}`, `"${baseUrl}`));
}
