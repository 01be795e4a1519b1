// Back after every step shows no secret, with and without a script: the walk of back.ts in Chromium.
import { describe, it } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { walkBack } from './back.ts';
import { openWindow } from './browser.ts';
import { drivePuppeteer } from './driver.ts';
import { aroundSuite } from './suite.ts';
import type { Place } from './visitor.ts';

describe('Back', () => {
  let place: Place;
  let browser: Browser;
  aroundSuite((opened) => {
    ({ place, browser } = opened);
  });

  for (const javaScript of [true, false])
    it(`shows no secret ${javaScript ? 'with' : 'without'} JavaScript`, async () => {
      const { page } = await openWindow(browser, { javaScript });
      await walkBack(await drivePuppeteer(browser, page), place, `back-${javaScript}`);
    });
});
