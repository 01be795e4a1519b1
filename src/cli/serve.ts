// Runs the service until it is asked to end: this process keeps those that serve, one or several on a port.
import cluster from 'node:cluster';
import { openWorkerLink, partOf, runCluster } from '../serve/cluster.ts';
import { readConfig } from '../serve/config.ts';
import { disablePretenuring } from '../serve/disable-pretenuring.ts';
import { createLog } from '../serve/log.ts';
import type { Service } from '../serve/service.ts';
import { startWatchdog } from '../serve/watchdog.ts';
import { command, part } from './command.ts';
import { type Io, UsageError } from './declare.ts';

/** Beyond the time for calls under way: their last words, deliveries under way, the store. */
const GRACE = 10_000;
/** A terminal and npm each pass on the same Ctrl-C. */
const SAME_SIGNAL = 500;
const LINGER = 500;

async function run(io: Io, alive: boolean): Promise<number> {
  const started = performance.now();
  const link = openWorkerLink();
  const config = readConfig(process.env);
  if (alive && config.mode === 'production') throw new UsageError('--alive is for the sandbox.');
  const endWithin = config.drainSeconds * 1000 + GRACE;
  const greet = async (service?: Service) => {
    const { welcome } = await import('./welcome.ts');
    welcome({ config, io, took: performance.now() - started, ...service });
  };

  // It logs nothing that came from outside.
  const log = createLog(config.logLevel, { secretKeys: [] });
  if (!link && config.mode === 'production')
    for (const { pattern, origin } of config.routes)
      log.warn({ pattern, origin }, 'a route sends calls for this host elsewhere');

  const { workers: count, watchdogSeconds } = config;
  const isOne = count === 1;
  // One process is kept too, so that it can be replaced; within somebody's cluster they do that.
  if (!link && (!isOne || (watchdogSeconds > 0 && cluster.isPrimary))) {
    const onReady = isOne ? () => {} : greet;
    const code = await runCluster({ count, log, ended, endWithin, onReady });
    linger(code);
    return code;
  }

  disablePretenuring();
  // Loaded only here: a process that keeps others needs none of it.
  const { startService } = await import('../serve/service.ts');
  const service = await startService({
    ...{ config: partOf(config), peers: isOne ? undefined : link, alive },
    onOpened: () => startWatchdog(watchdogSeconds, link?.number),
  });
  if (isOne) await greet(service);
  const asked = ended();
  link?.ready(isOne);
  const signal = await (link ? Promise.race([asked, link.ended]) : asked);
  const hurry = setTimeout(() => process.exit(1), endWithin);
  // No one is in front of someone at a terminal.
  await service.close(signal === 'SIGINT' ? 0 : config.noticeSeconds * 1000);
  clearTimeout(hurry);
  linger(0);
  return 0;
}

export const serve = command('serve', {
  '': part({
    about: 'run the service, until Ctrl-C',
    details:
      'Everything is set by MANIFOLD_… variables: "manifold doctor" checks them, "manifold doctor --settings" explains each. Unless MANIFOLD_MODE is production it runs the sandbox: nine fake stores and a demo client that is linked with each.',
    options: { alive: 'In the sandbox, change something at random every five seconds.' },
    examples: {
      serve: 'The sandbox, at http://localhost:8080',
      'serve --alive': 'The sandbox, where orders come and change by themselves',
      '--env-file /etc/manifold/manifold.env serve': 'With the settings of a file',
    },
    run: ({ io, options }) => run(io, options.alive),
  }),
});

/** Everything is stored: what does not notice the end by itself is not waited for. */
const linger = (code: number): void => {
  setTimeout(() => process.exit(code), LINGER).unref();
};

/** Resolves when someone asks the process to end; asked again, it ends immediately. */
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
