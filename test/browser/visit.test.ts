// The visit in a real browser: from the link to the end and back, without JavaScript, by keyboard, within the policy.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { openWindow, shoot } from './browser.ts';
import { aroundSuite } from './suite.ts';
import {
  clickOn,
  enter,
  heading,
  type Place,
  pathOf,
  send,
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
      await send(page, { baseUrl: host, consumerKey, consumerSecret });
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
    await send(page, { baseUrl: 'www.nowhere.woo.example' });
    assert.match(await textOf(page, '[role=alert]'), /could not be reached over https/);
    await visitPage(page, '/channels/woocommerce?way=keys');
    await send(page, {
      baseUrl: 'demo.woo.example',
      consumerKey: key,
      consumerSecret: secret,
    });
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
    await press();
    await tabTo(/^BUTTON Next/);
    await press();
    const { secrets } = place.shop('woocommerce').credential;
    const [key = '', secret = ''] = Buffer.from(secrets.token ?? '', 'base64')
      .toString()
      .split(':');
    await tabTo(/^INPUT input-consumerKey/);
    await page.keyboard.type(key);
    await press();
    await tabTo(/^INPUT input-consumerSecret/);
    await page.keyboard.type(secret);
    await press();
    assert.equal(pathOf(page), '/channels?linked=woocommerce');
  });

  it('asks no one but the service, and breaks no policy', async () => {
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
