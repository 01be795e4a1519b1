// The OpenAPI 3.1 document, made from the routes' own schemas. Loaded when somebody first asks for it.
import swagger from '@fastify/swagger';
import Fastify, { type FastifySchema, type RouteOptions } from 'fastify';
import { envelope } from '../model/envelope.ts';
import { COMPLETED, CompletionEvent } from '../model/event.ts';
import { FAULTS } from '../model/faults.ts';
import { ORDER_INCLUDES, PRODUCT_INCLUDES } from '../model/include.ts';
import { NOTICES } from '../model/notices.ts';
import { Order } from '../model/order.ts';
import { Product } from '../model/product.ts';
import { Type } from '../model/type.ts';
import type { NamedSchema } from '../unified/params-schema.ts';
import { isOfApi, PATHS } from './paths.ts';

export interface DocumentOptions {
  readonly version: string;
  readonly baseUrl: string;
  readonly authUrl: string;
  /** The names of all channels. */
  readonly channels: readonly string[];
  /** Schemas that routes refer to by name, beside the records. */
  readonly schemas: readonly NamedSchema[];
}

/** The routes are laid out once more on a server that nobody can reach, for the library to read. */
export async function writeDocument(
  routes: readonly RouteOptions[],
  options: DocumentOptions,
): Promise<string> {
  const { version, baseUrl, authUrl, channels } = options;
  const server = Fastify({ exposeHeadRoutes: false });
  server.setValidatorCompiler(() => () => true);
  server.setSerializerCompiler(() => (data) => JSON.stringify(data));
  server.addSchema({ $id: 'Order', ...withMore(Order, ORDER_INCLUDES), ...PROJECTED });
  server.addSchema({ $id: 'Product', ...withMore(Product, PRODUCT_INCLUDES), ...PROJECTED });
  server.addSchema({ $id: 'Failure', ...envelope(Type.Unknown()), description: FAILURE });
  for (const { $id, schema } of options.schemas) server.addSchema({ $id, ...schema });
  await server.register(swagger, {
    refResolver: { buildLocalReference: (schema, _, __, i) => String(schema.$id ?? `schema-${i}`) },
    transform: ({ schema, url }) => ({ schema: withFailures(schema, url), url }),
    transformObject: (made) =>
      withBodies('openapiObject' in made ? made.openapiObject : made.swaggerObject),
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Manifold',
        version,
        description: introduction(channels),
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: baseUrl }],
      tags: [
        { name: 'Token', description: 'Access tokens for client applications.' },
        { name: 'Magic link', description: 'How end users authorise their channels.' },
        { name: 'Channels', description: 'What each channel can.' },
        { name: 'Data', description: 'Orders and products, in one format.' },
        {
          name: 'Executions',
          description: 'Data calls made so far, and results of asynchronous ones.',
        },
        { name: 'Events', description: 'Events, where they go to, and their deliveries.' },
        { name: 'Overrides', description: 'Rules of a client that replace unified fields.' },
      ],
      webhooks: webhooks(),
      components: {
        securitySchemes: {
          bearer: {
            type: 'oauth2',
            flows: {
              clientCredentials: {
                tokenUrl: `${authUrl}${PATHS.token}`,
                scopes: {
                  orders: 'Read orders.',
                  products: 'Read products.',
                  links: 'Make magic links, see and unlink users, set event addresses.',
                },
              },
            },
          },
        },
      },
    },
  });
  for (const { method, url, schema } of routes)
    server.route({ method, url, ...(schema && { schema }), handler: () => {} });
  await server.ready();
  const document = JSON.stringify(server.swagger());
  await server.close();
  return document;
}

/** What is sent to receivers: completion events, and every type of notice. */
const webhooks = () =>
  Object.fromEntries(
    Object.entries({ [COMPLETED]: CompletionEvent, ...NOTICES }).map(([summary, schema]) => [
      summary,
      {
        post: {
          tags: ['Events'],
          summary,
          description: 'Signed as the Standard Webhooks specification says.',
          requestBody: { required: true, content: { 'application/json': { schema } } },
          responses: { '2XX': { description: 'It is delivered. Anything else is tried again.' } },
        },
      },
    ]),
  );

/** A record holds all its fields, unless the caller asked for some. */
const PROJECTED = {
  required: ['id', 'channel_name'],
  description:
    'All fields are there, null where the channel has nothing, unless `fields` asked for some; those of `include` only where it names them.',
};

/** The record with what `include` may add to it. */
const withMore = <S extends { readonly properties: object }>(record: S, more: object) => ({
  ...record,
  properties: { ...record.properties, ...more },
});

const FAILURE =
  'What every failed request of the API answers: the cause, in the usual three objects.';

/** Every route of the API may fail in the documented ways; only data calls fail at a channel. */
function withFailures(schema: FastifySchema | undefined, url: string): FastifySchema {
  if (!schema || !isOfApi(url)) return schema ?? {};
  const response: Record<string, object> = {};
  for (const [status, body] of Object.entries(schema.response as Record<string, object>))
    response[status] = { description: schema.summary, ...body };
  const causes: Record<number, string[]> = {};
  for (const [code, { status, list, when }] of Object.entries(FAULTS)) {
    if (list === 'restErrors' && !schema.tags?.includes('Data')) continue;
    causes[status] = [...(causes[status] ?? []), `\`${code}\`: ${when}`];
  }
  for (const [status, sentences] of Object.entries(causes))
    response[status] ??= {
      description: sentences.join(' '),
      content: { 'application/json': { schema: { $ref: 'Failure#' } } },
    };
  return { ...schema, response };
}

interface Described {
  readonly requestBody?: {
    required?: boolean;
    readonly content: Readonly<
      Record<string, { readonly schema?: { readonly required?: unknown } }>
    >;
  };
}

/** The library says of every body that it must be sent; one without a field that must be there need not. */
function withBodies<T extends { readonly paths?: object }>(document: T): T {
  for (const path of Object.values(document.paths ?? {}))
    for (const { requestBody } of Object.values<Described>(path))
      if (requestBody)
        requestBody.required = Object.values(requestBody.content).some(
          ({ schema }) => Array.isArray(schema?.required) && schema.required.length > 0,
        );
  return document;
}

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

const introduction = (channels: readonly string[]) =>
  [
    `One API over the orders and products of ${channels.length} sales channels: ${list.format(channels)}.`,
    'Get a token with the client credentials, send the end user a magic link, read the data. Money is decimal strings, times carry their offset, identifiers are strings.',
    `Every answer of a data call holds \`Errors\`, \`Output\` and \`Report\`, also on failure. [All error codes](${PATHS.errors}) and what they mean.`,
  ].join('\n\n');
