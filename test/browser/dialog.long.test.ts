// The dialog of the application's own page: what was typed is not lost by a slip, and a mistake has the focus in there too.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Browser, Frame, Page } from 'puppeteer-core';
import { type Application, openApplication } from './application.ts';
import { dealtLooks, dress, openWindow, shoot } from './browser.ts';
import { until } from './driver.ts';
import { flawsOf } from './flaws.ts';
import { aroundSuite } from './suite.ts';

const SHADOW = "document.querySelector('body > div')?.shadowRoot";

describe('the dialog', () => {
  let browser: Browser;
  let app: Application;
  aroundSuite(async ({ place, browser: found }) => {
    browser = found;
    app = await openApplication(place, 'dialog');
  });
  after(() => app.close());

  const isOpen = (page: Page) => page.evaluate(`${SHADOW} !== undefined`);
  const isAsked = (page: Page) =>
    page.evaluate(`${SHADOW}?.querySelector('.ask').hidden === false`);
  const pressIn = (page: Page, selector: string) =>
    page.evaluate(`${SHADOW}.querySelector(${JSON.stringify(selector)}).click()`);
  const said = (page: Page) => page.$eval('#said', (element) => element.textContent ?? '');

  async function frameWith(page: Page, selector: string): Promise<Frame> {
    let found: Frame | undefined;
    await until(async () => {
      const frame = page.frames()[1];
      // While it goes on to another page, nothing can be looked for in it.
      if (frame && (await frame.$(selector).catch(() => null))) found = frame;
      return found !== undefined;
    });
    if (!found) throw new Error('no frame');
    return found;
  }
  const press = (frame: Frame, selector: string) =>
    frame.$eval(selector, (element) => (element as unknown as { click(): void }).click());

  /** The form of keys, in the dialog. */
  async function onForm(page: Page, user: string): Promise<Frame> {
    await page.goto(await app.pageFor(user, { scopes: 'woocommerce,bol' }));
    await page.click('#open');
    await press(await frameWith(page, 'input[name=token]'), 'button.primary');
    await press(
      await frameWith(page, 'a[href$="channels/bol"]'),
      'a[href$="channels/woocommerce"]',
    );
    await press(await frameWith(page, 'a[href$="way=keys"]'), 'a[href$="way=keys"]');
    return await frameWith(page, '#input-baseUrl');
  }
  const FIELD = '#input-baseUrl';
  /** Until the dialog has heard that something was typed, closing ends it without asking. */
  async function heard(page: Page, act: () => Promise<unknown>): Promise<void> {
    await page.evaluate(
      `void (window.heard = new Promise((done) => addEventListener('message', ({ data }) => data?.typed && done())))`,
    );
    await act();
    await page.evaluate('window.heard');
  }
  const heldIn = (frame: Frame) =>
    frame.$eval(FIELD, (input) => (input as unknown as { value: string }).value);

  const WAYS: Readonly<Record<string, (page: Page, frame: Frame) => Promise<unknown>>> = {
    'Escape in the frame': async (page, frame) => {
      await frame.focus(FIELD);
      await page.keyboard.press('Escape');
    },
    'Escape beside the frame': async (page) => {
      await page.evaluate(`${SHADOW}.querySelector('.close').focus()`);
      await page.keyboard.press('Escape');
    },
    'a click beside it': (page) => page.mouse.click(4, 4),
    'its button': (page) => pressIn(page, '.close'),
  };

  for (const [index, [title, close]] of Object.entries(WAYS).entries())
    it(`${title}: asks first where something was typed, and only there`, async () => {
      const { page } = await openWindow(browser);
      const frame = await onForm(page, `ask-${index}`);
      await heard(page, () => frame.type(FIELD, 'cs_typed'));
      await close(page, frame);
      await until(async () => Boolean(await isAsked(page)));
      assert.ok(await isOpen(page));
      assert.equal(
        await page.evaluate(`${SHADOW}.activeElement.textContent`),
        'Keep editing',
        'the harmless answer has the focus',
      );
      await page.keyboard.press('Escape');
      await until(async () => !(await isAsked(page)));
      assert.equal(await heldIn(frame), 'cs_typed');
      assert.equal(await said(page), '');
      await close(page, frame);
      await until(async () => Boolean(await isAsked(page)));
      await pressIn(page, '.keep');
      assert.ok(await isOpen(page));
      assert.equal(await heldIn(frame), 'cs_typed');
      await close(page, frame);
      await pressIn(page, '.ask button:not(.keep)');
      await until(async () => !(await isOpen(page)));
      assert.equal(await said(page), 'exit {"linked":[]}\n');

      const empty = await onForm(page, `free-${index}`);
      await empty.type(FIELD, 'x');
      await empty.focus(FIELD);
      await page.keyboard.press('Backspace');
      // Until the dialog has heard that nothing is left, it asks; closing again takes that back.
      await until(async () => {
        if (await isOpen(page)) await close(page, empty);
        return !(await isOpen(page));
      });
    });

  it('asks after a mistake too, says it with the focus, and lets the application close it', async () => {
    const { page } = await openWindow(browser);
    const form = await onForm(page, 'mistake');
    // By the page itself: a key that makes its frame go on may never be acknowledged by the browser.
    await heard(page, () => form.$eval('button.primary', (button) => button.click()));
    const frame = await frameWith(page, '[role=alert]');
    await until(async () =>
      Boolean(await frame.evaluate("document.activeElement.matches('[aria-invalid]')")),
    );
    assert.match(String(await frame.evaluate('document.title')), /^Error: Link WooCommerce/);
    assert.match(
      await frame.$eval('[role=alert]', (element) => element.textContent ?? ''),
      /Please fill this in/,
    );
    await page.keyboard.press('Escape');
    await until(async () => Boolean(await isAsked(page)));
    await page.evaluate('window.opened.close()');
    await until(async () => !(await isOpen(page)));
    assert.equal(await said(page), 'exit {"linked":[]}\n');
  });

  for (const [place, [language, sure]] of Object.entries({
    en: 'Close without linking?',
    nl: 'Sluiten zonder te koppelen?',
    de: 'Schließen, ohne zu verbinden?',
    fr: 'Fermer sans connecter\u00a0?',
  }).entries())
    it(`asks in ${language}, without a flaw that axe finds, in either theme and width`, async () => {
      const { page } = await openWindow(browser);
      await page.evaluateOnNewDocument(
        `addEventListener('DOMContentLoaded', () => { document.documentElement.lang = '${language}'; })`,
      );
      const frame = await onForm(page, language);
      await heard(page, () => frame.type(FIELD, 'cs_typed'));
      await pressIn(page, '.close');
      await until(async () => Boolean(await isAsked(page)));
      for (const { width, theme } of dealtLooks(place)) {
        await dress(page, { width, theme });
        assert.equal(await page.evaluate(`${SHADOW}.querySelector('h2').textContent`), sure);
        await shoot(page, `dialog-ask-${language}-${width}-${theme}`);
        assert.deepEqual(await flawsOf(page, 'body > div'), []);
      }
    });
});
