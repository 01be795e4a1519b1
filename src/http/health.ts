// Whether the service is alive, whether it can work, and what it counts.
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export interface HealthOptions {
  /** Throws when the store does not answer. */
  readonly ping: () => Promise<void>;
  readonly isClosing: () => boolean;
}

export function healthRoutes(server: FastifyInstance, { ping, isClosing }: HealthOptions) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'manifold_http_requests_total',
    help: 'Requests answered, by route and status.',
    labelNames: ['route', 'status'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'manifold_http_request_seconds',
    help: 'How long requests took, by route.',
    labelNames: ['route'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60, 300],
    registers: [registry],
  });
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    requests.inc({ route, status: reply.statusCode });
    seconds.observe({ route }, reply.elapsedTime / 1000);
  });

  const hidden = { schema: { hide: true } };
  server.get('/healthz', hidden, async () => ({ status: 'ok' }));
  server.get('/readyz', hidden, async (_, reply) => {
    if (isClosing()) return reply.code(503).send({ status: 'closing' });
    try {
      await ping();
      return { status: 'ready' };
    } catch {
      return reply.code(503).send({ status: 'store unreachable' });
    }
  });
  server.get('/metrics', hidden, async (_, reply) =>
    reply.header('content-type', registry.contentType).send(await registry.metrics()),
  );
}
