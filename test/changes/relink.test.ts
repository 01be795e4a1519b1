// A shop that is linked again goes on where it was, at every channel; another one begins again and says so.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { channels } from '../../src/channels/index.ts';
import { isAll, isFull } from '../all.ts';
import { openReading } from '../living-shop.ts';
import { openDatabases } from '../postgres.ts';
import { until } from '../until.ts';
import { type House, openHouse } from './house.ts';

const MINUTE = 60_000;
/** One each of a platform, a marketplace that names its shops, and one that does not. */
const FEW = new Set(['bigcommerce', 'mirakl', 'bol']);
const CHANNELS = Object.keys(channels).filter((name) => FEW.has(name) || isFull(name));
/** The first shop of Mirakl is one of Connect, which names its clients alone. */
const SHOPS: Readonly<Record<string, readonly [string, string]>> = {
  mirakl: ['marketplace', 'own-domain'],
};
const shopsOf = (channel: string) => SHOPS[channel] ?? (['demo', 'small'] as const);

for (const database of isAll ? ['sqlite', 'postgres'] : ['sqlite'])
  test(`on ${database}: other keys of the same shop go on, another shop begins again`, async (t) => {
    const postgres = database === 'postgres' ? await openDatabases() : undefined;
    t.after(() => postgres?.stop());
    const house = await openHouse(postgres && { databaseUrl: await postgres.fresh() });
    t.after(() => house.close());
    const user = await house.app.store.users.ensure('test-client', 'demo');
    assert.ok(user);

    /** As the link pages do: checked, and kept with what the check found. */
    async function link(channel: string, shop: string, keys: string) {
      const driver = house.channel(channel);
      const opened = await openReading(driver, house.store(channel), shop, house.now);
      const { account, secrets } = opened.credential;
      const facts = await driver.check(account, opened.reading());
      const whole = { ...account, ...facts.account };
      await house.app.store.credentials.save({
        ...{ userId: user?.id ?? '', channel, account: whole, expiresAt: null },
        ...{ accountKey: driver.accountName?.(whole), secrets: { ...secrets, keys } },
      });
    }
    for (const channel of CHANNELS) {
      await link(channel, shopsOf(channel)[0], 'first');
      await house.watch(channel, 'products');
    }
    await house.pass(20 * MINUTE);
    const before = await shown(house);
    const { cursor } = await house.read();

    for (const channel of CHANNELS)
      await house.app.store.credentials.remove({ userId: user.id, channel }, 'by_user');
    house.app.changes.wake();
    await until(async () => (await house.watches()).every(({ state }) => state === 'broken'));
    for (const { why_code } of await house.watches()) assert.equal(why_code, 'channel_not_linked');
    house.sandbox.changes.random(40, 5);
    house.forward(5 * MINUTE);
    for (const channel of CHANNELS) await link(channel, shopsOf(channel)[0], 'second');
    await until(
      async () => (await house.watches()).filter(({ state }) => state === 'broken'),
      'every watch goes on',
      (broken) => broken.length === 0,
    );
    await house.pass(90 * MINUTE);
    const after = await shown(house);
    for (const channel of CHANNELS) {
      const [old, now] = [before.get(channel), after.get(channel)];
      assert.deepEqual(
        [now?.id, now?.readingId, now?.state, now?.note],
        [old?.id, old?.readingId, 'live', null],
        channel,
      );
      assert.ok((now?.completeUntil ?? 0) > (old?.completeUntil ?? Infinity), channel);
    }
    const { entries, cursor: then } = await house.read(cursor);
    assert.ok(entries.length > 0, 'what changed while it was not linked is in the log');

    for (const channel of CHANNELS) await link(channel, shopsOf(channel)[1], 'third');
    await house.pass(20 * MINUTE);
    const last = await shown(house);
    for (const channel of CHANNELS) {
      const [old, now] = [after.get(channel), last.get(channel)];
      assert.equal(now?.id, old?.id, channel);
      assert.notEqual(now?.readingId, old?.readingId, channel);
      assert.match(String(now?.note), /another account/i, channel);
    }
    // What the other shop has is not news: it was so before.
    assert.deepEqual((await house.read(then)).entries, []);
  });

const shown = async ({ app }: House) =>
  new Map(
    (await app.store.watches.list('test-client', {}, -1, 100)).map((one) => [one.channel, one]),
  );
