// Which origin answers for a host: empty in production, the sandbox everywhere else.

/** One entry: a host or `*.suffix`, and the origin that answers for it. */
export interface Route {
  readonly pattern: string;
  readonly origin: string;
}

/** Finds the origin for a host; undefined when the host is called as it is. */
export type Routes = (host: string) => string | undefined;

/** Reads `MANIFOLD_ROUTES`: a JSON object from host pattern to origin. Throws one clear sentence. */
export function readRoutes(json: string): Route[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    throw new TypeError(
      'MANIFOLD_ROUTES must be JSON, such as {"*.example.com":"http://127.0.0.1:8090"}.',
    );
  }
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed))
    throw new TypeError('MANIFOLD_ROUTES must be a JSON object from host to origin.');
  return Object.entries(parsed).map(([pattern, origin]) => {
    if (!/^(\*|(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d+)?)$/.test(pattern))
      throw new TypeError(`MANIFOLD_ROUTES: "${pattern}" is not a host, "*.suffix" or "*".`);
    return { pattern, origin: readOrigin(pattern, origin) };
  });
}

function readOrigin(pattern: string, value: unknown): string {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.username)
    throw new TypeError(
      `MANIFOLD_ROUTES: the origin of "${pattern}" must look like http://127.0.0.1:8090.`,
    );
  return url.origin;
}

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
