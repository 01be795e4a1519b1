// `/_host/<host>/…`: how a browser, which cannot set Host, reaches a vendor's page in the sandbox.
import type { StoreReply, StoreRequest } from './store.ts';

export interface Prefixed {
  /** The request as the vendor would see it. */
  readonly request: StoreRequest;
  /** Keeps a redirect to one of the sandbox's own hosts under the prefix. */
  readonly rebase: (reply: StoreReply) => StoreReply;
}

const PREFIX = /^\/_host\/(http:)?([^/]+)(\/.*)?$/;

/** Undefined for a request without the prefix. `plays` says which hosts a store answers for. */
export function prefixed(
  request: StoreRequest,
  plays: (host: string) => boolean,
): Prefixed | undefined {
  const match = PREFIX.exec(request.path);
  const host = match?.[2]?.toLowerCase();
  if (host === undefined) return undefined;
  const https = match?.[1] === undefined;
  return {
    request: { ...request, host, https, path: match?.[3] ?? '/' },
    rebase(reply) {
      const { location } = reply.headers;
      const url =
        location === undefined
          ? null
          : URL.parse(location, `${https ? 'https' : 'http'}://${host}${match?.[3] ?? '/'}`);
      if (url === null || !plays(url.host)) return reply;
      const scheme = url.protocol === 'http:' ? 'http:' : '';
      const rebased = `/_host/${scheme}${url.host}${url.pathname}${url.search}`;
      return { ...reply, headers: { ...reply.headers, location: rebased } };
    },
  };
}
