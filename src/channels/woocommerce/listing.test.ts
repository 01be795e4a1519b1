// Walking a list: nothing lost, nothing repeated, whatever the shop does meanwhile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Ask, Call, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { type Cursor, type List, readPage } from './listing.ts';
import type { Row } from './native.ts';

const account = { baseUrl: 'https://shop.example/winkel' };
const list: List<Row> = {
  path: 'orders',
  query: [['status', 'any']],
  order: 'desc',
  keep: () => true,
};

const raise = (fault: Fault) => {
  throw fault;
};

/** A list that answers as WooCommerce does, over identifiers that the test may change. */
function shopOf(ids: Set<number>, { headers = true, unreadable = [] as number[] } = {}) {
  const asks: Ask[] = [];
  const call: Call = (ask) => {
    asks.push(ask);
    const query = new Map(ask.query);
    const include = query.get('include')?.split(',').map(Number);
    const sign = query.get('order') === 'asc' ? 1 : -1;
    const matching = [...ids]
      .filter((id) => !include || include.includes(id))
      .sort((a, b) => sign * (a - b));
    const from = Number(query.get('offset') ?? 0);
    const rows = matching
      .slice(from, from + Number(query.get('per_page')))
      .filter((id) => !unreadable.includes(id))
      .map((id) => ({ id }));
    const reply: Reply = {
      status: 200,
      headers: headers ? { 'x-wp-total': String(matching.length) } : {},
      text: '',
      body: rows,
    };
    return Promise.resolve(reply);
  };
  return { asks, reads: { account, version: 'wc/v3', call, leaveOut: raise } };
}

async function walkAll(
  ids: Set<number>,
  query: { limit: number; ids?: readonly string[]; since_id?: string },
  options: Parameters<typeof shopOf>[1] & {
    order?: 'asc' | 'desc';
    between?: (page: number) => void;
  } = {},
) {
  const shop = shopOf(ids, options);
  const seen: number[] = [];
  let cursor: Cursor | undefined;
  for (let page = 1; page <= 200; page++) {
    const { order = 'desc' } = options;
    const step = await readPage({ ...list, order }, query, cursor, shop.reads);
    assert.ok(step.items.length <= query.limit);
    seen.push(...step.items.map(({ id }) => id));
    cursor = step.next && (JSON.parse(JSON.stringify(step.next)) as Cursor);
    if (!cursor) return { seen, asks: shop.asks };
    options.between?.(page);
  }
  throw new Error('the walk does not end');
}

const numbers = (from: number, to: number) =>
  new Set(Array.from({ length: to - from + 1 }, (_, index) => from + index));

test('a list is walked to its end in pages of the limit, one ask each', async () => {
  const { seen, asks } = await walkAll(numbers(1, 25), { limit: 10 });
  assert.deepEqual(seen, [...numbers(1, 25)].reverse());
  assert.deepEqual(
    asks.map(({ url, query }) => [
      url,
      new URLSearchParams(query as [string, string][]).toString(),
    ]),
    [
      ['orderby=id&order=desc&per_page=10'],
      ['orderby=id&order=desc&per_page=11&offset=9'],
      ['orderby=id&order=desc&per_page=11&offset=19'],
    ].map(([query]) => ['https://shop.example/winkel/wp-json/wc/v3/orders', `status=any&${query}`]),
  );
});

test('a full page that is also the last has no next', async () => {
  const { seen, asks } = await walkAll(numbers(1, 20), { limit: 10 });
  assert.equal(seen.length, 20);
  assert.equal(asks.length, 2);
});

test('pages of a hundred stay full; the seam is looked at by itself', async () => {
  const { seen, asks } = await walkAll(numbers(1, 250), { limit: 100 });
  assert.deepEqual(seen, [...numbers(1, 250)].reverse());
  assert.deepEqual(
    asks.map(({ query }) => new Map(query).get('per_page')),
    ['100', '1', '100', '1', '100'],
  );
});

test('without the header that counts, the end is looked for and found', async () => {
  for (const size of [0, 1, 9, 10, 11, 20, 21]) {
    const { seen } = await walkAll(numbers(1, size), { limit: 10 }, { headers: false });
    assert.deepEqual(seen, [...numbers(1, size)].reverse(), `${size} rows`);
  }
});

