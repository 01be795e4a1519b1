// Which methods a path can be asked with, for those that ask with another (RFC 9110, 15.5.6).
import type { FastifyInstance } from 'fastify';

/** To be called before the routes are there. */
export function watchMethods(server: FastifyInstance): (path: string) => readonly string[] {
  const known: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = [];
  server.addHook('onRoute', ({ url, method }) => {
    const parts = url.split('/').map(patternOf);
    // oxlint-disable-next-line expressions/super-linear -- names and stars of our own paths
    known.push({ pattern: new RegExp(`^${parts.join('/')}$`), methods: [method].flat() });
  });
  return (path) => [
    ...new Set(known.flatMap(({ pattern, methods }) => (pattern.test(path) ? methods : []))),
  ];
}

/** A name stands for one part of a path, a star for whatever is left over. */
function patternOf(part: string): string {
  if (part === '*') return '.*';
  return part.startsWith(':') ? '[^/]+' : escaped(part);
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
