// The routes of the token service: token, revocation, introspection and metadata.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../model/faults.ts';
import { meaning, named } from '../model/schema.ts';
import { Type } from '../model/type.ts';
import { SCOPES, TokenFault, type Tokens } from '../tokens/index.ts';
import { PATHS } from './paths.ts';
import {
  type Parameters,
  readCredentials,
  readParameters,
  refuseInAddress,
} from './token-request.ts';

export interface TokenRouteOptions {
  readonly tokens: Pick<Tokens, 'authenticate' | 'issue' | 'introspect' | 'revoke'>;
  /** The address of the token service, without a slash at its end. */
  readonly authUrl: string;
  /** Where people read about it. */
  readonly docsUrl?: string | undefined;
}

// No request here is longer than a few hundred characters.
const BODY_LIMIT = 64 * 1024;
const AUTH_METHODS = ['client_secret_basic', 'client_secret_post'];

/** Registers the routes in a scope of their own: they read bodies and answer errors by RFC 6749. */
export async function tokenRoutes(
  server: FastifyInstance,
  { tokens, authUrl, docsUrl }: TokenRouteOptions,
): Promise<void> {
  await server.register((scope, _, done) => {
    // Every body comes as bytes, whatever its type, so that all refusals are written here.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_, body, done) =>
      done(null, body),
    );
    // The schemas describe the routes for the OpenAPI document; the checks are RFC 6749's, in code.
    scope.setValidatorCompiler(() => () => true);
    scope.setSerializerCompiler(() => (data) => JSON.stringify(data));
    scope.setErrorHandler(answerError);
    scope.addHook('onRequest', async (_, reply) => {
      reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
    });

    const caller = async (request: FastifyRequest, parameters: Parameters) => {
      const credentials = readCredentials(request.headers.authorization, parameters);
      const caller = await tokens.authenticate({ ...credentials, address: request.callerAddress });
      if (request.seen) request.seen.client = caller.client.id;
      return caller;
    };

    scope.post(PATHS.token, { schema: TOKEN }, async (request) => {
      const parameters = parametersOf(request);
      const grant = required(parameters, 'grant_type');
      const client = await caller(request, parameters);
      if (grant !== 'client_credentials') {
        throw new TokenFault(
          'unsupported_grant_type',
          'The only grant_type is client_credentials.',
        );
      }
      const issued = await tokens.issue(client, parameters.get('scope'));
      return {
        access_token: issued.accessToken,
        token_type: 'Bearer',
        expires_in: issued.expiresIn,
        scope: issued.scopes.join(' '),
      };
    });

    const revocation = { schema: REVOCATION, config: { act: 'token.revoke' } };
    scope.post(PATHS.revocation, revocation, async (request) => {
      const parameters = parametersOf(request);
      const token = required(parameters, 'token');
      const { client } = await caller(request, parameters);
      await tokens.revoke(client, token);
      // RFC 7009 gives the body no meaning; clients that read every answer as JSON must be able to.
      return {};
    });

    scope.post(PATHS.introspection, { schema: INTROSPECTION }, async (request) => {
      const parameters = parametersOf(request);
      const token = required(parameters, 'token');
      const { client } = await caller(request, parameters);
      const known = await tokens.introspect(client, token);
      if (!known) return { active: false };
      return {
        active: true,
        scope: known.scopes.join(' '),
        client_id: known.clientId,
        sub: known.clientId,
        token_type: 'Bearer',
        iat: Math.floor(known.createdAt / 1000),
        exp: Math.floor(known.expiresAt / 1000),
        iss: authUrl,
      };
    });
    done();
  });

  server.get(PATHS.metadata, { schema: METADATA }, async () => ({
    issuer: authUrl,
    token_endpoint: `${authUrl}${PATHS.token}`,
    token_endpoint_auth_methods_supported: AUTH_METHODS,
    revocation_endpoint: `${authUrl}${PATHS.revocation}`,
    revocation_endpoint_auth_methods_supported: AUTH_METHODS,
    introspection_endpoint: `${authUrl}${PATHS.introspection}`,
    introspection_endpoint_auth_methods_supported: AUTH_METHODS,
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    scopes_supported: SCOPES,
    ...(docsUrl ? { service_documentation: docsUrl } : {}),
  }));
}

