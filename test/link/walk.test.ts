// The walk of every way with keys, as pages without a script: one field a screen, checked as it is sent,
// with a way back that shows no secret, and nothing of it in another visit.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { channels } from '../../src/channels/index.ts';
import { fieldsOf } from '../../src/link/form.ts';
import { walkOf } from '../../src/link/walk.ts';
import { shownOn } from '../all.ts';
import { FORMS, typedFor } from '../browser/typing.ts';
import { openPlace, type Place } from '../browser/visitor.ts';
import { type Visitor, visitBy } from './visiting.ts';

describe('the walk of keys', () => {
  let place: Place;
  before(async () => {
    place = await openPlace();
  });
  after(() => place?.close());

  const textAt = async (visitor: Visitor, at: string) => (await visitor.get(at)).text();
  const hiddenIn = (page: string, name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1];
  const asked = (page: string) => [...page.matchAll(/ id="input-(\w+)" name="\1"/g)].map(([, key]) => key); // biome-ignore format: one line

  for (const [name, channel] of shownOn(channels, 3))
    for (const way of channel.ways) {
      if (way.kind !== 'form') continue;

      it(`${name}, ${way.id}: field by field, to the end`, async () => {
        const entry = FORMS[name]?.[way.id];
        assert.ok(entry);
        const fields = fieldsOf(way, channel);
        const typed = typedFor(entry, place.shop(name, entry.shop), fields.map(({ key }) => key)); // biome-ignore format: one line
        const isSecret = (key: string) => fields.find((field) => field.key === key)?.secret;
        const secrets = Object.keys(typed).filter(isSecret).map((key) => typed[key] ?? ''); // biome-ignore format: one line
        const visitor = await visitBy(place, `walk-${name}-${way.id}`);
        const other = await visitBy(place, `walk-other-${name}-${way.id}`);
        const walk = walkOf(way, channel);
        const path = `/channels/${name}/${way.id}`;
        let at = `/channels/${name}?way=${way.id}`;
        for (const [step, { asks }] of walk.entries()) {
          const page = await textAt(visitor, at);
          assert.equal(hiddenIn(page, '_step'), String(step), at);
          assert.deepEqual(asked(page), asks ? [asks.key] : [], 'one field');
          assert.match(page, new RegExp(`Step ${step + 1} of ${walk.length}`));
          for (const value of secrets) assert.ok(!page.includes(value), 'no secret');
          const sent = { _step: String(step), _try: hiddenIn(page, '_try') ?? '' };
          if (asks && !asks.optional) {
            const empty = await visitor.post(path, { ...sent, [asks.key]: '' });
            const again = await textAt(visitor, empty.headers.get('location') ?? '');
            assert.equal(hiddenIn(again, '_step'), String(step), 'it stays');
            assert.match(again, /role="alert">Please fill this in\./);
            assert.match(again, /<title>Error: /);
            sent._try = hiddenIn(again, '_try') ?? '';
          }
          const values = asks ? { [asks.key]: typed[asks.key] ?? '' } : {};
          const next = await visitor.post(path, { ...sent, ...values });
          at = next.headers.get('location') ?? '';
          if (step === walk.length - 1) break;
          // In another visit of the same browser, nothing of it is there.
          const stolen = await textAt(
            other,
            `/channels/${name}${new URL(at, place.origin).search}`,
          );
          assert.equal(hiddenIn(stolen, '_step'), '0');
          assert.equal(hiddenIn(stolen, '_try'), undefined);
          // Back, through every step before: what is no secret stands there as it was typed.
          for (let back = step; back >= 0; back -= 1) {
            const before = await textAt(visitor, at.replace(/step=\d+/, `step=${back + 1}`));
            for (const value of secrets) assert.ok(!before.includes(value), 'Back shows no secret');
            const key = walk[back]?.asks?.key ?? '';
            if (typed[key] && isSecret(key)) assert.match(before, /We have kept what you entered/);
            else if (typed[key] && walk[back]?.asks?.choices === undefined)
              assert.ok(before.includes(`value="${typed[key].trim()}"`), key);
          }
        }
        assert.match(at, new RegExp(`channels\\?linked=${name}$`), await textAt(visitor, at));
      });
    }

  it('skips no step that was not answered, and takes a value in a wrong place for what it is', async () => {
    const visitor = await visitBy(place, 'walk-skips');
    const path = '/channels/woocommerce/keys';
    const sent = await visitor.post(path, { _step: '0', baseUrl: 'demo.woo.example' });
    const at = sent.headers.get('location') ?? '';
    assert.match(at, /step=2$/);
    const ahead = await textAt(visitor, at.replace('step=2', 'step=4'));
    assert.equal(hiddenIn(ahead, '_step'), '1');
    assert.equal((await visitor.post(path, { _step: '9' })).status, 404);
    const draft = hiddenIn(ahead, '_try') ?? '';
    const swapped = { _step: '2', _try: draft, consumerKey: `cs_${'0'.repeat(40)}` };
    const wrong = await visitor.post(path, swapped);
    assert.match(await textAt(visitor, wrong.headers.get('location') ?? ''), /looks like the value for “Consumer secret”/); // biome-ignore format: one line
    // A last step that is sent too early leads back to what is missing.
    const early = await visitor.post(path, { _step: '3', _try: draft, consumerSecret: `cs_${'0'.repeat(40)}` }); // biome-ignore format: one line
    assert.match(early.headers.get('location') ?? '', /step=3$/);
  });
});
