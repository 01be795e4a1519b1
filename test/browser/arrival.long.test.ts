// What comes back from a vendor in a real browser, and every answer that must not be believed.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { openWindow, shoot } from './browser.ts';
import { aroundSuite } from './suite.ts';
import {
  clickOn,
  enter,
  fill,
  heading,
  type Place,
  pathOf,
  settle,
  textOf,
  visitPage,
  within,
} from './visitor.ts';
import { approve, leave, sayYes } from './walk.ts';

describe('arrivals', () => {
  let place: Place;
  let browser: Browser;
  aroundSuite((opened) => {
    ({ place, browser } = opened);
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
      /was not approved in Shopify/,
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
    assert.deepEqual(
      [stolen?.status(), await heading(other.page)],
      [410, 'Continue in the browser you started in'],
    );
    assert.doesNotMatch(other.page.url(), /code=|state=/);
    await page.goto(back.href);
    await settle(page);
    assert.equal(pathOf(page), '/channels?linked=shopify');
    // Once more: it says how it ended, and nothing happens again.
    await page.goto(back.href);
    await settle(page);
    assert.equal(pathOf(page), '/channels?linked=shopify');
    assert.equal((await place.status('replay')).channels.length, 1);
  });

  it('lets the merchant go on who comes back by the back button', async () => {
    const { page } = await openWindow(browser);
    await enter(page, await place.magicLink('back', { scopes: 'shopify' }));
    let leaving = '';
    page.on('request', (request) => {
      if (request.url().endsWith('/leaving')) leaving = request.url();
    });
    await leave(place, page, 'shopify', 'shopify');
    await page.goto(leaving);
    await shoot(page, 'leaving-again');
    assert.equal(await page.$('meta[http-equiv=refresh]'), null);
    await clickOn(page, 'a.primary');
    await approve(place, page);
    assert.equal(pathOf(page), '/channels?linked=shopify');
  });

  it('burns nothing for a foreign address, and keeps no code in the address bar', async () => {
    const { page, back } = await waitingAtShopify('foreign');
    const foreign = new URL(back);
    foreign.searchParams.set('state', 'guessed');
    const said = await page.goto(foreign.href);
    assert.deepEqual(
      [said?.status(), await heading(page)],
      [409, 'We were not expecting this answer'],
    );
    assert.doesNotMatch(page.url(), /code=|state=/);
    await shoot(page, 'message-wrong-state');
    await page.goto(back.href);
    await settle(page);
    assert.equal(pathOf(page), '/channels?linked=shopify');
  });

  it('brings two tabs home that are at one vendor at the same time', async () => {
    const { page: first, context } = await openWindow(browser);
    await enter(first, await place.magicLink('tabs', { scopes: 'shopify' }));
    const second = await context.newPage();
    await enter(second, await place.magicLink('tabs-two', { scopes: 'shopify' }));
    const third = await context.newPage();
    await third.goto(first.url());
    await first.bringToFront();
    await leave(place, first, 'shopify', 'shopify');
    await second.bringToFront();
    await leave(place, second, 'shopify', 'shopify');
    await third.bringToFront();
    await third.goto(within(first, '/channels/shopify'));
    await fill(third, { baseUrl: 'small' });
    await clickOn(third, 'button.primary');
    // What was typed can be changed, and is still there.
    await clickOn(third, '.actions a.small');
    assert.equal(await third.$eval('#input-baseUrl', (input) => input.getAttribute('value')), 'small'); // biome-ignore format: one line
    await clickOn(third, 'button.primary');
    await clickOn(third, 'a.primary');
    for (const page of [first, third, second]) {
      await page.bringToFront();
      await approve(place, page);
      assert.equal(pathOf(page), '/channels?linked=shopify', await textOf(page, 'body'));
    }
    const accounts = async (user: string) =>
      (await place.status(user)).channels.map(({ account }) => account);
    assert.deepEqual(await accounts('tabs'), [{ baseUrl: 'https://small.myshopify.com' }]);
    assert.deepEqual(await accounts('tabs-two'), [{ baseUrl: 'https://demo.myshopify.com' }]);
  });

  it('shows why a key that WordPress brought does not work', async () => {
    const { page } = await openWindow(browser);
    await enter(page, await place.magicLink('role', { scopes: 'woocommerce' }));
    await visitPage(page, '/channels/woocommerce');
    await fill(page, { baseUrl: 'no-orders.woo.example' });
    await clickOn(page, 'button.primary');
    await approve(place, page);
    assert.match(
      await textOf(page, '[role=alert]'),
      /WordPress user is not allowed to read orders/,
    );
    assert.deepEqual((await place.status('role')).channels, []);
  });
});
