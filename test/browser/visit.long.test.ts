// More of the visit in a real browser: coming back to a link, leaving it, every page that says no, languages.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { CLIENT } from '../service.ts';
import { openWindow, shoot } from './browser.ts';
import { aroundSuite } from './suite.ts';
import {
  clickOn,
  enter,
  heading,
  type Place,
  pathOf,
  textOf,
  visitPage,
  within,
} from './visitor.ts';

describe('more of the visit', () => {
  let place: Place;
  let browser: Browser;
  aroundSuite((opened) => {
    ({ place, browser } = opened);
  });

  it('shows who asks and what is shared, and uses nothing up until Continue', async () => {
    const { page } = await openWindow(browser);
    const link = await place.magicLink('ann');
    for (let time = 0; time < 3; time += 1) {
      const response = await page.goto(link);
      assert.equal(response?.status(), 200);
    }
    assert.equal(await heading(page), 'Link your shops to Test');
    assert.match(await textOf(page, '.facts'), /Orders, with buyers/);
    await shoot(page, 'landing');
    await clickOn(page, 'button.primary');
    assert.equal(pathOf(page), '/channels');
    assert.equal(await heading(page), 'Choose a channel');
    await shoot(page, 'list-new');
  });

  it('survives a reload, the back button and a closed tab', async () => {
    const { page, context } = await openWindow(browser);
    const link = await place.magicLink('ben');
    await enter(page, link);
    await page.reload();
    assert.equal(await heading(page), 'Choose a channel');
    await clickOn(page, '.channels a');
    await page.goBack();
    assert.equal(await heading(page), 'Choose a channel');
    await page.goBack();
    // The landing page of a link that this browser has used leads on.
    assert.equal(pathOf(page), '/channels');
    await page.close();
    const again = await context.newPage();
    await again.goto(link);
    assert.equal(pathOf(again), '/channels');
  });

  it('shows a second browser that the link was used', async () => {
    const [first, second] = [await openWindow(browser), await openWindow(browser)];
    const link = await place.magicLink('cas');
    await second.page.goto(link);
    await enter(first.page, link);
    await clickOn(second.page, 'button.primary');
    assert.equal(await heading(second.page), 'This link has already been used');
    const response = await second.page.goto(link);
    assert.equal(response?.status(), 410);
    assert.match(await textOf(second.page, '.card'), /Go back to that browser/);
    await shoot(second.page, 'message-used');
    await second.page.goto(within(first.page, '/channels'));
    assert.equal(await heading(second.page), 'Continue in the browser you started in');
    await shoot(second.page, 'message-elsewhere');
    await first.page.reload();
    assert.equal(await heading(first.page), 'Choose a channel');
  });

  it('distinguishes expired from unknown', async () => {
    const { page } = await openWindow(browser);
    const token = randomBytes(32).toString('base64url');
    const user = await place.app.store.users.ensure(CLIENT.id, 'dan');
    await place.app.store.links.add({
      hash: createHash('sha256').update(token).digest('base64url'),
      clientId: CLIENT.id,
      userId: user?.id ?? '',
      scopes: [],
      redirectUrl: 'https://app.example/back?x=1',
      userName: null,
      createdAt: place.now() - 7_200_000,
      expiresAt: place.now() - 1000,
    });
    const expired = await page.goto(`${place.origin}/link?token=${token}`);
    assert.deepEqual([expired?.status(), await heading(page)], [410, 'This link has expired']);
    assert.match(await textOf(page, '.app'), /Test/);
    assert.equal(
      await page.$eval('.actions a', (link) => link.getAttribute('href')),
      'https://app.example/back?x=1&status=expired&linked=',
    );
    await shoot(page, 'message-expired');
    const unknown = await page.goto(`${place.origin}/link?token=nothing`);
    assert.deepEqual(
      [unknown?.status(), await heading(page)],
      [404, 'We do not recognise this link'],
    );
    await shoot(page, 'message-unknown');
    const missing = await page.goto(`${place.origin}/link/nowhere`);
    assert.deepEqual([missing?.status(), await heading(page)], [404, 'This page does not exist']);
  });

  it('does not use a link up in a browser that keeps no cookies', async () => {
    const { page } = await openWindow(browser);
    const link = await place.magicLink('eva');
    await page.goto(link);
    const cdp = await page.createCDPSession();
    await cdp.send('Network.clearBrowserCookies');
    await clickOn(page, 'button.primary');
    assert.match(await heading(page), /is not accepting cookies/);
    await enter(page, link);
    assert.equal(await heading(page), 'Choose a channel');
  });

  it('finds channels by search, and goes back to the client at the end', async () => {
    const { page } = await openWindow(browser);
    const landing = `${place.sandbox.origin}/?mine=1`;
    await enter(page, await place.magicLink('hal', { redirectUrl: landing }));
    if (await page.$('input[type=search]')) {
      await page.type('input[type=search]', 'woo');
      const shown = await page.$$eval('.channels li', (rows) =>
        rows
          .filter((row) => !(row as unknown as { hidden: boolean }).hidden)
          .map((row) => row.textContent?.includes('WooCommerce')),
      );
      assert.deepEqual(shown, [true]);
    }
    await visitPage(page, '/channels?q=zzz');
    assert.match(await textOf(page, '#nothing'), /No channel is called “zzz”/);
    await clickOn(page, '.actions button[value=cancelled]');
    assert.equal(page.url(), `${landing}&status=cancelled&linked=`);
  });

  it('speaks the language of the browser, and the one chosen', async () => {
    const { page } = await openWindow(browser, { language: 'nl-BE,nl;q=0.9,en;q=0.5' });
    await page.goto(await place.magicLink('ina'));
    assert.equal(await heading(page), 'Koppel uw winkels aan Test');
    await clickOn(page, '.languages a[hreflang=de]');
    assert.equal(await heading(page), 'Verbinden Sie Ihre Shops mit Test');
    await clickOn(page, 'button.primary');
    assert.equal(await heading(page), 'Kanal wählen');
    await clickOn(page, '.languages a[hreflang=fr]');
    assert.equal(await heading(page), 'Choisissez un canal');
    assert.equal(await page.$eval('html', (root) => root.getAttribute('lang')), 'fr');
  });
});
