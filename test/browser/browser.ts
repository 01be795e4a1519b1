// A real Chromium for tests: unpacked once, started once a file, with screenshots of what it saw.
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import puppeteer, { type Browser, type BrowserContext, type Page } from 'puppeteer-core';

const SCREENSHOTS = 'screenshots';
const LOCK = join(tmpdir(), 'manifold-chromium.lock');
const WAIT_MS = 60_000;

/** Two test files that start together must not unpack the same browser into the same place. */
async function unpacked(): Promise<{ readonly path: string; readonly args: string[] }> {
  if (process.env.CHROME_PATH) return { path: process.env.CHROME_PATH, args: ['--no-sandbox'] };
  // Makes the package bring its own libraries; it must be set before the import.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs24.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  for (let waited = 0; ; waited += 100) {
    try {
      mkdirSync(LOCK);
      break;
    } catch {
      if (waited > WAIT_MS) break;
      await pause(100);
    }
  }
  try {
    // In a single process it dies as soon as a second window is opened.
    const args = chromium.args.filter((arg) => arg !== '--single-process');
    return { path: await chromium.executablePath(), args };
  } finally {
    rmSync(LOCK, { recursive: true, force: true });
  }
}

export async function startBrowser(): Promise<Browser> {
  const { path, args } = await unpacked();
  return await puppeteer.launch({
    executablePath: path,
    headless: 'shell',
    args: await puppeteer.defaultArgs({ args, headless: 'shell' }),
  });
}

export interface Looks {
  readonly width?: number;
  readonly theme?: 'light' | 'dark';
  readonly language?: string;
  readonly javaScript?: boolean;
}

/** A window of its own: no cookie of another. */
export async function openWindow(
  browser: Browser,
  looks: Looks = {},
): Promise<{ readonly page: Page; readonly context: BrowserContext }> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await dress(page, looks);
  return { page, context };
}

export async function dress(page: Page, looks: Looks): Promise<void> {
  const { width = 1100, theme = 'light', language = 'en', javaScript = true } = looks;
  await page.setViewport({ width, height: width < 600 ? 780 : 900 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
  await page.setExtraHTTPHeaders({ 'accept-language': language });
  await page.setJavaScriptEnabled(javaScript);
}

/** For a person to look at; git ignores the folder. */
export async function shoot(page: Page, name: string): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
}
