// Runs the service; in sandbox mode with nine fake stores beside it and a demo client already linked.
import { createApp } from '../app.ts';
import { secretKeys } from '../channels/field.ts';
import { channels } from '../channels/index.ts';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { createLog } from '../log.ts';
import type { Tracer } from '../model/trace.ts';
import { type Route, readRoutes } from '../net/route.ts';
import { openTracer, TraceSettingError } from '../observe/trace.ts';
import { VERSION } from '../version.ts';
import { command, parse } from './command.ts';
import { giveBackWhenQuiet } from './give-back.ts';
import { openSeal } from './open.ts';
import { DEMO, type Sandbox, seedDemo, startDemo } from './sandbox.ts';
import { welcome } from './welcome.ts';
import { noteServed, requireSameMode } from './which-store.ts';

/** Beyond the time for calls under way: their last words, deliveries under way, the store. */
const GRACE = 10_000;
/** A terminal and npm each pass on the same Ctrl-C. */
const SAME_SIGNAL = 500;
const LINGER = 500;

const USAGE = `Usage:
  manifold serve

It takes no arguments; everything is set by MANIFOLD_… variables. "manifold doctor" checks
them, "manifold doctor --settings" explains each.`;

export const serve = command(USAGE, async (args, io) => {
  parse(args, {});
  const started = performance.now();
  const config = readConfig(process.env);
  requireSameMode(config);
  const { seal, kept } = openSeal(config);
  const fields = Object.values(channels).flatMap((channel) => channel.fields);
  const log = createLog(config.logLevel, { secretKeys: secretKeys(fields) });
  const given = routesOf(config);
  const tracer = await tracerOf();
  if (config.mode === 'production')
    for (const { pattern, origin } of given)
      log.warn({ pattern, origin }, 'a route sends calls for this host elsewhere');

  let sandbox: Sandbox | undefined;
  let app: Awaited<ReturnType<typeof createApp>> | undefined;
  let demo: Awaited<ReturnType<typeof seedDemo>> | undefined;
  const close = async (notice = 0) => {
    await app?.close(notice);
    await sandbox?.close();
  };
  try {
    sandbox = config.mode === 'sandbox' ? await startDemo(config) : undefined;
    app = await createApp({
      config: sandbox ? { ...config, apps: { ...sandbox.apps, ...config.apps } } : config,
      channels,
      routes: [...given, ...(sandbox?.routes ?? [])],
      seal,
      kept,
      log,
      tracer,
    });
    noteServed(config);
    if (sandbox) demo = await seedDemo(app, sandbox, channels);
    const { host, port } = config.metrics;
    await app.metricsServer?.listen({ host, port: port ?? 0 });
    await app.server.listen({ host: config.host, port: config.port });
  } catch (error) {
    await close();
    throw portTaken(error, config) ?? error;
  }
  welcome({
    config,
    sandbox,
    signingSecret: demo?.signingSecret,
    magicLink: sandbox && (await app.magicLink(DEMO.client, 'new-user')),
    channels: Object.keys(channels),
    took: performance.now() - started,
    io,
  });
  giveBackWhenQuiet();
  const signal = await ended();
  const hurry = setTimeout(() => process.exit(1), config.drainSeconds * 1000 + GRACE);
  // Nobody is in front of someone at a terminal.
  await close(signal === 'SIGINT' ? 0 : config.noticeSeconds * 1000);
  clearTimeout(hurry);
  // Everything is stored: what does not notice the end by itself is not waited for.
  setTimeout(() => process.exit(0), LINGER).unref();
  return 0;
});

function routesOf(config: Config): readonly Route[] {
  if (config.routes === undefined) return [];
  try {
    return readRoutes(config.routes);
  } catch (error) {
    throw new ConfigError((error as Error).message);
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

/** Resolves when someone asks the process to end; asked again, it ends at once. */
function ended(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let asked: number | undefined;
    const end = (signal: NodeJS.Signals) => {
      asked ??= performance.now();
      if (performance.now() - asked > SAME_SIGNAL) process.exit(1);
      resolve(signal);
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
  });
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
