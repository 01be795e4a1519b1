// A mistyped key, in every form of every channel: named as such, in a real browser, and nothing is kept.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { channels } from '../../src/channels/index.ts';
import { fieldsOf } from '../../src/link/form.ts';
import { openWindow, shoot } from './browser.ts';
import { aroundSuite } from './suite.ts';
import { FORMS, typedFor } from './typing.ts';
import { enter, type Place, send, textOf, visitPage } from './visitor.ts';

/** The same text with its last character mistyped, still of the same kind. */
const mistyped = (text: string): string => {
  const last = text.at(-1) ?? '';
  return (
    text.slice(0, -1) + (last === '0' ? '1' : /\d/.test(last) ? '0' : last === 'a' ? 'b' : 'a')
  );
};

describe('mistyped keys', () => {
  let place: Place;
  let browser: Browser;
  let page: Page;
  aroundSuite(async (opened) => {
    ({ place, browser } = opened);
    ({ page } = await openWindow(browser));
    await enter(page, await place.magicLink('mistyped'));
  });

  for (const [name, channel] of Object.entries(channels))
    for (const way of channel.ways) {
      if (way.kind !== 'form') continue;
      const fields = fieldsOf(way, channel);
      const secret = fields.findLast((field) => field.secret);

      it(`of ${name}, "${way.id}"`, async () => {
        const entry = FORMS[name]?.[way.id];
        assert.ok(entry && secret, `typing.ts must say what is typed for ${name} "${way.id}"`);
        const keys = fields.map(({ key }) => key);
        const typed = typedFor(entry, place.shop(name, entry.shop), keys);
        await visitPage(page, `/channels/${name}?way=${way.id}`);
        await send(page, { ...typed, [secret.key]: mistyped(typed[secret.key] ?? '') });
        const shown = await textOf(page, '[role=alert]');
        await shoot(page, `mistyped-${name}-${way.id}`);
        assert.ok(shown.startsWith(`${channel.title} is not linked yet`), shown);
        assert.doesNotMatch(
          shown,
          /on our side|answered with an error|but not one that|does not answer like/,
          shown,
        );
        assert.deepEqual((await place.status('mistyped')).channels, []);
      });
    }
});
