// The OpenAPI 3.1 document, made from the routes' own schemas, and the page to read it on.
import swagger from '@fastify/swagger';
import Fastify, { type FastifyInstance } from 'fastify';
import { FAULTS } from '../model/faults.ts';

export interface OpenApiOptions {
  readonly version: string;
  readonly baseUrl: string;
  readonly authUrl: string;
}

/** Must be registered before the routes that it describes. */
export async function openApi(server: FastifyInstance, options: OpenApiOptions) {
  const { version, baseUrl, authUrl } = options;
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Manifold',
        version,
        description: introduction(),
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: baseUrl }],
      tags: [
        { name: 'Token', description: 'Access tokens for client applications.' },
        { name: 'Magic link', description: 'How end users authorise their channels.' },
        { name: 'Data', description: 'Orders and products, in one format.' },
      ],
      components: {
        securitySchemes: {
          bearer: {
            type: 'oauth2',
            flows: {
              clientCredentials: {
                tokenUrl: `${authUrl}/connect/token`,
                scopes: {
                  orders: 'Read orders.',
                  products: 'Read products.',
                  links: 'Make magic links.',
                },
              },
            },
          },
        },
      },
    },
  });
}

/** The document never changes while the service runs: it is written once. */
export function openApiRoutes(server: FastifyInstance) {
  let document: string | undefined;
  server.get('/openapi.json', { schema: { hide: true } }, async (_, reply) => {
    document ??= JSON.stringify(server.swagger());
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('access-control-allow-origin', '*')
      .send(document);
  });

  // The viewer is four megabytes of script: it is loaded when somebody first looks.
  let viewer: Promise<FastifyInstance> | undefined;
  const show = { schema: { hide: true } };
  server.get('/docs', show, (_, reply) => reply.redirect('/docs/', 302));
  server.get('/docs/*', show, async (request, reply) => {
    viewer ??= openViewer();
    const page = await (await viewer).inject({ method: 'GET', url: request.url });
    return reply
      .code(page.statusCode)
      .header('content-type', page.headers['content-type'] ?? 'text/plain')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', VIEWER_POLICY)
      .header('referrer-policy', 'no-referrer')
      .send(page.rawPayload);
  });
  server.addHook('onClose', async () => {
    await (await viewer)?.close();
  });
}

/** The viewer may run its own script and read this service; nothing leaves for anywhere else. */
const VIEWER_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

async function openViewer(): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const viewer = Fastify();
  await viewer.register(reference, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      pageTitle: 'Manifold reference',
      theme: 'default',
      withDefaultFonts: false,
      hideClientButton: true,
      telemetry: false,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
      defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    },
  });
  await viewer.ready();
  return viewer;
}

function introduction(): string {
  const rows = Object.entries(FAULTS).map(
    ([code, { status, list, when }]) =>
      `| <a id="${code}"></a>\`${code}\` | ${status} | ${list} | ${when} |`,
  );
  return [
    'One API over the orders and products of nine sales channels: shopify, amazon, woocommerce, bol, sharetribe, lightspeed_c, mirakl, magento and bigcommerce.',
    'Get a token with the client credentials, send the end user a magic link, read the data. Money is decimal strings, times carry their offset, identifiers are strings.',
    '## Errors',
    'Every answer of a data call holds `Errors`, `Output` and `Report`, also on failure. `Errors.code` is one of:',
    ['| code | HTTP | list in `Output` | when |', '|---|---|---|---|', ...rows].join('\n'),
  ].join('\n\n');
}
