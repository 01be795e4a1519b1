// Which origin answers for a host: empty in production, the sandbox everywhere else.

export interface Route {
  readonly pattern: string;
  readonly origin: string;
}

/** Finds the origin for a host; undefined when the host is called as it is. */
export type Routes = (host: string) => string | undefined;

/**
 * An exact host wins over a suffix, a longer suffix over a shorter one, `*` comes last; of two for
 * the same the first, so that what an operator sets wins over the sandbox beside the service.
 */
export function createRoutes(routes: readonly Route[]): Routes {
  if (routes.length === 0) return () => undefined;
  const exact = new Map<string, string>();
  const suffixes: { suffix: string; origin: string }[] = [];
  for (const { pattern, origin } of routes) {
    if (pattern.startsWith('*')) suffixes.push({ suffix: pattern.slice(1), origin });
    else if (!exact.has(pattern)) exact.set(pattern, origin);
  }
  suffixes.sort((a, b) => b.suffix.length - a.suffix.length);
  return (host) => exact.get(host) ?? suffixes.find(({ suffix }) => host.endsWith(suffix))?.origin;
}

/**
 * The address a browser is sent to: the vendor's own, or, for a routed host, the routed origin. A
 * browser cannot name another host than the one it calls, so the path says whom it is meant for.
 */
export function browserAddress(address: string, routes: Routes): string {
  const url = new URL(address);
  const origin = routes(url.host);
  if (origin === undefined) return address;
  const scheme = url.protocol === 'http:' ? 'http:' : '';
  return `${origin}/_host/${scheme}${url.host}${url.pathname}${url.search}`;
}