function parametersOf(request: FastifyRequest): Parameters {
  refuseInAddress(request.url);
  return readParameters(request.headers['content-type'], request.body);
}

function required(parameters: Parameters, name: string): string {
  const value = parameters.get(name);
  if (value === undefined) {
    throw new TokenFault('invalid_request', `The parameter ${name} is missing.`);
  }
  return value;
}

export const UNAVAILABLE = {
  error: 'temporarily_unavailable',
  error_description: 'The service cannot reach its database: try again in a few seconds.',
} as const;

// What is unforeseen goes on to the server's own handler, which reports it.
function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): unknown {
  if (error instanceof TokenFault) {
    const { code, message, retryAfter, clientId } = error;
    if (request.seen) {
      request.seen.outcome = code;
      // Only the name of a client that there is: anything else might be a secret in the wrong place.
      if (code === 'invalid_client')
        request.seen.act = {
          act: 'sign_in.refused',
          facts: {
            client: clientId,
            address: request.callerAddress,
            throttled: retryAfter !== undefined,
          },
        };
    }
    if (retryAfter !== undefined) reply.code(429).header('retry-after', retryAfter);
    else if (code === 'invalid_client') {
      reply.code(401).header('www-authenticate', 'Basic realm="manifold", charset="UTF-8"');
    } else reply.code(400);
    return reply.send({ error: code, error_description: message });
  }
  if (error instanceof Fault && error.code === 'invalid_request')
    return reply.code(400).send({ error: error.code, error_description: error.message });
  if (error instanceof Fault && error.code === 'unavailable') {
    if (request.seen) request.seen.outcome = error.code;
    reply.code(503).header('retry-after', 5);
    return reply.send(UNAVAILABLE);
  }
  const status = error.statusCode ?? 500;
  if (status === 413) {
    const sentence = `The body is longer than ${BODY_LIMIT} bytes.`;
    return reply.code(413).send({ error: 'invalid_request', error_description: sentence });
  }
  if (status >= 400 && status < 500) {
    const sentence = 'The body cannot be read: check its type, length and encoding.';
    return reply.code(400).send({ error: 'invalid_request', error_description: sentence });
  }
  throw error;
}

const Failure = named(
  'TokenError',
  Type.Object(
    {
      error: Type.String({
        description:
          'invalid_request, invalid_client, invalid_grant, invalid_scope, unsupported_grant_type or temporarily_unavailable.',
        examples: ['invalid_client'],
      }),
      error_description: Type.String({ description: 'What is wrong, in a sentence.' }),
    },
    { description: 'Why the token service refused (RFC 6749 section 5.2).' },
  ),
);

const failures = {
  400: meaning(Failure, 'The request is wrong: a parameter is missing, unknown or given twice.'),
  401: meaning(Failure, 'The client is unknown, or its secret is wrong.'),
  413: meaning(Failure, 'The body is too long.'),
  429: meaning(Failure, 'Wrong secrets were given too often in too short a time.'),
  503: meaning(Failure, 'The service cannot reach its database.'),
};

const clientParameters = {
  client_id: Type.Optional(Type.String({ description: 'Unless HTTP Basic is used.' })),
  client_secret: Type.Optional(Type.String({ description: 'Unless HTTP Basic is used.' })),
};

const tokenParameters = named(
  'AccessTokenQuestion',
  Type.Object(
    {
      token: Type.String({ description: 'The access token.' }),
      token_type_hint: Type.Optional(Type.String({ description: 'access_token; not needed.' })),
      ...clientParameters,
    },
    { description: 'Which token it is about, and who asks.' },
  ),
);

/** JSON is taken as well; with two forms generated clients would not know which to send. */
const FORM = 'application/x-www-form-urlencoded';

