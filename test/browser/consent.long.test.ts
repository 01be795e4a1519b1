// Every channel linked by consent in a real browser, and then read.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { channels } from '../../src/channels/index.ts';
import { openWindow, shoot } from './browser.ts';
import { aroundSuite } from './suite.ts';
import { enter, type Place, pathOf, textOf } from './visitor.ts';
import { approve, leave } from './walk.ts';

describe('consent', () => {
  let place: Place;
  let browser: Browser;
  aroundSuite((opened) => {
    ({ place, browser } = opened);
  });

  for (const [name, channel] of Object.entries(channels))
    for (const way of channel.ways) {
      if (way.kind !== 'consent') continue;

      it(`links ${name} by consent, and data can be read with it`, async () => {
        const { page } = await openWindow(browser);
        const user = `yes-${name}`;
        await enter(page, await place.magicLink(user, { scopes: name }));
        await leave(place, page, name, way.id);
        await approve(place, page);
        assert.equal(pathOf(page), `/channels?linked=${name}`, await textOf(page, 'body'));
        await shoot(page, `consent-${name}-linked`);
        const resource = channel.orders ? 'orders' : 'products';
        const answer = await place[resource](name, { limit: 2 }, { user });
        assert.equal(answer.status, 200, answer.text.slice(0, 500));
        // Neither the code nor a token stands in an address that the browser keeps.
        await page.goBack();
        assert.doesNotMatch(page.url(), /code=|token=/);
      });
    }
});
