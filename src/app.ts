// Wires the house: opens the store, builds the services, hands them to the HTTP edge.
import type { FastifyInstance } from 'fastify';
import type { Channel } from './channels/channel.ts';
import { createConnect } from './channels/connect.ts';
import type { Config } from './config.ts';
import { createBearer } from './http/bearer.ts';
import { healthRoutes } from './http/health.ts';
import { magicLinkRoutes } from './http/magic-link.ts';
import { openApi, openApiRoutes } from './http/openapi.ts';
import { createServer } from './http/server.ts';
import { tokenRoutes } from './http/token.ts';
import { unifiedRoutes } from './http/unified.ts';
import { createMagicLinks } from './link/magic-link.ts';
import type { Log } from './log.ts';
import { createBudgets } from './net/pace.ts';
import { createRoutes, type Route } from './net/route.ts';
import { createSender } from './net/send.ts';
import type { Seal } from './seal.ts';
import { openStore, type Store } from './store/index.ts';
import { createTokens, type Tokens } from './tokens/index.ts';
import { createPipeline } from './unified/pipeline.ts';

export const VERSION = '0.1.0';
const MAX_REPLY = 32 * 1024 * 1024;
const SWEEP_EVERY = 10 * 60_000;

export interface AppOptions {
  readonly config: Config;
  readonly channels: Readonly<Record<string, Channel>>;
  readonly routes: readonly Route[];
  readonly seal: Seal;
  readonly log: Log;
  readonly now?: () => number;
}

export interface App {
  readonly server: FastifyInstance;
  readonly store: Store;
  readonly tokens: Tokens;
  close(): Promise<void>;
}

/** Everything but the listening: the caller opens the door with `server.listen`. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, channels, seal, log, now = Date.now } = options;
  const { baseUrl, authUrl } = config;
  const store = await openStore({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    role: 'service',
    now,
    seal,
    onConnectionLost: (error) =>
      log.warn({ reason: error.message }, 'a connection to the database was lost'),
  });
  const tokens = createTokens({ store, now, tokenSeconds: config.tokenSeconds });
  const sender = createSender({ maxBytes: MAX_REPLY });
  const connect = createConnect({
    sender,
    routes: createRoutes(options.routes),
    budgets: createBudgets(),
    now,
    random: Math.random,
    userAgent: `Manifold/${VERSION} (+${baseUrl})`,
    apps: config.apps,
    allowedPorts: new Set(config.allowedPorts),
  });
  const onUnexpected = (error: unknown, traceId: string) =>
    log.error({ traceId, err: describe(error) }, 'an unexpected error');
  const pipeline = createPipeline({ channels, store, seal, connect, now, baseUrl, onUnexpected });

  const names = Object.keys(channels);
  const having = (kind: 'orders' | 'products') => names.filter((name) => channels[name]?.[kind]);
  const bearer = createBearer({
    verify: tokens.verify,
    now,
    rate: config.clientRate,
    burst: config.clientBurst,
  });
  const makeMagicLink = createMagicLinks({
    store,
    now,
    baseUrl,
    validSeconds: config.linkSeconds,
    channels: names,
  });

  let closing = false;
  const server = createServer({ baseUrl, onUnexpected });
  await openApi(server, { version: VERSION, baseUrl, authUrl });
  healthRoutes(server, { ping: store.ping, isClosing: () => closing });
  await tokenRoutes(server, { tokens, authUrl, docsUrl: `${baseUrl}/docs` });
  magicLinkRoutes(server, { makeMagicLink, bearer, channels: names });
  unifiedRoutes(server, {
    pipeline,
    bearer,
    deadlineSeconds: config.deadlineSeconds,
    channels: { orders: having('orders'), products: having('products') },
  });
  openApiRoutes(server);

  const sweeping = setInterval(() => {
    store.sweep().catch((error) => log.warn({ reason: String(error) }, 'the sweep failed'));
  }, SWEEP_EVERY);
  sweeping.unref();

  return {
    server,
    store,
    tokens,
    async close() {
      closing = true;
      clearInterval(sweeping);
      await server.close();
      await sender.close();
      await store.close();
    },
  };
}

/** Name, message and stack of an error, and nothing it may carry beside them. */
function describe(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  return { name: error.name, message: error.message, stack: error.stack };
}
