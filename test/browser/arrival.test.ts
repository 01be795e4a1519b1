// What comes back from a vendor in a real browser, and every answer that must not be believed.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { openWindow, shoot, startBrowser } from './browser.ts';
import {
  clickOn,
  enter,
  fill,
  heading,
  openPlace,
  type Place,
  pathOf,
  settle,
  textOf,
} from './visitor.ts';
import { approve, leave, sayYes } from './walk.ts';

describe('arrivals', () => {
  let place: Place;
  let browser: Browser;
  before(async () => {
    [place, browser] = await Promise.all([openPlace(), startBrowser()]);
  });
  after(async () => {
    await browser.close();
    await place.close();
  });

  /** Stops the browser at the vendor's consent page and returns where an approval would lead. */
  async function waitingAtShopify(user: string) {
    const { page } = await openWindow(browser);
    await enter(page, await place.magicLink(user, { scopes: 'shopify' }));
    await leave(place, page, 'shopify', 'shopify');
    await sayYes(page);
    let back = '';
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (back === '' && request.url().startsWith(`${place.origin}/link/return/`)) {
        back = request.url();
        void request.respond({ status: 200, contentType: 'text/html', body: '<h1>held</h1>' });
      } else void request.continue();
    });
    await sayYes(page);
    return { page, back: new URL(back) };
  }

  const forged: Readonly<Record<string, readonly [(url: URL) => void, RegExp]>> = {
    'another state': [
      (url) => url.searchParams.set('state', 'guessed'),
      /does not belong to this visit/,
    ],
    'a forged signature': [
      (url) => url.searchParams.set('hmac', '0'.repeat(64)),
      /was not signed by Shopify/,
    ],
    'another shop, signed for the first': [
      (url) => url.searchParams.set('shop', 'small.myshopify.com'),
      /was not signed by Shopify/,
    ],
    'no approval': [
      (url) => {
        url.search = `?error=access_denied&state=${url.searchParams.get('state')}`;
      },
      /was not approved at Shopify/,
    ],
  };
  for (const [title, [forge, says]] of Object.entries(forged))
    it(`does not believe an answer with ${title}`, async () => {
      const user = `forged-${title}`;
      const { page, back } = await waitingAtShopify(user);
      forge(back);
      await page.goto(back.href);
      await settle(page);
      assert.match(await textOf(page, '[role=alert]'), says);
      assert.deepEqual((await place.status(user)).channels, []);
    });

  it('lets an answer count once, and only in the browser that left', async () => {
    const { page, back } = await waitingAtShopify('replay');
    const other = await openWindow(browser);
    const stolen = await other.page.goto(back.href);
    assert.deepEqual([stolen?.status(), await heading(other.page)], [410, 'Your visit is over']);
    await page.goto(back.href);
    await settle(page);
    assert.equal(pathOf(page), '/link/channels?linked=shopify');
    const replayed = await page.goto(back.href);
    assert.deepEqual(
      [replayed?.status(), await heading(page)],
      [409, 'This step was already done'],
    );
    await shoot(page, 'message-returned');
    assert.equal((await place.status('replay')).channels.length, 1);
  });

  it('lets the merchant go on who comes back by the back button', async () => {
    const { page } = await openWindow(browser);
    await enter(page, await place.magicLink('back', { scopes: 'shopify' }));
    await leave(place, page, 'shopify', 'shopify');
    await page.goto(`${place.origin}/link/channels/shopify/leaving`);
    await shoot(page, 'leaving-again');
    assert.equal(await page.$('meta[http-equiv=refresh]'), null);
    await clickOn(page, 'a.primary');
    await approve(place, page);
    assert.equal(pathOf(page), '/link/channels?linked=shopify');
  });

  it('shows why a key that WordPress brought does not work', async () => {
    const { page } = await openWindow(browser);
    await enter(page, await place.magicLink('role', { scopes: 'woocommerce' }));
    await page.goto(`${place.origin}/link/channels/woocommerce`);
    await fill(page, { baseUrl: 'no-orders.woo.example' });
    await clickOn(page, 'button.primary');
    await approve(place, page);
    assert.match(await textOf(page, '[role=alert]'), /WordPress user may not read orders/);
    assert.deepEqual((await place.status('role')).channels, []);
  });
});
