// Reading by date of change: a child that changes brings its parents along, each once.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../test/all.ts';
import type { Ask } from '../../model/exchange.ts';
import type { ProductQuery } from '../../model/query.ts';
import type { Context, Reading } from '../channel.ts';
import { parentsOf } from './changed-children.ts';
import { account, item, shopOf } from './fake-vendor.ts';
import type { NativeItem, NativeProduct } from './native.ts';
import { products } from './products.ts';

const BEGIN = Date.UTC(2026, 2, 1);
/** The moment of the made-up shop's readings, in seconds from then. */
const NOW = (Date.UTC(2026, 5, 1) - BEGIN) / 1000;
const at = (second: number): string =>
  new Date(BEGIN + second * 1000).toISOString().replace('T', ' ').slice(0, 19);
const child = (id: number, second: number, visibility = 1): NativeItem =>
  item(id, { visibility, updated_at: at(second) });
const parent = (id: number, second: number, links: readonly number[]): NativeItem =>
  item(id, {
    type_id: 'configurable',
    updated_at: at(second),
    extension_attributes: { configurable_product_links: links.map(String) },
  });
const context: Context = { account, now: BEGIN, note: () => {} };

type Cursor = NonNullable<Parameters<typeof products.fetch>[1]>;

async function walk(shop: ReturnType<typeof shopOf>, query: ProductQuery) {
  const seen: NativeProduct[] = [];
  let next: Cursor | undefined;
  for (let pages = 0; pages < 500; pages++) {
    const page = await products.fetch(query, next, shop.reading);
    assert.ok(page.items.length <= query.limit, 'no page is larger than asked for');
    seen.push(...page.items);
    if (page.next === undefined) return seen;
    next = JSON.parse(JSON.stringify(page.next)) as Cursor;
  }
  throw new Error('the walk does not end');
}

const idsOf = (found: readonly NativeProduct[]) => found.map(({ id }) => id).sort((a, b) => a - b);
const between = (min: number, max: number, limit = 10): ProductQuery => ({
  limit,
  updated_at_min: BEGIN + min * 1000,
  updated_at_max: BEGIN + max * 1000,
});

