// The service in sandbox mode, as "npm start" runs it, on ports of its own: what the tools look at.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export interface RunningSandbox {
  readonly origin: string;
  close(): Promise<void>;
}

const PATIENCE = 60_000;

/** `baseUrl`: what the document says where the service is, if not where it really is. */
export async function startSandbox(baseUrl?: string): Promise<RunningSandbox> {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const origin = `http://localhost:${port}`;
  const dataDir = mkdtempSync(join(tmpdir(), 'manifold-tools-'));
  const program = fileURLToPath(new URL('../bin/manifold.mjs', import.meta.url));
  const service = spawn(process.execPath, [program, 'serve'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      MANIFOLD_PORT: String(port),
      MANIFOLD_SANDBOX_PORT: String(sandboxPort),
      MANIFOLD_DATA_DIR: dataDir,
      MANIFOLD_LOG_LEVEL: 'error',
      ...(baseUrl !== undefined && { MANIFOLD_BASE_URL: baseUrl }),
    },
  });
  const ended = once(service, 'exit');
  const close = async () => {
    service.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  const until = Date.now() + PATIENCE;
  while (!(await isReady(origin))) {
    if (Date.now() > until || service.exitCode !== null) {
      await close();
      throw new Error('the service did not start');
    }
    await pause(100);
  }
  return { origin, close };
}

const isReady = (origin: string): Promise<boolean> =>
  fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return address && typeof address === 'object' ? address.port : 0;
}
