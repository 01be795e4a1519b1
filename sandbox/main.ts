// Runs only the sandbox from the command line: `node sandbox/main.ts --port 8090`.
import { parseArgs } from 'node:util';
import { startSandbox } from './server.ts';

const usage = `Usage: node sandbox/main.ts [--port 8090] [--host 127.0.0.1] [--log FILE] [--rates vendor|relaxed] [--alive SECONDS]
--alive changes something at random every so many seconds, for demonstrations.
The same by MANIFOLD_SANDBOX_PORT, MANIFOLD_SANDBOX_LOG and MANIFOLD_SANDBOX_RATES.`;

await run();

async function run(): Promise<void> {
  const { env } = process;
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: env.MANIFOLD_SANDBOX_PORT ?? '8090' },
      host: { type: 'string', default: '127.0.0.1' },
      log: { type: 'string', default: env.MANIFOLD_SANDBOX_LOG ?? '' },
      rates: { type: 'string', default: env.MANIFOLD_SANDBOX_RATES ?? 'relaxed' },
      alive: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    return fail(`${values.port} is not a port.`);
  if (values.rates !== 'vendor' && values.rates !== 'relaxed')
    return fail('rates is vendor or relaxed.');
  const seconds = values.alive === undefined ? undefined : Number(values.alive);
  if (seconds !== undefined && !(seconds >= 0.1 && seconds <= 86_400))
    return fail('alive is a number of seconds, from 0.1 to 86400.');
  try {
    const sandbox = await startSandbox({
      port,
      host: values.host,
      relaxed: values.rates === 'relaxed',
      ...(values.log === '' ? {} : { log: values.log }),
    });
    console.log(`Sandbox stores at ${sandbox.origin}`);
    sandbox.changes.live(seconds ?? 0);
    const stop = (): void => {
      sandbox.close().then(() => process.exit(0), fail);
    };
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    fail(taken ? `Port ${port} is taken.` : error);
  }
}

function fail(reason: unknown): void {
  console.error(`sandbox: ${reason instanceof Error ? reason.message : String(reason)}`);
  process.exit(1);
}
