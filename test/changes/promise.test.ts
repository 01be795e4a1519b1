// The promise: whatever is changed in the living sandbox is in the log, for every channel, whatever fails meanwhile.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FaultPlan } from '../../sandbox/faults.ts';
import { isAll, isDeep, isFull } from '../all.ts';
import { chance } from '../client/shop.ts';
import { type House, openHouse } from './house.ts';
import { assertPromise, FOLLOWED as EVERY, namedOf, type Shop, walked } from './promise.ts';

/** With repetitions as many as it takes until each channel has met every trouble, two in a round. */
const ROUNDS = Number(process.env.FEED_ROUNDS ?? (isAll ? 4 : 1));
const STEPS = isDeep ? 120 : isAll ? 60 : 40;
/** Of each way to follow, where not all channels are. */
const FEW = new Set(['woocommerce', 'sharetribe', 'mirakl']);
const FOLLOWED = EVERY.filter(({ channel }) => FEW.has(channel) || isFull(channel));
/** Sweeps of all orders take long; that each channel's find what no date shows, silent.test.ts holds. */
const isSwept = ({ channel, kind }: (typeof EVERY)[number]): boolean =>
  kind === 'products' || (isAll && FEW.has(channel));
const SEED = Number(process.env.FEED_SEED ?? 1);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Waits of the service's calls are real: no fault asks for a long one, or lasts until a host is left alone. */
const TROUBLES: readonly Pick<FaultPlan, 'kind' | 'retryAfter'>[] = [
  { kind: '429', retryAfter: 1 },
  { kind: '429-no-retry-after' },
  { kind: '500' },
  { kind: '503' },
  { kind: 'half-body' },
  { kind: 'broken-json' },
  { kind: 'reset' },
  { kind: 'same-page' },
];
const CHANNELS = new Set(FOLLOWED.map(({ channel }) => channel));

let house: House;
before(async () => {
  house = await openHouse();
});
after(() => house.close());

test('who follows the log has what the channels have', async (t) => {
  for (const one of FOLLOWED)
    await house.watch(one.channel, one.kind, { every: 60, sweep: isSwept(one) ? 6 : 0 });
  await house.pass(30 * MINUTE);
  const start = await house.read();
  assert.deepEqual(start.entries, [], 'what was there before is no change');
  const shops = async () => {
    const all = new Map<string, Shop>();
    for (const { channel, kind } of FOLLOWED)
      all.set(`${channel} ${kind}`, await walked(house, channel, kind));
    return all;
  };
  const first = await shops();
  const { changes, faults } = house.sandbox;
  const random = chance(SEED);
  const below = (end: number) => Math.floor(random() * end);
  const spoilt = new Map<string, number>();
  // Dealt like cards: none comes again before a channel has had all.
  const decks = new Map<string, (typeof TROUBLES)[number][]>();
  const deal = (channel: string) => {
    const deck = decks.get(channel) ?? [];
    if (deck.length === 0) deck.push(...TROUBLES);
    decks.set(channel, deck);
    const [trouble] = deck.splice(below(deck.length), 1);
    assert.ok(trouble);
    return trouble;
  };
  for (let round = 0; round < ROUNDS; round++) {
    // Of each channel some requests fail, soon and later, in a row and not.
    for (const channel of CHANNELS)
      for (let plans = 2; plans > 0; plans--)
        faults.plant({ ...deal(channel), channel, skip: below(4), times: 1 + below(4) });
    changes.random(STEPS, round + 1);
    await house.pass(20 * MINUTE);
    for (const { channel = '', hits } of faults.list())
      spoilt.set(channel, (spoilt.get(channel) ?? 0) + hits);
    faults.lift();
  }
  for (const channel of CHANNELS) assert.ok(spoilt.get(channel), `${channel}: no request failed`);
  // Two sweeps, and the time after which what is missed is asked for.
  for (let hours = 0; hours < 4; hours++) await house.pass(4 * HOUR);
  const { entries } = await house.read(start.cursor);
  const last = await shops();
  for (const { channel, kind } of FOLLOWED)
    await t.test(`${channel} ${kind}`, async () => {
      const what = `${channel} ${kind}`;
      const theirs = entries.filter((one) => one.channel === channel && one.resource === kind);
      const [from, to] = [new Map(first.get(what)), last.get(what) ?? new Map()];
      // What no list shows any more may be there all the same.
      for (const id of await namedOf(
        house,
        channel,
        kind,
        [...from.keys()].filter((one) => !to.has(one)),
      ))
        from.delete(id);
      assertPromise(what, from, to, theirs, isSwept({ channel, kind }));
      assert.ok(theirs.length > 0, 'something changed');
    });
});
