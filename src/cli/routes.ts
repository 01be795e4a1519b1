// The routes that the operator set: read, and said where they matter.
import { type Config, ConfigError } from '../config.ts';
import type { Log } from '../log.ts';
import { type Route, readRoutes } from '../net/route.ts';

export type { Route };

export function routesOf(config: Config): readonly Route[] {
  if (config.routes === undefined) return [];
  try {
    return readRoutes(config.routes);
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}

/** In production each of them is worth a line. */
export function warnOf(routes: readonly Route[], { mode }: Config, log: Log): void {
  if (mode !== 'production') return;
  for (const { pattern, origin } of routes)
    log.warn({ pattern, origin }, 'a route sends calls for this host elsewhere');
}
