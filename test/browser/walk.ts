// The walk to a vendor and back that tests of consent share.
import assert from 'node:assert/strict';
import type { Page } from 'puppeteer-core';
import { channels } from '../../src/channels/index.ts';
import { fieldsOf } from '../../src/link/form.ts';
import { shoot } from './browser.ts';
import { CONSENTS, typedFor } from './typing.ts';
import { clickOn, fill, type Place, settle, textOf, visitPage } from './visitor.ts';

/** The button that the vendor would like to be pressed, and the other one. */
const YES = 'button.yes, button[value=approve]';
export const NO = 'button:not(.yes):not([value=approve])';

/** Where the vendor does not say whose answer it brings, we ask. */
const OURS = 'button[name=_answer][value=yes]';

/** Leaves for the vendor. */
export async function leave(place: Place, page: Page, channel: string, way: string) {
  const entry = CONSENTS[channel]?.[way];
  assert.ok(entry, `typing.ts must say what is typed for ${channel} "${way}"`);
  const driver = channels[channel];
  const known = driver?.ways.find(({ id }) => id === way);
  assert.ok(driver && known);
  await visitPage(page, `/channels/${channel}?way=${way}`);
  await shoot(page, `consent-${channel}`);
  const keys = fieldsOf(known, driver).map(({ key }) => key);
  await fill(page, typedFor(entry, place.shop(channel, entry.shop), keys));
  await clickOn(page, 'button.primary');
  // What was found at another address than the one that was typed is looked at first.
  if (await page.$('.found')) {
    await shoot(page, `consent-${channel}-found`);
    await clickOn(page, 'a.primary');
  }
  assert.equal(new URL(page.url()).origin, place.sandbox.origin, await textOf(page, 'body'));
}

const away = (place: Place, page: Page) => new URL(page.url()).origin === place.sandbox.origin;

export const sayYes = (page: Page) => clickOn(page, YES);

/** Says yes on every page of the vendor, until the browser is back. */
export async function approve(place: Place, page: Page) {
  for (let pages = 0; away(place, page) && pages < 6; pages += 1) await sayYes(page);
  await settle(page);
  if (await page.$(OURS)) await clickOn(page, OURS);
}
