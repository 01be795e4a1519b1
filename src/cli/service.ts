// One process of the service; in sandbox mode with nine fake stores beside it and a demo client already linked.
import { type App, createApp } from '../app.ts';
import { secretKeys } from '../channels/field.ts';
import { channels } from '../channels/index.ts';
import { type Config, ConfigError } from '../config.ts';
import { createLog } from '../log.ts';
import type { Tracer } from '../model/trace.ts';
import type { Fellows } from '../observe/fellows.ts';
import { openTracer, TraceSettingError } from '../observe/trace.ts';
import { VERSION } from '../version.ts';
import { DEMO } from './demo-client.ts';
import { openSeal } from './open.ts';
import { type Route, warnOf } from './routes.ts';
import { demoOf, type Sandbox, seedDemo, startDemo } from './sandbox.ts';
import { noteServed } from './which-store.ts';

export interface ServiceOptions {
  readonly config: Config;
  readonly routes: readonly Route[];
  /** The other processes on the same port, where there are any. */
  readonly fellows: Fellows | undefined;
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
  const { config, routes, fellows } = options;
  const fields = Object.values(channels).flatMap((channel) => channel.fields);
  const secrets = { secretKeys: secretKeys(fields) };
  const log = createLog(config.logLevel, { ...secrets, worker: fellows?.number });
  // Of several processes the one that keeps them says it.
  if (!fellows) warnOf(routes, config, log);
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
      ...{ seal, kept, log, tracer, fellows },
      demo: sandbox && demoOf(sandbox.shops, channels),
    });
    noteServed(config);
    const demo = sandbox && (await seedDemo(app, sandbox, channels));
    const { host, port } = config.metrics;
    await app.metricsServer?.listen({ host, port: port ?? 0 });
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

/** By OpenTelemetry's own variables, which its library reads too. */
async function tracerOf(): Promise<Tracer | undefined> {
  try {
    return await openTracer(process.env, VERSION);
  } catch (error) {
    if (error instanceof TraceSettingError) throw new ConfigError(error.message);
    throw error;
  }
}

function portTaken(error: unknown, config: Config): ConfigError | undefined {
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  const isMetrics = port !== undefined && port === config.metrics.port;
  const ports = isMetrics ? 'MANIFOLD_METRICS_PORT' : 'MANIFOLD_PORT';
  const setting = port === config.sandboxPort ? 'MANIFOLD_SANDBOX_PORT' : ports;
  if (code === 'EADDRINUSE')
    return new ConfigError(
      `Port ${port} is taken. Stop what uses it, or set ${setting} to another.`,
    );
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL') {
    const [host, both] = isMetrics
      ? [config.metrics.host, 'MANIFOLD_METRICS_HOST and MANIFOLD_METRICS_PORT']
      : [config.host, 'MANIFOLD_HOST and MANIFOLD_PORT'];
    return new ConfigError(`${host}:${port} cannot be listened on (${code}). Check ${both}.`);
  }
  return undefined;
}
