// The console: what operators see and do in a browser, by the same acts as the command line.
import type { FastifyInstance } from 'fastify';
import { CONSOLE_PATHS } from '../http/paths.ts';
import { FOR_GOOD, ICONS } from '../pages/assets.ts';
import { auditArea } from './audit.ts';
import { clientArea } from './clients.ts';
import { deliveryArea } from './deliveries.ts';
import { executionArea } from './executions.ts';
import { healthArea } from './health.ts';
import { CONSOLE_ASSETS } from './layout.ts';
import { linkArea } from './links.ts';
import { nowArea } from './now.ts';
import { overrideArea } from './overrides.ts';
import { type ConsoleOptions, consoleScope } from './scope.ts';
import { tryArea } from './try.ts';
import { userArea } from './users.ts';
import { watchArea } from './watches.ts';

export type { Asked, Live } from './live.ts';
export type { ConsoleOptions } from './scope.ts';

const AREAS = {
  ...{ now: nowArea, executions: executionArea, health: healthArea, links: linkArea },
  ...{ users: userArea, clients: clientArea, deliveries: deliveryArea, watches: watchArea },
  ...{ overrides: overrideArea, try: tryArea, audit: auditArea },
};

/** `isAlone`: it has a port of its own, where no other page brings the icon. */
export async function consoleRoutes(
  server: FastifyInstance,
  options: ConsoleOptions,
  isAlone: boolean,
): Promise<void> {
  await consoleScope(server, options, AREAS);
  const own = ({ name, ...file }: (typeof CONSOLE_ASSETS)[number]) => ({
    ...{ ...file, path: CONSOLE_PATHS.asset(name), kept: FOR_GOOD },
  });
  const files = [...CONSOLE_ASSETS.map(own), ...(isAlone ? ICONS : [])];
  for (const { path, type, content, kept } of files)
    server.get(path, { schema: { hide: true } }, (_, reply) =>
      reply.header('cache-control', kept).type(type).send(content),
    );
}
