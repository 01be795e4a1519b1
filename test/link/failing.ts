// Walks a table of failures through the pages as they are served: each is explained in their own words, and nothing is stored.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { channels } from '../../src/channels/index.ts';
import type { Failure } from '../browser/typing.ts';
import { openPlace, type Place } from '../browser/visitor.ts';
import { alertOf, type Page, send, textOf } from './page.ts';
import { type Visitor, visitBy } from './visiting.ts';

/** `demo` has linked every channel, and must keep it; anybody else must end with nothing linked. */
export function walkFailures(
  title: string,
  table: Readonly<Record<string, readonly Failure[]>>,
  user: string,
): void {
  describe(title, () => {
    let place: Place;
    let visitor: Visitor;
    before(async () => {
      place = await openPlace();
      visitor = await visitBy(place, user);
    });
    after(() => place?.close());

    for (const [name, failures] of Object.entries(table))
      for (const failure of failures)
        it(`reports ${failure.title} to a merchant of ${name}, and stores nothing`, async () => {
          const known = await place.app.store.users.find('test-client', user);
          assert.ok(known, 'the visitor is known');
          const key = { userId: known.id, channel: name };
          const kept = await place.app.store.credentials.find(key);
          assert.equal(kept !== undefined, user === 'demo');
          await walk(place, visitor, name, failure);
          assert.deepEqual(await place.app.store.credentials.find(key), kept);
        });
  });
}

async function walk(place: Place, visitor: Visitor, name: string, failure: Failure): Promise<void> {
  const typed = failure.typed(place.shop(name, failure.shop), (shop) => place.shop(name, shop));
  const planted = failure.fault && place.sandbox.faults.plant({ ...failure.fault, channel: name });
  const page = await send(visitor, `/channels/${name}?way=${failure.way}`, typed);
  if (planted) place.sandbox.faults.lift(planted.id);
  assert.match(alertOf(page), failure.says);
  assert.equal(textOf(page.all('h1')[0]), `Link ${channels[name]?.title}`);
  if (failure.at) {
    const marked = page.all('*', (one) => one['aria-invalid'] === 'true').map(({ attribs }) => attribs.id); // biome-ignore format: one line
    assert.ok(marked.includes(`input-${failure.at}`), `${failure.at} is marked`);
  }
  assertNoSecretShown(page, name, typed);
}

/** What was typed stays, but nothing does that the channel counts among its secrets. */
function assertNoSecretShown(
  page: Page,
  name: string,
  typed: Readonly<Record<string, string>>,
): void {
  const fields = channels[name]?.fields ?? [];
  const secrets = new Set(fields.filter(({ secret }) => secret).map(({ key }) => key));
  const isShown = ({ type }: Readonly<Record<string, string>>) =>
    type !== 'hidden' && type !== 'checkbox';
  for (const { attribs } of page.all('input', isShown)) {
    const key = (attribs.id ?? '').replace('input-', '');
    const sent = typed[key] ?? '';
    const hidden = attribs.type === 'password' || secrets.has(key);
    // What was filled in for the visitor stays as well.
    if (hidden || key in typed) assert.equal(attribs.value ?? '', hidden ? '' : sent.trim());
    if (hidden && sent !== '') assert.ok(!page.source.includes(sent), 'no secret in the page');
  }
}
