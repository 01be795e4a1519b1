// The visit in a real browser: opening a link, coming back to it, leaving it, and every page that says no.
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
  fill,
  heading,
  type Place,
  pathOf,
  textOf,
  visitPage,
  within,
} from './visitor.ts';

describe('the visit', () => {
  let place: Place;
  let browser: Browser;
  aroundSuite((opened) => {
    ({ place, browser } = opened);
  });

  it('keeps two customers in one browser apart, whatever the order', async () => {
    const { page: first, context } = await openWindow(browser);
    const back = (name: string) => `${place.sandbox.origin}/?back=${name}`;
    const invite = (name: string) =>
      place.magicLink(`two-${name}`, { redirectUrl: back(name), userName: `Shop of ${name}` });
    await enter(first, await invite('a'));
    const second = await context.newPage();
    await enter(second, await invite('b'));
    assert.match(await textOf(first, '.app'), /Test\s+Shop of a/);
    assert.match(await textOf(second, '.app'), /Test\s+Shop of b/);
    const type = async (page: typeof first, shop: string) => {
      const { host, credential } = place.shop('woocommerce', shop);
      const token = Buffer.from(credential.secrets.token ?? '', 'base64').toString();
      const [consumerKey = '', consumerSecret = ''] = token.split(':');
      await page.bringToFront();
      await visitPage(page, '/channels/woocommerce?way=keys');
      await fill(page, { baseUrl: host, consumerKey, consumerSecret });
      await clickOn(page, 'button.primary');
      assert.equal(pathOf(page), '/channels?linked=woocommerce', await textOf(page, '.card'));
    };
    await type(first, 'demo');
    await type(second, 'small');
    const linkedBy = async (name: string) =>
      (await place.status(`two-${name}`)).channels.map(({ account }) => account);
    const address = (shop: string) => `https://${place.shop('woocommerce', shop).host}`;
    const account = (shop: string) => [{ authMode: 'header', baseUrl: address(shop) }];
    assert.deepEqual(await linkedBy('a'), account('demo'));
    assert.deepEqual(await linkedBy('b'), account('small'));
    await first.bringToFront();
    await clickOn(first, '.actions button');
    assert.equal(first.url(), `${back('a')}&status=completed&linked=woocommerce`);
    await first.goBack();
    await first.goto(within(first, '/channels'));
    assert.equal(await heading(first), 'You have finished');
    await shoot(first, 'message-finished');
    await second.bringToFront();
    await second.reload();
    assert.equal(await heading(second), 'Choose a channel');
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

  it('tells a second browser that the link was used', async () => {
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

  it('works without JavaScript, from the link to the end', async () => {
    const { page } = await openWindow(browser, { javaScript: false });
    await enter(page, await place.magicLink('fay', { scopes: 'woocommerce' }));
    // A link for one channel leads straight to it.
    assert.equal(await heading(page), 'Link WooCommerce');
    await clickOn(page, '.ways a');
    assert.equal(pathOf(page), '/channels/woocommerce?way=keys');
    const { secrets } = place.shop('woocommerce').credential;
    const [key = '', secret = ''] = Buffer.from(secrets.token ?? '', 'base64')
      .toString()
      .split(':');
    await page.type('#input-baseUrl', 'www.nowhere.woo.example');
    await page.type('#input-consumerKey', key);
    await page.type('#input-consumerSecret', secret);
    await clickOn(page, 'button.primary');
    assert.match(await textOf(page, '[role=alert]'), /could not be reached over https/);
    await visitPage(page, '/channels/woocommerce?way=keys');
    await page.type('#input-baseUrl', 'demo.woo.example');
    await page.type('#input-consumerKey', key);
    await page.type('#input-consumerSecret', secret);
    await clickOn(page, 'button.primary');
    assert.equal(pathOf(page), '/channels?linked=woocommerce');
    await clickOn(page, '.actions button.primary');
    assert.equal(await heading(page), 'All done');
    assert.match(await textOf(page, '.done'), /WooCommerce/);
  });

  it('can be walked with the keyboard alone', async () => {
    const { page } = await openWindow(browser);
    await page.goto(await place.magicLink('gus', { scopes: 'woocommerce,bol' }));
    const focused = () =>
      page.evaluate(() => {
        const { document } = globalThis as unknown as {
          document: { activeElement: { innerText: string; id: string; tagName: string } };
        };
        const { innerText, id, tagName } = document.activeElement;
        return `${tagName} ${id || innerText.trim().replaceAll('\n', ' ')}`;
      });
    const tabTo = async (wanted: RegExp) => {
      for (let steps = 0; steps < 30; steps += 1) {
        await page.keyboard.press('Tab');
        if (wanted.test(await focused())) return;
      }
      assert.fail(`the focus never reaches ${wanted}`);
    };
    const press = async () => {
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    };
    await page.keyboard.press('Tab');
    assert.equal(await focused(), 'A Skip to content');
    await tabTo(/^BUTTON Continue/);
    await press();
    await tabTo(/^A .*WooCommerce/);
    await press();
    await tabTo(/^A With a key/);
    await press();
    await tabTo(/^INPUT input-baseUrl/);
    await page.keyboard.type('demo.woo.example');
    const { secrets } = place.shop('woocommerce').credential;
    const [key = '', secret = ''] = Buffer.from(secrets.token ?? '', 'base64')
      .toString()
      .split(':');
    await tabTo(/^INPUT input-consumerKey/);
    await page.keyboard.type(key);
    await tabTo(/^INPUT input-consumerSecret/);
    await page.keyboard.type(secret);
    await press();
    assert.equal(pathOf(page), '/channels?linked=woocommerce');
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

  it('asks nobody but the service, and breaks no policy', async () => {
    const { page } = await openWindow(browser);
    const asked = new Set<string>();
    const complaints: string[] = [];
    page.on('request', (request) => asked.add(new URL(request.url()).origin));
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    await enter(page, await place.magicLink('jan'));
    for (const path of ['channels/shopify', 'channels/woocommerce?way=keys', 'channels?q=bol'])
      await visitPage(page, `/${path}`);
    assert.deepEqual([...asked], [place.origin]);
    assert.deepEqual(complaints, []);
  });
});
