// The few things a walk asks of a browser, whichever protocol drives it.
import type { Browser, Frame, Page } from 'puppeteer-core';
import { until as waitUntil } from '../until.ts';
import { shoot } from './browser.ts';

export interface Driver {
  open(url: string): Promise<void>;
  url(): Promise<string>;
  click(selector: string): Promise<void>;
  /** Replaces what the input holds. */
  type(selector: string, text: string): Promise<void>;
  /** The text of the first match; empty where there is none. */
  text(selector: string): Promise<string>;
  /** What an expression is in the page. */
  run(expression: string): Promise<unknown>;
  /** What follows happens in the frame of the page's dialog, or in the page itself again. */
  inFrame(): void;
  inPage(): void;
  /** What follows happens in the window that was opened last, or in the first one again. */
  toNewest(): Promise<void>;
  toFirst(): Promise<void>;
  shoot(name: string): Promise<void>;
  /** Looks again until it holds. */
  until(holds: () => Promise<boolean>): Promise<unknown>;
  close(): Promise<void>;
}

/** A page on its way to the next one may answer with an error; that counts as not yet. */
export const until = (holds: () => Promise<boolean>): Promise<unknown> =>
  waitUntil(
    () => holds().catch((error: Error) => error),
    String(holds),
    (seen) => seen === true,
  );

export async function drivePuppeteer(browser: Browser, first?: Page): Promise<Driver> {
  return drive(browser, first ?? (await browser.newPage()));
}

function drive(browser: Browser, first: Page): Driver {
  let page = first;
  let framed = false;
  const here = (): Page | Frame => {
    const found = framed ? page.frames()[1] : page;
    if (!found) throw new Error('there is no frame');
    return found;
  };
  const go = async (to: Page) => {
    page = to;
    framed = false;
    await page.bringToFront();
  };
  return {
    open: async (url) => {
      await page.goto(url);
    },
    url: async () => page.url(),
    click: async (selector) => {
      await until(async () => (await here().$(selector)) !== null);
      await here().click(selector);
    },
    type: async (selector, text) => {
      await until(async () => (await here().$(selector)) !== null);
      await here().$eval(selector, (element) => {
        (element as unknown as { value: string }).value = '';
      });
      await here().type(selector, text);
    },
    text: async (selector) =>
      here()
        .$eval(selector, (element) => (element as unknown as { innerText: string }).innerText)
        .catch(() => ''),
    run: (expression) => here().evaluate(expression),
    inFrame: () => {
      framed = true;
    },
    inPage: () => {
      framed = false;
    },
    toNewest: async () => {
      await until(async () => (await browser.pages()).at(-1) !== first);
      await go((await browser.pages()).at(-1) ?? first);
    },
    toFirst: () => go(first),
    shoot: (name) => shoot(page, name),
    until,
    close: () => browser.close(),
  };
}
