// The made-up channel's vendor: a stall on loopback that lists its orders behind a word.
import { once } from 'node:events';
import { createServer } from 'node:http';

export interface Stall {
  readonly origin: string;
  close(): void;
}

export const WORD = 'open sesame';

export async function openStall(orders: readonly { readonly no: number }[]): Promise<Stall> {
  const vendor = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://x');
    if (request.headers['x-stall-token'] !== WORD) return response.writeHead(401).end();
    const rest = orders.filter(({ no }) => no > Number(searchParams.get('after')));
    return response.end(JSON.stringify(rest.slice(0, Number(searchParams.get('size')))));
  });
  vendor.listen(0, '127.0.0.1');
  await once(vendor, 'listening');
  const address = vendor.address();
  return {
    origin: `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`,
    close() {
      vendor.closeAllConnections();
      vendor.close();
    },
  };
}

/** What a client sends to read it. */
export const params = (token = WORD) => ({
  stall: [
    { key: 'host', value: 'stall.shop' },
    { key: 'token', value: token },
  ],
});
