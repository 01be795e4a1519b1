// Wires the house: opens the store, builds the services, hands them to the HTTP edge.
import type { FastifyInstance } from 'fastify';
import type { Channel } from './channels/channel.ts';
import { createChores } from './chores.ts';
import type { Config } from './config.ts';
import { createConnect } from './connect.ts';
import { createEvents, type Events } from './events/index.ts';
import { createHooks } from './hooks/index.ts';
import { writeEnd } from './http/answer.ts';
import { createBearer } from './http/bearer.ts';
import { createCalls } from './http/calls.ts';
import { watchConnections } from './http/connections.ts';
import { errorPage } from './http/error-page.ts';
import { eventAddressRoutes } from './http/event-addresses.ts';
import { eventRoutes } from './http/events.ts';
import { executionRoutes } from './http/executions.ts';
import { healthRoutes } from './http/health.ts';
import { hookRoutes } from './http/hooks.ts';
import { linkRoutes } from './http/link.ts';
import { createPages } from './http/link-pages.ts';
import { secure } from './http/link-reply.ts';
import { magicLinkRoutes } from './http/magic-link.ts';
import { openApi, openApiRoutes } from './http/openapi.ts';
import { overrideRoutes } from './http/overrides.ts';
import { createAddresses } from './http/paths.ts';
import { createServer } from './http/server.ts';
import { createShed } from './http/shed.ts';
import { tokenRoutes } from './http/token.ts';
import { unifiedRoutes } from './http/unified.ts';
import { userRoutes } from './http/users.ts';
import { createLink } from './link/link.ts';
import { createMagicLinks } from './link/magic-link.ts';
import { createRenewals } from './link/renewals.ts';
import { createUsers } from './link/users.ts';
import { describe, type Log } from './log.ts';
import type { Fault } from './model/faults.ts';
import { TROUBLES } from './model/trouble.ts';
import { createAppStanding } from './net/app-standing.ts';
import { createBreaker } from './net/breaker.ts';
import { HOST_RESTS } from './net/call.ts';
import { createIntake } from './net/intake.ts';
import { createBudgets } from './net/pace.ts';
import { createRoutes, type Route } from './net/route.ts';
import { createSender } from './net/send.ts';
import { createSharedBudgets } from './net/shared-pace.ts';
import { createStanding } from './net/standing.ts';
import type { Seal } from './seal.ts';
import { createSearch } from './search.ts';
import { openStore, type Store, StoreUnavailableError } from './store/index.ts';
import { createTokens, type Tokens } from './tokens/index.ts';
import type { KeptRequest } from './unified/accept.ts';
import { createUnified } from './unified/index.ts';
import { paramsSchemas } from './unified/params-schema.ts';

