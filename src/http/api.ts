// The routes of the API, one declaration each: what it is for the published document, whom it lets in,
// what it takes and what it answers.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type TSchema, Type } from '../model/type.ts';
import type { Ending } from '../model/versions.ts';
import type { Scope } from '../tokens/scopes.ts';
import { type Bearer, callerOf } from './bearer.ts';
import { type Listing, pagingQuery, readListing } from './listing.ts';
import type FIXED from './openapi.json';
import { refuseQuery } from './query.ts';

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
  }
}

export type Tag = keyof (typeof FIXED)['tags'];

type Security = readonly Readonly<Record<'bearer', readonly string[]>>[];
/** Any of them will do. */
type Scopes = readonly [Scope, ...Scope[]];

/** How the published document says what a route asks of a token. */
export const scoped = (...scopes: Scopes): Security => scopes.map((scope) => ({ bearer: [scope] }));

export interface ApiCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly client: string;
  readonly scopes: readonly string[];
  /** What the path names, where it names such a thing. */
  readonly params: Readonly<Record<'id' | 'tpUserId' | 'channel', string>>;
  readonly body: unknown;
  /** Path and query. */
  readonly address: string;
  readonly listing: Listing;
}

/** A route as other code than HTTP's calls it, within a request that was let in. */
export interface Callable {
  readonly scopes: Scopes;
  readonly query: TSchema;
  run(request: FastifyRequest, reply: FastifyReply, address: string): Promise<unknown>;
}

export interface ApiRoute {
  /** What generated clients call it. */
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  /** In place of those that the subject asks for. */
  readonly scopes?: Scopes;
  readonly params?: TSchema;
  readonly filters?: Readonly<Record<string, TSchema>>;
  /** A query that it reads by itself. Where there are neither, the address takes none. */
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** It ends one day: said in every answer of it, and in the published document. */
  readonly ends?: Ending;
  /** It is an administrative act; who did it is written down. */
  readonly act?: string;
  readonly answer: TSchema;
  /** 200 unless set. */
  readonly status?: 202 | 204;
  /** Gives the answer, or the reply that was sent. */
  readonly handler: (call: ApiCall) => Promise<unknown>;
}

/** Makes routes of one subject, with the scopes that it asks for. */
export type Api = (
  tag: Tag,
  ...all: Scopes
) => (method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, route: ApiRoute) => void;

export function createApi(
  server: FastifyInstance,
  bearer: Bearer,
  /** Filled with the routes by their ids. */
  callable: Map<string, Callable> = new Map(),
): Api {
  return (tag, ...all) =>
    (method, url, route) => {
      const { id, summary, description, scopes = all, params, filters, query, body } = route;
      const { act, ends, answer, status = 200, handler } = route;
      const querystring = filters ? Type.Object({ ...filters, ...pagingQuery }) : query;
      const run = async (request: FastifyRequest, reply: FastifyReply, address: string) => {
        if (!querystring) refuseQuery(address);
        const { client, scopes } = callerOf(request);
        return handler({
          ...{ request, reply, client: client.id, scopes, body: request.body, address },
          params: request.params as ApiCall['params'],
          listing: readListing(address, filters),
        });
      };
      callable.set(id, { scopes, query: querystring ?? Type.Object({}), run });
      server.route({
        ...{ method, url, config: { ...(act !== undefined && { act }), ...(ends && { ends }) } },
        schema: {
          ...{ operationId: id, tags: [tag], summary, description, security: scoped(...scopes) },
          ...(params && { params }),
          ...(querystring && { querystring }),
          ...(body && { body }),
          response: { [status]: answer },
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
