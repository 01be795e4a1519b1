// How the pages look and read: axe finds nothing, nothing sticks out, in both themes and on a phone.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { channels } from '../../src/channels/index.ts';
import { dealtLooks, dress, openWindow, shoot } from './browser.ts';
import { flawsOf, GOOD_PRACTICE } from './flaws.ts';
import { aroundSuite } from './suite.ts';
import { clickOn, enter, fill, type Place, send, visitPage } from './visitor.ts';

const WIDE = 1100;

describe('looks', () => {
  let place: Place;
  let browser: Browser;
  let page: Page;
  let unused: string;
  aroundSuite(async (opened) => {
    ({ place, browser } = opened);
    ({ page } = await openWindow(browser));
    // The policy of the pages lets no other script in; axe is put in by the browser itself.
    await page.setBypassCSP(true);
    unused = await place.magicLink('looks');
    await enter(page, await place.magicLink('demo'));
    const user = await place.app.store.users.find('test-client', 'demo');
    const [first = '', second = '', third = ''] = Object.keys(channels);
    const keyOf = (channel: string) => ({ userId: user?.id ?? '', channel });
    for (const channel of [first, second])
      await place.app.store.credentials.mark(keyOf(channel), 'attention', {
        code: 'consent_ended',
        message: 'It ran out.',
      });
    await place.app.store.credentials.remove(keyOf(third), 'by_user');
  });

  let inspected = 0;
  async function inspect(name: string) {
    for (const looks of dealtLooks(inspected++, WIDE)) {
      await dress(page, looks);
      const flaws = await flawsOf(page, 'html', GOOD_PRACTICE);
      assert.deepEqual(flaws, [], `${name}, ${looks.theme}, ${looks.width} px`);
      const sticking = await page.evaluate(() => {
        const { document, innerWidth } = globalThis as unknown as {
          document: { documentElement: { scrollWidth: number } };
          innerWidth: number;
        };
        return document.documentElement.scrollWidth - innerWidth;
      });
      assert.ok(sticking <= 0, `${name} is ${sticking} px wider than ${looks.width} px`);
      if (looks.theme === 'dark' || looks.width === 360)
        await shoot(page, `${name}-${looks.theme}-${looks.width}`);
    }
  }

  it('of the landing page', async () => {
    await page.goto(unused);
    await inspect('landing');
  });

  it('of the list, with every state', async () => {
    await visitPage(page, '/channels');
    await inspect('list');
  });

  it('of a form, of a failed one, and of a consent', async () => {
    await visitPage(page, '/channels/woocommerce?way=keys');
    await inspect('form');
    await dress(page, {});
    await send(page, { baseUrl: 'not an address' });
    await inspect('form-failed');
    await dress(page, {});
    await fill(page, { baseUrl: 'demo.woo.example' });
    for (const step of ['menu', 'key']) {
      await clickOn(page, 'button.primary');
      await inspect(`form-${step}`);
      await dress(page, {});
    }
    await visitPage(page, '/channels/shopify?way=shopify');
    await inspect('consent');
    await visitPage(page, '/channels/shopify');
    await inspect('connection');
  });

  it('of a list of countries, and of the question before a channel is disconnected', async () => {
    await visitPage(page, '/channels/amazon?way=keys');
    assert.ok(await page.$('details.others[open] input:checked'), 'as it was linked before');
    await inspect('countries');
    await visitPage(page, '/disconnect/amazon');
    await inspect('disconnect');
  });

  it('of a client with a colour and pages of its own', async () => {
    const { clients } = place.app.tokens;
    await clients.update('test-client', {
      accent: '#ffd400',
      privacyUrl: 'https://app.example/privacy',
      termsUrl: 'https://app.example/terms',
      supportUrl: 'mailto:help@app.example',
    });
    await visitPage(page, '/channels/shopify?way=shopify');
    const painted = await page.$eval('button.primary', (button) => {
      const { getComputedStyle } = globalThis as unknown as {
        getComputedStyle(of: unknown): { backgroundColor: string; color: string };
      };
      const { backgroundColor, color } = getComputedStyle(button);
      return [backgroundColor, color];
    });
    assert.deepEqual(painted, ['rgb(255, 212, 0)', 'rgb(0, 0, 0)']);
    await inspect('painted');
    const nothing = { accent: '', privacyUrl: '', termsUrl: '', supportUrl: '' };
    await clients.update('test-client', nothing);
  });

  it('of the pages in between', async () => {
    await dress(page, { javaScript: true });
    await visitPage(page, '/channels/shopify?way=shopify');
    await fill(page, { baseUrl: 'demo' });
    let leaving = '';
    page.on('request', (request) => {
      if (request.url().endsWith('/leaving')) leaving = request.url();
    });
    await clickOn(page, 'button.primary');
    await page.goto(leaving);
    await inspect('leaving');
  });

  it('of the messages and the end', async () => {
    for (const path of ['?token=nothing', '/nowhere', '/said/wrongState']) {
      await page.goto(`${place.origin}/link${path}`);
      await inspect(`end${path.replaceAll(/\W/g, '-')}`);
    }
  });

  it('of the first page and of a step with a key, whose button is in view on any screen', async () => {
    // What lies over a place is what can be pressed there: a window that scrolls inside hides the rest.
    const isInView = () =>
      page.$eval('button.primary', (element) => {
        const { document } = globalThis as unknown as {
          document: { elementFromPoint(x: number, y: number): unknown };
        };
        const button = element as unknown as {
          getBoundingClientRect(): { top: number; bottom: number; left: number };
          contains(other: unknown): boolean;
        };
        const { top, bottom, left } = button.getBoundingClientRect();
        return [top + 1, bottom - 1].every((y) =>
          button.contains(document.elementFromPoint(left + 20, y)),
        );
      });
    for (const [width, height] of [
      [360, 640],
      [1280, 560],
      [1280, 1024],
    ] as const) {
      await dress(page, { width, height });
      await page.goto(unused);
      assert.ok(await isInView(), `the first page, ${width} px by ${height}`);
    }
    for (const [name, channel] of Object.entries(channels))
      for (const { id, kind } of channel.ways)
        for (const width of [360, 1280]) {
          await dress(page, { width });
          await visitPage(page, `/channels/${name}?way=${id}`);
          assert.ok(await isInView(), `${name} ${id} (${kind}), ${width} px`);
        }
  });

  it('in every language, on a phone', async () => {
    for (const language of ['en', 'nl', 'de', 'fr']) {
      for (const path of ['/channels', '/channels/woocommerce?way=keys', '/channels/shopify']) {
        await dress(page, { width: 320, language });
        await visitPage(page, path);
        const wide = await page.evaluate(
          () =>
            (globalThis as unknown as { document: { body: { scrollWidth: number } } }).document.body
              .scrollWidth,
        );
        assert.ok(wide <= 320, `${path} in ${language} is ${wide} px wide`);
      }
      await shoot(page, `language-${language}`);
    }
  });

  it('and says what is going on while it checks, moving nothing', async () => {
    await dress(page, {});
    await visitPage(page, '/channels/woocommerce?way=keys');
    await fill(page, { baseUrl: 'demo.woo.example' });
    // A page that waits for its successor answers no one: it is held, sent and looked at in one go.
    const seen = await page.$eval('form[data-busy]', (element) => {
      const form = element as unknown as {
        addEventListener(type: string, listener: (event: { preventDefault(): void }) => void): void;
        querySelector(selector: string): {
          textContent: string;
          getBoundingClientRect(): { top: number; height: number };
        };
        requestSubmit(): void;
        classList: { contains(name: string): boolean };
      };
      const place = () => {
        const { top, height } = form.querySelector('button.primary').getBoundingClientRect();
        return `${top} ${height}`;
      };
      form.addEventListener('submit', (event) => event.preventDefault());
      const before = place();
      form.requestSubmit();
      const status = form.querySelector('[role=status]').textContent;
      const label = form.querySelector('button.primary .label').textContent;
      const busy = form.classList.contains('busy');
      return { busy, label, status, moved: place() !== before };
    });
    assert.deepEqual(seen, {
      busy: true,
      label: 'Checking…',
      status: 'Checking with WooCommerce…',
      moved: false,
    });
    await shoot(page, 'form-busy');
  });
});
