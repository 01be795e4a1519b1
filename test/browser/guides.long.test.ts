// The documentation in a real browser: it can be read, on a phone and by everybody, and calls no one.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { channels } from '../../src/channels/index.ts';
import { DOCS_PATHS } from '../../src/http/paths.ts';
import { groupsOf } from '../../src/pages/guides/pages.ts';
import { type Service, startService } from '../service.ts';
import { dress, openWindow } from './browser.ts';
import { flawsOf, GOOD_PRACTICE } from './flaws.ts';
import { aroundSuiteOf } from './suite.ts';

const PHONE = 360;
const named = Object.entries(channels).map(([name, { title }]) => ({ name, title }));
const guides = groupsOf(named).flatMap((group) => group.guides);

describe('the documentation', () => {
  let service: Service;
  let browser: Browser;
  aroundSuiteOf(startService, (opened) => {
    ({ place: service, browser } = opened);
  });

  /** A window, and whatever went wrong in it or was asked of another host. */
  async function open(looks = {}) {
    const { page } = await openWindow(browser, looks);
    const troubles: string[] = [];
    page.on('pageerror', (error) => troubles.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') troubles.push(message.text());
    });
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(service.origin) && !/^(data|blob):/.test(url))
        troubles.push(`asked ${url}`);
    });
    return { page, troubles };
  }

  const sticking = (page: Page): Promise<number> =>
    page.evaluate(`document.documentElement.scrollWidth - innerWidth`) as Promise<number>;

  it('fits a phone, page by page, without a script', async () => {
    const { page, troubles } = await open({ width: PHONE, javaScript: false });
    for (const { name } of guides) {
      await page.goto(service.origin + DOCS_PATHS.guide(name));
      const wider = await sticking(page);
      assert.ok(wider <= 0, `${name} is ${wider} px wider than a phone`);
    }
    assert.deepEqual(troubles, []);
  });

  it('can be read by everybody, light and dark', async () => {
    const { page } = await open();
    // The policy of the pages lets no other script in; axe is put in by the browser itself.
    await page.setBypassCSP(true);
    for (const [name, theme, width] of [
      ['start', 'dark', PHONE],
      ['requests', 'light', 1400],
      ['channels', 'dark', 1400],
      ['channels/shopify', 'light', PHONE],
      ['nothing', 'light', 1000],
    ] as const) {
      await dress(page, { theme, width });
      await page.goto(service.origin + DOCS_PATHS.guide(name));
      const flaws = await flawsOf(page, 'html', GOOD_PRACTICE);
      assert.deepEqual(flaws, [], `${name}, ${theme}, ${width} px`);
    }
  });

  it('has a menu on a phone, which opens without a script', async () => {
    const { page } = await open({ width: PHONE, javaScript: false });
    await page.goto(service.origin + DOCS_PATHS.guide('start'));
    const link = `.around a[href="${DOCS_PATHS.guide('linking')}"]`;
    const isShown = async () => (await page.$(link))?.isVisible();
    assert.equal(await isShown(), false);
    await page.click('.menu');
    assert.equal(await isShown(), true);
    await Promise.all([page.waitForNavigation(), page.click(link)]);
    assert.equal(page.url(), service.origin + DOCS_PATHS.guide('linking'));
    await dress(page, { width: 1400, javaScript: false });
    assert.equal(await isShown(), true, 'it is always there where there is room');
  });

  it('copies a block of code', async () => {
    const { page, troubles } = await open({ width: 1400 });
    await page
      .browserContext()
      .overridePermissions(service.origin, [
        'clipboard-read',
        'clipboard-write',
        'clipboard-sanitized-write',
      ]);
    await page.goto(service.origin + DOCS_PATHS.guide('start'));
    await page.hover('.code');
    await page.click('.code button');
    await page.waitForFunction(`document.querySelector('.code button').textContent !== 'Copy'`);
    const said = await page.$eval('.code button', (button) => button.textContent);
    assert.equal(said, 'Copied');
    assert.deepEqual(troubles, []);
  });

  it('shows the reference, asks no one but the service, and leads to the guides', async () => {
    const { page, troubles } = await open({ width: 1400 });
    await page.goto(service.origin + DOCS_PATHS.reference);
    await page.waitForFunction(`document.body.innerText.includes('Create an access token')`);
    assert.deepEqual(troubles, []);
    await Promise.all([page.waitForNavigation(), page.click('.bar nav a')]);
    assert.equal(page.url(), service.origin + DOCS_PATHS.guide('start'));
  });
});
