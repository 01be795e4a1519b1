// The real service in a process of its own, on fixed ports, to be killed and started again.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../port.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SHIFTED_CLOCK = new URL('./shifted-clock.mjs', import.meta.url).href;

const { NODE_COMPILE_CACHE } = process.env;
/** Half the time of a start is compiling. One that is killed leaves nothing compiled, so it finds what the tests have. */
export const COMPILED = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };

/** Of starting it on its ports. */
const TRIES = 20;

export interface ProcessOptions {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
  readonly port?: number;
  /** How many files and sockets the process may have open at the same time. */
  readonly descriptors?: number;
  readonly settings?: Readonly<Record<string, string>>;
  /** Milliseconds that the clock of its machine is ahead of ours. */
  readonly clockAhead?: number;
  /** Where the service is, if it is not this one: an older version, say. */
  readonly root?: string;
}

export interface ServiceProcess {
  readonly origin: string;
  /** Everything it wrote to its terminal since it was last started. */
  readonly said: () => string;
  /** Of the demo client; known once it has started. */
  readonly signingSecret: () => string;
  /** Resolves when it is ready. */
  start(): Promise<void>;
  /** kill -9. */
  kill(): Promise<void>;
  /** Asks it to end, as Ctrl-C does. */
  stop(): Promise<number | null>;
}

export async function serviceProcess(options: ProcessOptions): Promise<ServiceProcess> {
  const port = options.port ?? (await freePort());
  const sandboxPort = await freePort();
  let child: ChildProcess | undefined;
  let signingSecret = '';
  let said = '';
  const { root = ROOT, clockAhead } = options;
  const shifted = clockAhead !== undefined && {
    NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`,
    SHIFTED_CLOCK_MS: String(clockAhead),
  };

  async function ended(signal: NodeJS.Signals): Promise<number | null> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return null;
    const exit = once(child, 'exit');
    child.kill(signal);
    const [code] = await exit;
    return code as number | null;
  }

  async function startOnce() {
    const command = [process.execPath, 'bin/manifold.mjs', 'serve'];
    const { descriptors } = options;
    if (descriptors) command.unshift('sh', '-c', `ulimit -n ${descriptors}; exec "$@"`, 'sh');
    const [file = '', ...args] = command;
    const started = spawn(file, args, {
      cwd: root,
      env: {
        PATH: process.env.PATH ?? '',
        ...COMPILED,
        MANIFOLD_PORT: String(port),
        MANIFOLD_SANDBOX_PORT: String(sandboxPort),
        MANIFOLD_BASE_URL: `http://127.0.0.1:${port}`,
        MANIFOLD_DATA_DIR: options.dataDir,
        MANIFOLD_CLIENT_RATE: '100000',
        MANIFOLD_CLIENT_BURST: '100000',
        MANIFOLD_NOTICE_SECONDS: '0',
        MANIFOLD_SANDBOX_READS: 'off',
        ...(options.databaseUrl && { MANIFOLD_DATABASE_URL: options.databaseUrl }),
        ...shifted,
        ...options.settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    said = '';
    started.stderr.on('data', (chunk) => {
      said += chunk;
    });
    await new Promise<void>((resolve, reject) => {
      started.once('exit', (code) => reject(new Error(`it ended with ${code}: ${said}`)));
      started.stdout.on('data', (chunk) => {
        said += chunk;
        signingSecret = /whsec_\S+/.exec(said)?.[0] ?? signingSecret;
        if (said.includes('Ctrl-C')) resolve();
      });
    });
  }

  return {
    origin: `http://127.0.0.1:${port}`,
    said: () => said,
    signingSecret: () => signingSecret,
    async start() {
      for (let tries = 1; ; tries++)
        try {
          return await startOnce();
        } catch (error) {
          // A connection of another program can have the port for a moment while this one is down.
          if (!said.includes('is taken') || tries === TRIES) throw error;
          await sleep(500);
        }
    },
    async kill() {
      await ended('SIGKILL');
    },
    stop: () => ended('SIGTERM'),
  };
}
