// The service with its pages at a true address, and the steps a visitor takes on them.
import type { Page } from 'puppeteer-core';
import { freePort } from '../port.ts';
import { type Service, type ServiceOptions, startService } from '../service.ts';
import { until } from '../until.ts';

export interface Place extends Service {
  /** A magic link for a user. */
  magicLink(user: string, query?: Readonly<Record<string, string>>): Promise<string>;
  /** What the client learns about a user. */
  status(user: string): Promise<{ channels: readonly Record<string, unknown>[] }>;
}

/** The address must be known before the service starts: it stands in links and return addresses. */
export async function openPlace(options: ServiceOptions = {}): Promise<Place> {
  const port = await freePort();
  const service = await startService({
    ...options,
    settings: {
      MANIFOLD_PORT: String(port),
      MANIFOLD_BASE_URL: `http://127.0.0.1:${port}`,
      ...options.settings,
    },
  });
  const get = async (path: string) => {
    const response = await fetch(`${service.origin}/api/ServiceClientApp/${path}`, {
      headers: { authorization: `Bearer ${service.token}` },
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return await response.json();
  };
  return {
    ...service,
    async magicLink(user, query = {}) {
      const all = new URLSearchParams({ tpUserId: user, ...query });
      const link = (await get(`GetTpUserAuthDisposableToken?${all}`)) as { uri: string };
      return link.uri;
    },
    async status(user) {
      return (await get(`Users/${encodeURIComponent(user)}`)) as Awaited<
        ReturnType<Place['status']>
      >;
    },
  };
}

export const heading = (page: Page): Promise<string> =>
  page.$eval('h1', (element) => (element as unknown as { innerText: string }).innerText);

export const textOf = (page: Page, selector: string): Promise<string> =>
  page.$eval(selector, (element) => (element as unknown as { innerText: string }).innerText);

/** Where a visit is; its pages are below it. */
const HOME = /^\/link\/visit\/[\w-]+/;
const homes = new WeakMap<Page, string>();

/** The path of the page, counted from the visit it belongs to. */
export const pathOf = (page: Page): string => {
  const url = new URL(page.url());
  return `${url.pathname.replace(HOME, '')}${url.search}`;
};

/** The address of another page of the visit that this window entered last. */
export function within(page: Page, path: string): string {
  const home = homes.get(page);
  if (home === undefined) throw new Error('this window is on no visit');
  return `${home}${path}`;
}

/** Opens another page of the visit. */
export const visitPage = (page: Page, path: string) => page.goto(within(page, path));

/** Clicks, and waits until the next page is there, through every page that goes on by itself. */
export async function clickOn(page: Page, selector: string): Promise<void> {
  await Promise.all([page.waitForNavigation({ waitUntil: 'load' }), page.click(selector)]);
  await settle(page);
}

/** Waits until a whole page is there that does not go on by itself. */
export async function settle(page: Page): Promise<void> {
  const look = () =>
    page.evaluate(() => {
      const { document } = globalThis as unknown as {
        document: { readyState: string; querySelector(selector: string): unknown };
      };
      const onward = document.querySelector('meta[http-equiv=refresh]');
      return document.readyState === 'complete' && onward === null;
    });
  await until(
    // A page that is just being replaced answers with an error, which counts as not yet.
    async () => ((await look().catch(() => false)) ? 'rest' : page.url()),
    'a page that stays',
    (seen) => seen === 'rest',
  );
}

/** Opens a magic link and presses Continue. */
export async function enter(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await clickOn(page, 'button.primary');
  const { origin, pathname } = new URL(page.url());
  const home = HOME.exec(pathname)?.[0];
  if (home === undefined) throw new Error(`no visit began: ${page.url()}`);
  homes.set(page, `${origin}${home}`);
}

/**
 * Types what the form asks for and sends it, step by step where it is a walk, until it is linked or
 * something is said that is wrong.
 */
export async function send(page: Page, typed: Readonly<Record<string, string>>): Promise<void> {
  for (;;) {
    const shown = await page.$$eval('[id^=input-][name]', (inputs) =>
      inputs.map((input) => input.getAttribute('name') ?? ''),
    );
    await fill(page, Object.fromEntries(Object.entries(typed).filter(([key]) => shown.includes(key)))); // biome-ignore format: one line
    await clickOn(page, 'button.primary');
    const isWalk = (await page.$('input[name=_step]')) !== null;
    if (!isWalk || (await page.$('[role=alert]'))) return;
  }
}

/** Puts text into the inputs of the form, by key, as a paste does; a choice is chosen, of several the first and the others. */
export async function fill(page: Page, typed: Readonly<Record<string, string>>): Promise<void> {
  for (const [key, value] of Object.entries(typed)) {
    const selector = `#input-${key}`;
    const tag = await page.$eval(selector, (element) => element.tagName);
    const [first = '', ...others] = value.split(', ');
    if (tag === 'SELECT') {
      await page.select(selector, first);
      await page.$$eval(
        `input[type=checkbox][name="${key}"]`,
        (boxes, wanted) => {
          for (const box of boxes as unknown as { checked: boolean; value: string }[])
            box.checked = wanted.includes(box.value);
        },
        others,
      );
    } else {
      await page.$eval(selector, (element) => {
        (element as unknown as { value: string }).value = '';
      });
      await page.focus(selector);
      await page.keyboard.sendCharacter(value);
    }
  }
}
