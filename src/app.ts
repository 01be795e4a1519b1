// Wires the house: opens the store, builds the services, hands them to the HTTP edge.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Channel } from './channels/channel.ts';
import { createChores } from './chores.ts';
import type { Config } from './config.ts';
import { createConnect } from './connect.ts';
import { createEvents, type Events } from './events/index.ts';
import { createForesight } from './foresight.ts';
import { createHooks } from './hooks/index.ts';
import { writeEnd } from './http/answer.ts';
import { createBearer } from './http/bearer.ts';
import { createCalls } from './http/calls.ts';
import { channelRoutes } from './http/channels.ts';
import { watchConnections } from './http/connections.ts';
import { eventAddressRoutes } from './http/event-addresses.ts';
import { eventRoutes } from './http/events.ts';
import { executionRoutes } from './http/executions.ts';
import { guideRoutes } from './http/guides.ts';
import { healthRoutes } from './http/health.ts';
import { hookRoutes } from './http/hooks.ts';
import { linkRoutes } from './http/link.ts';
import { createPages } from './http/link-pages.ts';
import { secure } from './http/link-reply.ts';
import { magicLinkRoutes } from './http/magic-link.ts';
import { metricsRoute, metricsServer } from './http/metrics.ts';
import { openApi } from './http/openapi.ts';
import type { Demo } from './http/openapi-examples.ts';
import { overrideRoutes } from './http/overrides.ts';
import { createAddresses } from './http/paths.ts';
import { createServer } from './http/server.ts';
import { createShed } from './http/shed.ts';
import { tokenRoutes } from './http/token.ts';
import { unifiedRoutes } from './http/unified.ts';
import { userRoutes } from './http/users.ts';
import { createKeeper, type KeptRing } from './key-keeper.ts';
import { createLink } from './link/link.ts';
import { createMagicLinks } from './link/magic-link.ts';
import { createRenewals } from './link/renewals.ts';
import { createUsers } from './link/users.ts';
import { describe, type Log } from './log.ts';
import { clockWarning } from './model/clock-check.ts';
import type { Fault } from './model/faults.ts';
import { writeInstant } from './model/time.ts';
import type { Tracer } from './model/trace.ts';
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
import type { Peers } from './observe/cluster.ts';
import { gauges } from './observe/gauges.ts';
import { createObserve } from './observe/index.ts';
import type { Seal } from './seal.ts';
import { createSearch } from './search.ts';
import { type KeptAct, openStore, type Store, StoreUnavailableError } from './store/index.ts';
import { createTokens, type Tokens } from './tokens/index.ts';
import type { KeptRequest } from './unified/accept.ts';
import { createUnified } from './unified/index.ts';
import { paramsSchemas } from './unified/params-schema.ts';
import { VERSION } from './version.ts';

const MAX_REPLY = 32 * 1024 * 1024;
const SWEEP_EVERY = 10 * 60_000;
const SWEEP_ROWS = 1000;
const TRIM_EVERY = 60 * 60_000;
const RENEW_EVERY = 60_000;
const KEYS_EVERY = 10_000;
const REWRAP_EVERY = 60_000;
/** No user's link is marked for it; it is tried again. */
const APP_REFUSED = 'the operator’s own app at a vendor cannot be used';
const TELL_EVERY = 60 * 60_000;
const ACTS_EVERY = 5000;
const ACTS_AT_ONCE = 100;
/** For what is on its way when the door is closed. */
const LAST_CALLS = 1000;
/** Answers that are being written when the calls are out. */
const LAST_ANSWERS = 1000;

export interface AppOptions {
  readonly config: Config;
  readonly channels: Readonly<Record<string, Channel>>;
  readonly routes: readonly Route[];
  readonly seal: Seal;
  /** Where the keys of `seal` are kept; absent where they never change. */
  readonly kept?: KeptRing;
  readonly log: Log;
  readonly now?: () => number;
  /** Where spans go; absent: no traces are kept. It is closed with the service. */
  readonly tracer?: Tracer | undefined;
  /** The other processes on the same port, where there are any: the metrics are those of all. */
  readonly peers?: Peers | undefined;
  /** Called once the store is open, which may have taken long, and before any work begins. */
  readonly onOpened?: (() => void) | undefined;
  /** Whom the examples of the reference come from; in the sandbox they run as they are. */
  readonly demo?: Demo | undefined;
}

export interface App {
  readonly server: FastifyInstance;
  /** Where the metrics have a port of their own. */
  readonly metricsServer: FastifyInstance | undefined;
  readonly store: Store;
  readonly tokens: Tokens;
  readonly events: Events;
  /** The address of a magic link for a user of a client; undefined when there is no such client. */
  magicLink(clientId: string, tpUserId: string): Promise<string | undefined>;
  /** Before the door is closed, whoever stands in front has so many milliseconds to notice. */
  close(notice?: number): Promise<void>;
}

