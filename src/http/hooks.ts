// Where vendors tell what happened at their side: proven on the raw bytes, answered at once.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HookDoor } from '../hooks/index.ts';
import { createPlaces } from '../model/places.ts';
import { FREE } from './bounds.ts';
import { hookPath } from './paths.ts';

const BODY_LIMIT = 1024 * 1024;
/** Messages being read at once: in this process, and from one address. Vendors come back later. */
const AT_ONCE = 256;
const AT_ONCE_EACH = 64;

type Params = { channel: string };

/** Registers the routes in a scope of their own: bodies stay the bytes that were signed. */
export async function hookRoutes(server: FastifyInstance, hooks: HookDoor): Promise<void> {
  const places = createPlaces({ max: AT_ONCE, each: AT_ONCE_EACH });

  /** Before any of the body is read. */
  async function enter(request: FastifyRequest, reply: FastifyReply) {
    const method = hooks.methodOf((request.params as Params).channel);
    if (method === undefined) {
      reply.callNotFound();
      return reply;
    }
    if (method !== request.method) {
      const message = `Hooks of this channel come by ${method}.`;
      return reply.code(405).header('allow', method).send({ message });
    }
    const leave = places.take(request.callerAddress);
    if (!leave) {
      const message = 'Too many hooks come at the same time.';
      return reply.code(503).header('retry-after', 5).send({ message });
    }
    reply.raw.once('close', leave);
    return undefined;
  }

  await server.register((scope, _, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_, body, done) =>
      done(null, body),
    );
    scope.route<{ Params: Params }>({
      method: ['GET', 'POST'],
      url: hookPath(':channel'),
      // To ask whether something is there must not count as a message.
      exposeHeadRoute: false,
      // What a vendor adds to the address is its own; what is too long counts as not sent.
      schema: { hide: true, querystring: FREE },
      onRequest: enter,
      handler: async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const isProven = await hooks.receive(request.params.channel, {
          headers: headersOf(request),
          query: queryOf(request.raw.url ?? ''),
          body,
        });
        if (!isProven)
          return reply.code(401).send({ message: 'The signature is missing or wrong.' });
        return reply.code(200).send({});
      },
    });
    done();
  });
}

/** Signed documents, in a header or in the address. */
const MAX_PART = 8000;

/** What is repeated counts as not sent: whoever stands between may have gone by another one. */
function headersOf({ raw }: FastifyRequest): Record<string, string> {
  return Object.fromEntries(
    Object.entries(raw.headersDistinct).flatMap(([name, values]) =>
      values?.length === 1 && isShort(values[0]) ? [[name, values[0] ?? '']] : [],
    ),
  );
}

function queryOf(url: string): Record<string, string> {
  const at = url.indexOf('?');
  const pairs = new URLSearchParams(at < 0 ? '' : url.slice(at + 1));
  const counts = new Map<string, number>();
  for (const name of pairs.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries(
    [...pairs].filter(([name, value]) => counts.get(name) === 1 && isShort(value)),
  );
}

const isShort = (value = ''): boolean => value.length <= MAX_PART;
