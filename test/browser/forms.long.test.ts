// Every channel linked by every form it has, in a real browser, and then read.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { channels } from '../../src/channels/index.ts';
import { fieldsOf } from '../../src/link/form.ts';
import { openWindow, shoot } from './browser.ts';
import { aroundSuite } from './suite.ts';
import { FORMS, typedFor } from './typing.ts';
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

describe('forms', () => {
  let place: Place;
  let browser: Browser;
  let page: Page;
  aroundSuite(async (opened) => {
    ({ place, browser } = opened);
    ({ page } = await openWindow(browser));
    await enter(page, await place.magicLink('forms'));
  });

  const open = (channel: string, way: string) => visitPage(page, `/channels/${channel}?way=${way}`);

  for (const [name, channel] of Object.entries(channels))
    for (const way of channel.ways) {
      if (way.kind !== 'form') continue;

      it(`links ${name} by the form "${way.id}", and data can be read with it`, async () => {
        const entry = FORMS[name]?.[way.id];
        assert.ok(entry, `typing.ts must say what is typed for ${name} "${way.id}"`);
        const keys = fieldsOf(way, channel).map(({ key }) => key);
        const typed = typedFor(entry, place.shop(name, entry.shop), keys);
        await open(name, way.id);
        await shoot(page, `form-${name}-${way.id}`);
        await send(page, typed);
        assert.equal(pathOf(page), `/channels?linked=${name}`, await textOf(page, '.card'));
        assert.equal(await textOf(page, '[role=status] strong'), `${channel.title} is linked.`);
        const { channels: linked } = await place.status('forms');
        assert.equal(linked.find((one) => one.channel === name)?.state, 'linked');
        const resource = channel.orders ? 'orders' : 'products';
        const answer = await place[resource](name, { limit: 2 }, { user: 'forms' });
        assert.deepEqual([answer.status, answer.body.Output.result.length], [200, 2], answer.text);
      });
    }

  it('asks for what was left out, and shows where it is found once the address is typed', async () => {
    await open('woocommerce', 'keys');
    await send(page, { baseUrl: 'demo.woo.example' });
    assert.equal(await textOf(page, '#input-consumerKey-wrong'), 'Please fill this in.');
    await open('woocommerce', 'keys');
    await fill(page, { baseUrl: 'demo.woo.example/winkel' });
    await clickOn(page, 'button.primary');
    const place = await page.$eval('.fields a.button', (link) => link.getAttribute('href') ?? '');
    assert.match(place, /\/_host\/demo\.woo\.example\/wp-admin\/admin\.php\?page=wc-settings/);
    await page.goto(place);
    assert.match(await heading(page), /^Keys of /);
  });

  it('writes no secret to the log', () => {
    const log = place.logged();
    for (const [name, ways] of Object.entries(FORMS))
      for (const entry of Object.values(ways)) {
        if (!Object.hasOwn(channels, name)) continue;
        for (const value of Object.values(place.shop(name, entry.shop).credential.secrets))
          assert.ok(!log.includes(value));
      }
  });
});
