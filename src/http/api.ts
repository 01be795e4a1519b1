// The routes of the API, one declaration each: what it is for the published document, whom it lets in,
// what it takes and what it answers.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FaultCode } from '../model/faults.ts';
import { readBy } from '../model/read.ts';
import { record } from '../model/schema.ts';
import type { Static, TObject, TProperties, TSchema } from '../model/type.ts';
import type { Ending } from '../model/versions.ts';
import type { Scope } from '../tokens/scopes.ts';
import { type Bearer, callerOf } from './bearer.ts';
import { type Asked, type Listing, listingOf, pagingQuery } from './listing.ts';
import type FIXED from './openapi.json';
import { queryBy } from './query.ts';

declare module 'fastify' {
  interface FastifySchema {
    /** It is not for clients. */
    hide?: boolean;
    /** What generated clients call it. */
    operationId?: string;
    summary?: string;
    description?: string;
    tags?: readonly Tag[];
    /** Which tokens it takes: any of these. Absent: it takes none. */
    security?: Security;
    /** The one form of its body that is published; JSON unless it says so. */
    consumes?: string;
    /** What it can fail with, beside what every operation of the API can. */
    faults?: readonly FaultCode[];
  }
}

export type Tag = keyof (typeof FIXED)['tags'];

type Security = readonly Readonly<Record<'bearer', readonly string[]>>[];
/** Any of them will do. */
type Scopes = readonly [Scope, ...Scope[]];

/** How the published document says what a route asks of a token. */
export const scoped = (...scopes: Scopes): Security => scopes.map((scope) => ({ bearer: [scope] }));

/** `Q` are the parameters of its query, `B` is the schema of its body: both are read by them. */
export interface ApiCall<Q extends TProperties = TProperties, B extends TSchema = TSchema> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly client: string;
  readonly scopes: readonly string[];
  /** What the path names, where it names such a thing. */
  readonly params: Readonly<Record<'id' | 'tpUserId' | 'channel', string>>;
  readonly query: Static<TObject<Q>>;
  readonly body: Static<B>;
  /** Of a list. */
  readonly listing: Listing;
}

/** A route as other code than HTTP's calls it, within a request that was let in. */
export interface Callable {
  readonly scopes: Scopes;
  readonly query: TSchema;
  run(request: FastifyRequest, reply: FastifyReply, address: string): Promise<unknown>;
}

export interface ApiRoute<Q extends TProperties, B extends TSchema> {
  /** What generated clients call it. */
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  /** In place of those that the subject asks for. */
  readonly scopes?: Scopes;
  readonly params?: TSchema;
  /** What narrows a list, which comes page by page. */
  readonly filters?: Q;
  /** Of what is no list. Where there are neither, the address takes none. */
  readonly query?: Q;
  readonly body?: B;
  /** It ends one day: said in every answer of it, and in the published document. */
  readonly ends?: Ending;
  /** It is an administrative act; who did it is written down. */
  readonly act?: string;
  readonly answer: TSchema;
  /** What it can fail with, beside what every operation can and what its shape says. */
  readonly faults?: readonly FaultCode[];
  /** 200 unless set. */
  readonly status?: 202 | 204;
  /** Gives the answer, or the reply that was sent. */
  readonly handler: (call: ApiCall<Q, B>) => Promise<unknown>;
}

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

export type Api = ReturnType<typeof createApi>;

/** Makes routes of one subject, with the scopes that it asks for. */
export function createApi(
  server: FastifyInstance,
  bearer: Bearer,
  /** Filled with the routes by their ids. */
  callable: Map<string, Callable> = new Map(),
) {
  return (tag: Tag, ...all: Scopes) =>
    <Q extends TProperties, B extends TSchema>(
      method: Method,
      url: string,
      route: ApiRoute<Q, B>,
    ) => {
      const { id, summary, description, scopes = all, params, filters, query, body } = route;
      const { act, ends, answer, faults = [], status = 200, handler } = route;
      const querystring = record({ ...query, ...filters, ...(filters && pagingQuery) });
      const run = async (request: FastifyRequest, reply: FastifyReply, address: string) => {
        const { client, scopes } = callerOf(request);
        const asked: unknown = queryBy(querystring, address);
        return handler({
          ...{ request, reply, client: client.id, scopes },
          params: request.params as ApiCall['params'],
          query: asked as Static<TObject<Q>>,
          body: (body && readBy(body, request.body)) as Static<B>,
          listing: listingOf(asked as Asked),
        });
      };
      callable.set(id, { scopes, query: querystring, run });
      server.route({
        ...{ method, url, config: { ...(act !== undefined && { act }), ...(ends && { ends }) } },
        schema: {
          ...{ operationId: id, tags: [tag], summary, description, security: scoped(...scopes) },
          ...(params && { params }),
          ...((query ?? filters) && { querystring }),
          ...(body && { body }),
          response: { [status]: answer },
          faults: filters ? ['invalid_page_token', ...faults] : faults,
        },
        onRequest: bearer(...scopes),
        handler: async (request, reply) => {
          // Nothing on the way keeps what is one client's alone.
          reply.code(status).header('cache-control', 'no-store');
          const answered = await run(request, reply, request.raw.url ?? '');
          return answered === reply ? reply : reply.send(answered);
        },
      });
    };
}