/** Everything but the listening: the caller opens the door with `server.listen`. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, channels, seal, log } = options;
  const { baseUrl, authUrl } = config;
  const addresses = createAddresses(baseUrl);
  const observe = createObserve({
    ...{ log, tracer: options.tracer, version: VERSION, peers: options.peers },
  });
  const { metrics } = observe;
  const store = await openStore({
    databaseUrl: config.databaseUrl,
    connections: config.databaseConnections,
    dataDir: config.dataDir,
    role: 'service',
    now: options.now,
    seal,
    helpOf: addresses.error,
    onConnectionLost: (error) =>
      log.warn({ reason: error.message }, 'a connection to the database was lost'),
    onTrouble: (trouble) =>
      trouble
        ? log.error({ trouble }, TROUBLES[trouble].sentence)
        : log.warn('the database can be used again'),
    onCheck: (sentence) => log.warn(sentence),
    onNotice: () => events.wake(),
    onWaiting: () =>
      log.warn('the tables are to be brought up to date and others hold them: waiting for them'),
    watch: observe.store,
  });
  options.onOpened?.();
  const { now } = store;
  const keeper =
    options.kept &&
    createKeeper({
      ...{ ...options.kept, store, now, id: randomUUID(), version: VERSION },
      tell: (level, facts, sentence) => log[level](facts, sentence),
    });
  // Before anything is sealed.
  await keeper?.look().catch(async (error) => {
    await store.close();
    throw error;
  });
  const clock = clockWarning(store.clockAhead());
  if (clock) log.warn({ aheadMs: store.clockAhead() }, clock);
  const tokens = createTokens({
    ...{ store, now, tokenSeconds: config.tokenSeconds, clientTokens: config.clientTokens },
    onTrouble: (error) => log.warn({ reason: String(error) }, 'the use of tokens was not noted'),
  });
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
    watch: observe.calls,
  };
  const connect = createConnect({
    ...calling,
    apps: config.apps,
    appStanding,
    onRenewal: observe.renewed,
  });
  const onUnexpected = (error: unknown, traceId: string) => {
    metrics.unexpected();
    log.error({ traceId, err: describe(error) }, 'an unexpected error');
  };
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
    run: async (kept, signal) => {
      const trace = observe.resume(kept.started);
      const ended = await unified.runKept(kept, signal, trace);
      trace.span?.end(undefined, ended.fault?.code);
      return writeEnd(ended);
    },
    onEnded: observe.ranLater,
    onSetAside: observe.setAside,
    watch: observe.deliveries,
    abandon: async (kept, job, why) => writeEnd(await unified.abandon(kept, job, why)),
    quota: { bytes: config.clientResultBytes, rows: config.clientResults },
    onTrouble: triedAgain('events'),
  });

  const hooks = createHooks({
    ...{ channels, apps: config.apps, store, connect, now, random: Math.random },
    tell: (level, facts, sentence) => log[level](facts, sentence),
    announce: store.notices.add,
    onTrouble: triedAgain('hooks'),
    onSetAside: observe.setAside,
  });

  const { appSecretEnds } = config;
  const foresight = createForesight({ channels, appSecretEnds, store, now });

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
    ...{ addresses, isClosing: () => closing, onUnexpected, watch: observe.requests },
    trustProxy: config.trustProxy,
    secure: baseUrl.startsWith('https:'),
    isAnswering: (socket) => connections.isAnswering(socket),
    sayMissing: (request, reply, methods) =>
      pages.say(request, secure(reply), methods.length > 0 ? 'method' : 'missing'),
  });
  const connections = watchConnections(server.server);
  openApi(server, {
    ...{ version: VERSION, baseUrl, authUrl, channels: names, demo: options.demo },
    having: { orders: having('orders'), products: having('products') },
    schemas: () => paramsSchemas(channels),
  });
  healthRoutes(server, {
    check: store.check,
    isClosing: () => closing,
    clockAhead: store.clockAhead,
  });
  const { port: ownPort, token: metricsToken } = config.metrics;
  const isOpen = config.mode === 'sandbox' && ownPort === undefined;
  if (metricsToken !== undefined || isOpen)
    metricsRoute(server, { page: metrics, token: metricsToken });
  const ownMetrics =
    ownPort === undefined
      ? undefined
      : metricsServer(metrics, (error) => onUnexpected(error, 'metrics'));
  await tokenRoutes(server, { tokens, authUrl, docsUrl: addresses.docs });
  magicLinkRoutes(server, { makeMagicLink, bearer, channels: names });
  const users = createUsers({
    ...{ channels, store, now },
    flush: () => events.executions.flush(),
  });
  userRoutes(server, { users, bearer, channels: names });
  channelRoutes(server, {
    capabilities: async () => {
      const { capabilitiesOf } = await import('./unified/capabilities.ts');
      return capabilitiesOf(channels, config.apps);
    },
    bearer,
  });
  await linkRoutes(server, {
    ...{ pages, now, baseUrl },
    onUnexpected: (error) => onUnexpected(error, 'link'),
  });
  const shed = createShed();
  const calls = createCalls({ max: config.maxCalls, each: config.clientCalls });
  gauges(metrics, {
    check: store.check,
    clockAhead: store.clockAhead,
    queues: store.queues,
    apps: appStanding.usable,
    leftAlone: () => calling.breaker.full(now()),
    calls: calls.count,
    expiring: foresight.expiring,
    now,
  });
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
  guideRoutes(
    server,
    Object.entries(channels).map(([name, { title }]) => ({ name, title })),
  );

  // In bounded steps, with room for requests between two.
  const sweep = async () => {
    for (let more = true; more && !closing; ) {
      const swept = await store.sweep(SWEEP_ROWS);
      more = Object.values(swept).some((count) => count === SWEEP_ROWS);
    }
  };
  const bounds = { rows: config.clientRows, tokens: config.clientTokens };
  const trim = async () => {
    const rows = await store.trim(bounds, () => closing);
    if (rows > 0) log.warn({ rows }, 'the oldest rows of clients with too many were removed');
  };
  const tellExpiring = async () => {
    for (const { what, channel, soonest } of await foresight.tell(() => closing))
      log.warn({ what, channel, ends: writeInstant(soonest) }, 'something of the operator’s ends');
  };
  const markKeyless = async () => {
    const credentials = await store.keyless.mark(() => closing);
    if (credentials > 0)
      log.error({ credentials }, 'credentials cannot be opened: the keys of their users are gone');
  };
  const tellActs = async () => {
    const tell = ({ act, facts, at }: KeptAct) =>
      observe.audit({ act, facts: { ...facts, by: 'command line', at: writeInstant(at) } });
    while (!closing && (await store.acts.tell(tell, ACTS_AT_ONCE)) === ACTS_AT_ONCE);
  };
  const chores = createChores({
    rows: store.chores,
    random: Math.random,
    onFailure: (name, error) => log.warn({ reason: String(error) }, `the ${name} failed`),
  });
  chores.alone(TRIM_EVERY, 'trimming', trim);
  chores.alone(SWEEP_EVERY, 'sweep', sweep);
  chores.alone(RENEW_EVERY, 'renewals', renewDue);
  chores.alone(TELL_EVERY, 'telling of what ends', tellExpiring);
  chores.alone(TELL_EVERY, 'look for credentials without a key', markKeyless);
  chores.every(ACTS_EVERY, 'telling what the command line did', tellActs);
  if (keeper) {
    chores.every(KEYS_EVERY, 'look at the key ring', keeper.look);
    chores.alone(REWRAP_EVERY, 'rewrapping', () => keeper.rewrap(() => closing));
  }
  await events.start();
  await hooks.start();

  return {
    server,
    metricsServer: ownMetrics,
    store,
    tokens,
    events,
    async magicLink(clientId, tpUserId) {
      const client = await store.clients.find(clientId);
      return client && (await makeMagicLink({ client, query: { tpUserId } })).uri;
    },
    async close(notice = 0) {
      closing = true;
      const limit = performance.now() + config.drainSeconds * 1000;
      const left = () => Math.max(0, limit - performance.now());
      // A renewal that is under way is waited for: its vendor may have ended the secrets before it.
      const handedOver = Promise.all([events.handOver(), hooks.handOver(), chores.stop()]);
      // Everything is still served: /readyz says what is coming, and every answer ends its connection.
      if (notice > 0) await pause(Math.min(notice, left()));
      // A proxy that is refused a connection tries the next instance; a 503 it would pass on.
      server.server.close();
      if (notice > 0) await connections.asked(Math.min(LAST_CALLS, left()));
      await Promise.all([calls.drain(left()), handedOver]);
      const cut = setTimeout(
        () => server.server.closeAllConnections(),
        Math.max(LAST_ANSWERS, left()),
      );
      connections.closeQuiet();
      await server.close();
      clearTimeout(cut);
      shed.close();
      await hooks.stop();
      await events.stop();
      unified.close();
      await tokens.settle();
      await sender.close();
      // The store may be what is away.
      await keeper?.leave().catch(() => {});
      // Last, so that whoever watches sees the end.
      await ownMetrics?.close();
      await store.close();
      await observe.close();
    },
  };
}