describe('products by date of change', () => {
  test('a parent is given where only a child changed, with the date of that', async () => {
    const shop = shopOf([parent(1, 0, [2, 3]), child(2, 0), child(3, 50), parent(4, 0, [5]), child(5, 0)]); // biome-ignore format: one line
    const [found, ...more] = await walk(shop, between(10, 60));
    assert.equal(found?.id, 1);
    assert.deepEqual(more, []);
    const { updated_at, variants } = products.transform(found, context);
    assert.equal(updated_at, '2026-03-01T00:00:50+00:00');
    assert.deepEqual(
      variants?.map(({ updated_at }) => updated_at),
      ['2026-03-01T00:00:00+00:00', '2026-03-01T00:00:50+00:00'],
    );
  });

  test('nothing more is asked for where nothing changed, or where all is read', async () => {
    const quiet = shopOf([parent(1, 0, [2]), child(2, 0)]);
    assert.deepEqual(await walk(quiet, between(10, 60)), []);
    assert.equal(quiet.asked.filter(({ path }) => path === 'products').length, 2);
    const whole = shopOf([parent(1, 0, [2]), child(2, 0)]);
    await walk(whole, { limit: 10, updated_at_max: BEGIN + 60_000 });
    assert.equal(whole.asked.filter(({ path }) => path === 'products').length, 2);
  });

  test('which children a parent has is read once; later only of parents that changed', async () => {
    const shop = shopOf([parent(1, 0, [2]), child(2, 50)]);
    const families = () =>
      shop.asked.filter(({ query }) =>
        /configurable_product_links/.test(query.get('fields') ?? ''),
      );
    assert.deepEqual(idsOf(await walk(shop, between(10, 60))), [1]);
    assert.equal(families().length, 1);
    const later = { ...shop, reading: { ...shop.reading, now: shop.reading.now + 300_000 } };
    assert.deepEqual(idsOf(await walk(later, between(10, 60))), [1]);
    assert.equal(families().length, 2);
    assert.ok([...(families()[1]?.query.values() ?? [])].includes('updated_at'));
  });

  test('after an import that changed all of them their children are followed as before', async () => {
    const parents = Array.from({ length: 1100 }, (_, index) =>
      parent(index + 1, NOW - 480, [index === 1049 ? 5000 : 6000 + index]),
    );
    const shop = shopOf([...parents, child(5000, NOW - 60)]);
    const window = between(NOW - 120, NOW);
    assert.deepEqual(idsOf(await walk(shop, window)), [1050]);
    const later = { ...shop, reading: { ...shop.reading, now: shop.reading.now + 300_000 } };
    const before = shop.asked.length;
    assert.deepEqual(idsOf(await walk(later, window)), [1050]);
    assert.ok(shop.asked.length - before < 40, 'they are read once more, and no more');
    assert.deepEqual(shop.warnings, [], 'nothing is given up');
    // A write looks for the parent of its variant in the same way, and waits for it.
    const { reading } = later;
    let calls = 0;
    const call: Reading['call'] = (ask) => {
      assert.ok(++calls < 40, 'it ends');
      return reading.call(ask);
    };
    const pairs = await parentsOf([5000], { ...reading, call, now: reading.now + 300_000 });
    assert.deepEqual(pairs, [{ child: 5000, parent: 1050 }]);
  });

  test('a walk asks once which parents changed, however many pages it has', async () => {
    const links = (index: number) => (index < 3 ? [5000 + index] : [6000 + index]);
    const parents = Array.from({ length: 150 }, (_, i) => parent(i + 1, NOW - 480, links(i)));
    const children = [0, 1, 2].map((index) => child(5000 + index, NOW - 60));
    const shop = shopOf([...parents, ...children]);
    const families = () =>
      shop.asked.filter(({ query }) => /\[configurable_product_links\]/.test(query.get('fields') ?? '')).length; // biome-ignore format: one line
    await walk(shop, between(NOW - 120, NOW));
    assert.equal(families(), 2);
    const seen: number[] = [];
    let next: Cursor | undefined;
    let { now } = shop.reading;
    do {
      now += 30_000;
      const query = between(NOW - 120, NOW, 1);
      const page = await products.fetch(query, next, { ...shop.reading, now });
      seen.push(...page.items.map(({ id }) => id));
      next = page.next;
    } while (next);
    assert.deepEqual(seen, [1, 2, 3]);
    assert.equal(families(), 4);
  });

  test('a parent is read again where the shop’s clock is a quarter of an hour slow', async () => {
    const slow = NOW - 14 * 60;
    const rows = [parent(1, 0, [2]), child(2, slow), child(3, slow)];
    const shop = shopOf(rows);
    const window = between(slow - 10, slow + 10);
    const childrenIn = async (of: typeof shop) =>
      (await walk(of, window)).map((one) => one.child_records?.map(({ id }) => id));
    assert.deepEqual(await childrenIn(shop), [[2]]);
    // Another child takes the place of the first, a minute later.
    rows[0] = parent(1, slow - 20, [3]);
    const later = { ...shop, reading: { ...shop.reading, now: shop.reading.now + 60_000 } };
    assert.deepEqual(await childrenIn(later), [[3]]);
  });

  test('a late answer of an earlier search does not end the one that another began', async () => {
    const rows = [parent(1, 0, [2]), child(2, NOW - 60), child(3, NOW - 60)];
    const shop = shopOf(rows);
    const held: (() => void)[] = [];
    /** Its first answer of families comes late. */
    const late = () => {
      let isFirst = true;
      return async (ask: Ask) => {
        const reply = await shop.reading.call(ask);
        const isFamilies = ask.query?.some(([, value]) => value.includes('[configurable'));
        if (isFirst && isFamilies) {
          isFirst = false;
          await new Promise<void>((release) => held.push(release));
        }
        return reply;
      };
    };
    const search = async (later: number, call: Reading['call'] = shop.reading.call) => {
      const reading = { ...shop.reading, call, now: shop.reading.now + later };
      const found = await walk({ ...shop, reading }, between(NOW - 120, NOW));
      return found.flatMap((one) => one.child_records?.map(({ id }) => id) ?? []);
    };
    const isHeld = async (count: number) => {
      while (held.length < count) await new Promise(setImmediate);
    };
    const first = search(0, late());
    await isHeld(1);
    assert.deepEqual(await search(0), [2]);
    rows[0] = parent(1, NOW - 200, [3]);
    const third = search(60_000, late());
    await isHeld(2);
    held[0]?.();
    await first;
    assert.deepEqual(await search(60_000), [3]);
    held[1]?.();
    assert.deepEqual(await third, [3]);
  });

  test('one whose children cannot be read does not spoil the reading of others', async () => {
    const odd = item(4, {
      type_id: 'configurable',
      updated_at: at(0),
      extension_attributes: { configurable_product_links: 'odd' },
    });
    const shop = shopOf([parent(1, 0, [2]), child(2, 50), odd]);
    assert.deepEqual(idsOf(await walk(shop, between(10, 60))), [1]);
  });

  test('a shop with too many of them is advised to read all', async () => {
    const shop = shopOf([parent(1, 0, [2]), child(2, 50)], (_, query) =>
      [...query.values()].includes('configurable')
        ? [200, { items: [parent(1, 0, [2])], total_count: 20_000 }]
        : undefined,
    );
    assert.deepEqual(await walk(shop, between(10, 60)), []);
    assert.deepEqual(
      shop.warnings.map(({ code }) => code),
      ['changes_without_date'],
    );
  });

  test('windows one after the other give every change, each product once a window', async () => {
    const moment = fc.integer({ min: 0, max: 99 });
    const family = fc.record({
      changed: moment,
      children: fc.array(fc.record({ changed: moment, isVisible: fc.boolean() }), { maxLength: 6 }),
      order: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(family, { maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 60 }),
        async (families, limit, length) => {
          let id = 0;
          const rows: NativeItem[] = [];
          const dates = new Map<number, number>();
          for (const { changed, children, order } of families) {
            // A parent is made before its children, or after them.
            const own = order ? ++id : 0;
            const links = children.map(({ changed: when, isVisible }) => {
              rows.push(child(++id, when, isVisible ? 4 : 1));
              if (isVisible) dates.set(id, when);
              return id;
            });
            const number = own || ++id;
            rows.push(parent(number, changed, links));
            dates.set(number, Math.max(changed, ...children.map((one) => one.changed)));
          }
          rows.sort((a, b) => a.id - b.id);
          for (let from = 0; from < 100; from += length) {
            const to = from + length - 1;
            const expected = [...dates].filter(([, when]) => when >= from && when <= to);
            assert.deepEqual(
              idsOf(await walk(shopOf(rows), between(from, to, limit))),
              expected.map(([one]) => one).sort((a, b) => a - b),
            );
          }
        },
      ),
      { numRuns: runs(60) },
    );
  });
});

test('one that was named and is hidden is left out with a word; one that is gone without', async () => {
  const shop = shopOf([item(1), item(2, { visibility: 1 })]);
  const assumed: string[] = [];
  const reading = { ...shop.reading, assume: (name: string) => void assumed.push(name) };
  const { items } = await products.fetch({ limit: 5, ids: ['1', '2', '3'] }, undefined, reading);
  assert.deepEqual(idsOf(items), [1]);
  assert.deepEqual(
    shop.warnings.map(({ code, id }) => [code, id]),
    [['record_not_shown', '2']],
  );
  assert.deepEqual(assumed, []);
});
