// Which methods a path can be asked with, for those that ask with another (RFC 9110, 15.5.6).
import type { FastifyInstance } from 'fastify';

/** To be called before the routes are there. A route that takes whatever is left over says nothing. */
export function watchMethods(server: FastifyInstance): (path: string) => readonly string[] {
  const known: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = [];
  server.addHook('onRoute', ({ url, method }) => {
    if (url.endsWith('*')) return;
    const parts = url.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : escaped(part)));
    known.push({ pattern: new RegExp(`^${parts.join('/')}$`), methods: [method].flat() });
  });
  return (path) => [
    ...new Set(known.flatMap(({ pattern, methods }) => (pattern.test(path) ? methods : []))),
  ];
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
