// The service with one made-up channel and a receiver beside it, for tests of events, executions and overrides.
import { rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { Channel } from '../../src/channels/channel.ts';
import { newKeyEntry, parseKeys } from '../../src/keys/ring.ts';
import { createSeal, type Seal } from '../../src/keys/seal.ts';
import { type App, createApp } from '../../src/serve/app.ts';
import { readConfig } from '../../src/serve/config.ts';
import { createLog } from '../../src/serve/log.ts';
import { quickFolder } from '../quick-folder.ts';
import { getToken } from '../token.ts';
import { until } from '../until.ts';

export const CANARY = 'canary-secret-value';

/** What the made-up channel has in store, and how it behaves. */
export interface Shop {
  items: readonly Record<string, unknown>[];
  /** Called before a page is read, with what was asked for; may wait or throw. */
  before: (query: { readonly limit: number }) => unknown;
  reads: number;
}

/** One client application. */
export interface Caller {
  readonly token: string;
  ask(path: string, init?: RequestInit): Promise<Answered>;
  orders(query?: Record<string, string>, init?: RequestInit, body?: unknown): Promise<Answered>;
  tokenWith(scope: string): Promise<string>;
}

export interface House extends Caller {
  readonly app: App;
  readonly origin: string;
  readonly shop: Shop;
  readonly signingSecret: string;
  /** A further client. */
  caller(id: string): Promise<Caller>;
  close(): Promise<void>;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes.
  readonly body: any;
}

export interface HouseOptions {
  readonly databaseUrl?: string | undefined;
  readonly dataDir?: string;
  readonly seal?: Seal;
  readonly settings?: Readonly<Record<string, string>>;
  readonly now?: () => number;
}

const NO_WORDS = { fields: {}, ways: {}, reasons: {} };
const CLIENT = { id: 'app', secret: 'app-secret', name: 'App' } as const;
export const API = '/api/ServiceClientApp';

/** It ends after the test, or whatever else has an `after`. */
export async function startHouse(
  t: { after(end: () => unknown): unknown },
  options: HouseOptions = {},
): Promise<House> {
  const dataDir = options.dataDir ?? quickFolder('manifold-events-');
  const shop: Shop = { items: [{ id: '1', note: 'hello' }], before: () => {}, reads: 0 };
  const app = await createApp({
    config: readConfig({
      MANIFOLD_DATA_DIR: dataDir,
      MANIFOLD_CLIENT_RATE: '100000',
      MANIFOLD_CLIENT_BURST: '100000',
      ...(options.databaseUrl && { MANIFOLD_DATABASE_URL: options.databaseUrl }),
      ...options.settings,
    }),
    channels: { stall: stallOf(shop) },
    routes: [],
    seal: options.seal ?? createSeal(parseKeys(newKeyEntry('test'))),
    log: createLog('silent', { secretKeys: [] }),
    ...(options.now && { now: options.now }),
  });
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= app.close();
    return closed;
  };
  t.after(async () => {
    await close();
    if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
  });
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  const origin = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`;
  const own = await caller(CLIENT.id);
  const [signingSecret = ''] = (await app.events.signing.live(CLIENT.id)) ?? [];
  return { ...own, app, origin, shop, signingSecret, caller, close };

  async function caller(id: string): Promise<Caller> {
    await app.tokens.clients.ensure({ ...CLIENT, id });
    const tokenWith = (scope: string) => getToken(origin, { ...CLIENT, id }, scope);
    const token = await tokenWith('orders products links');

    async function ask(path: string, init: RequestInit = {}): Promise<Answered> {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(init.body != null && { 'content-type': 'application/json' }),
        ...(init.headers as Record<string, string>),
      };
      const response = await fetch(`${origin}${API}${path}`, { ...init, headers });
      return {
        status: response.status,
        headers: response.headers,
        body: JSON.parse((await response.text()) || 'null'),
      };
    }

    return {
      token,
      ask,
      tokenWith,
      orders: (query = {}, init = {}, body = {}) => {
        const all = new URLSearchParams({ channel: 'stall', tpUserId: 'u', ...query });
        const params = { stall: [{ key: 'token', value: CANARY }] };
        return ask(`/Unified/Orders?${all}`, {
          method: 'POST',
          body: JSON.stringify({ params, ...(body as object) }),
          ...init,
        });
      },
    };
  }
}

/** A channel without a wire: its page is whatever the shop holds. */
function stallOf(shop: Shop): Channel {
  const read = async (query: { readonly limit: number }) => {
    shop.reads += 1;
    await shop.before(query);
    return { items: shop.items };
  };
  const resource = {
    filters: {},
    id: { pattern: /^\d+$/, example: '1' },
    fetch: read,
    transform: (native: unknown) => native as { id: string },
  };
  return {
    title: 'Stall',
    lineage: () => ({ orders: { id: { id: ['id'], note: ['note'] } } }),
    fields: [
      {
        key: 'token',
        secret: true,
        required: true,
        example: 'x',
        about: 'A token.',
      },
    ],
    ways: [],
    words: { en: NO_WORDS, nl: NO_WORDS, de: NO_WORDS, fr: NO_WORDS },
    versions: { default: '1', speaks: { '1': null } },
    limits: [],
    accept: (given: { token?: unknown }) => ({
      account: {},
      secrets: { token: String(given.token) },
    }),
    hosts: () => ['stall.example'],
    sign: () => ({}),
    check: async () => ({}),
    orders: resource,
    products: resource,
  } as unknown as Channel;
}

export interface Received {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of several shapes.
  readonly event: any;
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Decides the answer; 204 unless set. */
  answer: (received: Received, response: ServerResponse) => unknown;
  /** Waits until so many have come. */
  arrived(count: number): Promise<unknown>;
}

export async function startReceiver(t: TestContext): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const one: Received = {
      path: request.url ?? '',
      headers: request.headers as IncomingHttpHeaders as Record<string, string>,
      text,
      event: JSON.parse(text),
    };
    receiver.received.push(one);
    await receiver.answer(one, response);
    if (!response.headersSent) response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    answer: () => {},
    arrived: (count) =>
      until(
        () => receiver.received.length,
        `${count} events`,
        (came) => came >= count,
      ),
  };
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return receiver;
}
