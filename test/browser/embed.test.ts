// The link inside an application's own page, from another origin: what it tells that page, the tab
// beside it, and what a page that means harm can do with it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Frame, Page } from 'puppeteer-core';
import { type Application, openApplication } from './application.ts';
import { openWindow, shoot, startBrowser } from './browser.ts';
import { until } from './driver.ts';
import { openPlace, type Place, settle } from './visitor.ts';
import { approve } from './walk.ts';

describe('the link in the application’s own page', () => {
  let place: Place;
  let browser: Browser;
  let app: Application;
  before(async () => {
    [place, browser] = await Promise.all([openPlace(), startBrowser()]);
    app = await openApplication(place, 'embed');
  });
  after(async () => {
    await browser.close();
    await app.close();
    await place.close();
  });

  const said = (page: Page) => page.$eval('#said', (element) => element.textContent ?? '');
  const hears = (page: Page, line: string) => until(async () => (await said(page)).includes(line));

  /** The frame of the dialog, once it shows a page of this heading. */
  async function frameAt(page: Page, title: string): Promise<Frame> {
    let found: Frame | undefined;
    let last = '';
    await until(async () => {
      for (const frame of page.frames().slice(1)) {
        last = await frame.$eval('h1', (element) => element.textContent ?? '');
        if (last === title) found = frame;
      }
      return found !== undefined;
    }).catch(() => assert.fail(`the frame shows "${last}", not "${title}"`));
    if (!found) throw new Error('no frame');
    return found;
  }
  const press = async (frame: Frame | Page, selector: string) => {
    await (await frame.waitForSelector(selector))?.click();
  };

  async function open(page: Page, user: string, query?: Record<string, string>) {
    await page.goto(await app.pageFor(user, query));
    await page.click('#open');
    return await frameAt(page, 'Connect your shops to Orderly');
  }

  async function enter(page: Page, user: string, query?: Record<string, string>) {
    await press(await open(page, user, query), 'button.primary');
    return await frameAt(page, 'Choose a channel');
  }

  async function typeKeys(page: Page, shop: string) {
    const list = await frameAt(page, 'Choose a channel');
    await press(list, 'a[href$="channels/woocommerce"]');
    await press(await frameAt(page, 'Link WooCommerce'), 'a[href$="way=keys"]');
    const form = await frameAt(page, 'Link WooCommerce');
    const { host, credential } = place.shop('woocommerce', shop);
    const token = Buffer.from(credential.secrets.token ?? '', 'base64').toString();
    const [key = '', secret = ''] = token.split(':');
    await (await form.waitForSelector('#input-consumerKey'))?.type(key);
    await form.type('#input-baseUrl', host);
    await form.type('#input-consumerSecret', secret);
    await press(form, 'button.primary');
  }

  /** Presses the button that opens the tab, and says yes at the vendor. */
  async function tabFrom(page: Page, frame: Frame): Promise<Page> {
    const opened = new Promise<Page>((resolve) =>
      page.browserContext().once('targetcreated', async (target) => {
        resolve((await target.page()) as Page);
      }),
    );
    await press(frame, '[target=_blank]:is(a), form[target=_blank] button');
    const tab = await opened;
    await until(async () => tab.url().startsWith('http'));
    return tab;
  }

  it('links by a form inside the frame, tells the page, and ends with it', async () => {
    const { page } = await openWindow(browser);
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    await enter(page, 'form', { redirectUrl: `${app.origin}/back` });
    await shoot(page, 'embed-list');
    await typeKeys(page, 'demo');
    await hears(page, 'linked {"channel":"woocommerce"}');
    const list = await frameAt(page, 'Choose a channel');
    await press(list, '.actions button[value=completed]');
    await hears(page, 'finished {"status":"completed","linked":["woocommerce"]}');
    assert.equal(
      await said(page),
      'linked {"channel":"woocommerce"}\nfinished {"status":"completed","linked":["woocommerce"]}\n',
    );
    assert.equal(page.frames().length, 1, 'the dialog is gone');
    assert.equal(new URL(page.url()).pathname, '/', 'the page itself went nowhere');
    assert.deepEqual(await app.linked('form'), ['woocommerce']);
    assert.deepEqual(complaints, []);
  });

  it('goes to a vendor’s consent through a tab, and goes on when that is done', async () => {
    const { page } = await openWindow(browser);
    await press(await enter(page, 'consent'), 'a[href$="channels/shopify"]');
    const form = await frameAt(page, 'Link Shopify');
    await form.type('#input-baseUrl', 'demo');
    await press(form, 'button.primary');
    await until(async () => form.url().endsWith('/leaving'));
    await shoot(page, 'embed-leaving');
    const tab = await tabFrom(page, await frameAt(page, 'Link Shopify'));
    await frameAt(page, 'Continue in the other tab');
    await shoot(page, 'embed-waiting');
    await settle(tab);
    assert.ok(tab.url().startsWith(place.sandbox.origin), tab.url());
    await approve(place, tab);
    assert.match(
      await tab.$eval('.card', (card) => card.textContent ?? ''),
      /Shopify is linked\.\s+You can close this tab and go back to Orderly\./,
    );
    await shoot(tab, 'embed-done');
    assert.doesNotMatch(tab.url(), /pass|code=|state=/);
    await tab.close();
    await page.bringToFront();
    await hears(page, 'linked {"channel":"shopify"}');
    const list = await frameAt(page, 'Choose a channel');
    await press(list, '.actions button[value=completed]');
    await hears(page, 'finished {"status":"completed","linked":["shopify"]}');
    assert.deepEqual(await app.linked('consent'), ['shopify']);
  });
});