const TOKEN = {
  operationId: 'createAccessToken',
  summary: 'Create an access token',
  description:
    'OAuth 2.0 client credentials (RFC 6749 section 4.4). The client identifies itself by HTTP Basic or in the body.',
  tags: ['Token'] as const,
  security: [],
  consumes: FORM,
  body: named(
    'AccessTokenRequest',
    Type.Object(
      {
        grant_type: Type.Literal('client_credentials', { description: 'The only one there is.' }),
        scope: Type.Optional(
          Type.String({
            description: `Any of ${SCOPES.join(', ')}, with a space between two. Default: all the client has.`,
            examples: [SCOPES.join(' ')],
          }),
        ),
        ...clientParameters,
      },
      { description: 'Who asks, and for what.' },
    ),
  ),
  response: {
    200: named(
      'AccessToken',
      Type.Object(
        {
          access_token: Type.String({ description: 'Opaque. Send it as a bearer token.' }),
          token_type: Type.Literal('Bearer', { description: 'Always Bearer.' }),
          expires_in: Type.Integer({ description: 'Seconds; 7,776,000 (90 days) by default.' }),
          scope: Type.String({ description: 'What it is good for, with a space between two.' }),
        },
        { description: 'An access token (RFC 6749 section 5.1).' },
      ),
    ),
    ...failures,
  },
};

const REVOCATION = {
  operationId: 'revokeAccessToken',
  summary: 'Revoke an access token',
  description:
    'RFC 7009. A token that is unknown or no longer valid is answered with 200 as well. The token stops working within 5 seconds on every instance.',
  tags: ['Token'] as const,
  security: [],
  consumes: FORM,
  body: tokenParameters,
  response: {
    200: named('Revoked', Type.Object({}, { description: 'The token does not work any more.' })),
    ...failures,
  },
};

const INTROSPECTION = {
  operationId: 'introspectAccessToken',
  summary: 'Look at an access token',
  description:
    'RFC 7662. A client sees its own tokens; every other token is reported as not active.',
  tags: ['Token'] as const,
  security: [],
  consumes: FORM,
  body: tokenParameters,
  response: {
    200: named(
      'AccessTokenFacts',
      Type.Object(
        {
          active: Type.Boolean({ description: 'Whether it works now.' }),
          scope: Type.Optional(Type.String({ description: 'What it is good for.' })),
          client_id: Type.Optional(Type.String({ description: 'Whose it is.' })),
          sub: Type.Optional(Type.String({ description: 'Whose it is, once more.' })),
          token_type: Type.Optional(Type.Literal('Bearer', { description: 'Always Bearer.' })),
          iat: Type.Optional(Type.Integer({ description: 'When it was issued, Unix time.' })),
          exp: Type.Optional(Type.Integer({ description: 'When it ends, Unix time.' })),
          iss: Type.Optional(Type.String({ description: 'Who issued it.' })),
        },
        { description: 'What is known of a token; nothing but `active` where it does not work.' },
      ),
    ),
    ...failures,
  },
};

const address = (description: string) => Type.String({ format: 'uri', description });
const words = (description: string) => Type.Array(Type.String(), { description });

const METADATA = {
  operationId: 'tokenServiceMetadata',
  summary: 'Metadata of the token service',
  description: 'Where its addresses are and what it can do, for libraries of OAuth (RFC 8414).',
  tags: ['Token'] as const,
  security: [],
  response: {
    200: named(
      'TokenServiceMetadata',
      Type.Object(
        {
          issuer: address('The token service itself.'),
          token_endpoint: address('Where tokens are issued.'),
          token_endpoint_auth_methods_supported: words('How a client may identify itself there.'),
          revocation_endpoint: address('Where tokens are revoked.'),
          revocation_endpoint_auth_methods_supported: words('Likewise there.'),
          introspection_endpoint: address('Where a token is looked at.'),
          introspection_endpoint_auth_methods_supported: words('Likewise there.'),
          grant_types_supported: words('How a token may be had.'),
          response_types_supported: words('None: no browser takes part.'),
          scopes_supported: words('What a token may be good for.'),
          service_documentation: Type.Optional(address('Where people read about it.')),
        },
        { description: 'What the token service can do (RFC 8414).' },
      ),
    ),
  },
};
