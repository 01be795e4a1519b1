// Whether the service is alive, and whether it can work.
import type { FastifyInstance } from 'fastify';
import { clockWarning } from '../model/clock-check.ts';
import { TROUBLES, type Trouble } from '../model/trouble.ts';
import { PATHS } from './paths.ts';

export interface HealthOptions {
  readonly check: () => Promise<Trouble | undefined>;
  readonly isClosing: () => boolean;
  /** Milliseconds that this machine's clock is ahead of the one all instances share. */
  readonly clockAhead: () => number;
}

export function healthRoutes(server: FastifyInstance, options: HealthOptions): void {
  const { check, isClosing, clockAhead } = options;
  const hidden = { schema: { hide: true } };
  server.get(PATHS.alive, hidden, async () => ({ status: 'ok' }));
  server.get(PATHS.ready, hidden, async (_, reply) => {
    if (isClosing()) return reply.code(503).send({ status: 'closing' });
    const trouble = await check();
    // A wrong clock is said and is no reason to take the instance out: the shared one is used.
    const warning = clockWarning(clockAhead());
    if (!trouble)
      return { status: 'ready', ...(warning && { clock: { ahead_ms: clockAhead(), warning } }) };
    const { status, sentence } = TROUBLES[trouble];
    return reply.code(503).send({ status, reason: sentence });
  });
}
