// The few things a walk asks of a browser, whichever protocol drives it.
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from 'puppeteer-core';
import { shoot } from './browser.ts';

export interface Driver {
  open(url: string): Promise<void>;
  url(): Promise<string>;
  click(selector: string): Promise<void>;
  /** Replaces what the input holds. */
  type(selector: string, text: string): Promise<void>;
  /** The text of the first match; empty where there is none. */
  text(selector: string): Promise<string>;
  shoot(name: string): Promise<void>;
  /** Looks again until it holds. */
  until(holds: () => Promise<boolean>): Promise<void>;
  close(): Promise<void>;
}

const LOOK_MS = 100;
const LOOKS = 300;

/** A page on its way to the next one may answer with an error; that counts as not yet. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let looks = 0; looks < LOOKS; looks += 1) {
    if (await holds().catch(() => false)) return;
    await pause(LOOK_MS);
  }
  throw new Error('it never happened');
}

export async function drivePuppeteer(browser: Browser): Promise<Driver> {
  const page = await browser.newPage();
  return {
    open: async (url) => {
      await page.goto(url);
    },
    url: async () => page.url(),
    click: async (selector) => {
      await page.waitForSelector(selector);
      await page.click(selector);
    },
    type: async (selector, text) => {
      await page.waitForSelector(selector);
      await page.$eval(selector, (element) => {
        (element as unknown as { value: string }).value = '';
      });
      await page.type(selector, text);
    },
    text: async (selector) =>
      page
        .$eval(selector, (element) => (element as unknown as { innerText: string }).innerText)
        .catch(() => ''),
    shoot: (name) => shoot(page, name),
    until,
    close: () => browser.close(),
  };
}
