// A wire between the service and PostgreSQL that can be slow, lead elsewhere, be cut, or go silent.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestPostgres } from '../postgres.ts';

export interface Wire {
  /** The address of a database at the other end, given the one without the wire. */
  readonly through: (url: string) => string;
  /** Milliseconds that everything takes on its way, both ways. */
  delay: number;
  /** Nothing gets through, and no one is notified: a network that was cut in two. */
  silent: boolean;
  /** Where new connections lead from now on; those that are there stay. */
  leadTo(postgres: Pick<TestPostgres, 'socket'>): void;
  /** How many pieces were sent to the other end so far, whether or not they got there. */
  readonly sent: () => number;
  /** Connections that are open now. */
  readonly open: () => number;
  close(): Promise<void>;
}

export async function startWire(first: Pick<TestPostgres, 'socket'>): Promise<Wire> {
  let target = first;
  let sent = 0;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target.socket);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    const pair = { lost: wire.silent };
    near.on('data', () => {
      sent += 1;
    });
    pass(near, far, pair);
    pass(far, near, pair);
  });

  function pass(from: Socket, to: Socket, pair: { lost: boolean }) {
    let last = Promise.resolve();
    from.on('data', (chunk) => {
      const due = Date.now() + wire.delay;
      last = last.then(async () => {
        const wait = due - Date.now();
        if (wait > 0) await sleep(wait);
        // What is sent into the silence is lost, and the connection with it: nothing follows.
        pair.lost ||= wire.silent;
        if (!pair.lost && !to.destroyed) to.write(chunk);
      });
    });
    from.on('close', () => {
      if (!pair.lost) void last.then(() => to.destroy());
    });
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const wire: Wire = {
    through: (url) => {
      const { username, pathname } = new URL(url);
      return `postgres://${username}@127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`;
    },
    delay: 0,
    silent: false,
    leadTo(postgres) {
      target = postgres;
    },
    sent: () => sent,
    open: () => sockets.size / 2,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return wire;
}
