// Where vendors report what happened on their side: proven on the raw bytes, answered immediately.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HookRoom } from '../events/hooks/index.ts';
import { createSlots } from '../model/slots.ts';
import { FREE } from './bounds.ts';
import { hookPath } from './paths.ts';
import { asLatin1, readQuery } from './query.ts';

const BODY_LIMIT = 1024 * 1024;
/** Messages being read at the same time: in this process, and from one address. Vendors come back later. */
const CONCURRENCY = 256;
const CONCURRENCY_EACH = 64;

type Params = { channel: string; handle?: string };

/** Registers the routes in a scope of their own: bodies stay the bytes that were signed. */
export async function hookRoutes(server: FastifyInstance, hooks: HookRoom): Promise<void> {
  const slots = createSlots({ max: CONCURRENCY, each: CONCURRENCY_EACH });

  /** Before any of the body is read. */
  async function enter(request: FastifyRequest, reply: FastifyReply) {
    const { channel, handle } = request.params as Params;
    const methods = hooks.methodsOf(channel, handle !== undefined);
    if (methods.length === 0) {
      reply.callNotFound();
      return reply;
    }
    if (!methods.includes(request.method)) {
      const message = `Hooks of this channel come by ${methods.join(' or ')}.`;
      return reply.code(405).header('allow', methods.join(', ')).send({ message });
    }
    const leave = slots.take(request.callerAddress);
    if (!leave) {
      const message = 'Too many hooks come at the same time.';
      return reply.code(503).header('retry-after', 5).send({ message });
    }
    reply.raw.once('close', leave);
    return undefined;
  }

  async function receive(request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) {
    const { channel, handle } = request.params;
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const { method, raw } = request;
    const query = single(readQuery(raw.url ?? '', asLatin1));
    const message = { method, headers: single(raw.headersDistinct), query, body };
    if (await hooks.receive(channel, message, handle)) return reply.code(200).send({});
    return reply.code(401).send({ message: 'The signature is missing or wrong.' });
  }

  await server.register((scope, _, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_, body, done) =>
      done(null, body),
    );
    for (const handle of [undefined, ':handle'])
      scope.route<{ Params: Params }>({
        method: ['GET', 'POST'],
        url: hookPath(':channel', handle),
        // To ask whether something is there must not count as a message.
        exposeHeadRoute: false,
        // What a vendor adds to the address is its own; what is too long counts as not sent.
        schema: { hide: true, querystring: FREE },
        onRequest: enter,
        handler: receive,
      });
    done();
  });
}

/** Signed documents, in a header or in the address. */
const MAX_PART = 8000;

/** What is repeated counts as not sent: a proxy between may have gone by another one. */
const single = (given: Readonly<Record<string, string | string[] | undefined>>) =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, values]) => {
      const [value, ...others] = [values].flat();
      const isOne = value !== undefined && others.length === 0 && value.length <= MAX_PART;
      return isOne ? [[name, value]] : [];
    }),
  );