test('an order that leaves the filter between two pages takes no other with it', async () => {
  const ids = numbers(1, 30);
  const { seen } = await walkAll(ids, { limit: 10 }, { between: (page) => ids.delete(31 - page) });
  assert.deepEqual(seen, [...numbers(1, 30)].reverse());
});

test('orders that arrive between two pages repeat none', async () => {
  const ids = numbers(1, 30);
  const { seen } = await walkAll(ids, { limit: 10 }, { between: (page) => ids.add(100 + page) });
  assert.deepEqual(seen, [...numbers(1, 30)].reverse());
});

test('rows that the key may not read neither end nor break the walk', async () => {
  const unreadable = [30, 29, 21, 20, 11, 1];
  for (const limit of [1, 2, 3, 10]) {
    const { seen } = await walkAll(numbers(1, 30), { limit }, { unreadable });
    const expected = [...numbers(1, 30)].filter((id) => !unreadable.includes(id)).reverse();
    assert.deepEqual(seen, expected, `limit ${limit}`);
  }
});

test('since_id begins right after the identifier, wherever it lies', async () => {
  const even = new Set([...numbers(1, 700)].map((id) => id * 2));
  for (const headers of [true, false])
    for (const since of [0, 1, 2, 3, 200, 201, 400, 777, 1399, 1400, 5000]) {
      const query = { limit: 100, since_id: String(since) };
      const { seen } = await walkAll(even, query, { order: 'asc', headers });
      assert.deepEqual(
        seen,
        [...even].filter((id) => id > since),
        `since ${since}`,
      );
    }
});

test('since_id in a long list costs a binary search', async () => {
  const ids = numbers(1, 100_000);
  const shop = shopOf(ids);
  const query = { limit: 10, since_id: '99000' };
  const { items: rows } = await readPage({ ...list, order: 'asc' }, query, undefined, shop.reads);
  assert.deepEqual(
    rows.map(({ id }) => id),
    [...numbers(99_001, 99_010)],
  );
  assert.ok(shop.asks.length <= 13, `${shop.asks.length} asks`);
  assert.equal(new Map(shop.asks[0]?.query).get('_fields'), 'id');
});

test('named rows are asked for by name, and only those not yet reached', async () => {
  const query = { limit: 2, ids: ['7', '3', '99', '5', '1'] };
  const { seen, asks } = await walkAll(numbers(1, 10), query);
  assert.deepEqual(seen, [1, 3, 5, 7]);
  assert.deepEqual(
    asks.map(({ query: pairs }) => new Map(pairs).get('include')),
    ['1,3', '5,7', '99'],
  );
});

test('named rows and since_id go together', async () => {
  const { seen } = await walkAll(numbers(1, 10), { limit: 10, ids: ['3', '7'], since_id: '3' });
  assert.deepEqual(seen, [7]);
});

test('rows that are not to be kept are made up for', async () => {
  const shop = shopOf(numbers(1, 40));
  const odd = { ...list, keep: ({ id }: Row) => id % 2 === 1 };
  const { items: rows, next } = await readPage(odd, { limit: 10 }, undefined, shop.reads);
  assert.deepEqual(
    rows.map(({ id }) => id),
    [39, 37, 35, 33, 31, 29, 27, 25, 23, 21],
  );
  assert.ok(next);
});

test('a page gives up after ten reads, and says where to go on', async () => {
  const shop = shopOf(numbers(1, 1000));
  const none = { ...list, keep: () => false };
  const step = await readPage(none, { limit: 10 }, undefined, shop.reads);
  assert.deepEqual(step, { items: [], next: { last: 901, at: 100 } });
});

test('a host that cannot manage many rows is asked for half of them', async () => {
  for (const fault of [
    new Fault('channel_failed', 'out of memory', { status: 500 }),
    new Fault('channel_failed', 'too slow', { status: 504 }),
    new Fault('channel_invalid_response', 'half an answer'),
  ]) {
    const shop = shopOf(numbers(1, 130));
    const call: Call = (ask) => {
      const query = new Map(ask.query);
      const heavy = Number(query.get('per_page')) > 60 && !query.has('_fields');
      return heavy ? Promise.reject(fault) : shop.reads.call(ask);
    };
    const seen: number[] = [];
    let cursor: Cursor | undefined;
    do {
      const step = await readPage(list, { limit: 100 }, cursor, { ...shop.reads, call });
      seen.push(...step.items.map(({ id }) => id));
      cursor = step.next;
    } while (cursor);
    assert.deepEqual(seen, [...numbers(1, 130)].reverse());
  }
});

