// One of two instances is killed again and again while shops change: the log misses nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ask } from '../instances/asking.ts';
import { startHouse } from '../instances/house.ts';
import { startPostgres } from '../postgres.ts';
import { DEMO_CLIENT, getToken } from '../token.ts';
import { until } from '../until.ts';
import type { Entry, Item, Watch } from './house.ts';
import { assertPromise, type Kind, type Shop } from './promise.ts';

const KILLS = Number(process.env.FEED_KILLS ?? 6);
const STEPS = 12;
const FOLLOWED: readonly { readonly channel: string; readonly kind: Kind }[] = [
  { channel: 'woocommerce', kind: 'orders' },
  { channel: 'woocommerce', kind: 'products' },
  { channel: 'sharetribe', kind: 'products' },
  { channel: 'mirakl', kind: 'products' },
];

test('killed instances lose no change and claim none twice in the wrong order', async (t) => {
  const postgres = await startPostgres();
  const databaseUrl = await postgres.fresh();
  const house = await startHouse({ databaseUrl, instances: [{}, {}] });
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  t.after(async () => {
    await db.end();
    await house.close();
    await postgres.stop();
  });
  const [first, second] = house.instances;
  assert.ok(first && second);
  const asking = { origin: first.origin, token: await getToken(first.origin, DEMO_CLIENT) };
  const headers = { 'content-type': 'application/json' };
  for (const { channel, kind } of FOLLOWED) {
    await house.link('merchant', channel, house.vendors.shop(channel));
    const body = JSON.stringify({ tpUserId: 'merchant', channel, resource: kind, sweep: 0 });
    const made = await ask(asking, '/Watches', { method: 'PUT', headers, body });
    assert.equal(made.status, 200, JSON.stringify(made.body));
  }

  /** Everything is due now, whatever its interval. */
  const hurry = () => db.query(`update due set due_at = 0 where holder = ''`);
  const watches = async (): Promise<readonly Watch[]> =>
    (await ask(asking, '/Watches')).body.watches;
  /** Until all that changed before then is read. */
  const complete = (then: number) =>
    until(
      async () => {
        await hurry();
        await pause(500);
        return await watches();
      },
      'every watch',
      (all) =>
        all.every(
          ({ state, complete_until }) =>
            state === 'live' && complete_until !== null && Date.parse(complete_until) >= then,
        ),
      240_000,
    );
  async function walked(channel: string, kind: Kind): Promise<Shop> {
    const items: Item[] = [];
    let token: string | undefined;
    const path = `/Unified/${kind === 'orders' ? 'Orders' : 'Products'}?channel=${channel}&tpUserId=merchant`;
    do {
      const page = token === undefined ? {} : { next_page_token: token };
      const body = JSON.stringify({ limit: 100, ...page });
      const answer = await ask(asking, path, { method: 'POST', headers, body });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      items.push(...answer.body.Output.result);
      token = answer.body.Output.next_page_token;
    } while (token !== undefined);
    return new Map(items.map((item) => [String(item.id), item]));
  }
  const shops = async () => {
    const all = new Map<string, Shop>();
    for (const { channel, kind } of FOLLOWED)
      all.set(`${channel} ${kind}`, await walked(channel, kind));
    return all;
  };

  await complete(Date.now() - 40_000);
  const before = await shops();
  for (let kill = 0; kill < KILLS; kill++) {
    house.vendors.sandbox.changes.random(STEPS, kill + 1);
    await hurry();
    // A different moment of the reading each time.
    await pause(150 + ((kill * 137) % 900));
    await second.kill();
    await hurry();
    await second.start();
  }
  await complete(Date.now());
  const after = await shops();
  const entries: Entry[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await ask(asking, `/Changes?limit=100${cursor}`);
    entries.push(...body.changes);
    cursor = `&cursor=${body.next_cursor}`;
    if (body.changes.length === 0) break;
  }
  for (const { channel, kind } of FOLLOWED) {
    const what = `${channel} ${kind}`;
    const theirs = entries.filter((one) => one.channel === channel && one.resource === kind);
    assert.ok(theirs.length > 0, `${what} was hardly changed`);
    // Events and whole lists show deletions; dates do not.
    assertPromise(
      what,
      before.get(what) ?? new Map(),
      after.get(what) ?? new Map(),
      theirs,
      channel === 'sharetribe',
    );
  }
});
