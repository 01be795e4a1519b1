// Walks a table of failures in a real browser: each is explained in the page's own words, and nothing is stored.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'puppeteer-core';
import { channels } from '../../src/channels/index.ts';
import { openWindow, shoot } from './browser.ts';
import { aroundSuite } from './suite.ts';
import type { Failure } from './typing.ts';
import { enter, heading, type Place, send, textOf, visitPage } from './visitor.ts';

/** `demo` has linked every channel, and must keep it; anybody else must end with nothing linked. */
export function walkFailures(
  title: string,
  table: Readonly<Record<string, readonly Failure[]>>,
  visitor: string,
): void {
  describe(title, () => {
    let place: Place;
    let page: Page;
    aroundSuite(async (opened) => {
      ({ place } = opened);
      ({ page } = await openWindow(opened.browser));
      await enter(page, await place.magicLink(visitor));
    });

    for (const [name, failures] of Object.entries(table))
      for (const failure of failures)
        it(`tells a merchant of ${name} about ${failure.title}, and stores nothing`, async () => {
          const user = await place.app.store.users.find('test-client', visitor);
          assert.ok(user, 'the visitor is known');
          const key = { userId: user.id, channel: name };
          const kept = await place.app.store.credentials.find(key);
          assert.equal(kept !== undefined, visitor === 'demo');
          await walk(place, page, name, failure);
          assert.deepEqual(await place.app.store.credentials.find(key), kept);
        });
  });
}

async function walk(place: Place, page: Page, name: string, failure: Failure): Promise<void> {
  const typed = failure.typed(place.shop(name, failure.shop), (shop) => place.shop(name, shop));
  const planted = failure.fault && place.sandbox.faults.plant({ ...failure.fault, channel: name });
  await visitPage(page, `/channels/${name}?way=${failure.way}`);
  await send(page, typed);
  if (planted) place.sandbox.faults.lift(planted.id);
  assert.match(await textOf(page, '[role=alert]'), failure.says);
  assert.equal(await heading(page), `Link ${channels[name]?.title}`);
  await shoot(page, `failure-${name}-${failure.title.replaceAll(/\W+/g, '-')}`);
  if (failure.at) {
    const invalid = `#input-${failure.at}[aria-invalid=true]`;
    assert.ok(await page.$(invalid), `${failure.at} is marked`);
  }
  await assertNoSecretShown(page, name, typed);
}

/** What was typed stays, but nothing does that the channel counts among its secrets. */
async function assertNoSecretShown(
  page: Page,
  name: string,
  typed: Readonly<Record<string, string>>,
): Promise<void> {
  const fields = channels[name]?.fields ?? [];
  const secrets = new Set(fields.filter(({ secret }) => secret).map(({ key }) => key));
  const shown = await page.content();
  for (const input of await page.$$('form input:not([type=hidden], [type=checkbox])')) {
    const [id, type, value] = await input.evaluate((element) => {
      const { id, type, value } = element as unknown as Record<string, string>;
      return [id ?? '', type ?? '', value ?? ''] as const;
    });
    const key = id.replace('input-', '');
    const sent = typed[key] ?? '';
    const hidden = type === 'password' || secrets.has(key);
    // What was filled in for the visitor stays as well.
    if (hidden || key in typed) assert.equal(value, hidden ? '' : sent.trim());
    if (hidden && sent !== '') assert.ok(!shown.includes(sent), 'no secret in the page');
  }
}
