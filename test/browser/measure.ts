// How long each way with keys is for a person: screens, characters typed, and how far the next button is
// out of view on a phone and on a desktop. Run by `node bin/node.mjs test/browser/measure.ts`.
import type { Page } from 'puppeteer-core';
import { channels } from '../../src/channels/index.ts';
import { fieldsOf } from '../../src/link/form.ts';
import { openWindow, startBrowser } from './browser.ts';
import { FORMS, typedFor } from './typing.ts';
import { clickOn, enter, fill, openPlace, pathOf, visitPage } from './visitor.ts';

const SIZES = {
  phone: { width: 360, height: 640 },
  desktop: { width: 1280, height: 800 },
} as const;
const MOST_SCREENS = 12;

interface Measured {
  screens: number;
  typed: number;
  scrolls: number;
}

const place = await openPlace();
const browser = await startBrowser();
try {
  for (const [size, viewport] of Object.entries(SIZES)) {
    const { page } = await openWindow(browser);
    await page.setViewport(viewport);
    await enter(page, await place.magicLink(`measure-${size}`));
    for (const [name, channel] of Object.entries(channels))
      for (const way of channel.ways) {
        if (way.kind !== 'form') continue;
        const entry = FORMS[name]?.[way.id] ?? {};
        const keys = fieldsOf(way, channel).map(({ key }) => key);
        const typed = typedFor(entry, place.shop(name, entry.shop), keys);
        await visitPage(page, `/channels/${name}?way=${way.id}`);
        const { screens, typed: characters, scrolls } = await walked(page, typed);
        console.log([size, `${name} ${way.id}`, screens, characters, scrolls].join('\t'));
      }
  }
} finally {
  await browser.close();
  await place.close();
}

/** From the first screen of a way to the channel that is linked. */
async function walked(page: Page, typed: Readonly<Record<string, string>>): Promise<Measured> {
  const all: Measured = { screens: 0, typed: 0, scrolls: 0 };
  while (!pathOf(page).includes('?linked=')) {
    if (all.screens === MOST_SCREENS) throw new Error(`stuck at ${page.url()}`);
    all.screens += 1;
    all.scrolls += await outOfView(page);
    const shown = await page.$$eval('[id^=input-][name]', (inputs) =>
      inputs.map((input) => input.getAttribute('name') ?? ''),
    );
    const here = Object.entries(typed).filter(([key]) => shown.includes(key));
    all.typed += here.reduce((sum, [, value]) => sum + value.length, 0);
    await fill(page, Object.fromEntries(here));
    await clickOn(page, 'button.primary');
  }
  return all;
}

/** How many screens lie between what is in view and the button that goes on. */
function outOfView(page: Page): Promise<number> {
  return page.$eval('button.primary', (button) => {
    const { bottom } = (button as unknown as { getBoundingClientRect(): { bottom: number } }).getBoundingClientRect(); // biome-ignore format: what of the browser's types is used
    const { innerHeight } = globalThis as unknown as { innerHeight: number };
    return Math.max(0, Math.ceil((bottom - innerHeight) / innerHeight));
  });
}
