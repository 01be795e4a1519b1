// What a merchant is told when a key does not work, channel by channel, in a real browser.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { channels } from '../../src/channels/index.ts';
import { openWindow, shoot, startBrowser } from './browser.ts';
import { FAILURES } from './typing.ts';
import { clickOn, enter, fill, heading, openPlace, type Place, textOf } from './visitor.ts';

describe('failures', () => {
  let place: Place;
  let browser: Browser;
  let page: Page;
  before(async () => {
    [place, browser] = await Promise.all([openPlace(), startBrowser()]);
    ({ page } = await openWindow(browser));
    await enter(page, await place.magicLink('demo'));
  });
  after(async () => {
    await browser.close();
    await place.close();
  });

  const open = (channel: string, way: string) =>
    page.goto(`${place.origin}/link/channels/${channel}?way=${way}`);

  for (const [name, failures] of Object.entries(FAILURES)) {
    if (!Object.hasOwn(channels, name)) continue;
    for (const failure of failures) {
      it(`tells a merchant of ${name} about ${failure.title}, and keeps what was linked`, async () => {
        const before = await place.app.store.users.find('test-client', 'demo');
        const key = { userId: before?.id ?? '', channel: name };
        const kept = await place.app.store.credentials.find(key);
        const shop = place.shop(name, failure.shop);
        const typed = failure.typed(shop);
        const planted =
          failure.fault && place.sandbox.faults.plant({ ...failure.fault, channel: name });
        await open(name, failure.way);
        await fill(page, typed);
        await clickOn(page, 'button.primary');
        if (planted) place.sandbox.faults.lift(planted.id);
        assert.match(await textOf(page, '[role=alert]'), failure.says);
        assert.equal(await heading(page), `Link ${channels[name]?.title}`);
        await shoot(page, `failure-${name}-${failure.title.replaceAll(/\W+/g, '-')}`);
        if (failure.at) {
          const invalid = `#input-${failure.at}[aria-invalid=true]`;
          assert.ok(await page.$(invalid), `${failure.at} is marked`);
        }
        // What was typed stays, but no secret does, and the credential stored before is there.
        const shown = await page.content();
        for (const input of await page.$$('form input:not([type=hidden])')) {
          const [id, type, value] = await input.evaluate((element) => {
            const { id, type, value } = element as unknown as Record<string, string>;
            return [id ?? '', type ?? '', value ?? ''] as const;
          });
          const sent = typed[id.replace('input-', '')] ?? '';
          assert.equal(value, type === 'password' ? '' : sent.trim());
          if (type === 'password') assert.ok(!shown.includes(sent), 'no secret in the page');
        }
        assert.deepEqual(await place.app.store.credentials.find(key), kept);
      });
    }
  }
});
