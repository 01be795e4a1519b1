// The routes of the token service: token, revocation, introspection and metadata.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../model/faults.ts';
import { meaning, named } from '../model/schema.ts';
import { type TSchema, Type } from '../model/type.ts';
import { SCOPES, TokenFault, type Tokens } from '../tokens/index.ts';
import { optionalText } from './listing.ts';
import { PATHS } from './paths.ts';
import { readCredentials, readParameters, refuseInAddress } from './token-request.ts';

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
    scope.setErrorHandler(answerError);
    scope.addHook('onRequest', async (_, reply) => {
      reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
    });

    /** What is asked, by a client that showed its secret; `name` must be there. */
    const read = async (request: FastifyRequest, name: string) => {
      refuseInAddress(request.url);
      const parameters = readParameters(request.headers['content-type'], request.body);
      const value = parameters.get(name);
      if (value === undefined)
        throw new TokenFault('invalid_request', `The parameter ${name} is missing.`);
      const credentials = readCredentials(request.headers.authorization, parameters);
      const caller = await tokens.authenticate({ ...credentials, address: request.callerAddress });
      if (request.seen) request.seen.client = caller.client.id;
      return { caller, value, scope: parameters.get('scope') };
    };

    scope.post(PATHS.token, { schema: TOKEN }, async (request) => {
      const { caller, value, scope } = await read(request, 'grant_type');
      if (value !== 'client_credentials')
        throw new TokenFault(
          'unsupported_grant_type',
          'The only grant_type is client_credentials.',
        );
      const issued = await tokens.issue(caller, scope);
      return {
        access_token: issued.accessToken,
        token_type: 'Bearer',
        expires_in: issued.expiresIn,
        scope: issued.scopes.join(' '),
      };
    });

    const revocation = { schema: REVOCATION, config: { act: 'token.revoke' } };
    scope.post(PATHS.revocation, revocation, async (request) => {
      const { caller, value } = await read(request, 'token');
      await tokens.revoke(caller.client, value);
      // RFC 7009 gives the body no meaning; clients that read every answer as JSON must be able to.
      return {};
    });

    scope.post(PATHS.introspection, { schema: INTROSPECTION }, async (request) => {
      const { caller, value } = await read(request, 'token');
      const known = await tokens.introspect(caller.client, value);
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

export const UNAVAILABLE = {
  error: 'temporarily_unavailable',
  error_description: 'The service cannot reach its database: try again in a few seconds.',
} as const;

// What is unforeseen goes on to the server's own handler, which reports it.
function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): unknown {
  const refuse = (status: number, code: string, sentence: string) =>
    reply.code(status).send({ error: code, error_description: sentence });
  const { seen } = request;
  if (error instanceof TokenFault) {
    const { code, message, retryAfter, clientId: client } = error;
    if (seen) seen.outcome = code;
    const facts = { client, address: request.callerAddress, throttled: retryAfter !== undefined };
    // Only the name of a client that there is: anything else might be a secret in the wrong place.
    if (seen && code === 'invalid_client') seen.act = { act: 'sign_in.refused', facts };
    if (retryAfter !== undefined) {
      reply.header('retry-after', retryAfter);
      return refuse(429, code, message);
    }
    if (code !== 'invalid_client') return refuse(400, code, message);
    // RFC 6749 section 5.2 asks for it where the header was used. A browser would answer it with a window
    // of its own, in front of a page that waits.
    if (/^basic\b/i.test(request.headers.authorization ?? ''))
      reply.header('www-authenticate', 'Basic realm="manifold", charset="UTF-8"');
    return refuse(401, code, message);
  }
  if (error instanceof Fault && error.code === 'invalid_request')
    return refuse(400, error.code, error.message);
  if (error instanceof Fault && error.code === 'unavailable') {
    if (seen) seen.outcome = error.code;
    return reply.code(503).header('retry-after', 5).send(UNAVAILABLE);
  }
  const status = error.statusCode ?? 500;
  if (status < 400 || status >= 500) throw error;
  return status === 413
    ? refuse(413, 'invalid_request', `The body is longer than ${BODY_LIMIT} bytes.`)
    : refuse(
        400,
        'invalid_request',
        'The body cannot be read: check its type, length and encoding.',
      );
}

/** An answer of this service, which may come to hold more. */
const answered = <P extends Record<string, TSchema>>(
  name: string,
  description: string,
  fields: P,
) => named(name, Type.Object(fields, { description }));

const text = (description: string) => Type.String({ description });

const Failure = answered('TokenError', 'Why the token service refused (RFC 6749 section 5.2).', {
  error: Type.String({
    description:
      'invalid_request, invalid_client, invalid_grant, invalid_scope, unsupported_grant_type or temporarily_unavailable.',
    examples: ['invalid_client'],
  }),
  error_description: text('What is wrong, in a sentence.'),
});

const failures = {
  400: meaning(Failure, 'The request is wrong: a parameter is missing, unknown or given twice.'),
  401: meaning(Failure, 'The client is unknown, or its secret is wrong.'),
  413: meaning(Failure, 'The body is too long.'),
  429: meaning(Failure, 'Wrong secrets were given too often in too short a time.'),
  503: meaning(Failure, 'The service cannot reach its database.'),
};

/** Both may come by HTTP Basic instead, which a form cannot say. */
const clientParameters = {
  client_id: text('Which client asks. With HTTP Basic it is left out here.'),
  client_secret: text('Its secret. With HTTP Basic it is left out here.'),
};

const tokenParameters = answered('AccessTokenQuestion', 'Which token it is about, and who asks.', {
  token: text('The access token.'),
  token_type_hint: optionalText('access_token; not needed.'),
  ...clientParameters,
});

const shared = {
  ...{ tags: ['Token'] as const, security: [] },
  // JSON is taken as well; with two forms generated clients would not know which to send.
  consumes: 'application/x-www-form-urlencoded',
};

const TOKEN = {
  ...shared,
  operationId: 'createAccessToken',
  summary: 'Create an access token',
  description:
    'OAuth 2.0 client credentials (RFC 6749 section 4.4). The client identifies itself by HTTP Basic or in the body.',
  body: answered('AccessTokenRequest', 'Who asks, and for what.', {
    grant_type: Type.Literal('client_credentials', { description: 'The only one there is.' }),
    scope: Type.Optional(
      Type.String({
        description: `Any of ${SCOPES.join(', ')}, with a space between two. Default: all the client has.`,
        examples: [SCOPES.join(' ')],
      }),
    ),
    ...clientParameters,
  }),
  response: {
    200: answered('AccessToken', 'An access token (RFC 6749 section 5.1).', {
      access_token: text('Opaque. Send it as a bearer token.'),
      token_type: Type.Literal('Bearer', { description: 'Always Bearer.' }),
      expires_in: Type.Integer({ description: 'Seconds; 7,776,000 (90 days) by default.' }),
      scope: text('What it is good for, with a space between two.'),
    }),
    ...failures,
  },
};

const REVOCATION = {
  ...shared,
  operationId: 'revokeAccessToken',
  summary: 'Revoke an access token',
  description:
    'RFC 7009. A token that is unknown or no longer valid is answered with 200 as well. The token stops working within 5 seconds on every instance.',
  body: tokenParameters,
  response: { 200: answered('Revoked', 'The token does not work any more.', {}), ...failures },
};

const INTROSPECTION = {
  ...shared,
  operationId: 'introspectAccessToken',
  summary: 'Look at an access token',
  description:
    'RFC 7662. A client sees its own tokens; every other token is reported as not active.',
  body: tokenParameters,
  response: {
    200: answered(
      'AccessTokenFacts',
      'What is known of a token; nothing but `active` where it does not work.',
      {
        active: Type.Boolean({ description: 'Whether it works now.' }),
        scope: optionalText('What it is good for.'),
        client_id: optionalText('Whose it is.'),
        sub: optionalText('Whose it is, once more.'),
        token_type: Type.Optional(Type.Literal('Bearer', { description: 'Always Bearer.' })),
        iat: Type.Optional(Type.Integer({ description: 'When it was issued, Unix time.' })),
        exp: Type.Optional(Type.Integer({ description: 'When it ends, Unix time.' })),
        iss: optionalText('Who issued it.'),
      },
    ),
    ...failures,
  },
};

const address = (description: string) => Type.String({ format: 'uri', description });
const words = (description: string) => Type.Array(Type.String(), { description });

const METADATA = {
  ...{ tags: shared.tags, security: shared.security },
  operationId: 'tokenServiceMetadata',
  summary: 'Metadata of the token service',
  description: 'Where its addresses are and what it can do, for libraries of OAuth (RFC 8414).',
  response: {
    200: answered('TokenServiceMetadata', 'What the token service can do (RFC 8414).', {
      issuer: address('The token service itself.'),
      token_endpoint: address('Where tokens are issued.'),
      token_endpoint_auth_methods_supported: words('How a client may identify itself there.'),
      revocation_endpoint: address('Where tokens are revoked.'),
      revocation_endpoint_auth_methods_supported: words('Likewise there.'),
      introspection_endpoint: address('Where a token is looked at.'),
      introspection_endpoint_auth_methods_supported: words('Likewise there.'),
      grant_types_supported: words('How a token can be obtained.'),
      response_types_supported: words('None: no browser takes part.'),
      scopes_supported: words('What a token may be good for.'),
      service_documentation: Type.Optional(address('Where people read about it.')),
    }),
  },
};