test('other faults, and small reads, are not tried again', async () => {
  for (const [limit, status] of [
    [100, 403],
    [10, 500],
  ] as const) {
    let asks = 0;
    const call: Call = () => {
      asks++;
      return Promise.reject(new Fault('channel_failed', 'no', { status }));
    };
    const reads = { account, version: 'wc/v3', call, leaveOut: raise };
    await assert.rejects(readPage(list, { limit }, undefined, reads), Fault);
    assert.equal(asks, 1);
  }
});

test('what is no list of records is refused as such', async () => {
  for (const body of [{}, null, 'x', [1], [{ id: 'x' }], [{}], [null]]) {
    const reply: Reply = { status: 200, headers: {}, text: '', body };
    const reads = {
      account,
      version: 'wc/v3',
      call: () => Promise.resolve(reply),
      leaveOut: raise,
    };
    await assert.rejects(readPage(list, { limit: 5 }, undefined, reads), {
      code: 'channel_invalid_response',
    });
  }
});

test('a shop that answers the same page to everything is refused, and repeats nothing', async () => {
  for (const headers of [true, false])
    for (const order of ['asc', 'desc'] as const)
      for (const [size, limit] of [
        [20, 10],
        [21, 10],
        [25, 10],
        [30, 1],
        [30, 3],
        [250, 100],
        [300, 100],
      ] as const) {
        const shop = shopOf(numbers(1, size), { headers });
        // A cache that overlooks where a page begins.
        const call: Call = (ask) =>
          shop.reads.call({
            ...ask,
            query: ask.query?.filter(([name]) => name !== 'offset') ?? [],
          });
        const seen: number[] = [];
        const walk = async () => {
          let cursor: Cursor | undefined;
          for (let page = 0; page < 100; page++) {
            const reads = { ...shop.reads, call };
            const step = await readPage({ ...list, order }, { limit }, cursor, reads);
            seen.push(...step.items.map(({ id }) => id));
            cursor = step.next;
            if (!cursor) return;
          }
        };
        const name = `${size} rows, ${limit} at a time, ${order}, headers ${headers}`;
        await assert.rejects(walk(), { code: 'channel_invalid_response' }, name);
        assert.equal(new Set(seen).size, seen.length, name);
      }
});

test('rows that were not asked for by name are refused', async () => {
  const shop = shopOf(numbers(1, 10));
  const call: Call = (ask) =>
    shop.reads.call({ ...ask, query: ask.query?.filter(([name]) => name !== 'include') ?? [] });
  await assert.rejects(
    readPage(list, { limit: 5, ids: ['7', '9'] }, undefined, { ...shop.reads, call }),
    {
      code: 'channel_invalid_response',
    },
  );
});

test('whatever happens between pages, what stays is seen once', async () => {
  const change = fc.record({ add: fc.boolean(), id: fc.integer({ min: 1, max: 400 }) });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { maxLength: 120 }),
      fc.array(fc.array(change, { maxLength: 6 }), { maxLength: 60 }),
      fc.constantFrom<'asc' | 'desc'>('asc', 'desc'),
      fc.integer({ min: 1, max: 12 }),
      fc.boolean(),
      async (first, changes, order, limit, headers) => {
        const ids = new Set(first);
        const stayed = new Set(first);
        const between = (page: number) => {
          for (const { add, id } of changes[page - 1] ?? [])
            if (add) ids.add(id);
            else {
              ids.delete(id);
              stayed.delete(id);
            }
        };
        const { seen } = await walkAll(ids, { limit }, { order, between, headers });
        assert.equal(new Set(seen).size, seen.length, 'none is repeated');
        for (const id of stayed) assert.ok(seen.includes(id), `${id} is not lost`);
      },
    ),
    {
      numRuns: 300,
      // The row before the seam is gone, and there is one more than the page may hold.
      examples: [
        [
          [22, 23],
          [
            [
              { add: true, id: 24 },
              { add: false, id: 22 },
            ],
          ],
          'asc',
          1,
          false,
        ],
      ],
    },
  );
});
