// For tests of writes: vendors' stores behind the real server, over a catalogue and a clock of its own.
import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { after, before } from 'node:test';
import type { Order, Product, Variant } from '../catalogue/types.ts';
import { type OpenedSandbox, openSandbox } from '../server.ts';
import type { OpenStore, Store } from '../store.ts';
import { leftToShip } from './order-steps.ts';

export const ANCHOR = Date.UTC(2026, 10, 17);

export interface Asked {
  readonly host: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON unless it is a text. */
  readonly body?: unknown;
  /** Gives up after so long. */
  readonly ms?: number;
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  // biome-ignore lint/suspicious/noExplicitAny: what a vendor answers, looked at by tests
  readonly json: any;
}

export interface Trial {
  readonly sandbox: OpenedSandbox;
  readonly store: Store;
  readonly clock: { now: number };
  ask(method: string, path: string, asked: Asked): Promise<Answered>;
}

/** Open while the tests of the file run; `store` is the first of them. Exchanges are logged where MANIFOLD_SANDBOX_LOG names a file. */
export function tryWrites(...stores: readonly OpenStore[]): Trial {
  const clock = { now: ANCHOR + 36_000_000 };
  const log = process.env.MANIFOLD_SANDBOX_LOG;
  const { listen, ...sandbox } = openSandbox({
    ...{ port: 0, anchor: ANCHOR, now: () => clock.now, stores, relaxed: true },
    ...(log && { log }),
  });
  let origin = '';
  before(async () => {
    origin = (await listen()).origin;
  });
  after(() => sandbox.close());
  const [store] = sandbox.stores;
  assert.ok(store);
  const ask: Trial['ask'] = (method, path, { host, headers, body, ms = 20_000 }) =>
    new Promise((resolve, reject) => {
      const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
      const type =
        text === '' || typeof body === 'string' ? {} : { 'content-type': 'application/json' };
      const outgoing = httpRequest(
        `${origin}${path}`,
        {
          ...{ method, agent: false, signal: AbortSignal.timeout(ms) },
          headers: { host, ...type, 'content-length': Buffer.byteLength(text), ...headers },
        },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.on('error', reject);
          incoming.on('end', () => {
            const answer = Buffer.concat(chunks).toString();
            const isJson = String(incoming.headers['content-type']).includes('json');
            const json: unknown = isJson && answer !== '' ? JSON.parse(answer) : answer;
            resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, json });
          });
        },
      );
      outgoing.on('error', reject);
      outgoing.end(text);
    });
  return { sandbox, store, clock, ask };
}

/** The newest order of a shop, paid, with so many pieces left to ship in its first line, and that fits. */
export function unshipped(
  orders: readonly Order[],
  { pieces = 2, fits = () => true }: { pieces?: number; fits?: (order: Order) => boolean } = {},
): Order {
  const found = orders.findLast(
    (one) =>
      one.paidAt !== null &&
      one.state === 'open' &&
      one.fulfilments.length === 0 &&
      one.refunds.length === 0 &&
      one.lines.every(({ requiresShipping }) => requiresShipping) &&
      one.lines.slice(0, 1).every((line) => leftToShip(line) >= pieces) &&
      fits(one),
  );
  assert.ok(found, 'the catalogue has such an order');
  return found;
}

/** A product with a counted stock and a price, and its first variant. */
export function counted(
  products: readonly Product[],
  fits: (product: Product) => boolean = () => true,
): { readonly product: Product; readonly variant: Variant } {
  for (const product of products) {
    const [variant] = product.variants;
    const { tracked, shared } = variant?.stock ?? {};
    if (variant?.price && tracked && !shared && product.status === 'active' && fits(product))
      return { product, variant };
  }
  throw new Error('no such product');
}
