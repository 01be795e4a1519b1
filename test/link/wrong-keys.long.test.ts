// A mistyped key, in every form of every channel: named as such, and nothing is kept.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { channels } from '../../src/channels/index.ts';
import { fieldsOf } from '../../src/link/form.ts';
import { FORMS, typedFor } from '../browser/typing.ts';
import { openPlace, type Place } from '../browser/visitor.ts';
import { alertOf, send } from './page.ts';
import { type Visitor, visitBy } from './visiting.ts';

/** The same text with its last character mistyped, still of the same kind. */
const mistyped = (text: string): string => {
  const last = text.at(-1) ?? '';
  return (
    text.slice(0, -1) + (last === '0' ? '1' : /\d/.test(last) ? '0' : last === 'a' ? 'b' : 'a')
  );
};

describe('mistyped keys', () => {
  let place: Place;
  let visitor: Visitor;
  before(async () => {
    place = await openPlace();
    visitor = await visitBy(place, 'mistyped');
  });
  after(() => place?.close());

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
        const wrong = { ...typed, [secret.key]: mistyped(typed[secret.key] ?? '') };
        const page = await send(visitor, `/channels/${name}?way=${way.id}`, wrong);
        const shown = alertOf(page);
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
