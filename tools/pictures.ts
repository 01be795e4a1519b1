// `npm run pictures`: the pictures of the README, made from the running service.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'puppeteer-core';
import { startBrowser } from '../test/browser/browser.ts';
import { DEMO_CLIENT, getToken } from '../test/token.ts';
import { terminalPage } from './terminal.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MANIFOLD = join(ROOT, 'bin/manifold.mjs');
const PICTURES = join(ROOT, 'docs/pictures');
/** What the terminal of the picture shows: as a user would type it, and what is run. */
const TYPED = [
  'manifold orders shopify --max 5',
  'manifold products woocommerce --max 3',
  'manifold link customer-7',
];
const COLUMNS = 96;

const place = mkdtempSync(join(tmpdir(), 'manifold-pictures-'));
const [port, sandboxPort] = [await freePort(), await freePort()];
const origin = `http://localhost:${port}`;
const env = {
  ...process.env,
  MANIFOLD_PORT: String(port),
  MANIFOLD_SANDBOX_PORT: String(sandboxPort),
  MANIFOLD_BASE_URL: origin,
  MANIFOLD_DATA_DIR: place,
};
const service = spawn(process.execPath, [MANIFOLD, 'serve'], {
  env,
  stdio: ['ignore', 'ignore', 'inherit'],
});
const browser = await startBrowser();
try {
  await untilReady();
  mkdirSync(PICTURES, { recursive: true });
  await takeLink(browser);
  await takeTerminal(browser);
  await takeConsole(browser);
} finally {
  await browser.close();
  service.kill();
  if (service.exitCode === null) await once(service, 'exit');
  rmSync(place, { recursive: true, force: true });
}

/** The page on which an end user chooses a channel, in light and in dark. */
async function takeLink(browser: Browser) {
  const token = await getToken(origin, DEMO_CLIENT);
  for (const theme of ['light', 'dark'] as const) {
    const address = `${origin}/api/ServiceClientApp/GetTpUserAuthDisposableToken?${new URLSearchParams({ tpUserId: `picture-${theme}`, userName: 'you@example.com' })}`;
    const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
    const { uri } = (await answer.json()) as { uri: string };
    const page = await browser.newPage();
    await page.setViewport({ width: 600, height: 600, deviceScaleFactor: 1.5 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
    await page.goto(uri);
    await Promise.all([page.waitForNavigation(), page.click('button[type=submit]')]);
    await page.waitForNetworkIdle();
    await page.screenshot({ path: join(PICTURES, `link-${theme}.png`), fullPage: true });
    await page.close();
  }
}

async function takeTerminal(browser: Browser) {
  const shown = TYPED.map((command) => ({ command, output: onTerminal(command) }));
  for (const theme of ['light', 'dark'] as const) {
    const page = await browser.newPage();
    await page.setViewport({ width: 880, height: 400, deviceScaleFactor: 1.5 });
    // The address of the real installation, in place of this one's.
    const output = shown.map(({ command, output }) => ({
      command,
      output: output.replaceAll(origin, 'http://localhost:8080'),
    }));
    await page.setContent(terminalPage(output, theme));
    await page.screenshot({ path: join(PICTURES, `terminal-${theme}.png`), fullPage: true });
    await page.close();
  }
}

/** A call of the sandbox itself, as the console draws it. */
async function takeConsole(browser: Browser) {
  const calls = `${origin}/console/executions?client=sandbox&channel=shopify`;
  const one = /\/console\/executions\/[0-9a-f-]{36}/;
  let found: string | undefined;
  while (found === undefined) {
    await pause(500);
    [found] = one.exec(await (await fetch(calls)).text()) ?? [];
  }
  for (const theme of ['light', 'dark'] as const) {
    const page = await browser.newPage();
    await page.setViewport({ width: 1360, height: 1040, deviceScaleFactor: 1.25 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
    await page.goto(`${origin}${found}`);
    await page.screenshot({ path: join(PICTURES, `console-${theme}.png`) });
    await page.close();
  }
}

/** What a command writes when it runs on a terminal, colours included. */
function onTerminal(command: string): string {
  const [, ...words] = command.split(' ');
  const line = [process.execPath, MANIFOLD, ...words].map((word) => `'${word}'`).join(' ');
  return execFileSync('script', ['-qec', `stty cols ${COLUMNS}; ${line}`, '/dev/null'], {
    env: {
      ...process.env,
      MANIFOLD_URL: origin,
      TERM: 'xterm-256color',
      COLUMNS: String(COLUMNS),
      FORCE_COLOR: '1',
    },
    encoding: 'utf8',
  });
}

async function untilReady() {
  for (let tries = 0; tries < 200; tries++) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await pause(100);
  }
  throw new Error('The service did not become ready.');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
