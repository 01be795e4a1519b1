// The shop of the benchmark of workers, in a process of its own: one page of orders, from memory.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How many orders it holds. */
const PAGE = Number(process.argv[2]);
const SAMPLE = new URL(
  '../src/channels/woocommerce/samples/order-paid.native.json',
  import.meta.url,
);
const order = JSON.parse(readFileSync(SAMPLE, 'utf8')) as object;
const page = Buffer.from(
  JSON.stringify(Array.from({ length: PAGE }, (_, n) => ({ ...order, id: 1000 + n }))),
);
const headers = {
  'content-type': 'application/json',
  'content-length': page.length,
  'x-wp-total': PAGE,
  'x-wp-totalpages': 1,
};
const server = createServer((_, response) => {
  response.writeHead(200, headers).end(page);
});
server.keepAliveTimeout = 120_000;
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('disconnect', () => process.exit(0));
