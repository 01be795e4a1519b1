// Starts Debian's PgBouncer for tests: in transaction mode, otherwise with its plain defaults.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { until } from './until.ts';

// PgBouncer refuses to run as root; this is the user without rights (uid 65534), if there is one.
const NO_RIGHTS = 65534;
const PORT = 6432;

/** As in `postgres.ts`: it lives as long as this end of the pipe. */
const KEEPER = `
  "$1" "$2/pgbouncer.ini" </dev/null >"$2/log" 2>&1 &
  pooler=$!
  read -r _
  kill -INT $pooler
  wait $pooler
  cd / && rm -rf "$2"
`;

export interface TestPooler {
  /** The address of a database of the server behind it. */
  readonly through: (databaseUrl: string) => string;
  readonly stop: () => Promise<void>;
}

/** Where the program is; undefined where the machine has none. */
export function findPgBouncer(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, 'pgbouncer')).find((file) => existsSync(file));
}

export async function startPgBouncer(program: string, server: string): Promise<TestPooler> {
  const folder = mkdtempSync(join(tmpdir(), 'mfpb-'));
  const behind = new URL(server);
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${behind.searchParams.get('host')}
[pgbouncer]
pool_mode = transaction
unix_socket_dir = ${folder}
listen_port = ${PORT}
auth_type = trust
auth_file = ${folder}/users
`,
  );
  writeFileSync(join(folder, 'users'), `"${behind.username}" ""\n`);
  const owner = process.getuid?.() === 0 ? { uid: NO_RIGHTS, gid: NO_RIGHTS } : {};
  if (owner.uid !== undefined) spawnSync('chown', ['-R', `${NO_RIGHTS}:${NO_RIGHTS}`, folder]);
  const keeper = spawn('sh', ['-c', KEEPER, 'keeper', program, folder], {
    ...owner,
    cwd: folder,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  let isOver = false;
  const ended = new Promise<void>((resolve) =>
    keeper.once('close', () => {
      isOver = true;
      resolve();
    }),
  );
  await until(() => {
    if (isOver) throw new Error('PgBouncer did not start');
    return existsSync(join(folder, `.s.PGSQL.${PORT}`));
  }, 'its socket');
  return {
    through(databaseUrl) {
      const url = new URL(databaseUrl);
      url.port = String(PORT);
      url.searchParams.set('host', folder);
      return url.href;
    },
    async stop() {
      keeper.stdin.end();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
