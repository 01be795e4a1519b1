// The door: the HTTP server with all its routes, and the page of metrics.
import Fastify, { type FastifyInstance } from 'fastify';
import { carriersOf } from '../channels/kit/carriers.ts';
import { shownLineage, sourcesOf } from '../channels/lineage.ts';
import type { Asked, ConsoleOptions, Live } from '../console/index.ts';
import { type Callable, createApi } from '../http/api.ts';
import { createBearer } from '../http/bearer.ts';
import { type Calls, createCalls } from '../http/calls.ts';
import { changeRoutes } from '../http/changes.ts';
import { carrierRoutes, channelRoutes, lineageRoute } from '../http/channels.ts';
import { watchConnections } from '../http/connections.ts';
import { eventAddressRoutes, eventRoutes } from '../http/events.ts';
import { executionRoutes } from '../http/executions.ts';
import { guideRoutes, openApi } from '../http/guides.ts';
import { healthRoutes } from '../http/health.ts';
import { hookRoutes } from '../http/hooks.ts';
import { linkRoutes } from '../http/link.ts';
import { metricsRoute, metricsServer } from '../http/metrics.ts';
import { overrideRoutes } from '../http/overrides.ts';
import { CONSOLE_PATHS, PATHS } from '../http/paths.ts';
import { createServer } from '../http/server.ts';
import { tokenRoutes } from '../http/token.ts';
import { unifiedRoutes } from '../http/unified.ts';
import { userRoutes } from '../http/users.ts';
import { mcpRoutes } from '../mcp/index.ts';
import type { Envelope } from '../model/envelope.ts';
import type { RequestEnd } from '../model/watch.ts';
import { actsOn } from '../operate/index.ts';
import { goTo } from '../pages/browser.ts';
import { createPages } from '../pages/link/session.ts';
import { paramsSchemas } from '../unified/params-schema.ts';
import { writableChannels } from '../unified/validate-write.ts';
import { addGauges } from './gauges.ts';
import type { House } from './house.ts';
import type { Outside } from './outside.ts';
import type { Services } from './services.ts';
import { VERSION } from './version.ts';

/** Everything but the listening. */
export async function createFront(house: House, outside: Outside, services: Services) {
  const { config, channels, store, now, observe, addresses, onUnexpected, isClosing } = house;
  const { tokens, unified, events } = services;
  const { metrics } = observe;
  const { baseUrl, authUrl, deadlineSeconds } = config;
  const names = Object.keys(channels);
  const having = {
    orders: names.filter((name) => channels[name]?.orders),
    products: names.filter((name) => channels[name]?.products),
  };

  const audit = createAudit(house);
  const pages = createPages(services.link, baseUrl);
  const server = createServer({
    ...{ addresses, isClosing, onUnexpected, trustProxy: config.trustProxy },
    watch: { ...observe.requests, ended: audit.ended },
    secure: baseUrl.startsWith('https:'),
    isAnswering: (socket) => connections.isAnswering(socket),
    sayMissing: pages.sayMissing,
  });
  const connections = watchConnections(server.server);
  const bearer = createBearer({
    ...{ verify: tokens.verify, now, rate: config.clientRate, burst: config.clientBurst },
  });
  const routes = new Map<string, Callable>();
  const api = createApi(server, bearer, routes);
  const calls = createCalls({ max: config.maxCalls, each: config.clientCalls });

  openApi(server, {
    ...{ version: VERSION, baseUrl, authUrl, channels: names, having, demo: house.demo },
    schemas: () => paramsSchemas(channels),
  });
  healthRoutes(server, { check: store.check, isClosing, clockAhead: store.clockAhead });
  await tokenRoutes(server, { tokens, authUrl, docsUrl: addresses.docs });
  const { users, makeMagicLink, direct } = services;
  userRoutes(api, { users, makeMagicLink, direct, channels: names });
  const capabilities = async () => {
    const { capabilitiesOf } = await import('../unified/capabilities.ts');
    return capabilitiesOf(channels, config.apps);
  };
  channelRoutes(api, capabilities);
  lineageRoute(api, names, (name) => shownLineage(name, channels[name]?.lineage() ?? {}));
  carrierRoutes(api, writableChannels(channels, 'fulfillments'), (name) => {
    const { carriers, listed, others } = carriersOf(channels[name] ?? {}) ?? NO_CARRIERS;
    return { carriers: carriers.map(shownCarrier), listed: [...listed], others };
  });
  await linkRoutes(server, {
    ...{ pages, now, baseUrl },
    onUnexpected: (error) => onUnexpected(error, 'link'),
  });
  const writable = {
    fulfillments: writableChannels(channels, 'fulfillments'),
    stock: writableChannels(channels, 'stock'),
    prices: writableChannels(channels, 'prices'),
  };
  const data = { accept: unified.accept, bearer, calls, deadlineSeconds, addresses };
  unifiedRoutes(server, { ...data, channels: having, writable });
  eventRoutes(api, events.deliveries);
  eventAddressRoutes(api, events.addresses);
  executionRoutes(api, events.results, addresses);
  await hookRoutes(server, services.hooks);
  overrideRoutes(api, unified.overrideSets);
  changeRoutes(api, { changes: services.changes, calls, deadlineSeconds });
  const sourcesIn: Live['sourcesOf'] = (name, operation, native) =>
    sourcesOf(channels[name]?.lineage()[operation] ?? {}, native);
  if (config.mcp === 'on')
    mcpRoutes(server, {
      ...{ ...data, baseUrl, authUrl, version: VERSION, routes, capabilities },
      ...{ sourcesOf: sourcesIn, having: { ...having, ...writable } },
    });
  guideRoutes(
    server,
    Object.entries(channels).map(([name, { title }]) => ({ name, title })),
    house.demo !== undefined && config.console === 'on' && config.consolePort === undefined,
    baseUrl,
  );

  addGauges(house, outside, services, calls);
  const { metricsPort, metricsToken: token } = config;
  const isOpen = config.mode === 'sandbox' && metricsPort === undefined;
  if (token !== undefined || isOpen) metricsRoute(server, metrics, token);
  const ownMetrics =
    metricsPort === undefined
      ? undefined
      : metricsServer(metrics, (error) => onUnexpected(error, 'metrics'));

  const read = readingOf(house, services, calls);
  const ownConsole =
    config.console === 'on'
      ? await openConsole(house, services, server, {
          ...{ channels, capabilities, read: (asked) => read(asked, 'console') },
          sourcesOf: sourcesIn,
          ...{ magicLink: services.magicLink, helpOf: addresses.error },
          flush: events.executions.flush,
          ...{ users, watches: services.changes.watches, overrides: unified.overrideSets },
        })
      : undefined;

  return {
    server,
    metricsServer: ownMetrics,
    consoleServer: ownConsole,
    connections,
    calls,
    audit,
    read,
  };
}

