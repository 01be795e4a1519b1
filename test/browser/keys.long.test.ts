// Every form's "open the page" leads into the sandbox, to keys that fit the form field by field.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { channels } from '../../src/channels/index.ts';
import type { Way } from '../../src/channels/way.ts';
import { wayForm } from '../../src/link/form.ts';
import { openWindow, shoot } from './browser.ts';
import { aroundSuite } from './suite.ts';
import { clickOn, enter, fill, heading, type Place, pathOf, send, textOf, visitPage } from './visitor.ts'; // biome-ignore format: one line

/** What must be typed before the page is known, as a merchant would paste it; nothing unless said. */
const FIRST: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'amazon keys': { marketplaceIds: 'A1805IZSGTT6HS' },
  'bigcommerce keys': { store_hash: 'demo' },
  'magento integration': { baseUrl: 'https://demo.magento.example/admin' },
  'magento token': { baseUrl: 'https://bearer.magento.example/admin' },
  'mirakl marketplace': { baseUrl: 'market.mirakl.net' },
  'shopify own-app': { baseUrl: 'demo.myshopify.com' },
  'shopify token': { baseUrl: 'demo.myshopify.com' },
  'woocommerce keys': { baseUrl: 'demo.woo.example' },
};

describe('keys', () => {
  let place: Place;
  let browser: Browser;
  let page: Page;
  let keys: Page;
  aroundSuite(async (opened) => {
    ({ place, browser } = opened);
    ({ page } = await openWindow(browser));
    ({ page: keys } = await openWindow(browser));
    await enter(page, await place.magicLink('keys'));
  });

  for (const [name, channel] of Object.entries(channels))
    for (const way of channel.ways) {
      if (way.kind !== 'form') continue;

      it(`of ${name} are found by the form "${way.id}" and link the shop`, async () => {
        await visitPage(page, `/channels/${name}?way=${way.id}`);
        const address = await addressOf(name, way.id);
        assert.ok(address.startsWith(`${place.sandbox.origin}/_host/`), address);
        await keys.goto(address);
        assert.match(await heading(keys), /^Keys of /);
        await shoot(keys, `keys-${name}-${way.id}`);
        const title = channel.words.en.ways[way.id]?.title ?? '';
        const shown = await shownFor(title);
        assert.ok(shown.length > 0, `nothing is shown for “${title}”`);
        const typed: Record<string, string> = {};
        for (const [label, value] of shown)
          Object.assign(typed, typedInto(name, way, label, value));
        await visitPage(page, `/channels/${name}?way=${way.id}`);
        await send(page, typed);
        assert.equal(pathOf(page), `/channels?linked=${name}`, await textOf(page, '.card'));
      });
    }

  /** The address behind the button, once all was typed that it needs. */
  async function addressOf(name: string, way: string): Promise<string> {
    const store = place.store(name);
    // A back office that has no address of its own; its keys are on every page of the vendor.
    if (name === 'lightspeed_c')
      return `${place.sandbox.origin}/_host/${store.hosts[0]}/backoffice/`;
    const first = FIRST[`${name} ${way}`];
    if (first !== undefined) {
      const hash = place.shop(name).credential.account.store_hash;
      await fill(page, first.store_hash ? { store_hash: String(hash) } : first);
      await clickOn(page, 'button.primary');
    }
    return await page.$eval('.fields a.button', (link) => link.getAttribute('href') ?? '');
  }

  /** The names and values of one form; the page leaves its title out where there is no other. */
  const shownFor = (title: string): Promise<readonly (readonly [string, string])[]> =>
    keys.$$eval(
      'dl',
      (lists, wanted) => {
        const all = lists as unknown as { previousElementSibling: { localName: string; textContent: string } | null; querySelectorAll(name: string): Iterable<{ textContent: string }> }[]; // biome-ignore format: what of the browser's types is used
        const list =
          all.find(({ previousElementSibling: before }) => before?.localName === 'h2' && before.textContent === wanted) ??
          (all.length === 1 ? all[0] : undefined); // biome-ignore format: one choice
        const texts = (tag: string) =>
          [...(list?.querySelectorAll(tag) ?? [])].map(({ textContent }) => textContent);
        const values = texts('dd');
        return texts('dt').map((label, at) => [label, values[at] ?? ''] as const);
      },
      title,
    );

  /** What is typed into the input with this very label; of a choice, the one that is called so. */
  function typedInto(name: string, way: Way, label: string, value: string) {
    const channel = channels[name];
    const input =
      channel &&
      wayForm(way, channel)
        .inputs('en')
        .find((one) => one.label === label);
    const choice = input?.choices.find((one) => one.label === value)?.value;
    assert.ok(input && (input.choices.length === 0 || choice), `no place for ${label}: ${value}`);
    return { [input.key]: choice ?? value };
  }
});
