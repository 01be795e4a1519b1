// Merchants who say no at the vendor, in a real browser, and yes after all.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { channels } from '../../src/channels/index.ts';
import { openWindow, shoot } from './browser.ts';
import { aroundSuite } from './suite.ts';
import { CONSENTS } from './typing.ts';
import { clickOn, enter, type Place, pathOf, settle, textOf } from './visitor.ts';
import { approve, leave, NO, sayYes } from './walk.ts';

describe('refusals', () => {
  let place: Place;
  let browser: Browser;
  aroundSuite((opened) => {
    ({ place, browser } = opened);
  });

  for (const [name, channel] of Object.entries(channels))
    for (const way of channel.ways) {
      if (way.kind !== 'consent') continue;

      it(`says so when the merchant of ${name} refuses, and lets them try again`, async () => {
        const { page } = await openWindow(browser);
        const user = `no-${name}`;
        await enter(page, await place.magicLink(user, { scopes: name }));
        await leave(place, page, name, way.id);
        while (!(await page.$(NO))) await sayYes(page);
        await shoot(page, `sandbox-${name}-consent`);
        await clickOn(page, NO);
        if (CONSENTS[name]?.[way.id]?.refused === 'returns') {
          await settle(page);
          assert.match(await textOf(page, '[role=alert]'), /not|no /);
          assert.match(pathOf(page), new RegExp(`^/channels/${name}`));
          await shoot(page, `consent-${name}-refused`);
        }
        assert.deepEqual((await place.status(user)).channels, []);
        await leave(place, page, name, way.id);
        await approve(place, page);
        assert.equal(pathOf(page), `/channels?linked=${name}`, await textOf(page, 'body'));
      });
    }
});
