// Every mistake in every form is said alike: an alert with the focus, the title, and the first wrong field in view.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { channels } from '../../src/channels/index.ts';
import { LANGUAGES } from '../../src/channels/words.ts';
import { fieldsOf } from '../../src/link/form.ts';
import { vocabularies } from '../../src/link/words/index.ts';
import { until } from '../until.ts';
import { dress, openWindow, shoot } from './browser.ts';
import { flawsOf } from './flaws.ts';
import { aroundSuite } from './suite.ts';
import { clickOn, enter, fill, type Place, textOf, visitPage } from './visitor.ts';

const FORMS = Object.entries(channels).flatMap(([name, channel]) =>
  channel.ways.flatMap((way) => {
    const asked = fieldsOf(way, channel).filter(({ optional }) => !optional);
    return asked.length === 0 ? [] : [{ name, way: way.id, asked: asked.map(({ key }) => key) }];
  }),
);
const SEND = 'button.primary:not(.visually-hidden)';

interface Seen {
  readonly focused: boolean;
  readonly title: string;
  readonly links: readonly string[];
  readonly inView: boolean;
  /** Of each wrong field, what it is described by. */
  readonly described: readonly string[];
}

/** Runs in the page. */
const LOOK = `(() => {
  const alert = document.querySelector('[role=alert]');
  const wrong = [...document.querySelectorAll('[aria-invalid=true]')];
  const { top, bottom } = wrong[0]?.getBoundingClientRect() ?? { top: -1, bottom: -1 };
  const at = alert.getBoundingClientRect();
  return {
    focused: document.activeElement === alert,
    title: document.title,
    links: [...alert.querySelectorAll('a')].map((link) => link.hash),
    inView: at.top >= 0 && top >= at.bottom && bottom <= innerHeight,
    described: wrong.map((field) => field.getAttribute('aria-describedby').split(' ').map((id) => document.getElementById(id).textContent).join(' ')),
  };
})()`;

describe('mistakes', () => {
  let place: Place;
  let browser: Browser;
  aroundSuite((opened) => {
    ({ place, browser } = opened);
  });

  /** Engines move the focus with the first frame, not with the page. */
  async function look(page: Page): Promise<Seen> {
    return await until(
      async () => (await page.evaluate(LOOK)) as Seen,
      'the focus',
      ({ focused }) => focused,
    );
  }

  for (const javaScript of [true, false])
    for (const width of [360, 1280])
      it(`an empty field of any form, ${width} pixels wide, ${javaScript ? 'with' : 'without'} JavaScript`, async () => {
        const { page } = await openWindow(browser, { javaScript, width });
        await page.setBypassCSP(true);
        await enter(page, await place.magicLink(`empty-${javaScript}-${width}`));
        for (const { name, way, asked } of FORMS) {
          const about = `${name} ${way}`;
          await visitPage(page, `/channels/${name}?way=${way}`);
          await clickOn(page, SEND);
          const { focused, title, links, inView, described } = await look(page);
          assert.ok(focused, `${about}: the alert has the focus`);
          assert.match(title, /^Error: Link /, about);
          assert.deepEqual(links, asked.map((key) => `#input-${key}`), about); // biome-ignore format: one line
          assert.ok(inView, `${about}: the first wrong field is in view, below the alert`);
          assert.equal(described.length, asked.length, about);
          for (const text of described) assert.match(text, /Please fill this in\.$/, about);
          await shoot(page, `mistake-${name}-${way}-${width}`);
          if (javaScript) assert.deepEqual(await flawsOf(page), [], about);
        }
      });

  it('only the last field, which is far down the page, in dark and in every language', async () => {
    for (const language of LANGUAGES) {
      const { page } = await openWindow(browser, { width: 360, theme: 'dark', language });
      await enter(page, await place.magicLink(`last-${language}`));
      await visitPage(page, '/channels/magento?way=integration');
      const keys = FORMS.find(({ way }) => way === 'integration')?.asked ?? [];
      const typed = Object.fromEntries(keys.slice(0, -1).map((key) => [key, `demo-${key}`]));
      await fill(page, { ...typed, [keys[0] ?? '']: 'demo.magento.example' });
      await clickOn(page, SEND);
      const { focused, title, inView, links } = await look(page);
      assert.ok(title.startsWith(vocabularies[language].problem.title('')), title);
      assert.ok(focused && inView, language);
      assert.ok(links.includes(`#input-${keys.at(-1)}`));
      await shoot(page, `mistake-last-${language}`);
    }
  });

  it('what must be typed before a page can be shown, and what the channel itself says', async () => {
    const { page } = await openWindow(browser, { width: 360 });
    await enter(page, await place.magicLink('others'));
    await visitPage(page, '/channels/woocommerce?way=keys');
    await page.$eval('details.help', (help) => help.setAttribute('open', ''));
    await clickOn(page, 'button[name=_intent]');
    const first = await look(page);
    assert.ok(first.focused && first.inView);
    assert.match(first.title, /^Error: /);

    await dress(page, { width: 360 });
    const planted = place.sandbox.faults.plant({ kind: '503', channel: 'bol' });
    await visitPage(page, '/channels/bol?way=keys');
    await fill(page, { clientId: '11111111-2222-3333-4444-555555555555', clientSecret: 'x'.repeat(40) }); // biome-ignore format: one line
    await clickOn(page, SEND);
    place.sandbox.faults.lift(planted.id);
    const failed = await look(page);
    assert.ok(failed.focused, await textOf(page, 'body'));
    assert.match(failed.title, /^Error: /);
  });
});
