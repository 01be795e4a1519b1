// The server's package, installed into an empty folder beside the packages it depends on and none else: it
// has no tests, it is small, and it runs in production and as a sandbox.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { newKeyEntry } from '../src/keys/ring.ts';
import { type Child, listenTo } from './listen.ts';
import { freePort } from './port.ts';
import { until } from './until.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'manifold-package-'));
const packed = join(folder, 'packed');
const home = join(folder, 'home');
const installed = join(home, 'node_modules/@manifold-commerce/server');
const running = new Set<Child>();
after(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** As npm would do it, without asking a registry. */
before(() => {
  execFileSync(process.execPath, [join(ROOT, 'tools/pack.ts'), packed], {
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, { dev?: true; optional?: true }>>;
  };
  for (const [path, { dev, optional }] of Object.entries(packages)) {
    if (dev || optional || path.lastIndexOf('node_modules/') !== 0) continue;
    mkdirSync(dirname(join(home, path)), { recursive: true });
    symlinkSync(realpathSync(join(ROOT, path)), join(home, path));
  }
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', tarball('server'), '-C', installed, '--strip-components=1']);
  mkdirSync(join(home, 'node_modules/.bin'));
  const program = join(installed, 'bin/manifold.mjs');
  chmodSync(program, 0o755);
  symlinkSync(program, join(home, 'node_modules/.bin/manifold'));
});

function tarball(which: 'server' | 'client'): string {
  const name = readdirSync(packed).find((each) => each.startsWith(`manifold-commerce-${which}-`));
  return join(packed, name ?? '');
}

async function serve(settings: Readonly<Record<string, string>>) {
  const port = String(await freePort());
  const child = spawn(process.execPath, [join(home, 'node_modules/.bin/manifold'), 'serve'], {
    cwd: home,
    env: {
      PATH: process.env.PATH ?? '',
      MANIFOLD_PORT: port,
      MANIFOLD_SANDBOX_PORT: String(await freePort()),
      MANIFOLD_DATA_DIR: join(folder, settings.MANIFOLD_MODE ?? 'data'),
      MANIFOLD_NOTICE_SECONDS: '0',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { ...listenTo(child, running), origin: `http://127.0.0.1:${port}` };
}

const MEGABYTE = 2 ** 20;

test('it holds what runs and what is read: no test, no TypeScript to run, under 15 MB', () => {
  const files = readdirSync(installed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  assert.ok(files.length > 500);
  assert.deepEqual(
    files.filter((file) => /(?<!\.d)\.ts$|\.test\.|\/fake-|\.unified\.json$/.test(file)),
    [],
  );
  const size = files.reduce((sum, file) => sum + statSync(file).size, 0);
  assert.ok(size < 15 * MEGABYTE, `${size} bytes`);
  const about = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  assert.equal(about.name, '@manifold-commerce/server');
  assert.equal(about.private, undefined, 'it can be published');
  const said = execFileSync('npx', ['--offline', '--no', '--', 'manifold', '--version'], {
    cwd: home,
    encoding: 'utf8',
  });
  assert.equal(said.trim(), about.version);
});

async function ready({ said, ended, origin }: Awaited<ReturnType<typeof serve>>) {
  const early = ended.then((code) => assert.fail(`ended with ${code}: ${said.err}`));
  early.catch(() => {});
  await Promise.race([
    early,
    until(async () => (await fetch(`${origin}/readyz`).catch(() => undefined))?.status === 200),
  ]);
}

test('production runs', { timeout: 900_000 }, async () => {
  const service = await serve({
    MANIFOLD_MODE: 'production',
    MANIFOLD_BASE_URL: 'https://api.example.com',
    MANIFOLD_KEYS: newKeyEntry('k'),
  });
  await ready(service);
  const home = (await (await fetch(service.origin)).json()) as object;
  // Not even that there is a console.
  assert.deepEqual(Object.keys(home), [
    ...['name', 'guides', 'reference', 'openapi', 'collection', 'client', 'client_python', 'llms'],
    'health',
  ]);
  for (const path of [
    ...['', 'start', 'errors', 'sandbox', 'channels/shopify', 'decisions/0001-no-build'],
  ])
    assert.equal((await fetch(`${service.origin}/docs/${path}`)).status, 200, path);
  service.child.kill('SIGTERM');
  assert.equal(await service.ended, 0);
});

test('the sandbox runs, with an order, a rule in its own process, and the client', {
  timeout: 900_000,
}, async () => {
  const service = await serve({ MANIFOLD_MODE: 'sandbox' });
  await ready(service);
  const home = (await (await fetch(service.origin)).json()) as { console: string };
  assert.equal((await fetch(service.origin + home.console)).status, 200);
  const { access_token } = (await (
    await fetch(`${service.origin}/connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: 'demo-client',
        client_secret: 'demo-secret',
      }),
    })
  ).json()) as { access_token: string };
  const call = async (method: string, path: string, body: unknown) => {
    const answer = await fetch(`${service.origin}/api/ServiceClientApp/${path}`, {
      method,
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.ok(answer.ok, `${path}: ${answer.status}`);
    return (await answer.json()) as { Output: { result: { note: string }[] } };
  };
  const rules = [{ field: 'note', expression: "'rule ' & $string(1 + 1)" }];
  await call('PUT', 'Overrides', { channel: 'shopify', resource: 'orders', rules });
  const wanted = { limit: 1, fields: 'note' };
  const asked = 'Unified/Orders?channel=shopify&tpUserId=demo-user';
  assert.equal((await call('POST', asked, wanted)).Output.result[0]?.note, 'rule 2');
  const served = await fetch(`${service.origin}/docs/client.tgz`);
  assert.deepEqual(Buffer.from(await served.arrayBuffer()), readFileSync(tarball('client')));
  const python = await fetch(`${service.origin}/docs/client-python.tar.gz`);
  const made = readdirSync(packed).find((name) => name.startsWith('manifold_commerce-')) ?? '';
  assert.deepEqual(Buffer.from(await python.arrayBuffer()), readFileSync(join(packed, made)));
  service.child.kill('SIGTERM');
  assert.equal(await service.ended, 0);
});
