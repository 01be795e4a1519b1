// Walking a list by page number: nothing lost, nothing repeated, whatever happens to it meanwhile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Ask } from '../../model/exchange.ts';
import { ok, shopThat } from './fake-vendor.ts';
import { type Cursor, collect, type List, type Row, sizeFor } from './listing.ts';

const SERVER = { cluster: 'eu1', language: 'nl' } as const;
const LIST: List<Row> = {
  path: 'orders',
  root: 'orders',
  query: [],
  keep: () => true,
  sparse: false,
};

const numberIn = (ask: Ask, name: string): number =>
  Number(ask.query?.find(([known]) => known === name)?.[1]);

/** A vendor that lists these rows, which the test may change between pages. */
function vendorOf(rows: () => readonly number[], deepest = Infinity) {
  return shopThat((path, ask) => {
    if (path.startsWith('orders/count')) return ok({ count: rows().length });
    const [limit, page] = [numberIn(ask, 'limit'), numberIn(ask, 'page')];
    assert.ok(limit >= 1 && limit <= 250 && page >= 1, path);
    const from = (page - 1) * limit;
    const some = from >= deepest ? [] : rows().slice(from, from + limit);
    return ok({ orders: some.map((id) => ({ id })) });
  });
}

const down = (count: number): number[] => Array.from({ length: count }, (_, i) => count - i);

async function walk(
  vendor: ReturnType<typeof vendorOf>,
  limit: number,
  list: List<Row> = LIST,
  between: (page: number) => void = () => {},
) {
  const ids: number[] = [];
  const sizes: number[] = [];
  let cursor: Cursor | undefined;
  do {
    const { rows, next } = await collect(list, limit, cursor, {
      ...vendor.reading,
      server: SERVER,
    });
    ids.push(...rows.map(({ id }) => id));
    sizes.push(rows.length);
    cursor = next;
    between(sizes.length);
    assert.ok(sizes.length < 3000, 'the walk does not end');
  } while (cursor);
  return { ids, sizes };
}

test('every row comes once, in order, one read a page, with no empty page at the end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 300 }),
      fc.integer({ min: 1, max: 100 }),
      async (count, limit) => {
        const vendor = vendorOf(() => down(count));
        const { ids, sizes } = await walk(vendor, limit);
        assert.deepEqual(ids, down(count));
        assert.equal(sizes.length, Math.max(1, Math.ceil(count / limit)));
        assert.ok(vendor.asked.length <= sizes.length + 1);
      },
    ),
    { numRuns: 60 },
  );
});

test('a page size is found that holds the row before the seam and all that follow', () => {
  for (let at = 1; at < 5000; at += 7)
    for (const span of [1, 10, 37, 100]) {
      const size = sizeFor(at - 1, at + span);
      assert.ok(size <= 250);
      assert.equal(Math.floor((at - 1) / size), Math.floor((at + span) / size), `${at} ${span}`);
    }
});

test('rows that enter at the top repeat nothing', async () => {
  let rows = down(40);
  const vendor = vendorOf(() => rows);
  const { ids } = await walk(vendor, 7, LIST, (page) => {
    rows = [1000 + page, ...rows];
  });
  assert.deepEqual(ids, down(40));
});

test('rows that leave the list, even the last one that was read, hide no other', async () => {
  let rows = down(60);
  const vendor = vendorOf(() => rows);
  const { ids } = await walk(vendor, 10, LIST, (page) => {
    const read = 60 - page * 10;
    rows = rows.filter((id) => id !== read + 1 && id !== read + 4);
  });
  assert.deepEqual(ids, down(60));
});

test('many rows in one go are found again further away', async () => {
  let rows = down(60);
  const vendor = vendorOf(() => rows);
  const { ids } = await walk(vendor, 10, LIST, (page) => {
    if (page === 2) rows = [...Array.from({ length: 200 }, (_, i) => 5000 - i), ...rows];
  });
  assert.deepEqual(ids, down(60));
});

test('a place that cannot be found again fails rather than guessing', async () => {
  let rows = down(60);
  const vendor = vendorOf(() => rows);
  const broken = walk(vendor, 10, LIST, () => {
    rows = down(60).map((id) => id + 10_000);
  });
  await assert.rejects(broken, { code: 'channel_failed' });
});

test('rows that fall out are made up for, the more of them in one go the fewer fit', async () => {
  const vendor = vendorOf(() => down(600));
  const list = { ...LIST, sparse: true, keep: ({ id }: Row) => id % 40 === 0 };
  const { ids, sizes } = await walk(vendor, 5, list);
  assert.deepEqual(
    ids,
    down(600).filter((id) => id % 40 === 0),
  );
  assert.deepEqual(sizes, [5, 5, 5]);
});

