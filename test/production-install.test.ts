// What "npm ci --omit=dev" leaves is enough for production, and sandbox mode says what it lacks.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { newKeyEntry } from '../src/keys/ring.ts';
import { type Child, listenTo } from './listen.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'manifold-production-'));
const running = new Set<Child>();
after(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const copy = (part: string) => cpSync(join(ROOT, part), join(folder, part), { recursive: true });

/** The service's own files, beside the packages that are not for development alone. */
function place(): void {
  for (const part of ['package.json', 'bin', 'src', 'docs', 'sandbox/README.md']) copy(part);
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, { dev?: true; optional?: true }>>;
  };
  for (const [path, { dev, optional }] of Object.entries(packages)) {
    if (dev || optional || path.lastIndexOf('node_modules/') !== 0) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(ROOT, path), join(folder, path));
  }
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return String(address && typeof address === 'object' ? address.port : 0);
}

async function serve(settings: Readonly<Record<string, string>>) {
  const port = await freePort();
  const child = spawn(process.execPath, [join(folder, 'bin/manifold.mjs'), 'serve'], {
    env: {
      PATH: process.env.PATH ?? '',
      MANIFOLD_PORT: port,
      MANIFOLD_SANDBOX_PORT: await freePort(),
      MANIFOLD_DATA_DIR: join(folder, settings.MANIFOLD_MODE ?? 'data'),
      MANIFOLD_NOTICE_SECONDS: '0',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { ...listenTo(child, running), origin: `http://127.0.0.1:${port}` };
}

test('production runs without the development packages and without the sandbox', {
  timeout: 240_000,
}, async () => {
  place();
  const service = await serve({
    MANIFOLD_MODE: 'production',
    MANIFOLD_BASE_URL: 'https://api.example.com',
    MANIFOLD_KEYS: newKeyEntry('k'),
  });
  await Promise.race([
    service.ended.then((code) => assert.fail(`ended with ${code}: ${service.said.err}`)),
    (async () => {
      while (!service.said.out.includes('is ready')) await once(service.child.stdout, 'data');
    })(),
  ]);
  assert.equal((await fetch(`${service.origin}/readyz`)).status, 200);
  for (const path of [
    '',
    'start',
    'errors',
    'sandbox',
    'channels/shopify',
    'decisions/0001-no-build',
  ])
    assert.equal((await fetch(`${service.origin}/docs/${path}`)).status, 200, path);
  service.child.kill('SIGTERM');
  assert.equal(await service.ended, 0);
});

test('sandbox mode without them ends with one sentence that says what to install', {
  timeout: 240_000,
}, async () => {
  copy('sandbox');
  const { said, ended } = await serve({ MANIFOLD_MODE: 'sandbox' });
  assert.equal(await ended, 1);
  assert.equal(
    said.err,
    'Sandbox mode needs the package "graphql", which is not installed: run "npm ci" without --omit=dev, or set MANIFOLD_MODE=production.\n',
  );
});
