// The walk back through what a visitor typed: no page that the browser shows again holds a secret.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Driver } from './driver.ts';
import { halves } from './typing.ts';
import type { Place } from './visitor.ts';

const SEND = 'button.primary';
/** Long enough for a page that the browser kept to be shown, and to load itself again. */
const SHOWN_MS = 400;

export async function walkBack(driver: Driver, place: Place, user: string): Promise<void> {
  const [consumerKey, consumerSecret] = halves(place.shop('woocommerce'));
  const wrong = 'cs_00000000000000000000000000000000000wrong';
  const seen: string[] = [];
  const at = (part: RegExp) => driver.until(async () => part.test(await driver.url()));
  const isLoaded = () =>
    driver.until(async () => (await driver.run('document.readyState')) === 'complete');

  /** As the next person who sits down there: Back, and a look at everything the page holds. */
  const back = async (times: number, step: string) => {
    for (let pages = 1; pages <= times; pages += 1) {
      // The page may be gone before it says that it went.
      await driver.run('history.back()').catch(() => {});
      await pause(SHOWN_MS);
      await isLoaded();
      const held = String(
        await driver.run(
          '[document.documentElement.innerHTML, ...[...document.querySelectorAll("input")].map((input) => input.value)].join("\\n")',
        ),
      );
      for (const secret of [consumerKey, consumerSecret, wrong])
        assert.ok(!held.includes(secret), `${step}, ${pages} back: ${await driver.url()}`);
      seen.push(await driver.url());
    }
  };
  const form = async () => {
    await driver.open(`${home}/channels/woocommerce?way=keys`);
    await isLoaded();
  };
  /** Step by step to the last, which is not sent. */
  const type = async (secret: string) => {
    await driver.type('#input-baseUrl', 'demo.woo.example');
    for (const [step, key] of [
      [2, ''],
      [3, 'consumerKey'],
      [4, 'consumerSecret'],
    ] as const) {
      // biome-ignore format: one line
      await driver.click(SEND);
      await at(new RegExp(`step=${step}`));
      await isLoaded();
      if (key !== '')
        await driver.type(`#input-${key}`, key === 'consumerKey' ? consumerKey : secret);
    }
  };

  await driver.open(await place.magicLink(user, { scopes: 'woocommerce,bol' }));
  await driver.click('button.primary');
  await at(/\/channels$/);
  const home = (await driver.url()).replace(/\/channels$/, '');

  await form();
  await type(consumerSecret);
  await driver.click('a.back');
  await at(/step=3/);
  await back(4, 'left by a link');

  await form();
  await type(wrong);
  await driver.click(SEND);
  await driver.until(async () => !/step=/.test(await driver.url()));
  await isLoaded();
  await back(4, 'a wrong key');

  await form();
  await type(consumerSecret);
  // A secret that is shown is an ordinary input.
  await driver.run('document.querySelector("button.reveal:not([hidden])")?.click()');
  await driver.click(SEND);
  await at(/linked=woocommerce/);
  await isLoaded();
  await back(4, 'linked');

  await form();
  await type(consumerSecret);
  await driver.open(`${home}/channels`);
  await driver.click('.actions button[value=completed]');
  await at(/\/closed$/);
  await isLoaded();
  await back(6, 'finished');
  assert.match(await driver.text('h1'), /You have finished/);
  assert.ok(new Set(seen).size > 2, seen.join());
}
