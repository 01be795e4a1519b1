// One process of the service; in sandbox mode with nine fake stores beside it and a demo client already linked.
import { type App, createApp } from '../app.ts';
import { secretKeys } from '../channels/field.ts';
import { channels } from '../channels/index.ts';
import type { Config } from '../config.ts';
import { createLog } from '../log.ts';
import type { Peers } from '../observe/cluster.ts';
import { DEMO } from './demo-client.ts';
import { openSeal } from './open.ts';
import { portTaken } from './ports.ts';
import { type Route, warnOf } from './routes.ts';
import { demoOf, type Sandbox, seedDemo, startDemo } from './sandbox.ts';
import { tracerOf } from './tracer.ts';
import { noteServed, requireSameMode } from './which-store.ts';

const CONNECTION_REQUESTS = 500;

export interface ServiceOptions {
  readonly config: Config;
  readonly routes: readonly Route[];
  /** The other processes on the same port, where there are any. */
  readonly peers: Peers | undefined;
  /** The store is open: from here on nothing takes long at a stretch. */
  readonly onOpened: () => void;
}

export interface Service {
  readonly channels: readonly string[];
  readonly sandbox: Sandbox | undefined;
  /** Of the demo client. */
  readonly signingSecret: string | undefined;
  /** For a new user of the demo client. */
  readonly magicLink: string | undefined;
  close(notice: number): Promise<void>;
}

/** Resolves when it serves. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, routes, peers, onOpened } = options;
  requireSameMode(config);
  const fields = Object.values(channels).flatMap((channel) => channel.fields);
  const secrets = { secretKeys: secretKeys(fields) };
  const log = createLog(config.logLevel, { ...secrets, worker: peers?.number });
  // Of several processes the one that keeps them says it.
  if (!peers) warnOf(routes, config, log);
  const { seal, kept } = openSeal(config);
  const tracer = await tracerOf();
  let sandbox: Sandbox | undefined;
  let app: App | undefined;
  const close = async (notice: number) => {
    await app?.close(notice);
    await sandbox?.close();
  };
  try {
    sandbox = config.mode === 'sandbox' ? await startDemo(config) : undefined;
    app = await createApp({
      config: sandbox ? { ...config, apps: { ...sandbox.apps, ...config.apps } } : config,
      channels,
      routes: [...routes, ...(sandbox?.routes ?? [])],
      ...{ seal, kept, log, tracer, peers, onOpened },
      demo: sandbox && demoOf(sandbox.shops, channels),
    });
    noteServed(config);
    const demo = sandbox && (await seedDemo(app, sandbox, channels));
    const { host, port } = config.metrics;
    await app.metricsServer?.listen({ host, port: port ?? 0 });
    // A kept connection stays where it is: made again now and then, it goes to a process that has time.
    if (peers) app.server.server.maxRequestsPerSocket = CONNECTION_REQUESTS;
    await app.server.listen({ host: config.host, port: config.port });
    return {
      ...{ sandbox, close, signingSecret: demo?.signingSecret, channels: Object.keys(channels) },
      magicLink: sandbox && (await app.magicLink(DEMO.client, 'new-user')),
    };
  } catch (error) {
    await close(0);
    throw portTaken(error, config) ?? error;
  }
}
