// One process of the service; in sandbox mode with nine fake stores beside it and a demo client already linked.

import { secretKeys } from '../channels/field.ts';
import { channels } from '../channels/index.ts';
import type { Peers } from '../observe/cluster.ts';
import { openTracer } from '../observe/trace.ts';
import { openSeal } from '../operate/open.ts';
import { noteServed, requireSameMode } from '../operate/which-store.ts';
import { type App, createApp } from './app.ts';
import type { Config } from './config.ts';
import { DEMO } from './demo-client.ts';
import { createLog } from './log.ts';
import { portTaken } from './ports.ts';
import { demoOf, type Sandbox, seedDemo, seedOwn, startDemo } from './sandbox.ts';
import { startReads } from './sandbox-reads.ts';

const CONNECTION_REQUESTS = 500;

export interface ServiceOptions {
  readonly config: Config;
  /** The other processes on the same port, where there are any. */
  readonly peers: Peers | undefined;
  /** Whether the fake stores change by themselves. */
  readonly alive?: boolean;
  /** The store is open: from here on nothing takes long at a stretch. */
  readonly onOpened: () => void;
}

export type Service = Awaited<ReturnType<typeof startService>>;

export async function startService({ config, peers, alive, onOpened }: ServiceOptions) {
  requireSameMode(config);
  const fields = Object.values(channels).flatMap((channel) => channel.fields);
  const secrets = { secretKeys: secretKeys(fields) };
  const log = createLog(config.logLevel, { ...secrets, worker: peers?.number });
  const { seal, kept } = openSeal(config);
  const tracer = await openTracer();
  let sandbox: Sandbox | undefined;
  let app: App | undefined;
  let stopReads: (() => Promise<void>) | undefined;
  const close = async (notice: number) => {
    await stopReads?.();
    await app?.close(notice);
    await sandbox?.close();
  };
  try {
    sandbox = config.mode === 'sandbox' ? await startDemo(config, alive) : undefined;
    app = await createApp({
      config: sandbox ? { ...config, apps: { ...sandbox.apps, ...config.apps } } : config,
      channels,
      routes: [...config.routes, ...(sandbox?.routes ?? [])],
      ...{ seal, kept, log, tracer, peers, onOpened },
      demo: sandbox && demoOf(sandbox.shops, channels),
    });
    noteServed(config);
    const demo = sandbox && (await seedDemo(app, sandbox.shops, channels));
    const { metricsHost, metricsPort = 0 } = config;
    await app.metricsServer?.listen({ host: metricsHost, port: metricsPort });
    await app.consoleServer?.listen({ host: config.host, port: config.consolePort ?? 0 });
    // A kept connection stays where it is: made again now and then, it goes to a process that has time.
    if (peers) app.server.server.maxRequestsPerSocket = CONNECTION_REQUESTS;
    await app.server.listen({ host: config.host, port: config.port });
    const isReading = config.console === 'on' && config.sandboxReads === 'on';
    if (sandbox && isReading && (peers?.number ?? 1) === 1) {
      await seedOwn(app, sandbox.shops, channels);
      stopReads = startReads(app, channels, (error) =>
        log.warn({ reason: String(error) }, 'the sandbox’s own readings ended'),
      );
    }
    return {
      ...{ sandbox, close, channels: Object.keys(channels) },
      /** Of the demo client, for receivers of its completion events. */
      signingSecret: demo?.signingSecret,
      /** For a new user of the demo client: it leads through every channel. */
      magicLink: sandbox && (await app.magicLink(DEMO.client, 'new-user')),
    };
  } catch (error) {
    await close(0);
    throw portTaken(error, config) ?? error;
  }
}
