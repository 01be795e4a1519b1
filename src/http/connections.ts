// The connections that are open, and whether anything is asked on them.
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

type Server = FastifyInstance['server'];
type Socket = FastifyRequest['socket'];
type Response = FastifyReply['raw'];

export function watchConnections(server: Server) {
  /** The requests under way on each. */
  const open = new Map<Socket, Set<Response>>();
  /** Those on which nothing was asked yet. */
  const fresh = new Set<Socket>();
  let noneFresh = () => {};
  const isFreshNoMore = (socket: Socket) => {
    if (fresh.delete(socket) && fresh.size === 0) noneFresh();
  };
  server.on('connection', (socket) => {
    open.set(socket, new Set());
    fresh.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      isFreshNoMore(socket);
    });
  });
  server.on('request', ({ socket }, response) => {
    const underWay = open.get(socket);
    underWay?.add(response);
    isFreshNoMore(socket);
    response.on('close', () => underWay?.delete(response));
  });
  return {
    /** Resolves when something was asked on each, or after so many milliseconds: it may be on its way. */
    async asked(milliseconds: number): Promise<void> {
      if (fresh.size === 0) return;
      const over = new AbortController();
      noneFresh = () => over.abort();
      await setTimeout(milliseconds, undefined, { signal: over.signal }).catch(() => {});
    },

    /** Closes those on which nothing is asked; the platform leaves those open that never asked anything. */
    closeQuiet(): void {
      for (const [socket, underWay] of open) if (underWay.size === 0) socket.destroy();
    },

    /** Whether an answer has begun on it, or is still owed for a request that came whole. */
    isAnswering: (socket: Socket): boolean =>
      [...(open.get(socket) ?? [])].some(({ headersSent, req }) => headersSent || req.complete),
  };
}
