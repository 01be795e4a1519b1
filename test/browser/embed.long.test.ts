// The link inside an application's own page, from another origin: what it says to that page, the
// tab beside it, and what a page that means harm can do with it.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Browser, Frame, Page } from 'puppeteer-core';
import { type Application, openApplication } from './application.ts';
import { dress, openWindow, shoot } from './browser.ts';
import { until } from './driver.ts';
import { flawsOf } from './flaws.ts';
import { aroundSuite } from './suite.ts';
import { clickOn, type Place, settle, textOf } from './visitor.ts';
import { approve, NO } from './walk.ts';

describe('the link in the application’s own page', () => {
  let place: Place;
  let browser: Browser;
  let app: Application;
  aroundSuite(async (opened) => {
    ({ place, browser } = opened);
    app = await openApplication(place, 'embed');
  }, 'whole');
  after(() => app.close());

  const said = (page: Page) => page.$eval('#said', (element) => element.textContent ?? '');
  const hears = (page: Page, line: string) => until(async () => (await said(page)).includes(line));

  const eventsOf = (page: Page) =>
    page.evaluate('window.events') as Promise<readonly Record<string, string | null>[]>;
  /** Two looks at the channel: at the way that is offered first, and at the keys. */
  const STEPS_BY_KEYS = ['chosen woocommerce', 'chosen woocommerce', 'sent woocommerce'];

  const isClosed = (page: Page) => page.evaluate("document.querySelector('body > div') === null");

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
  /** By the element itself: the dialog may still be moving into its place under the pointer. */
  const press = async (frame: Frame | Page, selector: string) => {
    const found = await frame.waitForSelector(selector);
    await found?.evaluate((element) => (element as unknown as { click(): void }).click());
  };

  async function open(page: Page, user: string, query?: Record<string, string>) {
    await page.goto(await app.pageFor(user, query));
    await page.click('#open');
    return await frameAt(page, 'Link your shops to Orderly');
  }

  async function enter(page: Page, user: string, query?: Record<string, string>) {
    await press(await open(page, user, query), 'button.primary');
    return await frameAt(page, 'Choose a channel');
  }

  const typeKeys = async (page: Page, shop: string) =>
    linkByKeys(await frameAt(page, 'Choose a channel'), shop);

  /** From the list on, in a frame or a tab. */
  async function linkByKeys(form: Frame | Page, shop: string) {
    await press(form, 'a[href$="channels/woocommerce"]');
    await press(form, 'a[href$="way=keys"]');
    const { host, credential } = place.shop('woocommerce', shop);
    const token = Buffer.from(credential.secrets.token ?? '', 'base64').toString();
    const [key = '', secret = ''] = token.split(':');
    const typed = [['baseUrl', host], [], ['consumerKey', key], ['consumerSecret', secret]] as const; // biome-ignore format: one line
    for (const [step, [name, value = '']] of typed.entries()) {
      await form.waitForSelector(`input[name=_step][value="${step}"]`);
      if (name !== undefined)
        await form.$eval(
          `#input-${name}`,
          (input, text) => {
            (input as unknown as { value: string }).value = text;
          },
          value,
        );
      await press(form, 'button.primary');
    }
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

  it('links by a form inside the frame, reports to the page, and ends with it', async () => {
    const { page, context } = await openWindow(browser);
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
    assert.ok(await isClosed(page), 'the dialog is gone');
    const [loaded, ...events] = await eventsOf(page);
    assert.equal(loaded?.kind, 'load');
    assert.deepEqual(
      events
        .filter(({ step }) => step !== 'shown' && step !== 'checked')
        .map(({ step, channel, code }) => [step, channel, code].filter(Boolean).join(' ')),
      ['opened', 'begun', ...STEPS_BY_KEYS, 'linked woocommerce', 'finished completed'],
    );
    const rows = await place.app.store.linkSteps.of(String(events[0]?.session));
    assert.deepEqual(
      events.map(({ step }) => step),
      rows.map(({ step }) => step),
      'as in the store',
    );
    assert.doesNotMatch(JSON.stringify(events), /ck_|cs_|woocommerce\.example/);
    assert.equal(new URL(page.url()).pathname, '/', 'the page itself went nowhere');
    const cookies = (await context.cookies()).filter(({ domain }) => domain === '127.0.0.1');
    assert.equal(cookies.length, 2);
    for (const { sameSite, secure, partitionKey } of cookies)
      assert.deepEqual(
        [sameSite, secure, JSON.stringify(partitionKey)?.includes('localhost')],
        ['None', true, true],
      );

    // The next user in the same page: nothing of the one before is there.
    await enter(page, 'next');
    await typeKeys(page, 'small');
    await hears(page, 'linked {"channel":"woocommerce"}');
    const account = async (user: string) => {
      const found = await place.app.store.users.find('embed', user);
      const linked = await place.app.store.credentials.list(found?.id ?? '');
      return linked.map(({ account: { baseUrl } }) => baseUrl);
    };
    assert.deepEqual(await account('form'), [`https://${place.shop('woocommerce').host}`]);
    assert.deepEqual(await account('next'), [`https://${place.shop('woocommerce', 'small').host}`]);
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
    assert.deepEqual(await flawsOf(page, 'body > div'), []);
    assert.deepEqual(await flawsOf(form), []);
    const tab = await tabFrom(page, await frameAt(page, 'Link Shopify'));
    // A page behind another is never painted, for which axe waits.
    await page.bringToFront();
    assert.deepEqual(await flawsOf(await frameAt(page, 'Continue in the other tab')), []);
    await shoot(page, 'embed-waiting');
    await tab.bringToFront();
    await settle(tab);
    assert.ok(tab.url().startsWith(place.sandbox.origin), tab.url());
    await approve(place, tab);
    assert.match(
      await tab.$eval('.card', (card) => card.textContent ?? ''),
      /Shopify is linked\.\s+You can close this tab and go back to Orderly\./,
    );
    assert.deepEqual(await flawsOf(tab), []);
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

  it('is closed by its button, by Escape on either side, and beside it; the link goes on', async () => {
    const { page } = await openWindow(browser);
    await enter(page, 'exit');
    const exits = async (count: number) => {
      const lines = Array.from({ length: count }, () => 'exit {"linked":[]}\n').join('');
      await until(async () => (await said(page)) === lines);
      assert.ok(await isClosed(page));
      assert.equal(await page.evaluate('document.activeElement.id'), 'open', 'the focus is back');
    };
    await page.keyboard.press('Escape');
    await exits(1);
    await page.click('#open');
    await frameAt(page, 'Choose a channel');
    await (await page.waitForSelector('>>> dialog button'))?.click();
    await exits(2);
    await page.click('#open');
    await page.waitForSelector('>>> dialog[open]');
    await page.mouse.click(5, 500);
    await exits(3);
    await page.click('#open');
    await (await page.waitForSelector('>>> dialog button'))?.focus();
    await page.keyboard.press('Escape');
    await exits(4);
    await page.click('#open');
    await frameAt(page, 'Choose a channel');
    await page.evaluate('opened.close(); opened.close()');
    await exits(5);
  });

  it('opens one link at a time, and only the service’s own', async () => {
    const { page } = await openWindow(browser);
    await open(page, 'one');
    const tried = (uri: string) =>
      page.evaluate(
        `try { Manifold.openLink({ uri: ${JSON.stringify(uri)} }); 'opened' } catch (error) { String(error) }`,
      );
    assert.match(String(await tried(await app.magicLink('other'))), /^Error: .*open already/);
    await page.keyboard.press('Escape');
    await hears(page, 'exit');
    for (const uri of [`${app.origin}/link?token=x`, 'javascript:alert(1)', '/link?token=x', ''])
      assert.match(String(await tried(uri)), /^TypeError: .*must be a magic link of/, uri);
    assert.ok(await isClosed(page));
  });

  it('is framed by no origin that was not registered, and says so with a way out', async () => {
    const stranger = await openApplication(place, 'stranger', { registered: false });
    const { page } = await openWindow(browser);
    try {
      await page.goto(await stranger.pageFor('x'));
      await page.click('#open');
      const note = await page.waitForSelector('>>> dialog p:not([hidden]) a');
      assert.match(String(page.frames()[1]?.url()), /^chrome-error:/);
      assert.match(String(await note?.evaluate((a) => a.getAttribute('href'))), /\/link\?token=/);
      const blocked = (await eventsOf(page)).find(({ kind }) => kind === 'error');
      assert.equal(blocked?.code, 'blocked');
      assert.match(String(blocked.message), new RegExp(`Add ${stranger.origin} to the origins`));
      // Its own links are no key to another client's pages either.
      await page.goto(
        `${stranger.origin}/?${new URLSearchParams({ uri: await app.magicLink('y') })}`,
      );
      await page.click('#open');
      await until(async () => /^chrome-error:/.test(String(page.frames()[1]?.url())));
    } finally {
      await stranger.close();
    }
  });

  it('has the theme that was asked for, in the frame, on its next pages and around it', async () => {
    const { page } = await openWindow(browser);
    const uri = await app.magicLink('in-the-dark');
    await page.goto(`${app.origin}/?${new URLSearchParams({ uri, theme: 'dark' })}`);
    await page.click('#open');
    const ground = `getComputedStyle(document.querySelector('.card')).backgroundColor`;
    const landing = await frameAt(page, 'Link your shops to Orderly');
    assert.equal(await landing.evaluate(ground), 'rgb(23, 27, 34)');
    await press(landing, 'button.primary');
    const list = await frameAt(page, 'Choose a channel');
    assert.equal(await list.evaluate(ground), 'rgb(23, 27, 34)');
    const dialog = `getComputedStyle(document.querySelector('body > div').shadowRoot.querySelector('dialog')).backgroundColor`;
    assert.equal(await page.evaluate(dialog), 'rgb(23, 27, 34)');
  });

  it('reports why a link shows no shops, in the language that was asked for', async () => {
    const { page } = await openWindow(browser);
    const uri = await app.magicLink('late');
    place.forward(2 * 86_400_000);
    await page.goto(`${app.origin}/?${new URLSearchParams({ uri, language: 'de' })}`);
    await page.click('#open');
    await frameAt(page, 'Dieser Link ist abgelaufen');
    await until(async () => (await eventsOf(page)).some(({ code }) => code === 'expired'));
    assert.ok((await eventsOf(page)).every(({ kind }) => kind !== 'event'));
  });

  it('believes no message but that of its own frame, and lets no one steer that frame', async () => {
    const other = await openApplication(place, 'other');
    const { page, context } = await openWindow(browser);
    try {
      const list = await enter(page, 'forged');
      const forged = `for (const message of [{ manifold: 'exit' }, { manifold: 'state', linked: ['amazon'], status: 'completed' }])`;
      await page.evaluate(`${forged} window.postMessage(message, '*')`);
      const opened = new Promise<Page>((resolve) =>
        context.once('targetcreated', async (target) => resolve((await target.page()) as Page)),
      );
      await page.evaluate(`window.open(${JSON.stringify(other.origin)}) !== null`);
      const window = await opened;
      await until(async () => Boolean(await window.evaluate('Boolean(opener)')));
      await window.evaluate(`${forged} opener.postMessage(message, '*')`);
      await page.bringToFront();
      const url = list.url();
      const heard = `window.heard = []; addEventListener('message', ({ data }) => heard.push(data.manifold))`;
      await page.evaluate(heard);
      const messages = ['exit', 'finish', 'linked', 'state', 'open'].map((manifold) => ({
        ...{ manifold, status: 'completed', linked: ['amazon'], url: other.origin },
      }));
      // A hello comes last: by its answer all that was sent before was dealt with.
      for (const message of [...messages, 'hello', null, { manifold: 'hello' }])
        await page.evaluate(
          `document.querySelector('body > div').shadowRoot.querySelector('iframe').contentWindow.postMessage(${JSON.stringify(message)}, '*')`,
        );
      await until(async () => String(await page.evaluate('heard.join()')) === 'state,state');
      assert.equal(list.url(), url);
      assert.equal(await said(page), '');
      assert.deepEqual(await app.linked('forged'), []);
    } finally {
      await other.close();
    }
  });

  it('goes through a tab where the browser keeps no cookie in the frame', async () => {
    const { page, context } = await openWindow(browser);
    const landing = await open(page, 'blocked', { redirectUrl: `${app.origin}/back` });
    await context.deleteCookie(...(await context.cookies()));
    await press(landing, 'button.primary');
    const frame = await frameAt(page, 'Continue in a new tab');
    assert.deepEqual(await flawsOf(frame), []);
    await dress(page, { width: 360, theme: 'dark' });
    await shoot(page, 'embed-new-tab');
    const tab = await tabFrom(page, frame);
    await press(tab, 'button.primary');
    await tab.waitForSelector('a[href$="channels/woocommerce"]');
    await linkByKeys(tab, 'demo');
    await tab.waitForSelector('.note.good');
    await page.bringToFront();
    await hears(page, 'linked {"channel":"woocommerce"}');
    await tab.bringToFront();
    await press(tab, '.actions button[value=completed]');
    await until(async () => tab.url().endsWith('/closed'));
    await settle(tab);
    assert.ok(tab.url().endsWith('/closed'), 'the tab goes nowhere: the page beside it goes on');
    await page.bringToFront();
    await hears(page, 'finished {"status":"completed","linked":["woocommerce"]}');
    assert.ok(await isClosed(page));
  });

  it('works on the service’s own site too, and a failed consent can be mended on either side', async () => {
    const near = await openApplication(place, 'near', { host: '127.0.0.1' });
    const { page } = await openWindow(browser);
    try {
      await page.goto(await near.pageFor('refused'));
      await page.click('#open');
      await press(await frameAt(page, 'Link your shops to Orderly'), 'button.primary');
      await press(await frameAt(page, 'Choose a channel'), 'a[href$="channels/woocommerce"]');
      const form = await frameAt(page, 'Link WooCommerce');
      await (await form.waitForSelector('#input-baseUrl'))?.type('demo.woo.example');
      await press(form, 'button.primary');
      await until(async () => form.url().endsWith('/leaving'));
      const tab = await tabFrom(page, await frameAt(page, 'Link WooCommerce'));
      await settle(tab);
      await clickOn(tab, 'button.yes');
      await clickOn(tab, NO);
      assert.match(await textOf(tab, '[role=alert]'), /was not approved/);
      await page.bringToFront();
      const failed = await frameAt(page, 'Link WooCommerce');
      await failed.waitForSelector('[role=alert]');
      // Again in the tab, which now goes on as any other does.
      await tab.bringToFront();
      await clickOn(tab, 'button.primary');
      await approve(place, tab);
      assert.match(await textOf(tab, 'h1'), /WooCommerce is linked/);
      await page.bringToFront();
      // Of a browser without windows no page ever loses the focus, or gets it back.
      await failed.evaluate("dispatchEvent(new Event('focus'))");
      await hears(page, 'linked {"channel":"woocommerce"}');
    } finally {
      await near.close();
    }
  });
});
