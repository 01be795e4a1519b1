// Every request from its first byte to its last: its trace, and what is reported when it is over.
import { performance } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Executed } from '../model/execution.ts';
import type { Trace } from '../model/trace.ts';
import type { Ending } from '../model/versions.ts';
import type { Act, CallEnd, RequestWatch } from '../model/watch.ts';
import { isOfLink, isQuiet } from './paths.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What is reported about the request when it is over. Absent where it could not even be read. */
    seen: Seen | undefined;
  }
  interface FastifyContextConfig {
    /** The route is an administrative act; who did it is written down. */
    act?: string;
    /** The route ends one day; its answers say so. */
    ends?: Ending;
    operation?: Executed;
  }
}

/** Filled in on the way. */
export interface Seen {
  readonly trace: Trace;
  /** What was wrong, in a word: the code of a fault, the name of a page. */
  outcome?: string;
  call?: CallEnd;
  /** Instead of that of the route. */
  act?: Act | undefined;
  /** Where no one calls with a token: whose page it is. */
  client?: string;
}

/** Pages that turn somebody away who came with a link, or for another's visit. */
const REFUSED_LINK: ReadonlySet<string> = new Set([
  ...['unknown', 'used', 'expired', 'tooMany', 'elsewhere', 'cookies', 'stale'],
]);

/** To be called before any other hook is there, so that no answer goes out unseen. */
export function watchRequests(server: FastifyInstance, watch: RequestWatch): void {
  server.decorateRequest('seen', undefined);
  server.addHook('onRequest', (request, reply, done) => {
    const began = performance.now();
    const { method, headers } = request;
    const { url: route = 'none' } = request.routeOptions;
    const quiet = isQuiet(route);
    const trace = watch.began({ method, route, traceparent: headers.traceparent, quiet });
    const seen: Seen = { trace };
    request.seen = seen;
    // A caller that goes away has no response, but is reported as well.
    reply.raw.on('close', () => {
      const status = reply.raw.writableFinished ? reply.statusCode : undefined;
      // Asked for once: the framework makes it again each time.
      const { routeOptions } = request;
      watch.ended({
        method,
        route,
        status,
        trace,
        client: request.caller?.client.id ?? seen.client,
        outcome: status === undefined ? 'client_gone' : (seen.outcome ?? wordFor(status)),
        operation: seen.call?.finished.operation ?? routeOptions.config.operation,
        call: seen.call,
        act: status === undefined ? undefined : actOf(request, routeOptions, seen, status),
        quiet,
        milliseconds: performance.now() - began,
      });
    });
    done();
  });
}

const wordFor = (status: number): string =>
  status < 400 ? 'ok' : status < 500 ? 'refused' : 'failed';

function actOf(
  { params }: FastifyRequest,
  { config, url = 'none' }: FastifyRequest['routeOptions'],
  { act, outcome }: Seen,
  status: number,
): Act | undefined {
  if (act) return act;
  if (config.act !== undefined && status < 300) return { act: config.act, facts: idsOf(params) };
  if (outcome === undefined || !REFUSED_LINK.has(outcome)) return undefined;
  // A page that only says something turns no one away.
  const isSaid = Object.hasOwn(Object(params), 'message');
  return isOfLink(url) && !isSaid ? { act: 'link.refused', facts: { why: outcome } } : undefined;
}

/** Of what a path names: our own ids, and the channel. A user's name is no one's business here. */
function idsOf(params: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(Object(params)).filter(([name]) => ['id', 'channel', 'resource'].includes(name)),
  ) as Record<string, string>;
}
