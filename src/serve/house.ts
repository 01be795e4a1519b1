// What the rooms of the service are built with: the settings, the open store, and who watches.
import { randomUUID } from 'node:crypto';
import { createAppStanding } from '../accounts/app-standing.ts';
import type { Channel } from '../channels/channel.ts';
import type { Demo } from '../http/openapi-document.ts';
import { createAddresses } from '../http/paths.ts';
import { createKeeper, type KeptRing } from '../keys/keeper.ts';
import type { Seal } from '../keys/seal.ts';
import { clockWarning } from '../model/clock-check.ts';
import type { Tracer } from '../model/trace.ts';
import { TROUBLES } from '../model/trouble.ts';
import type { Route } from '../net/route.ts';
import type { Peers } from '../observe/cluster.ts';
import { createObserve } from '../observe/index.ts';
import { openStore } from '../store/index.ts';
import type { Config } from './config.ts';
import { describe, type Log } from './log.ts';
import { VERSION } from './version.ts';

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

/** No user's link is marked for it; it is tried again. */
const APP_REFUSED = 'the operator’s own app at a vendor cannot be used';

export type House = Awaited<ReturnType<typeof openHouse>>;

/** `onNotice` is called when another instance has something for this one to do. */
export async function openHouse(
  options: AppOptions,
  { onNotice, isClosing }: { readonly onNotice: () => void; readonly isClosing: () => boolean },
) {
  const { config, channels, routes, seal, log, demo, tracer, peers } = options;
  const addresses = createAddresses(config.baseUrl);
  let time = options.now ?? Date.now;
  const observe = createObserve({ log, tracer, version: VERSION, peers, now: () => time() });
  const store = await openStore({
    ...{ databaseUrl: config.databaseUrl, dataDir: config.dataDir, role: 'service' },
    connections: config.databaseConnections,
    ...{ now: options.now, seal, helpOf: addresses.error, watch: observe.store, onNotice },
    onConnectionLost: (error) =>
      log.warn({ reason: error.message }, 'a connection to the database was lost'),
    onTrouble: (trouble) =>
      trouble
        ? log.error({ trouble }, TROUBLES[trouble].sentence)
        : log.warn('the database can be used again'),
    onCheck: (sentence) => log.warn(sentence),
    onWaiting: () =>
      log.warn(
        'the tables must be brought up to date, but another process has them locked: waiting for it',
      ),
  });
  options.onOpened?.();
  const { now } = store;
  time = now;
  const set = Object.entries(config.apps).map(
    ([channel, app]) => [channel, Boolean(app.clientId && app.clientSecret)] as const,
  );
  const appStanding = createAppStanding({
    set: Object.fromEntries(set),
    onChange: (channel, fault) =>
      fault
        ? log.error({ channel, reason: fault.reason, why: fault.message }, APP_REFUSED)
        : log.warn({ channel }, 'the vendor accepts the operator’s own app again'),
  });
  const keeper =
    options.kept &&
    createKeeper({
      ...{ ...options.kept, store, now, id: randomUUID(), version: VERSION },
      busy: () => ({
        underWay: observe.tallies.underWay(),
        waiting: observe.tallies.waitingNow(),
        appsRefused: [...appStanding.usable()].flatMap(([channel, usable]) =>
          usable ? [] : channel,
        ),
      }),
      log: (level, facts, sentence) => log[level](facts, sentence),
    });
  // Before anything is sealed.
  await keeper?.poll().catch(async (error) => {
    await store.close();
    throw error;
  });
  const clock = clockWarning(store.clockAhead());
  if (clock) log.warn({ aheadMs: store.clockAhead() }, clock);
  return {
    ...{ config, channels, routes, seal, log, demo, addresses, observe, store, keeper, now },
    appStanding,
    userAgent: `Manifold/${VERSION} (+${config.baseUrl})`,
    /** Receivers of events that may be called. */
    receivers: { local: config.mode === 'sandbox', ports: new Set(config.allowedPorts) },
    onUnexpected(error: unknown, traceId: string): void {
      observe.metrics.unexpected.inc();
      log.error({ traceId, err: describe(error) }, 'an unexpected error');
    },
    isClosing,
  };
}
