// Every mistake in every form is said alike: an alert with the focus, the title, and the first wrong field in view.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { channels } from '../../src/channels/index.ts';
import { LANGUAGES } from '../../src/channels/words.ts';
import { fieldsOf } from '../../src/link/form.ts';
import { walkOf } from '../../src/link/walk.ts';
import { vocabularies } from '../../src/link/words/index.ts';
import { until } from '../until.ts';
import { dress, openWindow, shoot } from './browser.ts';
import { flawsOf } from './flaws.ts';
import { aroundSuite } from './suite.ts';
import { clickOn, enter, type Place, send, textOf, visitPage } from './visitor.ts';

/** Every form, with what its first screen asks for. */
const FORMS = Object.entries(channels).flatMap(([name, channel]) =>
  channel.ways.flatMap((way) => {
    const walk = way.kind === 'form' ? walkOf(way, channel) : undefined;
    const fields = walk
      ? walk.slice(0, 1).flatMap(({ asks }) => asks ?? [])
      : fieldsOf(way, channel);
    const asked = fields.filter(({ optional }) => !optional).map(({ key }) => key);
    return asked.length === 0 ? [] : [{ name, way: way.id, asked, isAlone: walk !== undefined }];
  }),
);
const SEND = 'button.primary';

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
    // One field alone has the focus itself: its sentence is the alert, and stands below it.
    focused: document.activeElement === (alert.id ? wrong[0] : alert),
    title: document.title,
    links: [...alert.querySelectorAll('a')].map((link) => link.hash),
    inView: at.top >= 0 && (alert.id ? at.top >= bottom : top >= at.bottom) && Math.max(bottom, at.bottom) <= innerHeight,
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

  // Each form with and without JavaScript, once narrow and once wide; forms next to each other the other way round.
  for (const javaScript of [true, false])
    for (const [at, width] of [360, 1280].entries())
      it(`an empty field of every second form, ${width} pixels wide, ${javaScript ? 'with' : 'without'} JavaScript`, async () => {
        const { page } = await openWindow(browser, { javaScript, width });
        await page.setBypassCSP(true);
        await enter(page, await place.magicLink(`empty-${javaScript}-${width}`));
        for (const [index, { name, way, asked, isAlone }] of FORMS.entries()) {
          if ((index + at + Number(javaScript)) % 2 > 0) continue;
          const about = `${name} ${way}`;
          await visitPage(page, `/channels/${name}?way=${way}`);
          await clickOn(page, SEND);
          const { focused, title, links, inView, described } = await look(page);
          assert.ok(focused, `${about}: the alert has the focus`);
          assert.match(title, /^Error: Link /, about);
          assert.deepEqual(links, isAlone ? [] : asked.map((key) => `#input-${key}`), about); // biome-ignore format: one line
          assert.ok(inView, `${about}: the first wrong field is in view, below the alert`);
          assert.equal(described.length, asked.length, about);
          for (const text of described) assert.match(text, /Please fill this in\.$/, about);
          await shoot(page, `mistake-${name}-${way}-${width}`);
          if (javaScript) assert.deepEqual(await flawsOf(page), [], about);
        }
      });

  it('of the last step, in dark and in every language', async () => {
    const { page } = await openWindow(browser);
    await enter(page, await place.magicLink('last'));
    await visitPage(page, '/channels/woocommerce?way=keys');
    await send(page, { baseUrl: 'demo.woo.example', consumerKey: `ck_${'0'.repeat(40)}` });
    for (const language of LANGUAGES) {
      // What is wrong is kept, and said in the language that the page is loaded in.
      await dress(page, { width: 360, theme: 'dark', language });
      await page.reload();
      const { focused, title, inView } = await look(page);
      assert.ok(title.startsWith(vocabularies[language].problem.title('')), title);
      assert.ok(focused && inView, language);
      assert.ok(await page.$('#input-consumerSecret[aria-invalid]'));
      await shoot(page, `mistake-last-${language}`);
    }
  });

  it('what the channel itself says', async () => {
    const { page } = await openWindow(browser, { width: 360 });
    await enter(page, await place.magicLink('others'));
    const planted = place.sandbox.faults.plant({ kind: '503', channel: 'bol' });
    await visitPage(page, '/channels/bol?way=keys');
    await send(page, { clientId: '11111111-2222-3333-4444-555555555555', clientSecret: 'x'.repeat(40) }); // biome-ignore format: one line
    place.sandbox.faults.lift(planted.id);
    const failed = await look(page);
    assert.ok(failed.focused, await textOf(page, 'body'));
    assert.match(failed.title, /^Error: /);
  });
});
