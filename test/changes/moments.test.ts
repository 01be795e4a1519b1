// The promise at odd moments: hundreds of equal dates, the second of a bound, both clock-change nights, wrong clocks, late lists.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { channels } from '../../src/channels/index.ts';
import { isAll, isDeep, isFull } from '../all.ts';
import type { ServiceOptions } from '../service.ts';
import { type Entry, type House, openHouse, type Watch } from './house.ts';
import { assertFollowed, FOLLOWED as EVERY, type Kind } from './promise.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Where the clocks of most first shops are; the others keep UTC, which one night is enough for. */
const HOME = 'Europe/Amsterdam';
/** Of each way to follow, where not all channels are. */
const FEW = new Set(isAll ? ['bol', 'sharetribe', 'mirakl'] : ['bigcommerce', 'sharetribe']);
/** The dates of bol name no zone. */
const AT_NIGHT = isAll ? FEW : new Set(['bol', 'sharetribe']);
/** So many products change, and twice as many orders: each more than a page of any channel. */
const MANY = isAll ? { orders: 130, products: 130 } : { orders: 55, products: 110 };
/** So many steps are taken before others have their turn. */
const TOGETHER = 20;

interface Followed {
  readonly channel: string;
  readonly kind: Kind;
  readonly shop: string;
}

/** The first shops of these channels, or of all. */
const demoOf = (few: ReadonlySet<string>): readonly Followed[] =>
  EVERY.filter(({ channel }) => few.has(channel) || isFull(channel)).map((one) => ({
    ...one,
    shop: 'demo',
  }));
const DEMO = demoOf(FEW);

const timesOf = ({ channel, kind }: Followed) => {
  const times = channels[channel]?.changes[kind];
  assert.ok(times);
  return times;
};

/** Shops that keep their clocks in this zone: the first of each channel, or others beside them. */
const shopsIn = (zone: string, { sandbox }: House): readonly Followed[] =>
  sandbox.stores.flatMap(({ channel, shops }) =>
    (zone === HOME ? shops.slice(0, 1) : shops.slice(1))
      .filter(({ timeZone }) => timeZone === zone)
      .flatMap(({ name: shop }) =>
        EVERY.flatMap(({ kind, ...of }) => (of.channel === channel ? { channel, kind, shop } : [])),
      ),
  );

/** A house that follows these, before anything has changed. */
async function following(
  t: TestContext,
  which: (house: House) => readonly Followed[] = () => DEMO,
  { every = 60, ...options }: ServiceOptions & { readonly every?: number } = {},
) {
  const { ahead = 0, lag = 0 } = options;
  const house = await openHouse(options);
  t.after(() => house.close());
  const followed = which(house);
  const entries: Entry[] = [];
  let cursor: string | undefined;
  let seed = 0;
  for (const { channel, kind, shop } of followed) {
    if (shop !== 'demo') await house.link(channel, shop);
    await house.watch(channel, kind, {
      tpUserId: shop,
      every,
      sweep: kind === 'orders' ? 0 : 6,
    });
  }
  await house.pass(20 * MINUTE);

  /** Whatever was done before the mark of each watch is in the log; or all of it, where all was read. */
  async function check(isWhole = false): Promise<void> {
    const read = await house.read(cursor);
    entries.push(...read.entries);
    cursor = read.cursor;
    const all = await house.watches();
    for (const one of followed) {
      const { channel, kind, shop } = one;
      const isThis = (of: Pick<Watch, 'channel' | 'resource' | 'tpUserId'>) =>
        of.channel === channel && of.resource === kind && of.tpUserId === shop;
      const mark = Date.parse(all.find(isThis)?.complete_until ?? '');
      const { by, settling } = timesOf(one);
      const journal = house.sandbox.changes.journal(channel, shop);
      const { productId, orderId } = house.store(channel);
      const { orders, products } = house.shop(channel, shop);
      // The journal has what any shop of a vendor may hold.
      const own = new Set([
        ...(kind === 'orders' ? orders.map(orderId) : products.map(productId)),
        ...journal.flatMap(({ change, id }) => (change === 'deleted' ? id : [])),
      ]);
      const done = journal.filter(({ resource, id }) => resource === kind && own.has(id));
      // Where a list may be later than the channel says of itself, the next reading finds it.
      const until = by === 'updated_at' && settling.seconds * SECOND >= lag ? mark : -Infinity;
      const held = assertFollowed(`${channel} ${kind} of ${shop}`, done, entries.filter(isThis), {
        ...{ until: isWhole ? Infinity : until, ahead, isUndated: isWhole && by !== 'updated_at' },
      });
      if (isWhole) assert.ok(held > 0, `${channel} ${kind} of ${shop}: something changed`);
    }
  }

  return {
    house,
    check,
    /** Moves the standing clock to then. */
    to(then: number) {
      assert.ok(then >= house.now(), 'time goes forward');
      house.forward(then - house.now());
    },
    /** Some of everything, in the second that it is. */
    async change(count: number | { readonly orders: number; readonly products: number }) {
      const { orders: ofOrders, products: ofProducts } =
        typeof count === 'number' ? { orders: count, products: count } : count;
      seed += 1;
      const { changes, catalogue } = house.sandbox;
      const orders = catalogue.orders.slice(-ofOrders).map(({ number }) => String(number));
      changes.step('products', { stock: 5 });
      const products = catalogue.products.slice(-ofProducts).map(({ id }) => String(id));
      for (let made = 0; made < Math.max(ofOrders, ofProducts); made++) {
        if (made < ofOrders) {
          changes.step('orders', { paid: made % 2 === 0 });
          changes.step('orders', { note: `Note ${seed}` }, orders[made]);
        }
        const product = { title: `Title ${seed}`, price: `${10 + seed}.95` };
        if (made < ofProducts) changes.step('products', product, products[made]);
        if (made % TOGETHER === 0) await nextTurn();
      }
    },
    /** All that is left is read, sweeps and second looks too. */
    async end() {
      house.hold(false);
      for (let hours = 0; hours < 2; hours++) await house.pass(HOUR);
      await check(true);
    },
  };
}

