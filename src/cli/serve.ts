// Runs the service; in sandbox mode with nine fake stores beside it and a demo client already linked.
import { createApp } from '../app.ts';
import { secretKeys } from '../channels/field.ts';
import { channels } from '../channels/index.ts';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { type Route, readRoutes } from '../net/route.ts';
import type { Io } from './command.ts';
import { openSeal } from './open.ts';
import { DEMO, type Sandbox, seedDemo, startDemo } from './sandbox.ts';
import { welcome } from './welcome.ts';

/** Beyond the time for calls under way: their last words, deliveries under way, the store. */
const GRACE = 10_000;
/** A terminal and npm each pass on the same Ctrl-C. */
const SAME_SIGNAL = 500;
const LINGER = 500;

export async function serve(args: string[], io: Io): Promise<number> {
  if (args.length > 0) {
    io.err(
      '"manifold serve" takes no arguments; everything is set by MANIFOLD_… variables ("manifold doctor").',
    );
    return 1;
  }
  const started = performance.now();
  const config = readConfig(process.env);
  const seal = openSeal(config);
  const fields = Object.values(channels).flatMap((channel) => channel.fields);
  const log = createLog(config.logLevel, { secretKeys: secretKeys(fields) });
  const given = routesOf(config);
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
      log,
    });
    if (sandbox) demo = await seedDemo(app, sandbox, channels);
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
  const signal = await ended();
  const hurry = setTimeout(() => process.exit(1), config.drainSeconds * 1000 + GRACE);
  // Nobody is in front of someone at a terminal.
  await close(signal === 'SIGINT' ? 0 : config.noticeSeconds * 1000);
  clearTimeout(hurry);
  // Everything is stored: what does not notice the end by itself is not waited for.
  setTimeout(() => process.exit(0), LINGER).unref();
  return 0;
}

function routesOf(config: Config): readonly Route[] {
  if (config.routes === undefined) return [];
  try {
    return readRoutes(config.routes);
  } catch (error) {
    throw new ConfigError((error as Error).message);
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
  if (code === 'EADDRINUSE')
    return new ConfigError(
      `Port ${port} is taken. Stop what uses it, or set ${port === config.sandboxPort ? 'MANIFOLD_SANDBOX_PORT' : 'MANIFOLD_PORT'} to another.`,
    );
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL')
    return new ConfigError(
      `${config.host}:${port} cannot be listened on (${code}). Check MANIFOLD_HOST and MANIFOLD_PORT.`,
    );
  return undefined;
}
