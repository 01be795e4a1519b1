// Who is calling: the bearer token, its scope, and the client's own rate limit (RFC 6750).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Rate, spend, tokensLeft } from '../model/bucket.ts';
import { Fault } from '../model/faults.ts';
import { lruCache } from '../model/lru-cache.ts';
import { steady } from '../model/steady.ts';
import { VERSION_HEADER, versionFor } from '../model/versions.ts';
import type { Scope } from '../tokens/scopes.ts';
import type { Verified, Verifier } from '../tokens/verify.ts';
import { PATHS } from './paths.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The calling client; set for every route that asks for a scope. */
    caller: Verified | undefined;
  }
}

export interface BearerOptions {
  readonly verify: Verifier['verify'];
  readonly now: () => number;
  /** Requests a second, and how many at a time. */
  readonly rate: number;
  readonly burst: number;
}

/** Several scopes: any of them will do. */
export type Bearer = (
  ...scopes: readonly [Scope, ...Scope[]]
) => (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Makes the hook that lets in only clients whose token carries the scope. */
export function createBearer({ verify, now, rate, burst }: BearerOptions): Bearer {
  const bucket: Rate = { every: 1000 / rate, burst };
  const buckets = lruCache<number>({ max: 100_000 });
  const clock = steady();
  const policy = `"client";q=${burst};w=${Math.ceil(burst / rate)}`;

  return (...wanted) =>
    async (request, reply) => {
      const verified = await verify(readBearer(request, reply));
      if (!verified)
        // As every fault of this code is challenged.
        throw new Fault(
          'invalid_token',
          `The access token is not valid: it has expired, was revoked, or never existed. Get a new one from ${PATHS.token}.`,
        );
      if (!wanted.some((scope) => verified.scopes.includes(scope))) {
        const scope = wanted.join(' or ');
        challenge(reply, 'insufficient_scope', `The scope ${scope} is missing`, wanted.join(' '));
        throw new Fault(
          'insufficient_scope',
          `The access token lacks the scope "${scope}". Ask for it when you get the token.`,
        );
      }
      hold(verified.client.id, reply);
      reply.header(VERSION_HEADER, verified.client.version);
      const asked = request.headers[VERSION_HEADER.toLowerCase()];
      reply.header(VERSION_HEADER, versionFor(asked?.toString(), verified.client.version));
      request.caller = verified;
    };

  function hold(client: string, reply: FastifyReply) {
    const time = clock(now());
    const tat = buckets.get(client) ?? 0;
    const spent = spend(tat, time, bucket);
    const left = tokensLeft(spent.wait > 0 ? tat : spent.tat, time, bucket);
    const full = Math.ceil((Math.max(tat, time) - time) / 1000);
    reply.header('ratelimit-policy', policy);
    reply.header('ratelimit', `"client";r=${left};t=${full}`);
    if (spent.wait > 0)
      throw new Fault(
        'rate_limited',
        `This client sends more than ${rate} requests a second. Slow down and try again.`,
        { retryAfter: spent.wait },
      );
    buckets.set(client, spent.tat);
  }
}

export function callerOf({ caller }: FastifyRequest): Verified {
  if (!caller) throw new Fault('invalid_token', 'The access token is missing.');
  return caller;
}

/** For what a token must carry beside the scopes that let it in; `why` ends the sentence. */
export function mustHave(scopes: readonly string[], scope: string, why = ''): void {
  if (!scopes.includes(scope))
    throw new Fault('insufficient_scope', `The access token lacks the scope "${scope}"${why}.`);
}

function readBearer(request: FastifyRequest, reply: FastifyReply): string {
  const header = request.headers.authorization;
  if (header === undefined) {
    reply.header('www-authenticate', 'Bearer realm="manifold"');
    throw new Fault(
      'invalid_token',
      `The header "Authorization: Bearer <ACCESS_TOKEN>" is missing. Get a token from ${PATHS.token}.`,
    );
  }
  const match = /^bearer +([A-Za-z0-9._~+/=-]+)$/i.exec(header);
  if (match?.[1]) return match[1];
  challenge(reply, 'invalid_token', 'The Authorization header is not a bearer token');
  throw new Fault(
    'invalid_token',
    `The Authorization header must read "Bearer <ACCESS_TOKEN>", with the token from ${PATHS.token}.`,
  );
}

/** What RFC 6750 wants beside every 401 and 403; who knew more has said it already. */
export function challengeFor(reply: FastifyReply, { code }: Fault) {
  if (reply.hasHeader('www-authenticate')) return;
  if (code === 'invalid_token') challenge(reply, code, 'The access token is not valid');
  if (code === 'insufficient_scope') challenge(reply, code, 'The access token lacks a scope');
}

function challenge(reply: FastifyReply, error: string, description: string, scope?: string) {
  const parts = [`error="${error}"`, `error_description="${description}"`];
  if (scope) parts.push(`scope="${scope}"`);
  reply.header('www-authenticate', `Bearer realm="manifold", ${parts.join(', ')}`);
}
