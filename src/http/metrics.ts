// Where the metrics are read: on a port of their own, or on the service's with a bearer token.
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Fault } from '../model/faults.ts';
import { hashSecret, sameHash } from '../tokens/secret.ts';
import { type CompressOptions, compressAnswers } from './compress.ts';
import { PATHS } from './paths.ts';

export interface MetricsPage {
  readonly contentType: string;
  text(): Promise<string>;
}

/** On the service's own port. Without a token that a caller must bring anyone may ask. */
export function metricsRoute(server: FastifyInstance, page: MetricsPage, token?: string): void {
  server.route({
    method: 'GET',
    url: PATHS.metrics,
    schema: { hide: true },
    onRequest: async (request, reply) => {
      if (token !== undefined && !brings(request, token)) throw refused(reply);
    },
    handler: (_, reply) => answer(page, reply),
  });
}

/** A server for nothing else: anyone who reaches its port may read. The caller has it listen. */
export function metricsServer(
  page: MetricsPage,
  onFailure: CompressOptions['onFailure'],
): FastifyInstance {
  const server = Fastify({ requestTimeout: 10_000, forceCloseConnections: true });
  compressAnswers(server, { whose: () => '', onFailure });
  server.get(PATHS.metrics, (_, reply) => answer(page, reply));
  server.setNotFoundHandler((_, reply) =>
    reply.code(404).send({ message: `Only ${PATHS.metrics} is here.` }),
  );
  return server;
}

const answer = async (page: MetricsPage, reply: FastifyReply) =>
  reply
    .header('content-type', page.contentType)
    .header('cache-control', 'no-store')
    .send(await page.text());

/** Compared as hashes, so that neither the length nor the time taken says anything. */
function brings({ headers }: FastifyRequest, token: string): boolean {
  const given = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  return sameHash(hashSecret(given), hashSecret(token));
}

function refused(reply: FastifyReply): Fault {
  reply.header('www-authenticate', 'Bearer realm="manifold metrics"');
  return new Fault(
    'invalid_token',
    'The metrics are read with "Authorization: Bearer <MANIFOLD_METRICS_TOKEN>".',
  );
}
