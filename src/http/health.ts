// Whether the service is alive, whether it can work, and what it counts.
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { clockWarning } from '../model/clock-check.ts';
import { TROUBLES, type Trouble } from '../model/trouble.ts';
import { PATHS } from './paths.ts';

export interface HealthOptions {
  /** What is wrong with the store, if anything is. */
  readonly check: () => Promise<Trouble | undefined>;
  readonly isClosing: () => boolean;
  /** Milliseconds that this machine's clock is ahead of the one all instances share. */
  readonly clockAhead: () => number;
  /** By channel: whether its vendor takes the operator's own app. */
  readonly apps: () => ReadonlyMap<string, boolean>;
}

export function healthRoutes(server: FastifyInstance, options: HealthOptions) {
  const { check, isClosing, clockAhead, apps } = options;
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
  new Gauge({
    name: 'manifold_store_usable',
    help: 'Whether the store can be reached and written: 1 or 0.',
    registers: [registry],
    async collect() {
      this.set((await check()) ? 0 : 1);
    },
  });
  new Gauge({
    name: 'manifold_vendor_app_usable',
    help: 'Whether the operator’s own app at a vendor is set and was not refused lately: 1 or 0.',
    labelNames: ['channel'],
    registers: [registry],
    collect() {
      for (const [channel, usable] of apps()) this.set({ channel }, usable ? 1 : 0);
    },
  });
  // The library watches garbage collection for as long as the process lives, and holds the registry.
  server.addHook('onClose', async () => registry.clear());
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    requests.inc({ route, status: reply.statusCode });
    seconds.observe({ route }, reply.elapsedTime / 1000);
  });

  const hidden = { schema: { hide: true } };
  server.get(PATHS.alive, hidden, async () => ({ status: 'ok' }));
  server.get(PATHS.ready, hidden, async (_, reply) => {
    if (isClosing()) return reply.code(503).send({ status: 'closing' });
    const trouble = await check();
    if (!trouble) return { status: 'ready', ...clockOf(clockAhead()) };
    const { status, sentence } = TROUBLES[trouble];
    return reply.code(503).send({ status, reason: sentence });
  });
  server.get(PATHS.metrics, hidden, async (_, reply) =>
    reply.header('content-type', registry.contentType).send(await registry.metrics()),
  );
}

/** A wrong clock is said and is no reason to take the instance out: the shared one is used. */
function clockOf(ahead: number) {
  const warning = clockWarning(ahead);
  return warning && { clock: { ahead_ms: ahead, warning } };
}