/** A server for the console alone; the caller has it listen. */
function alone(): FastifyInstance {
  const server = Fastify({ requestTimeout: 60_000, forceCloseConnections: true });
  server.setNotFoundHandler((_, reply) => goTo(reply, CONSOLE_PATHS.home));
  return server;
}

/** On the service's own port, unless it has one for itself: the server that is then to listen. */
async function openConsole(house: House, services: Services, server: FastifyInstance, live: Live) {
  const { config, store, seal, now, onUnexpected } = house;
  const { tokens } = services;
  const options: ConsoleOptions = {
    ...{
      url: config.consoleUrl,
      isOpen: config.mode === 'sandbox',
      stays: store.console,
      seal,
      now,
    },
    actsFor: (actor) => actsOn({ config, store, tokens }, actor),
    live,
    onUnexpected: (error) => onUnexpected(error, 'console'),
  };
  const own = config.consolePort === undefined ? undefined : alone();
  const { consoleRoutes } = await import('../console/index.ts');
  await consoleRoutes(own ?? server, options, own !== undefined);
  return own;
}

/** A reading that no client asks for: a data call like any other, of the client's share and in its name. */
const readingOf =
  ({ config, observe }: House, { unified }: Services, calls: Calls) =>
  async ({ operation, ...asked }: Asked, by: 'console' | 'sandbox') => {
    const { deadlineSeconds } = config;
    const route = { method: 'POST', route: PATHS[operation], quiet: false };
    const trace = observe.requests.began({ ...route, traceparent: undefined });
    const { slot, end } = calls.join(asked.client, deadlineSeconds * 1000);
    try {
      const request = { ...asked, operation, trace, deadlineSeconds, lenient: false };
      const ended = await unified.accept.now({ ...request, ...(await slot()) });
      ended.out?.();
      trace.span?.end(undefined, ended.fault?.code);
      observe.ranLater(ended, by);
      return ended.envelope as Envelope<Record<string, unknown>>;
    } finally {
      end();
    }
  };

type Shown = NonNullable<ReturnType<typeof carriersOf>>['carriers'][number];
const NO_CARRIERS = { carriers: [], listed: [], others: false };
const shownCarrier = ({ also, countries, ...carrier }: Shown) => ({
  ...carrier,
  also: [...also],
  countries: [...countries],
});

/** What clients change is in the audit, beside its line in the log; who was turned away is only there. */
function createAudit({ observe, store, log }: House) {
  let written: Promise<void> = Promise.resolve();
  const failed = (error: unknown) =>
    log.error({ reason: String(error) }, 'an act of a client could not be written to the audit');
  return {
    ended(end: RequestEnd): void {
      observe.requests.ended(end);
      const { act, client, trace } = end;
      if (!act || act.act.endsWith('.refused')) return;
      const facts = { client, ...act.facts, traceId: trace.id };
      written = written.then(() => store.audit.note('client', { ...act, facts })).catch(failed);
    },
    /** All of them are. */
    settle: () => written,
  };
}
