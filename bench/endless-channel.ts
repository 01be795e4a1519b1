// The endless shops as a channel in a process of its own.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Endless, endlessShopify, endlessWoo } from './endless.ts';
import type { Exchange } from './exchange.ts';

/** What was recorded of each channel. */
export type Templates = Readonly<Record<'woocommerce' | 'shopify', readonly Exchange[]>>;

let shops: { readonly woocommerce: Endless; readonly shopify: Endless } | undefined;

const server = createServer((incoming, outgoing) => {
  const { method = 'GET', url: path = '/', headers } = incoming;
  const pieces: Buffer[] = [];
  incoming.on('data', (piece: Buffer) => pieces.push(piece));
  incoming.on('end', () => {
    const shop = headers.host?.endsWith('.myshopify.com') ? shops?.shopify : shops?.woocommerce;
    const body = Buffer.concat(pieces).toString();
    const asked = { method, path, headers: headers as Record<string, string>, body };
    const made = shop?.answer(asked);
    if (!made) return outgoing.writeHead(599).end(`not recorded: ${method} ${path}`);
    outgoing.writeHead(made.status, {
      ...made.headers,
      'content-length': Buffer.byteLength(made.body),
    });
    outgoing.end(made.body);
  });
});
server.keepAliveTimeout = 120_000;
server.listen(0, '127.0.0.1', () => {
  process.send?.({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.on('disconnect', () => process.exit(0));
process.on('message', ({ woocommerce, shopify }: Templates) => {
  shops = { woocommerce: endlessWoo(woocommerce), shopify: endlessShopify(shopify) };
  process.send?.({});
});
