// The HTTP edge: one server, one way to read bodies, one way to say what went wrong.

import { randomBytes } from 'node:crypto';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { FAULTS, Fault, invalid } from '../model/faults.ts';
import { nothingLeft, ranOut } from '../model/ran-out.ts';
import { MAX_NESTING, nested } from '../model/read.ts';
import { printable } from '../model/text.ts';
import { endingHeaders, NEWEST_VERSION, VERSION_HEADER } from '../model/versions.ts';
import type { RequestWatch } from '../model/watch.ts';
import type { Pages } from '../pages/link/session.ts';
import { refusal } from '../unified/answer.ts';
import { send } from './answer.ts';
import { boundValues } from './bounds.ts';
import { knowCallers, type TrustedProxies } from './caller-address.ts';
import { compressAnswers } from './compress.ts';
import { type Addresses, isOfApi, isOfLink } from './paths.ts';
import { watchRequests } from './requests.ts';
import { answerUnreadable } from './unreadable.ts';

export interface ServerOptions {
  readonly addresses: Addresses;
  /** Whether the service ends: connections are then closed after their answer. */
  readonly isClosing: () => boolean;
  readonly onUnexpected: (error: unknown, traceId: string) => void;
  readonly watch: RequestWatch;
  /** Whose word on a caller's address is taken. */
  readonly trustProxy: TrustedProxies;
  /** Whether the service is reached by https alone: browsers are then asked to remember it. */
  readonly secure: boolean;
  /** Whether something is being said on a connection. */
  readonly isAnswering: Parameters<typeof answerUnreadable>[1];
  /** Answers for an address of the link pages that is none, or not with this method. */
  readonly sayMissing: Pages['sayMissing'];
}

const BODY_LIMIT = 1024 * 1024;
/** A tpUserId in the path may have 256 characters, each of several escaped bytes. */
const MAX_PART = 4096;
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
    routerOptions: { querystringParser: () => ({}), maxParamLength: MAX_PART },
    // Those that Fastify would load by itself: 110 files for nothing.
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
    frameworkErrors: (error, request, reply) => {
      // No hook runs for it.
      protect(request, reply);
      refuse(unroutable(error), request, reply);
    },
    clientErrorHandler: answerUnreadable(addresses, options.isAnswering),
    // The platform would answer for it without a word; the hook below has one.
    http: { requireHostHeader: false },
  });
  // Nothing but 100-continue is known, and whatever else is expected may be passed over (RFC 9110, 10.1.1).
  server.server.on('checkExpectation', (...asked) => server.server.emit('request', ...asked));
  const methodsAt = watchMethods(server);
  watchRequests(server, options.watch);
  knowCallers(server, options.trustProxy);
  server.decorateRequest('caller', undefined);
  server.decorateRequest('slot', undefined);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, readJsonBody);
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
    const shown = path.slice(0, 100);
    const reference = `The reference is at ${addresses.docs}.`;
    const fault =
      methods.length === 0
        ? new Fault('not_found', `There is nothing at ${shown}. ${reference}`)
        : new Fault(
            'method_not_allowed',
            `${shown} cannot be asked with ${request.method}; use ${methods.join(', ')}. ${reference}`,
          );
    return refuse(fault, request, reply, methods);
  });
  // RFC 9112 section 3.2: a proxy between may have gone by the other one.
  server.addHook('onRequest', (request, reply, done) => {
    const hosts = hostsIn(request.raw.rawHeaders);
    if (hosts === 1 || (hosts === 0 && request.raw.httpVersion === '1.0')) return done();
    const wrong = `The request has ${hosts === 0 ? 'no' : 'more than one'} Host header.`;
    answer(new Fault('invalid_request', wrong), request, reply);
  });
  boundValues(server);
  server.addHook('onSend', (request, reply, payload, done) => {
    protect(request, reply);
    done(null, payload);
  });
  compressAnswers(server, {
    whose: ({ caller, callerAddress }) => caller?.client.id ?? callerAddress,
    onFailure: (error, { seen }) => onUnexpected(error, seen?.trace.id ?? ''),
  });
  return server;

  function protect(request: FastifyRequest, reply: FastifyReply) {
    const { ends } = request.routeOptions?.config ?? {};
    if (ends) reply.headers(endingHeaders(ends));
    if (isOfApi(pathOf(request)) && !reply.hasHeader(VERSION_HEADER))
      reply.header(VERSION_HEADER, NEWEST_VERSION);
    reply.header('x-content-type-options', 'nosniff');
    if (options.secure) reply.header('strict-transport-security', `max-age=${YEAR_S}`);
    if (isClosing()) reply.header('connection', 'close');
  }

  /** What no route has: a page where users link, the usual answer elsewhere. */
  function refuse(
    fault: Fault,
    request: FastifyRequest,
    reply: FastifyReply,
    methods: readonly string[] = [],
  ) {
    if (isOfLink(pathOf(request))) return options.sayMissing(request, reply, methods);
    return answer(fault, request, reply);
  }

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

/** Which methods a path can be asked with (RFC 9110, 15.5.6); called before the routes are there. */
function watchMethods(server: FastifyInstance): (path: string) => readonly string[] {
  const known: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = [];
  server.addHook('onRoute', ({ url, method }) => {
    const parts = url.split('/').map(patternOf);
    // oxlint-disable-next-line expressions/super-linear -- names and stars of our own paths
    known.push({ pattern: new RegExp(`^${parts.join('/')}$`), methods: [method].flat() });
  });
  return (path) => [
    ...new Set(known.flatMap(({ pattern, methods }) => (pattern.test(path) ? methods : []))),
  ];
}

/** A name stands for one part of a path, a star for whatever is left over. */
function patternOf(part: string): string {
  if (part === '*') return '.*';
  return part.startsWith(':') ? '[^/]+' : RegExp.escape(part);
}

const unused = (): never => {
  throw new Error('the compilers of schemas are set for the whole server');
};

/** Names and values by turns, as they came. */
function hostsIn(rawHeaders: readonly string[]): number {
  return rawHeaders.filter(
    (text, at) => at % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host',
  ).length;
}

/** What the framework itself cannot find a route for; its own words repeat the whole address. */
const unroutable = ({ code, message }: FastifyError): Fault =>
  new Fault(
    'invalid_request',
    {
      FST_ERR_BAD_URL:
        'The request cannot be read: its path is not percent-encoded UTF-8. Encode each part of it, for example with encodeURIComponent.',
      FST_ERR_MAX_PARAM_LENGTH: `The request cannot be read: a part of its path has more than ${MAX_PART} characters.`,
    }[code] ?? `The request cannot be read: ${message.slice(0, 100)}.`,
  );

const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? '';

/** No body at all is fine; a body that is not UTF-8 or not JSON is said to be so. */
async function readJsonBody(_: FastifyRequest, bytes: Buffer): Promise<unknown> {
  if (bytes.length === 0) return undefined;
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw invalid('body', 'The body is not UTF-8.');
  }
  if (text.trim() === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const where = /position (\d+)/.exec((error as Error).message)?.[1];
    const from = where ? `: it cannot be read from character ${where} on` : '';
    throw invalid('body', `The body is not JSON${from}.`);
  }
  // Whatever walks a body later must not run out of stack.
  if (!nested(value, MAX_NESTING)) return value;
  const fields = Array.isArray(value) ? [] : Object.entries(Object(value));
  const [name] = fields.find(([, one]) => nested(one, MAX_NESTING - 1)) ?? ['body'];
  const field = printable(name);
  throw invalid(field, `"${field}" is nested deeper than ${MAX_NESTING} levels.`);
}
