// Runs deploy/compose.yaml for real, with the image that `npm run image` has built: docker-compose on
// podman's socket, with a network whose names are looked up, a PostgreSQL that asks for its password, and
// the service behind its published port.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { freePort } from '../port.ts';
import { getToken } from '../token.ts';
import { until } from '../until.ts';
import { fill, find } from './front.ts';
import { debian, folder, must, OWN, podman, ROOT, run, show } from './podman.ts';

/** In place of the image postgres:17, which only a registry has: the same version, set up as its page says. */
const START = `set -eu
as() { setpriv --reuid=999 --regid=999 --clear-groups "$@"; }
if [ ! -e "$PGDATA/PG_VERSION" ]; then
  chown 999:999 "$PGDATA"
  printf %s "$POSTGRES_PASSWORD" >/tmp/password && chown 999 /tmp/password
  as initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --auth=scram-sha-256 --encoding=UTF8 --locale=C.utf8
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  printf 'create database "%s";\\n' "$POSTGRES_DB" | as postgres --single -D "$PGDATA" postgres
fi
exec setpriv --reuid=999 --regid=999 --clear-groups postgres -c listen_addresses='*' -c unix_socket_directories=/tmp
`;
const FILE = `FROM scratch
COPY . /
ENV PATH=/usr/lib/postgresql/17/bin:/usr/bin PGDATA=/var/lib/postgresql/data PGHOST=/tmp
ENTRYPOINT ["sh", "/start.sh"]
STOPSIGNAL SIGINT
`;
function makePostgres(tag: string): ReturnType<typeof run> {
  const root = join(folder, 'postgres');
  const unpacked = debian(root, 'postgresql-17', 'bash', 'coreutils', 'dash', 'util-linux');
  if (unpacked.status !== 0) return unpacked;
  writeFileSync(join(root, 'etc/passwd'), 'postgres:x:999:999::/tmp:/bin/sh\n');
  writeFileSync(join(root, 'start.sh'), START);
  writeFileSync(join(root, 'Containerfile'), FILE);
  mkdirSync(join(root, 'var/lib/postgresql/data'), { recursive: true });
  const built = podman('build', '--quiet', '--format', 'docker', '--tag', tag, root);
  rmSync(root, { recursive: true });
  return built;
}

/** What this machine lacks of a network with names and published ports. */
function lacking(): string | undefined {
  const program = ['docker-compose', 'iptables'].find((each) => find(each) === undefined);
  if (program) return program;
  const places = ['/usr/lib/podman', '/usr/libexec/podman'];
  if (!places.some((place) => existsSync(join(place, 'aardvark-dns')))) return 'aardvark-dns';
  podman('network', 'create', 'trial');
  const tried = podman('run', '--rm', '--network', 'trial', '-p', '127.0.0.1::80', 'base', 'true');
  return tried.status === 0 ? undefined : `network for containers: ${tried.stderr.trim()}`;
}

export async function tryCompose(keys: string): Promise<void> {
  const lacks = lacking();
  if (lacks) return console.log(`THIS MACHINE HAS NO ${lacks}: deploy/compose.yaml is not run`);
  must('PostgreSQL 17 of Debian’s packages', makePostgres('docker.io/library/postgres:17'));
  must('a name for the image', podman('tag', 'manifold', 'docker.io/library/manifold:latest'));

  // The documented files in a folder of their own, and a port that is free.
  const port = await freePort();
  const place = join(folder, 'compose');
  mkdirSync(place);
  const text = readFileSync(join(ROOT, 'deploy/compose.yaml'), 'utf8');
  writeFileSync(join(place, 'compose.yaml'), fill(text, { ':8080:8080': `:${port}:8080` }));
  writeFileSync(
    join(place, '.env'),
    'MANIFOLD_BASE_URL=https://api.example.com\nPOSTGRES_PASSWORD=f00d5afe\n',
  );
  cpSync(keys, join(place, 'keys'));
  run('chown', '10001:10001', join(place, 'keys'));
  const socket = `unix://${join(folder, 'socket')}`;
  process.env.DOCKER_HOST = socket;
  const service = spawn('podman', [...OWN, 'system', 'service', '--time=0', socket], {
    stdio: 'ignore',
  });
  process.once('exit', () => service.kill());
  await until(() => existsSync(join(folder, 'socket')), 'podman’s socket');

  const args = [
    '--project-name',
    'trial',
    '--project-directory',
    place,
    '-f',
    `${place}/compose.yaml`,
  ];
  const up = spawn('timeout', ['120', 'docker-compose', ...args, 'up', '--detach', '--no-build']);
  let said = '';
  for (const output of [up.stdout, up.stderr]) output.on('data', (part) => (said += part));
  // Where systemd is no first process, nothing runs podman's health checks by itself: as often as the file says.
  const every = Number.parseInt(parse(text).services.database.healthcheck.interval, 10) * 1000;
  let checked = performance.now();
  await until(
    () => {
      if (performance.now() - checked > every) {
        podman('healthcheck', 'run', 'trial_database_1');
        checked = performance.now();
      }
      return up.exitCode;
    },
    'docker-compose up',
    (code) => code !== null,
    130_000,
  );
  show('docker-compose starts deploy/compose.yaml', up.exitCode === 0, up.exitCode ? said : '');
  const origin = `http://127.0.0.1:${port}`;
  const ready = await until(
    async () => (await fetch(`${origin}/readyz`).catch(() => undefined))?.status === 200,
    'the service on its published port',
  ).catch(() => false);
  show('the service can work, on its published port', ready);
  if (!ready) console.error(podman('logs', '--tail', '20', 'trial_manifold_1').stderr);

  const made = podman(
    ...['exec', 'trial_manifold_1', 'node', 'bin/manifold.mjs', 'clients', 'create', 'my-app'],
    '--json',
  );
  const { client_secret: secret } = JSON.parse(must('a client is made on its PostgreSQL', made));
  const token = await getToken(origin, { id: 'my-app', secret });
  show('and gets a token', typeof token === 'string' && token.length > 20);
  const down = run('timeout', '120', 'docker-compose', ...args, 'down', '--volumes');
  show('docker-compose ends it', down.status === 0, down.status === 0 ? '' : down.stderr);
  service.kill();
}
