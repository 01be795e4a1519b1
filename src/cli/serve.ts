// Runs the service, in this process or in several on the same port, until it is asked to end.
import { secretKeys } from '../channels/field.ts';
import { channels } from '../channels/index.ts';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { type Route, readRoutes } from '../net/route.ts';
import { command, parse, sentenceFor } from './command.ts';
import { startService } from './service.ts';
import { welcome } from './welcome.ts';
import { requireSameMode } from './which-store.ts';
import { takePost } from './worker.ts';
import { partOf, runWorkers } from './workers.ts';

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
  const post = takePost();
  const config = readConfig(process.env);
  requireSameMode(config);
  const fields = Object.values(channels).flatMap((channel) => channel.fields);
  const secrets = { secretKeys: secretKeys(fields) };
  const log = createLog(config.logLevel, { ...secrets, worker: post?.number });
  const routes = routesOf(config);
  const endWithin = config.drainSeconds * 1000 + GRACE;
  const greet = (service?: Awaited<ReturnType<typeof startService>>) =>
    welcome({
      ...{ config, io, channels: Object.keys(channels), took: performance.now() - started },
      ...{ sandbox: service?.sandbox, signingSecret: service?.signingSecret },
      magicLink: service?.magicLink,
    });
  // What workers need not say each.
  if (!post && config.mode === 'production')
    for (const { pattern, origin } of routes)
      log.warn({ pattern, origin }, 'a route sends calls for this host elsewhere');

  if (config.workers > 1 && !post) {
    const code = await runWorkers({
      ...{ count: config.workers, log, io, ended, endWithin },
      onReady: () => greet(),
    });
    linger(code);
    return code;
  }

  const starting = startService({ config: partOf(config), routes, log, fellows: post });
  const service = await starting.catch(async (error) => {
    const sentence = sentenceFor(error);
    if (!post || sentence === undefined) throw error;
    await post.failed(sentence);
    return undefined;
  });
  if (!service) {
    linger(1);
    return 1;
  }
  if (!post) greet(service);
  const asked = ended();
  post?.ready();
  const signal = await (post ? Promise.race([asked, post.ended]) : asked);
  const hurry = setTimeout(() => process.exit(1), endWithin);
  // Nobody is in front of someone at a terminal.
  await service.close(signal === 'SIGINT' ? 0 : config.noticeSeconds * 1000);
  clearTimeout(hurry);
  post?.leave();
  linger(0);
  return 0;
});

/** Everything is stored: what does not notice the end by itself is not waited for. */
const linger = (code: number): void => {
  setTimeout(() => process.exit(code), LINGER).unref();
};

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
