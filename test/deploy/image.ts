// `npm run image`: the container image, built by podman as deploy/Containerfile says and run as its first lines
// do: in production and as a sandbox, with a user of no rights, on a read-only root, with one volume; and as
// deploy/compose.yaml has it.

import { chmodSync, chownSync, cpSync, rmSync, writeFileSync } from 'node:fs';
import { arch } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../port.ts';
import { startPostgres } from '../postgres.ts';
import { DEMO_CLIENT, getToken } from '../token.ts';
import { until } from '../until.ts';
import { tryCompose } from './compose.ts';
import { debian, folder, must, needs, podman, ROOT, run, show } from './podman.ts';

const NO_RIGHTS = [
  ...['--network', 'host', '--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096'],
  ...['--read-only', '--read-only-tmpfs=false', '--cap-drop=ALL'],
  '--security-opt=no-new-privileges',
];

/** In place of the base image, which only a registry has: the same Debian, Node and npm. */
function makeBase(): string {
  const base = join(folder, 'base');
  const local = join(base, 'usr/local');
  const packages = ['bash', 'coreutils', 'dash', 'findutils', 'grep', 'libc-bin', 'libstdc++6'];
  needs('a base of Debian’s packages', debian(base, ...packages, 'sed', 'util-linux'));
  must('npm in it', run('npm', 'install', '--prefix', local, '--global', 'npm@11'));
  cpSync(join(ROOT, `node_modules/node-linux-${arch()}/bin/node`), join(local, 'bin/node'));
  // Whom this machine trusts, for those behind a proxy of their own.
  const trusted = process.env.NODE_EXTRA_CA_CERTS;
  if (trusted !== undefined) cpSync(trusted, join(base, 'etc/trusted.crt'), { dereference: true });
  writeFileSync(
    join(base, 'Containerfile'),
    `FROM scratch\nCOPY . /\n${trusted === undefined ? '' : 'ENV NODE_EXTRA_CA_CERTS=/etc/trusted.crt\n'}`,
  );
  needs('its image', podman('build', '--quiet', '--tag', 'base', base));
  needs('a container of it', podman('run', '--rm', ...NO_RIGHTS, 'base', 'true'));
  rmSync(base, { recursive: true });
  return 'localhost/base';
}

const BUILD = ['build', '--isolation', 'chroot', '--format', 'docker', '--tag', 'manifold'];
must(
  'the image is built',
  podman(...BUILD, '--build-arg', `BASE=${makeBase()}`, '--file', 'deploy/Containerfile', '.'),
);
const size = must('and has a size', podman('inspect', '--format', '{{.Size}}', 'manifold'));
console.log(`size  ${Math.round(Number(size) / 2 ** 20)} MiB`);

const keys = join(folder, 'keys');
const ring = podman('run', '--rm', ...NO_RIGHTS, 'manifold', 'keys', 'new');
writeFileSync(keys, must('it makes a key ring', ring), { mode: 0o600 });
chownSync(keys, 10001, 10001);
chmodSync(folder, 0o711);

/** As the documents say it, with the machine's own network in place of a port of its own. */
async function start(
  name: string,
  settings: Readonly<Record<string, string>>,
  ...volumes: readonly string[]
) {
  const port = String(await freePort());
  const given = {
    MANIFOLD_PORT: port,
    MANIFOLD_SANDBOX_PORT: String(await freePort()),
    MANIFOLD_BASE_URL: 'https://api.example.com',
    MANIFOLD_NOTICE_SECONDS: '0',
    // Has Node say of every file whether it found it compiled.
    NODE_DEBUG_NATIVE: 'COMPILE_CACHE',
    ...settings,
  };
  must(
    `${name} starts`,
    podman(
      ...['run', '--detach', '--name', name, ...NO_RIGHTS, '--volume', `${name}-data:/data`],
      ...['--volume', `${keys}:/run/secrets/manifold-keys:ro`],
      ...volumes.flatMap((volume) => ['--volume', volume]),
      ...Object.entries(given).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
      'manifold',
    ),
  );
  const origin = `http://127.0.0.1:${port}`;
  const ready = await until(
    async () => (await fetch(`${origin}/readyz`).catch(() => undefined))?.status === 200,
    `${name} is ready`,
  ).catch(() => false);
  show('it can work', ready);
  if (!ready) {
    const { stdout, stderr } = podman('logs', name);
    console.error(`${stdout}${stderr}`.replaceAll(/^\[compile cache\].*\n/gm, ''));
    process.exit(1);
  }
  return origin;
}

