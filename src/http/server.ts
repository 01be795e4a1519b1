// The HTTP edge: one server, one way to read bodies, one way to say what went wrong.
import { randomBytes } from 'node:crypto';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { FAULTS, Fault } from '../model/faults.ts';
import { nothingLeft, ranOut } from '../model/ran-out.ts';
import type { RequestWatch } from '../model/watch.ts';
import { refusal } from '../unified/answer.ts';
import { MAX_NESTING, nested, printable } from '../unified/words.ts';
import { watchMethods } from './allowed.ts';
import { send } from './answer.ts';
import { knowCallers, type TrustedProxies } from './caller-address.ts';
import { type Addresses, isOfLink } from './paths.ts';
import { watchRequests } from './requests.ts';

export interface ServerOptions {
  readonly addresses: Addresses;
  /** Whether the service ends: connections are then closed after their answer. */
  readonly isClosing: () => boolean;
  readonly onUnexpected: (error: unknown, traceId: string) => void;
  /** Hears of every request. */
  readonly watch: RequestWatch;
  /** Whose word on a caller's address is taken. */
  readonly trustProxy: TrustedProxies;
  /** Whether the service is reached by https alone: browsers are then told to remember it. */
  readonly secure: boolean;
  /** Answers for an address of the link pages that is none, or not with this method. */
  readonly sayMissing: (
    request: FastifyRequest,
    reply: FastifyReply,
    methods: readonly string[],
  ) => FastifyReply;
}

const BODY_LIMIT = 1024 * 1024;
const YEAR_S = 365 * 24 * 60 * 60;
const utf8 = new TextDecoder('utf-8', { fatal: true });

export function createServer(options: ServerOptions): FastifyInstance {
  const { addresses, isClosing, onUnexpected } = options;
  const server = Fastify({
    bodyLimit: BODY_LIMIT,
    // Time to send headers and body; a slow channel is held by its own deadline instead.
    requestTimeout: 60_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // While the service ends, data calls are refused by their own hook; what is short is served.
    return503OnClosing: false,
    // Queries are read by each route itself, strictly.
    // A tpUserId in the path may have 256 characters, each of several escaped bytes.
    routerOptions: { querystringParser: () => ({}), maxParamLength: 4096 },
    // Those that Fastify would load by itself: 110 files for nothing.
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
    frameworkErrors: (error, request, reply) => {
      if (isOfLink(pathOf(request))) options.sayMissing(request, reply, []);
      else answer(error, request, reply);
    },
  });
  const methodsAt = watchMethods(server);
  watchRequests(server, options.watch);
  knowCallers(server, options.trustProxy);
  server.decorateRequest('caller', undefined);
  server.decorateRequest('place', undefined);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => {
    try {
      done(null, readJson(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  // Schemas describe the routes in the OpenAPI document; the checks are made where sentences can be.
  server.setValidatorCompiler(() => () => true);
  server.setSerializerCompiler(() => (data) => JSON.stringify(data));
  server.setErrorHandler(answer);
  server.setNotFoundHandler((request, reply) => {
    const path = pathOf(request);
    // A route that takes the method and still finds nothing has nothing to offer by another one.
    const known = methodsAt(path);
    const methods = known.includes(request.method) ? [] : known;
    if (methods.length > 0) reply.header('allow', methods.join(', '));
    if (isOfLink(path)) return options.sayMissing(request, reply, methods);
    const reference = `The reference is at ${addresses.docs}.`;
    if (methods.length === 0)
      return answer(
        new Fault('not_found', `There is nothing at ${path.slice(0, 100)}. ${reference}`),
        request,
        reply,
      );
    return answer(
      new Fault(
        'method_not_allowed',
        `${path.slice(0, 100)} cannot be asked with ${request.method}; use ${methods.join(', ')}. ${reference}`,
      ),
      request,
      reply,
    );
  });
  // RFC 9112 section 3.2: whoever stands between may have gone by the other one.
  server.addHook('onRequest', (request, reply, done) => {
    if (!hasTwoHosts(request.raw.rawHeaders)) return done();
    const refused = new Fault('invalid_request', 'The request has more than one Host header.');
    answer(refused, request, reply);
  });
  server.addHook('onSend', (_, reply, payload, done) => {
    reply.header('x-content-type-options', 'nosniff');
    if (options.secure) reply.header('strict-transport-security', `max-age=${YEAR_S}`);
    if (isClosing()) reply.header('connection', 'close');
    done(null, payload);
  });
  return server;

  function answer(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    // What cannot be read at all has no trace yet.
    const traceId = request.seen?.trace.id ?? randomBytes(16).toString('hex');
    const fault = faultOf(error as FastifyError, request, traceId);
    const stage = FAULTS[fault.code].list === 'operationErrors' ? 'authorize' : 'validate';
    return send(reply, refusal(fault, stage, traceId, addresses));
  }

  function faultOf(error: FastifyError, request: FastifyRequest, traceId: string): Fault {
    if (error instanceof Fault) return error;
    if (ranOut(error)) return nothingLeft(error);
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
      return new Fault('body_too_large', 'The body is larger than 1 MiB. Send less.');
    if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
      return new Fault(
        'unsupported_media_type',
        'The body must be JSON: send "Content-Type: application/json".',
      );
    const status = error.statusCode ?? 500;
    if (status === 503)
      return new Fault('unavailable', 'The service is shutting down.', { retryAfter: 2000 });
    if (status >= 400 && status < 500)
      return new Fault('invalid_request', `The request cannot be read: ${error.message}.`);
    onUnexpected(error, traceId);
    return new Fault(
      'unexpected',
      `Something went wrong here that is not your fault (${request.method}). Quote trace id ${traceId} when you report it.`,
    );
  }
}

const unused = (): never => {
  throw new Error('the compilers of schemas are set for the whole server');
};

/** Names and values by turns, as they came. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === 'host') hosts++;
  return hosts > 1;
}

const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? '';

/** No body at all is fine; a body that is not UTF-8 or not JSON is said to be so. */
function readJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new Fault('invalid_request', 'The body is not UTF-8.', { field: 'body' });
  }
  if (text.trim() === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const where = /position (\d+)/.exec((error as Error).message)?.[1];
    throw new Fault(
      'invalid_request',
      `The body is not JSON${where ? `: it cannot be read from character ${where} on` : ''}.`,
      { field: 'body' },
    );
  }
  refuseDeep(value);
  return value;
}

/** Whatever walks a body later must not run out of stack. */
function refuseDeep(body: unknown) {
  if (!nested(body, MAX_NESTING)) return;
  const fields = Array.isArray(body) ? [] : Object.entries(Object(body));
  const [name] = fields.find(([, value]) => nested(value, MAX_NESTING - 1)) ?? ['body'];
  const field = printable(name);
  throw new Fault('invalid_request', `"${field}" is nested deeper than ${MAX_NESTING} levels.`, {
    field,
  });
}
