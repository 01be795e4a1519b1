// What every channel declares of changes is whole, and agrees with what its driver can read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KindOfChanges } from './changes.ts';
import type { Channel } from './channel.ts';
import { channels } from './index.ts';

const KINDS = ['orders', 'products'] as const;
/** Vendors without hooks that can be used: of the shop's records, or for others than the shop. */
const WITHOUT_HOOKS = ['amazon', 'magento', 'mirakl', 'sharetribe', 'products of bol'];
const DAY = 86_400;

for (const [name, channel] of Object.entries(channels)) {
  test(`${name} declares changes of what it reads, and of nothing else`, () => {
    for (const kind of KINDS)
      assert.equal(channel.changes[kind] !== undefined, channel[kind] !== undefined, kind);
  });

  for (const kind of KINDS) {
    const changes = channel.changes[kind];
    if (!changes) continue;
    test(`${name} gives a reason and a source for each time of its ${kind}`, () => {
      const { overlap, settling, floor } = changes;
      for (const [what, { seconds, why, source }] of Object.entries({ overlap, settling, floor })) {
        assert.ok(Number.isInteger(seconds) && seconds >= 0 && seconds <= DAY, what);
        assert.match(why, /^\S.{20,}\.$/, what);
        assert.match(source, /^(https:\/\/\S+\.\S+|seen on \S)/, what);
      }
      assert.ok(floor.seconds >= 60, 'floor');
      assert.ok(changes.by !== 'updated_at' || overlap.seconds >= 300, 'overlap');
    });

    test(`${name} follows its ${kind} in a way that its driver has`, () => {
      mustFollow(channel, kind, changes);
    });

    test(`${name} names hooks of its ${kind} only where there are some`, () => {
      const { hints } = changes;
      assert.equal(
        hints === undefined,
        [name, `${kind} of ${name}`].some((one) => WITHOUT_HOOKS.includes(one)),
      );
      assert.equal(new Set(hints).size, hints?.length ?? 0, 'each topic once');
      assert.notEqual(hints?.length, 0, 'absent, not empty');
    });

    test(`${name} says what no date of its ${kind} shows, and how that is known`, () => {
      const { undated, sweep, by } = changes;
      for (const { what, about, source } of undated) {
        assert.match(about, /^\S.{20,}\.$/, what);
        assert.match(source, /^(https:\/\/|seen on |looked up |read by )/, what);
      }
      const said = undated.map(({ what }) => what);
      assert.equal(new Set(said).size, said.length, 'each once');
      assert.ok(by === 'updated_at' || said.length === 0, 'without dates there is nothing to say');
      assert.ok(sweep === undefined || (Number.isInteger(sweep) && sweep >= 1), 'whole hours');
      // What was deleted is found by a sweep alone, where nothing reports it.
      if (kind === 'products') assert.equal(sweep, 24);
    });
  }
}

function mustFollow(channel: Channel, kind: (typeof KINDS)[number], { by }: KindOfChanges): void {
  const filters = channel[kind]?.filters;
  assert.ok(filters?.ids, 'a record that is hinted at or missing is asked for by its id');
  assert.equal(by === 'updated_at', filters.updated_at_min !== undefined, 'updated_at_min');
  assert.equal(by === 'updated_at', filters.updated_at_max !== undefined, 'updated_at_max');
}
