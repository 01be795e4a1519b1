// One of two instances is killed again and again while it writes: no parcel twice, no intent forgotten.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Order } from '../../src/model/order.ts';
import { createTokens } from '../../src/tokens/index.ts';
import { SCOPES } from '../../src/tokens/scopes.ts';
import { ask } from '../instances/asking.ts';
import { startHouse } from '../instances/house.ts';
import { startPostgres } from '../postgres.ts';
import { DEMO_CLIENT, getToken } from '../token.ts';
import { until } from '../until.ts';

const KILLS = Number(process.env.WRITE_KILLS ?? 12);
const CHANNEL = 'shopify';
const SHOP = 'writable';
/** Orders that are written to while a process is killed. */
const EACH = 4;

test('killed instances send no parcel twice and forget no intent', async (t) => {
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
  const store = await house.store();
  const { clients } = createTokens({ store, now: store.now, tokenSeconds: 3600 });
  await clients.update(DEMO_CLIENT.id, { scopes: SCOPES });
  const { changes, faults } = house.vendors.sandbox;
  await house.link('merchant', CHANNEL, house.vendors.shop(CHANNEL, SHOP));
  const token = await getToken(first.origin, DEMO_CLIENT);
  const query = `channel=${CHANNEL}&tpUserId=merchant`;
  const headers = { 'content-type': 'application/json' };

  async function open(): Promise<readonly Order[]> {
    const orders: Order[] = [];
    let next: string | undefined;
    do {
      const body = JSON.stringify(next ? { next_page_token: next } : { limit: 100 });
      const page = await ask({ origin: first?.origin ?? '', token }, `/Unified/Orders?${query}`, {
        ...{ method: 'POST', headers, body },
      });
      assert.equal(page.status, 200, JSON.stringify(page.body));
      orders.push(...page.body.Output.result);
      next = page.body.Output.next_page_token;
    } while (next !== undefined && orders.length < 2000);
    return orders.filter(
      ({ cancelled_at, fulfillment_status, line_items }) =>
        cancelled_at === null &&
        fulfillment_status === null &&
        line_items.some(({ fulfillable_quantity: left }) => (left ?? 0) > 0),
    );
  }

  /** Some are on hold, or another's to ship. */
  async function shippable(orders: readonly Order[]): Promise<readonly Order[]> {
    const some: Order[] = [];
    for (let at = 0; at < orders.length; at += 100) {
      const items = orders
        .slice(at, at + 100)
        .map(({ id }) => ({ order_id: id, tracking_company: 'postnl', tracking_numbers: ['X'] }));
      const { body } = await ask(
        { origin: first?.origin ?? '', token },
        `/Unified/Fulfillments?${query}`,
        {
          ...{ method: 'POST', body: JSON.stringify({ items, dry_run: true }) },
          headers: { ...headers, 'idempotency-key': randomUUID(), prefer: 'wait=60' },
        },
      );
      for (const { index, outcome } of body.Output.result)
        if (outcome === 'accepted') some.push(orders[at + index] as Order);
    }
    return some;
  }

  // Piece by piece, one of every order after the other: an order could always leave a second time.
  const pieces = (await shippable(await open()))
    .flatMap(({ id, line_items }) =>
      line_items
        .flatMap(({ id: line, fulfillable_quantity: left }) => Array(left ?? 0).fill(line))
        .map((line: string, turn) => ({ order: id, line, turn })),
    )
    .sort((a, b) => a.turn - b.turn);
  assert.ok(pieces.length >= KILLS * EACH, `${pieces.length} pieces can be shipped`);
  const refusals: string[] = [];
  const asked: {
    readonly order: string;
    readonly key: string;
    readonly body: string;
    readonly number: string;
  }[] = [];
  // The write is slow, so that it is met at every step: before it left, under way, answered.
  faults.plant({ kind: 'latency', channel: CHANNEL, ms: 120 });
  for (let kill = 0; kill < KILLS; kill++) {
    const calls = pieces.splice(0, EACH).map(async ({ order, line }) => {
      const number = `KILL${asked.length}X`;
      const item = {
        ...{ order_id: order, line_items: [{ id: line, quantity: 1 }] },
        ...{ tracking_company: 'postnl', tracking_numbers: [number] },
      };
      const one = { order, number, key: randomUUID(), body: JSON.stringify({ items: [item] }) };
      asked.push(one);
      const { body } = one;
      const more = { ...headers, 'idempotency-key': one.key, prefer: 'wait=10' };
      const at = { origin: second.origin, token };
      const answer = await ask(at, `/Unified/Fulfillments?${query}`, {
        ...{ method: 'POST', headers: more, body },
      }).catch(() => undefined);
      if (answer && answer.status !== 200) refusals.push(JSON.stringify(answer.body.Errors));
    });
    // Another moment each time: there are about eight calls of 120 ms.
    await pause(300 + ((kill * 397) % 3000));
    await second.kill();
    await Promise.all(calls);
    await second.start();
  }

  // What no answer came to is awaited for two minutes before it counts as not done.
  await until(
    async () => {
      await pause(2000);
      const { rows } = await db.query(
        `select count(*) as count from write where state = 'waiting'`,
      );
      return Number(rows[0].count);
    },
    'every intent',
    (count) => count === 0,
    240_000,
  );
  const { rows } = await db.query('select id, sent, outcome, code from write');
  const outcomes = new Map<string, number>();
  for (const { outcome } of rows) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  t.diagnostic(`${KILLS} kills: ${JSON.stringify(Object.fromEntries(outcomes))}`);
  assert.ok(rows.length > 0, `something was written; refused: ${refusals.slice(0, 3)}`);
  assert.ok(
    rows.every(({ outcome }) => outcome === 'confirmed' || outcome === 'refused'),
    JSON.stringify(rows.filter(({ outcome }) => outcome === 'unknown')),
  );
  // How often each number left, as the vendor has it.
  async function left(): Promise<ReadonlyMap<string, number>> {
    const times = new Map<string, number>();
    const ids = [...new Set(asked.map(({ order }) => order))];
    for (let at = 0; at < ids.length; at += 50) {
      const some = ids.slice(at, at + 50);
      const wish = {
        ids: some.join(','),
        status: 'any',
        include: 'fulfillments',
        limit: some.length,
      };
      const page = await ask({ origin: first?.origin ?? '', token }, `/Unified/Orders?${query}`, {
        ...{ method: 'POST', headers, body: JSON.stringify(wish) },
      });
      assert.equal(page.body.Output.result.length, some.length, JSON.stringify(page.body.Errors));
      for (const order of page.body.Output.result)
        for (const { tracking_numbers: numbers } of order.fulfillments)
          for (const number of numbers) times.set(number, (times.get(number) ?? 0) + 1);
    }
    return times;
  }
  const before = await left();
  const ends = new Map<string, string>();
  for (const { key, body, number } of asked) {
    // A repeat with the same key writes nothing where there was an intent, and says what became of it.
    const repeat = await ask({ origin: first.origin, token }, `/Unified/Fulfillments?${query}`, {
      ...{ method: 'POST', headers: { ...headers, 'idempotency-key': key }, body },
    });
    assert.equal(repeat.status, 200, JSON.stringify(repeat.body));
    ends.set(number, repeat.body.Output.result[0].outcome);
  }
  const after = await left();
  for (const { number, order } of asked) {
    const [was, is, end] = [before.get(number) ?? 0, after.get(number) ?? 0, ends.get(number)];
    assert.ok(is <= 1, `${number} of ${order} left ${is} times`);
    if (end === 'confirmed' || end === 'unchanged') assert.equal(is, 1, `${number} is ${end}`);
    else assert.equal(is, was, `${number} is ${end}`);
  }
  const { length } = changes.written(CHANNEL);
  assert.equal(length, [...after.values()].filter((times) => times > 0).length, 'of all writes');
});
