// What every suite in a browser has around it: the service with its pages, and a browser.
import { after, afterEach, before, beforeEach } from 'node:test';
import type { Browser, BrowserContext } from 'puppeteer-core';
import { startBrowser } from './browser.ts';
import type { Kind } from './found.ts';
import { openPlace, type Place } from './visitor.ts';

export interface Opened<T = Place> {
  readonly place: T;
  readonly browser: Browser;
}

/** Files that share a process share its browser: until the last of their suites, only windows are closed. */
const running: Partial<Record<Kind, Browser>> = {};
/** All are registered before the first begins. */
let suitesLeft = 0;

const windowsOf = (browser: Browser | undefined): readonly BrowserContext[] =>
  browser?.connected ? browser.browserContexts().slice(1) : [];

/** Opens both before the tests of a suite, hands them to `use`, and closes them after the tests. */
export const aroundSuite = (
  use: (opened: Opened) => void | Promise<void>,
  kind: Kind = 'shell',
): void => aroundSuiteOf(openPlace, use, kind);

/** The same of a service that is opened in another way. */
export function aroundSuiteOf<T extends { close(): Promise<void> }>(
  open: () => Promise<T>,
  use: (opened: Opened<T>) => void | Promise<void>,
  kind: Kind = 'shell',
): void {
  suitesLeft += 1;
  let place: T | undefined;
  let kept: readonly BrowserContext[] = [];
  before(async () => {
    place = await open();
    const browser = running[kind]?.connected ? running[kind] : await startBrowser(kind);
    running[kind] = browser;
    await use({ place, browser });
  });
  // A window that is done with goes on loading its live parts, beside those of later tests.
  beforeEach(() => {
    kept = windowsOf(running[kind]);
  });
  afterEach(async () => {
    for (const window of windowsOf(running[kind])) if (!kept.includes(window)) await window.close();
  });
  after(async () => {
    for (const window of windowsOf(running[kind])) await window.close();
    suitesLeft -= 1;
    if (suitesLeft === 0) for (const browser of Object.values(running)) await browser.close();
    await place?.close();
  });
}