test('hundreds of records changed in one second, which more than a page shows', async (t) => {
  const { house, change, check, end } = await following(t);
  for (let times = isDeep ? 2 : 1; times > 0; times--) {
    house.hold(true);
    await change(MANY);
    house.hold(false);
    await house.pass(10 * MINUTE);
    await check();
  }
  await end();
});

test('changes in the very second at which a reading ends', async (t) => {
  const { house, change, check, end, to } = await following(t, undefined, { every: 600 });
  house.hold(true);
  for (const one of DEMO) {
    const settling = timesOf(one).settling.seconds * SECOND;
    const isThis = ({ channel, resource }: Watch) =>
      channel === one.channel && resource === one.kind;
    const watch = async () => {
      const found = (await house.watches()).find(isThis);
      assert.ok(found);
      return found;
    };
    // The first of its readings that comes late enough for something to happen before.
    let due: number;
    for (;;) {
      due = Date.parse(String((await watch()).next_read)) + SECOND;
      if (due - settling >= house.now()) break;
      to(Math.max(due, house.now() + SECOND));
      await house.readDue();
    }
    to(due - settling);
    await change(2);
    to(Math.min(due, due - settling + 999));
    await change(2);
    to(due);
    await house.readDue();
    if (timesOf(one).by === 'updated_at')
      assert.equal(Date.parse(String((await watch()).complete_until)), due - settling, one.channel);
    await check();
  }
  await end();
});

/** When the clocks of a zone are moved, by UTC. */
const NIGHTS = [
  { zone: HOME, at: Date.UTC(2026, 9, 25, 1) },
  { zone: HOME, at: Date.UTC(2027, 2, 28, 1) },
  { zone: 'America/New_York', at: Date.UTC(2026, 10, 1, 6) },
  { zone: 'America/Chicago', at: Date.UTC(2026, 10, 1, 7) },
  { zone: 'America/Los_Angeles', at: Date.UTC(2027, 2, 14, 10) },
  { zone: 'America/St_Johns', at: Date.UTC(2026, 10, 1, 4, 30) },
  { zone: 'America/St_Johns', at: Date.UTC(2027, 2, 14, 5, 30) },
  { zone: 'Australia/Lord_Howe', at: Date.UTC(2027, 3, 3, 15) },
];

/**
 * How far around a change of the clocks, and by how much at a time: by turns in steps that meet the hours
 * and in steps that pass them by; in both where every product is wanted.
 */
const WAYS_ROUND = [
  { around: 70 * MINUTE, step: 35 * MINUTE },
  { around: 60 * MINUTE, step: 20 * MINUTE },
];
const EVERY_TEN = { around: 70 * MINUTE, step: 10 * MINUTE };

for (const [night, { zone, at }] of NIGHTS.slice(0, isAll ? undefined : 1).entries())
  test(`the night of ${new Date(at).toISOString().slice(0, 10)} in ${zone}`, async (t) => {
    const which = (house: House) => (night === 0 ? demoOf(AT_NIGHT) : shopsIn(zone, house));
    const { house, change, check, end, to } = await following(t, which, { today: at - 4 * HOUR });
    house.hold(true);
    const { around, step } = (isDeep ? undefined : WAYS_ROUND[night % 2]) ?? EVERY_TEN;
    for (let then = at - around; then <= at + around; then += step) {
      // The last second before, and the first one of the new hour.
      to(then - SECOND);
      await change(1);
      to(then);
      await change(1);
      await house.readDue();
      await check();
    }
    await end();
  });

const LATE = DEMO.filter(({ channel }) => FEW.has(channel));
for (const ahead of [-4 * MINUTE])
  test(`vendors whose lists are a minute late and whose clocks are ${ahead / MINUTE} minutes ahead`, async (t) => {
    const { house, change, check, end } = await following(t, () => LATE, { ahead, lag: MINUTE });
    for (let round = 1; round <= (isDeep ? 6 : isAll ? 3 : 1); round++) {
      house.sandbox.changes.random(20, round);
      await change(2);
      house.forward(70 * SECOND);
      await house.readDue();
      await check();
      await change(2);
      await house.pass(10 * MINUTE);
      await check();
    }
    await end();
  });
