// Two customers in one browser, at a vendor that does not say whose answer it brings: no shop is ever linked to the other.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import { channels } from '../../src/channels/index.ts';
import { isDeep } from '../all.ts';
import { dress, openWindow, shoot } from './browser.ts';
import { flawsOf } from './flaws.ts';
import { aroundSuite } from './suite.ts';
import { clickOn, enter, type Place, pathOf, settle, textOf, visitPage, within } from './visitor.ts'; // biome-ignore format: one line
import { leave, sayYes } from './walk.ts';

const YES = 'button[name=_answer][value=yes]';
const NO = 'button[name=_answer][value=no]';

/** The consents of vendors that send no state. */
const STATELESS = Object.entries(channels).flatMap(([name, { ways }]) =>
  ways.flatMap((way) =>
    way.kind === 'consent' && way.shopOf ? [{ name, way: way.id, asksTwice: way.asksTwice }] : [],
  ),
);

describe('whose shop came back', () => {
  let place: Place;
  let browser: Browser;
  aroundSuite((opened) => {
    ({ place, browser } = opened);
  });

  const linked = async (user: string) => (await place.status(user)).channels.length;

  it('is asked of every vendor that sends no state', () => {
    assert.deepEqual(
      STATELESS.map(({ name }) => name),
      ['lightspeed_c', 'bigcommerce'],
    );
  });

  for (const [vendor, { name, way, asksTwice }] of STATELESS.entries())
    for (const javaScript of [true, false])
      describe(`${name}, ${javaScript ? 'with' : 'without'} JavaScript`, () => {
        let count = 0;
        let laws = 0;
        /** Each law is shown with either vendor, and with and without a script, though not with all four pairs. */
        const law = (title: string, shown: () => Promise<void>) => {
          laws += 1;
          if (isDeep || (vendor + Number(javaScript) + laws) % 2 > 0) it(title, shown);
        };
        /** A window with one customer in each of two tabs. */
        async function two(names: readonly [string | undefined, string | undefined]) {
          count += 1;
          const { page, context } = await openWindow(browser, { javaScript });
          const tabs = [page, await tab(context)] as const;
          const users = tabs.map((_, index) => `${name}-${javaScript}-${count}-${index}`);
          for (const [index, one] of tabs.entries()) {
            await one.bringToFront();
            const userName = names[index];
            const query = { scopes: name, ...(userName && { userName }) };
            await enter(one, await place.magicLink(users[index] ?? '', query));
          }
          return { tabs, users: users as [string, string] };
        }
        async function tab(context: BrowserContext): Promise<Page> {
          const page = await context.newPage();
          await dress(page, { javaScript });
          return page;
        }
        async function leaving(page: Page) {
          await page.bringToFront();
          await leave(place, page, name, way);
        }
        /** Says yes at the vendor, and stops where we ask something. */
        async function comeBack(page: Page) {
          await page.bringToFront();
          while (new URL(page.url()).origin === place.sandbox.origin) await sayYes(page);
          await settle(page);
          assert.doesNotMatch(page.url(), /token=|signature=|code=/);
        }

        law(
          'is known by the tab that left, or asked by name; only a yes that names the user links it',
          async () => {
            const { tabs, users } = await two(['Anna & Co', 'Bert Ltd']);
            const [anna, bert] = tabs;
            await leaving(anna);
            await leaving(bert);
            await comeBack(anna);
            if (!javaScript) {
              assert.equal(await textOf(anna, 'h1'), 'Who is this shop for?');
              assert.equal(await anna.$(YES), null, 'no single yes');
              assert.match(await textOf(anna, '.ways'), /\(Bert Ltd\)[\s\S]*\(Anna & Co\)/);
              if (asksTwice) assert.doesNotMatch(await textOf(anna, '.found'), /^Lightspeed/);
              await shoot(anna, `whose-${name}`);
              await clickOn(anna, '.ways li:last-child a');
            }
            assert.match(await textOf(anna, '.app'), /Anna & Co/);
            assert.match(await textOf(anna, YES), /Yes, link it for .*\(Anna & Co\)/);
            // What the shop calls itself, where asking it uses nothing up.
            if (asksTwice) assert.doesNotMatch(await textOf(anna, '.found'), /^Lightspeed/);
            await shoot(anna, `confirm-${name}`);
            assert.deepEqual([await linked(users[0]), await linked(users[1])], [0, 0]);
            await clickOn(anna, YES);
            assert.equal(pathOf(anna), `/channels?linked=${name}`);
            assert.deepEqual([await linked(users[0]), await linked(users[1])], [1, 0]);

            // What came back for Anna is no one else's any more; Bert's own answer still counts.
            await bert.goto(`${place.origin}/link/whose/${name}`);
            assert.match(await textOf(bert, 'h1'), /not expecting this answer/);
            await leaving(bert);
            await comeBack(bert);
            assert.match(await textOf(bert, '.app'), /Bert Ltd/);
            await clickOn(bert, YES);
            assert.deepEqual([await linked(users[0]), await linked(users[1])], [1, 1]);
          },
        );

        law('is asked by name after a no', async () => {
          const { tabs, users } = await two(['Cleo', 'Dora']);
          const [cleo, dora] = tabs;
          await leaving(cleo);
          await leaving(dora);
          await comeBack(cleo);
          if (!javaScript) await clickOn(cleo, '.ways li:last-child a');
          assert.match(await textOf(cleo, '.app'), /Cleo/);
          await clickOn(cleo, NO);
          assert.equal(await textOf(cleo, 'h1'), 'Who is this shop for?');
          assert.doesNotMatch(await textOf(cleo, '.ways'), /Cleo/);
          if (javaScript)
            for (const [width, theme] of [
              [360, 'dark'],
              [1280, 'light'],
            ] as const) {
              // biome-ignore format: one line
              await dress(cleo, { width, theme });
              await cleo.setBypassCSP(true);
              await cleo.reload();
              assert.deepEqual(await flawsOf(cleo), []);
              await shoot(cleo, `whose-${name}-${width}-${theme}`);
            }
          await clickOn(cleo, '.ways a');
          assert.match(await textOf(cleo, YES), /\(Dora\)/);
          await clickOn(cleo, YES);
          assert.deepEqual([await linked(users[0]), await linked(users[1])], [0, 1]);
        });

        law(
          'is never shown to another visit with a yes alone, when its own has ended',
          async () => {
            const { tabs, users } = await two(['Emma', 'Fred']);
            const [emma, fred] = tabs;
            await leaving(emma);
            await leaving(fred);
            const beside = await tab(emma.browserContext());
            await beside.goto(within(emma, '/channels'));
            await clickOn(beside, '.actions button[value=cancelled]');
            await comeBack(emma);
            assert.equal(await emma.$(YES), null);
            assert.match(
              await textOf(emma, 'h1'),
              javaScript ? /That took too long/ : /Who is this shop for/,
            );
            assert.deepEqual([await linked(users[0]), await linked(users[1])], [0, 0]);
          },
        );

        law(
          'is not asked for where no name could distinguish two visits: one trip at a time',
          async () => {
            for (const names of javaScript
              ? ([[undefined, undefined]] as const)
              : ([
                  ['Gus', undefined],
                  ['Same', 'Same'],
                ] as const)) {
              const { tabs, users } = await two(names);
              const [first, second] = tabs;
              await leaving(first);
              await second.bringToFront();
              await assert.rejects(leave(place, second, name, way));
              assert.equal(await textOf(second, 'h1'), 'One at a time, please');
              await shoot(second, `one-at-a-time-${name}`);
              await comeBack(first);
              await clickOn(first, YES);
              assert.deepEqual([await linked(users[0]), await linked(users[1])], [1, 0]);
              // Then it is the other's turn.
              await visitPage(second, '/channels');
              await leaving(second);
              await comeBack(second);
              await clickOn(second, YES);
              assert.deepEqual([await linked(users[0]), await linked(users[1])], [1, 1]);
            }
          },
        );
      });
});
