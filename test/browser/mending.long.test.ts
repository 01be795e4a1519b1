// Merchants who mistype, paste too much, lose their key or change their mind, in a real browser.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { openWindow, shoot } from './browser.ts';
import { aroundSuite } from './suite.ts';
import { halves } from './typing.ts';
import {
  clickOn,
  enter,
  fill,
  heading,
  type Place,
  pathOf,
  send,
  textOf,
  visitPage,
} from './visitor.ts';

describe('mending', () => {
  let place: Place;
  let browser: Browser;
  aroundSuite((opened) => {
    ({ place, browser } = opened);
  });

  const keys = () => halves(place.shop('woocommerce'));

  /** Puts text into an input as a paste does: with line breaks and signs that no one types. */
  const paste = (page: Page, key: string, text: string) =>
    page.$eval(
      `#input-${key}`,
      (input, value) => {
        (input as unknown as { value: string }).value = value;
      },
      text,
    );

  async function onKeys(user: string, looks: { readonly javaScript?: boolean } = {}) {
    const { page } = await openWindow(browser, looks);
    await enter(page, await place.magicLink(user, { scopes: 'woocommerce,bol' }));
    await visitPage(page, '/channels/woocommerce?way=keys');
    return page;
  }

  for (const javaScript of [true, false])
    it(`keeps what was typed and says what is wrong, ${javaScript ? 'with' : 'without'} JavaScript`, async () => {
      const page = await onKeys(`mistyped-${javaScript}`, { javaScript });
      const [consumerKey, consumerSecret] = keys();
      await send(page, { baseUrl: 'nowhere.woo.example', consumerKey, consumerSecret });
      const typed = () => page.$eval('#input-baseUrl', (input) => input.getAttribute('value'));
      const said = await textOf(page, '[role=alert]');
      await page.reload();
      assert.equal(await textOf(page, '[role=alert]'), said);
      await clickOn(page, '.languages a[hreflang=de]');
      assert.notEqual(await textOf(page, '[role=alert]'), said);
      assert.equal(await typed(), 'nowhere.woo.example');
      assert.ok(!(await page.content()).includes(consumerSecret), 'no secret in the page');
      await shoot(page, 'mending-kept');
      // A key that was typed for another address is asked for again, and what was typed stays.
      const demo = 'https//demo.woo.example/shop/?x=1';
      await fill(page, { baseUrl: 'small.woo.example' });
      for (const next of ['baseUrl', 'menu', 'consumerKey']) {
        if (next === 'consumerKey') await fill(page, { consumerKey });
        await clickOn(page, 'button.primary');
      }
      for (let steps = 0; steps < 3; steps += 1) {
        await clickOn(page, 'a.back');
        assert.ok(!(await page.content()).includes(consumerKey), 'Back shows no secret');
      }
      assert.equal(await typed(), 'small.woo.example');
      await send(page, { baseUrl: demo });
      assert.match(await textOf(page, '[role=alert]'), /Die Adresse wurde geändert/);
      await send(page, { consumerKey, consumerSecret });
      assert.equal(pathOf(page), '/channels?linked=woocommerce', await textOf(page, '.card'));
    });

  it('recognises keys in each other’s place, and takes them with all that was pasted along', async () => {
    const page = await onKeys('pasted');
    const [consumerKey, consumerSecret] = keys();
    const swapped = { consumerKey: consumerSecret, consumerSecret: consumerKey };
    await send(page, { baseUrl: 'demo.woo.example', ...swapped });
    assert.ok(await page.$('#input-consumerKey[aria-invalid=true]'), 'the field is marked');
    assert.match(await textOf(page, '#input-consumerKey-wrong'), /secret/i);
    await shoot(page, 'mending-swapped');
    await paste(page, 'consumerKey', `Consumer key: \u201c${consumerKey}\u201d\u200b`);
    await clickOn(page, 'button.primary');
    await paste(page, 'consumerSecret', `\u00ad${consumerSecret.slice(0, 9)}\u200e${consumerSecret.slice(9)} \ufeff`); // biome-ignore format: one line
    await clickOn(page, 'button.primary');
    assert.equal(pathOf(page), '/channels?linked=woocommerce', await textOf(page, '.card'));
  });

  it('shows a key that was withdrawn, takes a new one from the list, and lets go of it', async () => {
    const page = await onKeys('withdrawn');
    const [consumerKey, consumerSecret] = keys();
    await send(page, { baseUrl: 'demo.woo.example', consumerKey, consumerSecret });
    const fault = place.sandbox.faults.plant({ kind: '401', channel: 'woocommerce' });
    const refused = await place.orders('woocommerce', { limit: 1 }, { user: 'withdrawn' });
    assert.equal(refused.status, 424);
    place.sandbox.faults.lift(fault.id);
    const states = async () => (await place.status('withdrawn')).channels.map(({ state }) => state);
    assert.deepEqual(await states(), ['needs_attention']);

    await visitPage(page, '/channels');
    assert.match(await textOf(page, '.channels li'), /WooCommerce.*Needs attention/s);
    await clickOn(page, '.channels li a[href*=woocommerce]');
    assert.match(await textOf(page, '.about'), /demo\.woo\.example/);
    await visitPage(page, '/channels/woocommerce?way=keys');
    const typed = await page.$eval('#input-baseUrl', (input) => input.getAttribute('value'));
    assert.match(typed ?? '', /demo\.woo\.example/, 'the address is filled in');
    await send(page, { consumerKey, consumerSecret });
    assert.deepEqual(await states(), ['linked']);

    await visitPage(page, '/disconnect/woocommerce');
    assert.match(await heading(page), /^Unlink WooCommerce/);
    await clickOn(page, 'button.danger');
    assert.deepEqual(await states(), []);
    assert.doesNotMatch(await textOf(page, '.channels'), /Linked since|Needs attention/);
  });
});
