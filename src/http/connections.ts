// The connections that are open, and whether anything is asked on them.
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';

type Server = FastifyInstance['server'];
type Socket = FastifyRequest['socket'];

export interface Connections {
  /**
   * Resolves when none is left on which nothing was ever asked, or after so many milliseconds: what
   * they were opened for may be on its way.
   */
  asked(milliseconds: number): Promise<void>;
  /**
   * Closes those on which nothing is asked. The platform leaves one open that never asked anything,
   * and callers open such ones: the end of the service would wait for them.
   */
  closeQuiet(): void;
}

export function watchConnections(server: Server): Connections {
  /** How many requests are under way on each. */
  const open = new Map<Socket, number>();
  /** Those on which nothing was asked yet. */
  const fresh = new Set<Socket>();
  let noneFresh = () => {};
  const isFreshNoMore = (socket: Socket) => {
    if (fresh.delete(socket) && fresh.size === 0) noneFresh();
  };
  server.on('connection', (socket) => {
    open.set(socket, 0);
    fresh.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      isFreshNoMore(socket);
    });
  });
  server.on('request', ({ socket }, response) => {
    open.set(socket, (open.get(socket) ?? 0) + 1);
    isFreshNoMore(socket);
    response.once('close', () => {
      const left = (open.get(socket) ?? 1) - 1;
      if (open.has(socket)) open.set(socket, left);
    });
  });
  return {
    async asked(milliseconds) {
      if (fresh.size === 0) return;
      const over = new AbortController();
      noneFresh = () => over.abort();
      await setTimeout(milliseconds, undefined, { signal: over.signal }).catch(() => {});
    },

    closeQuiet() {
      for (const [socket, underWay] of open) if (underWay === 0) socket.destroy();
    },
  };
}
