// The console: what operators see and do in a browser, by the same acts as the command line.
import type { FastifyInstance } from 'fastify';
import { CONSOLE_PATHS, LINK_PATHS, PATHS } from '../http/paths.ts';
import { ICONS } from '../pages/assets.ts';
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
const FOR_GOOD = 'public, max-age=31536000, immutable';

/** `isAlone`: it has a port of its own, where no other page brings the icon. */
export async function consoleRoutes(
  server: FastifyInstance,
  options: ConsoleOptions,
  isAlone: boolean,
): Promise<void> {
  await consoleScope(server, options, AREAS);
  const files = [
    ...CONSOLE_ASSETS.map((one) => ({
      ...one,
      path: CONSOLE_PATHS.asset(one.name),
      kept: FOR_GOOD,
    })),
    ...(isAlone
      ? [
          { ...ICONS.svg, path: LINK_PATHS.icon, kept: 'public, max-age=86400' },
          { ...ICONS.ico, path: PATHS.icon, kept: 'public, max-age=86400' },
        ]
      : []),
  ];
  for (const { path, type, content, kept } of files)
    server.get(path, { schema: { hide: true } }, (_, reply) =>
      reply.header('cache-control', kept).type(type).send(content),
    );
}