function end(name: string): void {
  const begun = performance.now();
  // Longer than it gives itself, so that what it does at its own end is seen.
  podman('stop', '--time', '60', name);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const code = podman('inspect', '--format', '{{.State.ExitCode}}', name).stdout.trim();
  show('it ends cleanly on SIGTERM', code === '0', `exit code ${code} after ${seconds} s`);
  if (code !== '0') console.error(podman('logs', '--tail', '40', name).stderr);
  const written = podman('diff', name).stdout.trim().split('\n');
  // What podman itself puts there to hang the volumes on.
  const own =
    /^$|^[AC] \/(run|etc|dev|proc|sys|app|data|tmp)?(\/(secrets|postgresql|hosts|hostname|resolv\.conf|\.containerenv)\b.*)?$/;
  const strange = written.filter((line) => !own.test(line));
  show('nothing was written to the image', strange.length === 0, strange.join(', '));
}

const production = await start('production', {
  MANIFOLD_KEYS_FILE: '/run/secrets/manifold-keys',
});
// Fastify loads a file or two only when it is used.
showCompiled('what a start loads is compiled', podman('logs', 'production').stderr, 5);
const inside = (...command: string[]) =>
  podman('exec', '--env', 'NODE_DEBUG_NATIVE=', 'production', ...command);
const health = podman('healthcheck', 'run', 'production');
show('the health check passes', health.status === 0, health.stderr.trim());
for (const path of ['', 'start', 'sandbox', 'client.tgz']) {
  const page = await fetch(`${production}/docs/${path}`);
  show(`the documentation is in it: /docs/${path}`, page.status === 200);
}
const client = inside('node', 'bin/manifold.mjs', 'clients', 'create', 'someone');
show('commands work beside it', client.status === 0, client.status === 0 ? '' : client.stderr);
const write = inside('node', '-e', 'require("fs").writeFileSync("/app/x", "")');
show('the root cannot be written', /EROFS/.test(write.stderr));
show('there is no shell', inside('sh', '-c', 'true').status !== 0);
const driver = podman(
  ...['exec', '--env', 'NODE_DEBUG_NATIVE=COMPILE_CACHE', 'production', 'node', '-e'],
  `import("/app/bin/compiled.mjs").then(({ keepCompiled }) => keepCompiled())
    .then(() => import("/app/src/serve/disable-pretenuring.ts"))
    .then(({ disablePretenuring }) => disablePretenuring())
    .then(() => import("/app/src/store/postgres.ts"))`,
);
showCompiled('the driver of PostgreSQL is compiled', driver.stderr, 0);
end('production');

const postgres = await startPostgres();
const { pathname } = new URL(await postgres.fresh());
const sandbox = await start(
  'sandbox',
  {
    MANIFOLD_MODE: 'sandbox',
    MANIFOLD_BASE_URL: 'http://localhost:8080',
    MANIFOLD_DATABASE_URL: `postgres://manifold@localhost${pathname}?host=/run/postgresql`,
  },
  `${postgres.socket}:/run/postgresql/.s.PGSQL.5432`,
);
const path = '/api/ServiceClientApp/Unified/Orders?channel=shopify&tpUserId=demo-user';
const answer = await fetch(`${sandbox}${path}`, {
  method: 'POST',
  headers: {
    authorization: `Bearer ${await getToken(sandbox, DEMO_CLIENT)}`,
    'content-type': 'application/json',
  },
  body: JSON.stringify({ limit: 1 }),
});
const { Output } = (await answer.json()) as { Output: { result: { total_price: string }[] } };
const total = Output.result[0]?.total_price ?? '';
show(
  'an order is read, with PostgreSQL',
  answer.status === 200 && /^\d+\.\d\d$/.test(total),
  total,
);
end('sandbox');
await postgres.stop();
await tryCompose(keys);

function showCompiled(what: string, said: string, freshAtMost: number) {
  const found = said.match(/ was accepted/g)?.length ?? 0;
  const fresh = said.match(/ was (not initialized|rejected)/g)?.length ?? 0;
  show(what, found > 100 && fresh <= freshAtMost, `${found} files found compiled, ${fresh} not`);
}
