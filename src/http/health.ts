// Whether the service is alive, and whether it can work.
import type { FastifyInstance } from 'fastify';
import { TROUBLES, type Trouble } from '../model/trouble.ts';
import { PATHS } from './paths.ts';

export interface HealthOptions {
  /** What is wrong with the store, if anything is. */
  readonly check: () => Promise<Trouble | undefined>;
  readonly isClosing: () => boolean;
}

export function healthRoutes(server: FastifyInstance, { check, isClosing }: HealthOptions): void {
  const hidden = { schema: { hide: true } };
  server.get(PATHS.alive, hidden, async () => ({ status: 'ok' }));
  server.get(PATHS.ready, hidden, async (_, reply) => {
    if (isClosing()) return reply.code(503).send({ status: 'closing' });
    const trouble = await check();
    if (!trouble) return { status: 'ready' };
    const { status, sentence } = TROUBLES[trouble];
    return reply.code(503).send({ status, reason: sentence });
  });
}
