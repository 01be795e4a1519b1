// The living sandbox, read through every channel: what calls changed is what the channels return.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Order } from '../../sandbox/catalogue/types.ts';
import { channels } from '../../src/channels/index.ts';
import { isAll, shownOn } from '../all.ts';
import { type Service, startService } from '../service.ts';
import { everything, idsOf } from './expected.ts';
import { afterChanges } from './living-losses.ts';
import { LOSSES } from './losses.ts';
import { assertOrdersAgree, assertProductsAgree, walkOrders, walkProducts } from './round-trip.ts';

/** Longer than the two minutes after which Amazon shows a change. */
const SETTLED = 3 * 60_000;
const SEEDS = isAll ? [7, 11] : [7];

const folder = mkdtempSync(join(tmpdir(), 'manifold-living-'));
const logs = new Map<Service, string>();
let service: Service;

/** With a log of everything that its vendors answer. */
async function startLogged(): Promise<Service> {
  const exchanges = join(folder, `${logs.size}.jsonl`);
  const started = await startService({ exchanges, ...(isAll && { days: Infinity }) });
  logs.set(started, exchanges);
  return started;
}

before(async () => {
  service = await startLogged();
});
after(async () => {
  await Promise.all([...logs.keys()].map((one) => one.close()));
  rmSync(folder, { recursive: true });
});

test('what is changed at random is read back through every channel', async (t) => {
  const { changes } = service.sandbox;
  // All changes come first: the service remembers for some minutes what a seller lists.
  const marks = SEEDS.map((seed) => {
    service.forward(SETTLED);
    const mark = Math.floor(service.now() / 1000) * 1000;
    changes.random(70, seed);
    return mark;
  });
  service.forward(SETTLED);

  for (const [name, channel] of shownOn(channels, 3)) {
    const losses = afterChanges(
      LOSSES.get(name) ?? {},
      service.store(name),
      service.sandbox.catalogue,
    );
    const body = everything(service, name);
    if (channel.orders?.filters.updated_at_min)
      await t.test(
        `${name}: a reader by the time of change sees each order as it is now`,
        async () => {
          for (const mark of marks) {
            const since = { updated_at_min: new Date(mark).toISOString() };
            const changed = ({ updatedAt }: Order) => updatedAt >= mark;
            const orders = await walkOrders(service, name, { ...body, ...since });
            assert.ok(orders.records.length > 5, `${name} was hardly changed`);
            assertOrdersAgree(service, name, orders, losses, changed);
          }
        },
      );
    if (channel.orders && (isAll || !channel.orders.filters.updated_at_min))
      await t.test(`${name}: all orders are what they are now`, async () =>
        assertOrdersAgree(service, name, await walkOrders(service, name, body), losses),
      );
    if (channel.products?.filters.updated_at_min)
      await t.test(`${name}: a reader by the time of change sees every product`, async () => {
        for (const mark of marks) await assertProductsSeen(name, mark);
      });
    if (channel.products)
      await t.test(`${name}: products are what they are now`, async () =>
        assertProductsAgree(service, name, await walkProducts(service, name, losses), losses),
      );
  }

  await t.test(
    'after a reset the vendors answer what one answers that was never changed',
    async () => {
      changes.reset();
      const from = linesOf(service).length;
      const untouched = await startLogged();
      for (const one of [service, untouched]) await firstPages(one);
      const expected = new Map(answersOf(untouched));
      const same = answersOf(service, from).filter(([asked]) => expected.has(asked));
      for (const [asked, body] of same)
        assert.equal(body, expected.get(asked), asked.slice(0, 300));
      for (const [name] of AGAIN)
        assert.ok(
          same.some(([asked]) => asked.startsWith(`["${name}"`)),
          `${name} was not asked`,
        );
    },
  );
});

/** Read again after a reset. */
const AGAIN = shownOn(channels, 0);

/** Exactly those that the shop says were changed since. */
async function assertProductsSeen(name: string, mark: number): Promise<void> {
  const { items } = await service.walk('products', name, {
    updated_at_min: new Date(mark).toISOString(),
    limit: 50,
  });
  const changed = service.shop(name).products.filter(({ updatedAt }) => updatedAt >= mark);
  const expected = changed.map((product) => service.store(name).productId(product)).sort();
  assert.deepEqual(idsOf(items), expected, name);
  assert.ok(expected.length > 2, `${name} was hardly changed`);
}

const PAGE = isAll ? 50 : 20;

async function firstPages(one: Service): Promise<void> {
  for (const [name, channel] of AGAIN) {
    if (channel.orders) await one.orders(name, { ...everything(one, name), limit: PAGE });
    if (channel.products) await one.products(name, { limit: PAGE });
  }
}

const linesOf = (one: Service): readonly string[] =>
  readFileSync(logs.get(one) ?? '', 'utf8')
    .split('\n')
    .filter((line) => line !== '');

/** What the vendors answered so far, but for the first so many answers, by what was asked. */
function answersOf(one: Service, from = 0): readonly (readonly [asked: string, body: string])[] {
  return linesOf(one)
    .slice(from)
    .map((line) => JSON.parse(line))
    .map(({ channel, host, path, query, body, responseBody }) => [
      JSON.stringify([channel, host, path, query, body]),
      // Tokens to go on with hold the time at which they were made, and lists say how far they reach.
      String(responseBody).replace(/"(nextToken|createdBefore|lastUpdatedBefore)":"[^"]*"/g, ''),
    ]);
}
