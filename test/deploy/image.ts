// The container image without a container: assembles its files as deploy/Containerfile does, and runs
// them as a user of no rights, on a read-only root, with nothing but the data folder to write to.

import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../chaos/service-process.ts';
import { find } from './front.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const bwrap = find('bwrap');
if (bwrap === undefined) {
  console.error('This needs bubblewrap ("bwrap"), which is not on this machine.');
  process.exit(1);
}
const folder = mkdtempSync(join(tmpdir(), 'manifold-image-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
// The user of the image has to get through it to compile.
chmodSync(folder, 0o755);
const image = join(folder, 'image');
const data = join(folder, 'data');
mkdirSync(data);

const made = spawnSync('sh', [join(ROOT, 'deploy/container/assemble.sh'), ROOT, image], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
if (made.status !== 0) process.exit(1);

const port = String(await freePort());
/** As the container file sets it, and what its operator adds. */
const containerFile = readFileSync(join(ROOT, 'deploy/Containerfile'), 'utf8');
const given = /^ENV ([^\\\n]*(?:\\\n[^\\\n]*)*)/m.exec(containerFile)?.[1]?.split(/\\\n/) ?? [];
const settings = Object.fromEntries([
  ...given.map((each) => each.trim().split('=') as [string, string]),
  ['MANIFOLD_PORT', port],
  ['MANIFOLD_BASE_URL', 'https://api.example.com'],
  ['MANIFOLD_KEYS', `image:${randomBytes(32).toString('base64')}`],
  ['MANIFOLD_NOTICE_SECONDS', '0'],
]);

const inside = (...command: string[]) => [
  ...['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--die-with-parent'],
  ...['--uid', '10001', '--gid', '10001', '--cap-drop', 'ALL', '--new-session'],
  ...['--ro-bind', image, '/', '--dev', '/dev', '--proc', '/proc', '--bind', data, '/data'],
  ...['--chdir', '/app', '--'],
  ...command,
];
/** Has Node say of every file whether it found it compiled. */
const told = { ...settings, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' };
const run = (...command: string[]) => runWith(settings, ...command);
const runWith = (env: Readonly<Record<string, string>>, ...command: string[]) =>
  spawnSync(bwrap, inside(...command), { env, encoding: 'utf8', maxBuffer: Infinity });

function show(what: string, ok: boolean, detail = '') {
  console.log(`${ok ? 'good' : 'BAD '}  ${what}${detail && `: ${detail}`}`);
  if (!ok) process.exitCode = 1;
}

function showCompiled(what: string, said: string, anewAtMost: number) {
  const found = said.match(/ was accepted/g)?.length ?? 0;
  const anew = said.match(/ was (not initialized|rejected)/g)?.length ?? 0;
  show(what, found > 100 && anew <= anewAtMost, `${found} files found compiled, ${anew} not`);
}
const LOAD_DRIVER =
  'import("/app/bin/compiled.mjs").then(({ keepCompiled }) => { keepCompiled(); return import("/app/src/store/postgres.ts"); })';

const size = (path: string) =>
  Math.round(
    Number(spawnSync('du', ['-sk', path], { encoding: 'utf8' }).stdout.split('\t')[0]) / 1024,
  );
const sizes = {
  Node: 'usr',
  packages: 'app/node_modules',
  'what is compiled (in packages)': 'app/node_modules/.cache',
  'own files': 'app/src',
};
const each = Object.entries(sizes).map(([what, path]) => `${what} ${size(join(image, path))}`);
console.log(`size  ${size(image)} MiB: ${each.join(', ')}`);

/** Every file, with what would tell that somebody wrote to it. */
const files = () =>
  spawnSync('find', [image, '-printf', '%p %s %m %U %T@\\n'], {
    encoding: 'utf8',
    maxBuffer: Infinity,
  }).stdout;
const asBuilt = files();

const before = run('node', 'healthy.mjs');
show('the health check fails while nothing runs', before.status === 1, before.stderr.trim());

const service = spawn(bwrap, inside('node', 'bin/manifold.mjs', 'serve'), {
  env: told,
  stdio: ['ignore', 'pipe', 'pipe'],
});
let said = '';
let log = '';
service.stderr.on('data', (chunk) => {
  log += chunk;
});
service.stdout.on('data', (chunk) => {
  said += chunk;
});
const ended = once(service, 'close');
while (!said.includes('is ready') && service.exitCode === null)
  await Promise.race([once(service.stdout, 'data'), ended]);
show('it starts', said.includes('is ready'));
if (service.exitCode !== null) {
  console.error(log);
  process.exit(1);
}

const health = run('node', 'healthy.mjs');
show('the health check passes', health.status === 0, health.stderr.trim());
const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
show('it can work', ready.status === 200, await ready.text());
for (const path of ['', 'start', 'sandbox']) {
  const page = await fetch(`http://127.0.0.1:${port}/docs/${path}`);
  show(`the documentation is in it: /docs/${path}`, page.status === 200);
}
const client = run('node', 'bin/manifold.mjs', 'clients', 'create', 'someone');
show('commands work beside it', client.status === 0, client.stderr.trim());
const write = run('node', '-e', 'require("fs").writeFileSync("/app/x", "")');
show('the root cannot be written', /EROFS/.test(write.stderr));
const driver = runWith(told, 'node', '-e', LOAD_DRIVER);
showCompiled('the driver of PostgreSQL is compiled', driver.stderr, 0);
const shell = run('sh', '-c', 'true');
show('there is no shell', shell.status !== 0);

// The init of the namespace is the first child; the service is the one it waits for.
const children = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
const [init = 0] = children(service.pid ?? 0);
const [own = 0] = children(init);
process.kill(own, 'SIGTERM');
const [code] = await ended;
show('it ends cleanly on SIGTERM', code === 0, `exit code ${code}`);

// Fastify loads a file or two only when it is used.
showCompiled('what a start loads is compiled', log, 5);
show('nothing was written to the image', files() === asBuilt);