test('reads for one page are bounded: then it is short, and the walk goes on', async () => {
  const vendor = vendorOf(() => down(4000));
  const list = { ...LIST, sparse: true, keep: ({ id }: Row) => id === 3 };
  const { ids, sizes } = await walk(vendor, 5, list);
  assert.deepEqual(ids, [3]);
  assert.ok(sizes.length > 1 && sizes.length < 5, String(sizes));
});

test('the end of several pages is held against the count', async () => {
  const whole = vendorOf(() => down(1200));
  assert.equal((await walk(whole, 100)).ids.length, 1200);
  assert.equal(whole.asked.at(-1), 'orders/count');
  const cut = vendorOf(() => down(1500), 1200);
  await assert.rejects(walk(cut, 100), {
    code: 'channel_invalid_response',
    message: /1500 orders/,
  });
  const once = vendorOf(() => down(7));
  await walk(once, 10);
  assert.deepEqual(once.asked, ['orders?limit=11&page=1']);
});

test('fifty rows, where more were asked for, are the end only where the count says so', async () => {
  const capped = (count: number) =>
    shopThat((path, ask) => {
      if (path.startsWith('orders/count')) return ok({ count });
      const from = (numberIn(ask, 'page') - 1) * 50;
      return ok({
        orders: down(count)
          .slice(from, from + 50)
          .map((id) => ({ id })),
      });
    });
  await assert.rejects(walk(capped(80), 100), {
    code: 'channel_invalid_response',
    message: /80 orders .* only 50/,
  });
  const whole = capped(50);
  assert.deepEqual((await walk(whole, 100)).ids, down(50));
  assert.deepEqual(whole.asked, ['orders?limit=101&page=1', 'orders/count']);
});

test('what is no list of whole rows is refused', async () => {
  for (const body of [
    {},
    { orders: 7 },
    { orders: { message: 'x' } },
    { orders: [{ id: 'x' }] },
    { orders: [null] },
    undefined,
  ]) {
    const { reading } = shopThat(() => ok(body));
    await assert.rejects(collect(LIST, 5, undefined, { ...reading, server: SERVER }), {
      code: 'channel_invalid_response',
    });
  }
});

test('a list may come as an object by identifier, or as null where it is empty', async () => {
  const rowsOf = async (rows: unknown) => {
    const { reading } = shopThat(() => ok({ orders: rows }));
    return (await collect(LIST, 5, undefined, { ...reading, server: SERVER })).rows;
  };
  assert.deepEqual(await rowsOf({ 7: { id: 7 }, 31: { id: 31 } }), [{ id: 31 }, { id: 7 }]);
  assert.deepEqual(await rowsOf(null), []);
  assert.deepEqual(await rowsOf(false), []);
  assert.deepEqual(await rowsOf({}), []);
});

test('a vendor that answers the same page again is refused, never walked in a circle', async () => {
  const stuck = shopThat((_, ask) =>
    ok({
      orders: down(50)
        .slice(0, numberIn(ask, 'limit'))
        .map((id) => ({ id })),
    }),
  );
  await assert.rejects(walk(stuck, 10), {
    code: 'channel_invalid_response',
    message: /never end/,
  });
  // Always the very same answer, whatever was asked for: it looks like the last page.
  const same = shopThat((path) =>
    ok(
      path.startsWith('orders/count') ? { count: 50 } : { orders: down(11).map((id) => ({ id })) },
    ),
  );
  await assert.rejects(walk(same, 10), {
    code: 'channel_invalid_response',
    message: /50 orders .* only 11/,
  });
});

test('a row without a number is left out where one asks to read on, and the walk goes past it', async () => {
  const rows: { id: number | null }[] = down(12).map((id) => ({ id: id % 5 === 0 ? null : id }));
  const vendor = shopThat((_, ask) => {
    const [limit, page] = [numberIn(ask, 'limit'), numberIn(ask, 'page')];
    if (Number.isNaN(page)) return ok({ count: rows.length });
    return ok({ orders: rows.slice((page - 1) * limit, page * limit) });
  });
  const faults: unknown[] = [];
  const leaveOut = (fault: unknown) => faults.push(fault);
  const reading = { ...vendor.reading, leaveOut };
  const { ids } = await walk({ ...vendor, reading }, 4);
  assert.deepEqual(
    ids,
    down(12).filter((id) => id % 5 !== 0),
  );
  assert.equal(faults.length, 2);
});

test('an order that comes in between the last page and the count is no reason to fail', async () => {
  let rows = down(12);
  const vendor = shopThat((path, ask) => {
    if (path.startsWith('orders/count')) {
      rows = [99, ...rows];
      return ok({ count: rows.length });
    }
    const [limit, page] = [numberIn(ask, 'limit'), numberIn(ask, 'page')];
    return ok({ orders: rows.slice((page - 1) * limit, page * limit).map((id) => ({ id })) });
  });
  const { ids } = await walk(vendor, 5);
  assert.deepEqual(ids, down(12));
});
