// The main walks in Firefox and WebKit, from Debian's packages; says aloud what it skips and why.
// Packages: firefox-esr; webkit2gtk-driver and xvfb. Run with: node test/browser/others.ts
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import puppeteer from 'puppeteer-core';
import { openApplication } from './application.ts';
import { walkBack } from './back.ts';
import { type Driver, drivePuppeteer } from './driver.ts';
import { openPlace, type Place } from './visitor.ts';
import { startWebkit } from './webkit.ts';

const FIREFOX = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';
const WEBKIT = process.env.WEBKIT_DRIVER_PATH ?? '/usr/bin/WebKitWebDriver';
const XVFB = process.env.XVFB_PATH ?? '/usr/bin/Xvfb';

/** The path of a visit, below which its pages are. */
const HOME = /^\/link\/visit\/[\w-]+/;

const failures: string[] = [];
await walkIn('Firefox', [FIREFOX], async () => {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    headless: true,
  });
  return drivePuppeteer(browser);
});
await walkIn('WebKit', [WEBKIT, XVFB], () => startWebkit(WEBKIT, XVFB));
if (failures.length > 0) process.exitCode = 1;

async function walkIn(name: string, needed: readonly string[], start: () => Promise<Driver>) {
  const missing = needed.filter((path) => !existsSync(path));
  if (missing.length > 0) {
    console.log(`SKIPPED ${name}: ${missing.join(' and ')} not found.`);
    return;
  }
  const place = await openPlace();
  const driver = await start().catch((error: unknown) => {
    failures.push(name);
    console.log(`FAILED  ${name}: it does not start. ${String(error)}`);
    return undefined;
  });
  try {
    if (driver) await walks(name, driver, place);
  } finally {
    await driver?.close();
    await place.close();
  }
}

async function walks(name: string, driver: Driver, place: Place) {
  const run = async (title: string, walk: () => Promise<void>) => {
    try {
      await walk();
      console.log(`PASSED  ${name}: ${title}`);
    } catch (error) {
      failures.push(`${name}: ${title}`);
      console.log(`FAILED  ${name}: ${title}. At ${await driver.url()}. ${String(error)}`);
    }
  };
  const at = async (path: string) => {
    await driver.until(async () => {
      const { origin, pathname, search } = new URL(await driver.url());
      const own = `${pathname.replace(HOME, '')}${search}`;
      return origin === place.origin && own.startsWith(path);
    });
  };
  let home = '';
  const enter = async (user: string) => {
    await driver.open(await place.magicLink(user));
    await driver.click('button.primary');
    await at('/channels');
    home = `${place.origin}${HOME.exec(new URL(await driver.url()).pathname)?.[0]}`;
  };

  await run('a form links a shop, and a wrong key is named', async () => {
    await enter(`${name}-form`);
    await driver.open(`${home}/channels/woocommerce?way=keys`);
    await driver.shoot(`others-${name}-form`);
    const token = place.shop('woocommerce').credential.secrets.token ?? '';
    const [key = '', secret = ''] = Buffer.from(token, 'base64').toString().split(':');
    const step = (number: number) =>
      driver.until(
        async () =>
          (await driver.run('document.querySelector("input[name=_step]")?.value')) ===
          String(number),
      );
    const next = () => driver.click('button.primary');
    await driver.type('#input-baseUrl', 'demo.woo.example');
    await next();
    await step(1);
    await next();
    await step(2);
    await driver.type('#input-consumerKey', key);
    await next();
    await step(3);
    await driver.type('#input-consumerSecret', `cs_${'0'.repeat(40)}`);
    await next();
    await driver.until(async () => /secret is wrong/.test(await driver.text('[role=alert]')));
    // A pair that was refused is typed again, both of it.
    await driver.type('#input-consumerKey', key);
    await next();
    await step(3);
    await driver.type('#input-consumerSecret', secret);
    await next();
    await at('/channels?linked=woocommerce');
    await driver.shoot(`others-${name}-linked`);
    const answer = await place.orders('woocommerce', { limit: 1 }, { user: `${name}-form` });
    assert.equal(answer.status, 200);
  });

  await run('Back after every step shows no secret', () => walkBack(driver, place, `${name}-back`));

  await run('a consent links a shop through the vendor’s pages', async () => {
    await enter(`${name}-consent`);
    await driver.open(`${home}/channels/shopify`);
    await driver.type('#input-baseUrl', 'demo.myshopify.com');
    await driver.click('button.primary');
    const sandbox = place.sandbox.origin;
    await driver.until(async () => (await driver.url()).startsWith(sandbox));
    await driver.click('button.yes');
    await driver.until(async () => /Install/.test(await driver.text('h1')));
    await driver.click('button.yes');
    await at('/channels?linked=shopify');
    const answer = await place.orders('shopify', { limit: 1 }, { user: `${name}-consent` });
    assert.equal(answer.status, 200);
  });

  await run('a refused consent comes back with words', async () => {
    await enter(`${name}-refused`);
    await driver.open(`${home}/channels/woocommerce`);
    await driver.type('#input-baseUrl', 'demo.woo.example');
    await driver.click('button.primary');
    const sandbox = place.sandbox.origin;
    await driver.until(async () => (await driver.url()).startsWith(sandbox));
    await driver.click('button.yes');
    await driver.until(async () => /would like/.test(await driver.text('h1')));
    await driver.click('button:not(.yes)');
    await driver.until(async () => /was not approved/.test(await driver.text('[role=alert]')));
    await driver.shoot(`others-${name}-refused`);
  });

  await run('a link in the page of another origin, with a consent through a tab', async () => {
    const app = await openApplication(place, `app-${name.toLowerCase()}`);
    const hears = (line: string) =>
      driver.until(async () => (await driver.text('#said')).includes(line));
    const shows = (heading: RegExp) =>
      driver.until(async () => heading.test(await driver.text('h1')));
    try {
      await driver.open(await app.pageFor('user'));
      await driver.click('#open');
      driver.inFrame();
      await shows(/Link your shops/);
      await driver.click('button.primary');
      await shows(/Choose a channel|new tab/);
      const kept = /Choose/.test(await driver.text('h1'));
      console.log(`        ${name} ${kept ? 'keeps' : 'keeps no'} cookie in the frame.`);
      await driver.shoot(`others-${name}-embed`);
      if (!kept) {
        await driver.click('a[target=_blank]');
        await driver.toNewest();
        await driver.click('button.primary');
        await shows(/Choose a channel/);
      }
      await driver.click('a[href$="channels/shopify"]');
      await driver.type('#input-baseUrl', 'demo.myshopify.com');
      await driver.click('button.primary');
      if (kept) {
        await driver.click('form[target=_blank] button');
        await shows(/in the other tab/);
        await driver.toNewest();
      }
      await driver.until(async () => (await driver.url()).startsWith(place.sandbox.origin));
      await driver.click('button.yes');
      await shows(/Install/);
      await driver.click('button.yes');
      await driver.until(async () => (await driver.text('.card')).includes('Shopify is linked'));
      await driver.shoot(`others-${name}-embed-tab`);
      if (!kept) await driver.click('.actions button[value=completed]');
      await driver.toFirst();
      await hears('linked {"channel":"shopify"}');
      if (kept) {
        driver.inFrame();
        await shows(/Choose a channel/);
        await driver.click('.actions button[value=completed]');
        driver.inPage();
      }
      await hears('finished {"status":"completed","linked":["shopify"]}');
      assert.deepEqual(await app.linked('user'), ['shopify']);
    } finally {
      await app.close();
    }
  });
}