export const VERSION = '0.1.0';
const MAX_REPLY = 32 * 1024 * 1024;
const SWEEP_EVERY = 10 * 60_000;
const SWEEP_ROWS = 1000;
const TRIM_EVERY = 60 * 60_000;
const RENEW_EVERY = 60_000;
/** No user's link is marked for it; it is tried again. */
const APP_REFUSED = 'the operator’s own app at a vendor cannot be used';
const TELL_EVERY = 60 * 60_000;
/** Clients are told so long before a grant ends. */
const TOLD_AHEAD = 30 * 24 * 60 * 60_000;
const TOLD_AT_ONCE = 500;
/** Answers that are being written when the calls are out. */
const LAST_ANSWERS = 1000;

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
  readonly events: Events;
  /** The address of a magic link for a user of a client; undefined when there is no such client. */
  magicLink(clientId: string, tpUserId: string): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Everything but the listening: the caller opens the door with `server.listen`. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, channels, seal, log } = options;
  const { baseUrl, authUrl } = config;
  const addresses = createAddresses(baseUrl);
  const store = await openStore({
    databaseUrl: config.databaseUrl,
    connections: config.databaseConnections,
    dataDir: config.dataDir,
    role: 'service',
    now: options.now,
    seal,
    onConnectionLost: (error) =>
      log.warn({ reason: error.message }, 'a connection to the database was lost'),
    onTrouble: (trouble) =>
      trouble
        ? log.error({ trouble }, TROUBLES[trouble].sentence)
        : log.warn('the database can be used again'),
    onNotice: () => events.wake(),
    onWaiting: () =>
      log.warn('the tables are to be brought up to date and others hold them: waiting for them'),
  });
  const { now } = store;
  const tokens = createTokens({ store, now, tokenSeconds: config.tokenSeconds });
  const sender = createSender({ maxBytes: MAX_REPLY });
  const intake = createIntake(config.answerBytes);
  const userAgent = `Manifold/${VERSION} (+${baseUrl})`;
  const routes = createRoutes(options.routes);
  const home = createBudgets(now);
  const onBudget = (error: unknown) => log.warn({ reason: String(error) }, 'a budget was not kept');
  const shared = createSharedBudgets(store.budgets, home, Math.random, onBudget);
  const appStanding = createAppStanding({
    set: Object.fromEntries(
      Object.entries(config.apps).map(([channel, { clientId, clientSecret }]) => [
        channel,
        Boolean(clientId && clientSecret),
      ]),
    ),
    onChange: (channel, fault) =>
      fault
        ? log.error({ channel, reason: fault.reason, why: fault.message }, APP_REFUSED)
        : log.warn({ channel }, 'the vendor takes the operator’s own app again'),
  });
  const calling = {
    sender,
    routes,
    budgets: config.databaseUrl === undefined ? home : shared,
    breaker: createBreaker({ ...HOST_RESTS, random: Math.random }),
    intake,
    standing: createStanding(),
    now,
    random: Math.random,
    userAgent,
    allowedPorts: new Set(config.allowedPorts),
  };
  const connect = createConnect({ ...calling, apps: config.apps, appStanding });
  const onUnexpected = (error: unknown, traceId: string) =>
    log.error({ traceId, err: describe(error) }, 'an unexpected error');
  const onUnreadable = (fault: Fault, channel: string, traceId: string) =>
    log.warn(
      { traceId, channel, record: fault.record, err: describe(fault.cause ?? fault) },
      'a record of a channel cannot be read',
    );
  const receivers = {
    local: config.mode === 'sandbox',
    ports: new Set(config.allowedPorts),
  };
  const unified = createUnified({
    ...{ channels, store, seal, connect, intake, now, addresses, receivers },
    ...{ onUnexpected, onUnreadable },
    deadlineSeconds: config.deadlineSeconds,
    settle: (finished) => events.executions.settle(finished),
    keep: (kept) => events.jobs.begin(kept.started, kept),
  });
  const triedAgain = (room: string) => (error: unknown) => {
    const trouble = error instanceof StoreUnavailableError ? error.trouble : undefined;
    // The store says once what is wrong with it, and once that it is well again.
    if (trouble !== undefined && trouble !== 'busy') return;
    log.warn({ trouble, err: describe(error) }, `${room}: the work is tried again`);
  };
  const events = createEvents<KeptRequest>({
    ...{ store, receivers, now, random: Math.random, userAgent },
    run: async (kept, signal) => writeEnd(await unified.runKept(kept, signal)),
    abandon: async (kept, job, why) => writeEnd(await unified.abandon(kept, job, why)),
    quota: { bytes: config.clientResultBytes, rows: config.clientResults },
    onTrouble: triedAgain('events'),
  });

  const hooks = createHooks({
    ...{ channels, apps: config.apps, store, connect, now, random: Math.random },
    tell: (level, facts, sentence) => log[level](facts, sentence),
    announce: store.notices.add,
    onTrouble: triedAgain('hooks'),
  });

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
    addressOf: addresses.magicLink,
    validSeconds: config.linkSeconds,
    channels: names,
  });

  const link = createLink({
    ...{ channels, apps: config.apps, store, seal, connect, routes, sender, now, addresses },
    search: createSearch(calling),
    onUnexpected: (error) => onUnexpected(error, 'link'),
  });
  const renewDue = createRenewals({ channels, store, connect, now, isClosing: () => closing });

  let closing = false;
  const pages = createPages(link, baseUrl);
  const server = createServer({
    ...{ addresses, isClosing: () => closing, onUnexpected },
    secure: baseUrl.startsWith('https:'),
    sayMissing: (request, reply, methods) =>
      pages.say(request, secure(reply), methods.length > 0 ? 'method' : 'missing'),
  });
  const connections = watchConnections(server.server);
  await openApi(server, {
    ...{ version: VERSION, baseUrl, authUrl, channels: names },
    schemas: paramsSchemas(channels),
  });
  healthRoutes(server, {
    check: store.check,
    isClosing: () => closing,
    apps: appStanding.usable,
  });
  await tokenRoutes(server, { tokens, authUrl, docsUrl: addresses.docs });
  magicLinkRoutes(server, { makeMagicLink, bearer, channels: names });
  userRoutes(server, { users: createUsers({ channels, store }), bearer, channels: names });
  await linkRoutes(server, {
    ...{ pages, now, baseUrl },
    onUnexpected: (error) => onUnexpected(error, 'link'),
  });
  const shed = createShed();
  const calls = createCalls({ max: config.maxCalls, each: config.clientCalls });
  unifiedRoutes(server, {
    accept: unified.accept,
    bearer,
    shed: shed.hook,
    calls,
    deadlineSeconds: config.deadlineSeconds,
    addresses,
    channels: { orders: having('orders'), products: having('products') },
  });
  eventRoutes(server, { deliveries: events.deliveries, bearer });
  eventAddressRoutes(server, { addresses: events.addresses, bearer });
  executionRoutes(server, { results: events.results, bearer, addresses });
  await hookRoutes(server, hooks);
  overrideRoutes(server, { sets: unified.overrideSets, bearer });
  errorPage(server);
  openApiRoutes(server);

  // In bounded steps, with room for requests between two.
  const sweep = async () => {
    for (let more = true; more && !closing; ) {
      const swept = await store.sweep(SWEEP_ROWS);
      more = Object.values(swept).some((count) => count === SWEEP_ROWS);
    }
  };
  const trim = async () => {
    const rows = await store.trim(config.clientRows, () => closing);
    if (rows > 0) log.warn({ rows }, 'the oldest rows of clients with too many were removed');
  };
  const tellExpiring = async () => {
    for (let more = true; more && !closing; )
      more = (await store.expiring.tell(TOLD_AHEAD, TOLD_AT_ONCE)) === TOLD_AT_ONCE;
  };
  const chores = createChores({
    rows: store.chores,
    random: Math.random,
    onFailure: (name, error) => log.warn({ reason: String(error) }, `the ${name} failed`),
  });
  chores.alone(TRIM_EVERY, 'trimming', trim);
  chores.alone(SWEEP_EVERY, 'sweep', sweep);
  chores.alone(RENEW_EVERY, 'renewals', renewDue);
  chores.alone(TELL_EVERY, 'telling of grants that end', tellExpiring);
  await events.start();
  await hooks.start();

  return {
    server,
    store,
    tokens,
    events,
    async magicLink(clientId, tpUserId) {
      const client = await store.clients.find(clientId);
      return client && (await makeMagicLink({ client, query: { tpUserId } })).uri;
    },
    async close() {
      closing = true;
      const limit = performance.now() + config.drainSeconds * 1000;
      // Still listening, so that whoever asks or calls is given a word and not a closed door. A
      // renewal that is under way is waited for: its vendor may have ended the secrets before it.
      await Promise.all([
        ...[calls.drain(config.drainSeconds * 1000), events.handOver()],
        ...[hooks.handOver(), chores.stop()],
      ]);
      const cut = setTimeout(
        () => server.server.closeAllConnections(),
        Math.max(LAST_ANSWERS, limit - performance.now()),
      );
      connections.closeQuiet();
      await server.close();
      clearTimeout(cut);
      shed.close();
      await hooks.stop();
      await events.stop();
      unified.close();
      await sender.close();
      await store.close();
    },
  };
}
