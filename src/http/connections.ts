// The connections that are open, and whether anything is asked on them.
import type { FastifyInstance, FastifyRequest } from 'fastify';

type Server = FastifyInstance['server'];
type Socket = FastifyRequest['socket'];

export interface Connections {
  /**
   * Closes those on which nothing is asked. The platform leaves one open that never asked anything,
   * and callers open such ones: the end of the service would wait for them.
   */
  closeQuiet(): void;
}

export function watchConnections(server: Server): Connections {
  /** How many requests are under way on each. */
  const open = new Map<Socket, number>();
  server.on('connection', (socket) => {
    open.set(socket, 0);
    socket.once('close', () => open.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    open.set(socket, (open.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = (open.get(socket) ?? 1) - 1;
      if (open.has(socket)) open.set(socket, left);
    });
  });
  return {
    closeQuiet() {
      for (const [socket, underWay] of open) if (underWay === 0) socket.destroy();
    },
  };
}
