// A free port of this machine that no other test takes while this process lives.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that most systems give to connections: none of them takes it before it is used. */
const RANGE = { first: 20_000, last: 32_000 };

/**
 * The port of the same number for datagrams is held to the end of the process: a service that is
 * stopped and started again finds its port free, since every other test asks for both.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = RANGE.first + Math.floor(Math.random() * (RANGE.last - RANGE.first));
    const claim = createSocket('udp4').unref();
    const isOurs = await new Promise<boolean>((found) => {
      claim.once('error', () => found(false));
      claim.bind({ port, address: '127.0.0.1', exclusive: true }, () => found(true));
    });
    const server = createServer();
    const isFree =
      isOurs &&
      (await new Promise<boolean>((found) => {
        server.once('error', () => found(false));
        server.listen(port, '127.0.0.1', () => found(true));
      }));
    if (isFree) {
      server.close();
      await once(server, 'close');
      return port;
    }
    claim.close();
  }
}
