// A real Chromium for tests: unpacked once, with screenshots of what it saw.
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import puppeteer, { type Browser, type BrowserContext, type Page } from 'puppeteer-core';
import { isDeep } from '../all.ts';
import { HOW_TO_GET_ONE, installedPath, isPacked, type Kind } from './found.ts';

const FOLDER = 'screenshots';
const LOCK = join(tmpdir(), 'manifold-chromium.lock');
/** For another to unpack the browser, for its start, and for a page: on a busy machine too. */
const PATIENCE_MS = 60_000;
/** As root there is no sandbox; the rest keeps an installed browser from calling home. */
const QUIET = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * What the package asks of it beside that: a single process dies as soon as a second window is opened,
 * a picture card played by the processor takes half of all the time, and without a zygote each page
 * begins a process from nothing.
 */
const COSTLY =
  /^--(single-process|no-zygote|ignore-gpu-blocklist|use-gl|use-angle|enable-unsafe-swiftshader)\b/;

interface Found {
  readonly path: string;
  readonly args: string[];
}

/** The browser of a development dependency, which exists for one platform; else an installed one. */
async function find(kind: Kind | undefined): Promise<Found> {
  const path = installedPath(kind);
  if (path !== undefined) return { path, args: QUIET };
  if (isPacked) return await unpacked();
  throw new Error(`There is no browser for these tests. ${HOW_TO_GET_ONE}`);
}

/** Two test files that start together must not unpack the same browser into the same place. */
async function unpacked(): Promise<Found> {
  // Makes the package bring its own libraries; it must be set before the import.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs24.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  for (let waited = 0; ; waited += 100) {
    try {
      mkdirSync(LOCK);
      break;
    } catch {
      if (waited > PATIENCE_MS) break;
      await pause(100);
    }
  }
  try {
    const args = chromium.args.filter((arg) => !COSTLY.test(arg));
    return { path: await chromium.executablePath(), args: [...args, '--disable-gpu'] };
  } finally {
    rmSync(LOCK, { recursive: true, force: true });
  }
}

export async function startBrowser(kind?: Kind): Promise<Browser> {
  const { path, args } = await find(kind);
  const options = {
    timeout: PATIENCE_MS,
    executablePath: path,
    headless: 'shell',
    args: await puppeteer.defaultArgs({ args, headless: 'shell' }),
  } as const;
  // Chromium itself rarely crashes while it starts, before it has seen any page: it is started again.
  return await puppeteer.launch(options).catch(() => puppeteer.launch(options));
}

export interface Looks {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
  readonly language?: string;
  readonly javaScript?: boolean;
}

/**
 * Themes and widths for what is in this place among its like: of the four pairs two, in which each
 * theme and each width comes once, and the other two for its neighbour.
 */
export function dealtLooks(place: number, wide = 1280) {
  const [one, other] =
    place % 2 === 0 ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  const dealt = [
    { width: 360, theme: one },
    { width: wide, theme: other },
  ];
  const rest = [
    { width: 360, theme: other },
    { width: wide, theme: one },
  ];
  return isDeep ? [...dealt, ...rest] : dealt;
}

/** A window of its own: no cookie of another. */
export async function openWindow(
  browser: Browser,
  looks: Looks = {},
): Promise<{ readonly page: Page; readonly context: BrowserContext }> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await dress(page, looks);
  return { page, context };
}

export async function dress(page: Page, looks: Looks): Promise<void> {
  const { width = 1100, theme = 'light', language = 'en', javaScript = true } = looks;
  const { height = width < 600 ? 780 : 900 } = looks;
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
  await page.setExtraHTTPHeaders({ 'accept-language': language });
  await page.setJavaScriptEnabled(javaScript);
}

/** For a person to look at, who asks for them by `SCREENSHOTS=1`; git ignores the folder. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (process.env.SCREENSHOTS === undefined) return;
  mkdirSync(FOLDER, { recursive: true });
  await page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage: true });
}
