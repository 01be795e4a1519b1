// The console in a real browser: every page on four widths, light and dark, by keyboard, without scripts,
// within its policy, and with live figures.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { AREAS, type AreaName, pathOf } from '../../src/console/areas.ts';
import { type Service, startService } from '../service.ts';
import { dealtLooks, dress, openWindow } from './browser.ts';
import { flawsOf, GOOD_PRACTICE } from './flaws.ts';
import { aroundSuiteOf } from './suite.ts';

const WIDTHS = [360, 768, 1280, 1600];

describe('the console', () => {
  let service: Service;
  let browser: Browser;
  let paths: string[];

  aroundSuiteOf(startService, async (opened) => {
    ({ place: service, browser } = opened);
    await service.orders('shopify', { limit: 2 });
    await service.orders('bol', { limit: 'none' });
    await service.app.events.executions.flush();
    const link = await service.app.magicLink('test-client', 'visitor');
    await service.app.server.inject({ url: String(link).replace(/^https?:\/\/[^/]+/, '') });
    const lists = Object.keys(AREAS).map((area) => pathOf(area as AreaName));
    const { page } = await openWindow(browser, {});
    paths = [...lists];
    // The first of each list, too.
    for (const list of lists) {
      await page.goto(
        `${service.origin}${list}${list.includes('users') ? '?client=test-client' : ''}`,
      );
      const links = (await page.$$eval('main table a', (all) =>
        all.map((one) => one.getAttribute('href') ?? ''),
      )) as readonly string[];
      const one = links.find((link) => link.startsWith(`${list}/`));
      if (one && list !== '/console') paths.push(one);
    }
  });

  const troublesOf = (page: Page): string[] => {
    const troubles: string[] = [];
    page.on('pageerror', (error) => troubles.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') troubles.push(message.text());
    });
    page.on('request', (request) => {
      const url = request.url();
      // The browser's own picture of a calendar is such an address.
      if (!url.startsWith(service.origin) && !url.startsWith('data:'))
        troubles.push(`asked ${url}`);
    });
    return troubles;
  };

  it('fits every width without a script, and no page is wider than the window', async () => {
    const { page } = await openWindow(browser, { javaScript: false });
    const troubles = troublesOf(page);
    for (const path of paths) {
      const answer = await page.goto(service.origin + path);
      assert.equal(answer?.status(), 200, path);
      for (const width of WIDTHS) {
        await dress(page, { width, javaScript: false });
        const wider = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        assert.ok(Number(wider) <= 0, `${path} is ${wider} px wider than ${width}`);
      }
    }
    assert.deepEqual(troubles, []);
  });

  it('can be read by everybody, light and dark, small and large', async () => {
    const { page } = await openWindow(browser, {});
    await page.setBypassCSP(true);
    for (const [place, path] of paths.entries()) {
      await page.goto(service.origin + path);
      for (const { width, theme } of dealtLooks(place)) {
        await dress(page, { theme, width });
        const flaws = await flawsOf(page, 'html', GOOD_PRACTICE);
        assert.deepEqual(flaws, [], `${path} ${theme} ${width}`);
      }
    }
  });

  it('by keyboard, the way past what stands on every page comes first', async () => {
    const { page } = await openWindow(browser, {});
    await page.goto(`${service.origin}/console/executions`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    // The window reports where it is a moment after it went there.
    await page.waitForFunction("location.hash === '#content'");
  });

  it('live parts are loaded again within the policy of the page', async () => {
    const { page } = await openWindow(browser, {});
    const troubles = troublesOf(page);
    await page.goto(`${service.origin}/console/health`);
    const loaded = page.waitForRequest((request) => request.resourceType() === 'fetch');
    await loaded;
    assert.deepEqual(troubles, []);
  });
});
