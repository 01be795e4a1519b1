// What every suite in a browser has around it: the service with its pages, and a browser.
import { after, before } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { startBrowser } from './browser.ts';
import { openPlace, type Place } from './visitor.ts';

export interface Opened {
  readonly place: Place;
  readonly browser: Browser;
}

/** Opens both before the tests of a suite, hands them to `use`, and closes them after the tests. */
export function aroundSuite(use: (opened: Opened) => void | Promise<void>): void {
  let opened: Opened | undefined;
  before(async () => {
    const [place, browser] = await Promise.all([openPlace(), startBrowser()]);
    opened = { place, browser };
    await use(opened);
  });
  after(async () => {
    await opened?.browser.close();
    await opened?.place.close();
  });
}
