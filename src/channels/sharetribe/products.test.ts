// Walking listings by time: nothing lost, nothing repeated, whatever happens between pages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Call } from '../../model/exchange.ts';
import type { ProductQuery } from '../../model/query.ts';
import type { Reading } from '../channel.ts';
import type { ListingDocument } from './native.ts';
import { type Cursor, products } from './products.ts';

interface Row {
  readonly id: string;
  readonly at: number;
  readonly state?: string;
}

/** `inclusive`: whether the end of a window belongs to it, which is not documented. */
function marketOf(rows: Set<Row>, inclusive = false) {
  const asked: Map<string, string>[] = [];
  const call: Call = (ask) => {
    assert.equal(
      ask.url,
      'https://flex-integ-api.sharetribe.com/v1/integration_api/listings/query',
    );
    const query = new Map(ask.query);
    asked.push(query);
    const end = Date.parse(query.get('createdAtEnd') ?? '') + (inclusive ? 1 : 0);
    const start = Date.parse(query.get('createdAtStart') ?? '');
    const states = query.get('states')?.split(',') ?? [];
    const ids = query.get('ids')?.split(',');
    const kept = [...rows]
      .filter(
        ({ id, at, state = 'published' }) =>
          (Number.isNaN(end) || at < end) &&
          (Number.isNaN(start) || at >= start) &&
          states.includes(state) &&
          (!ids || ids.includes(id)),
      )
      .sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));
    const [page, perPage] = [Number(query.get('page')), Number(query.get('perPage'))];
    assert.ok(perPage >= 1 && perPage <= 100);
    const data = kept.slice((page - 1) * perPage, page * perPage).map(({ id, at, state }) => ({
      id,
      type: 'listing',
      attributes: {
        title: id,
        createdAt: new Date(at).toISOString(),
        state: state ?? 'published',
        privateData: { secret: 'private' },
        metadata: { secret: 'private' },
      },
    }));
    const meta = { totalPages: Math.ceil(kept.length / perPage), page, perPage };
    return Promise.resolve({ status: 200, headers: {}, text: '', body: { data, meta } });
  };
  const reading: Reading = {
    account: {},
    version: 'v1',
    now: 0,
    call,
    note: () => {},
    leaveOut: (fault) => {
      throw fault;
    },
    assume: () => {},
    remember: (_key, _seconds, make) => make(),
  };
  return { asked, reading };
}

async function walk(
  rows: Set<Row>,
  query: ProductQuery,
  options: { inclusive?: boolean; between?: (page: number) => void } = {},
) {
  const market = marketOf(rows, options.inclusive);
  const given: string[] = [];
  let place: Cursor | undefined;
  for (let page = 1; page <= 400; page++) {
    const step: { items: readonly ListingDocument[]; next?: Cursor } = await products.fetch(
      query,
      place,
      market.reading,
    );
    assert.ok(step.items.length <= query.limit);
    given.push(...step.items.map(({ data }) => data.id as string));
    place = step.next && (JSON.parse(JSON.stringify(step.next)) as Cursor);
    if (!place) return { given, asked: market.asked };
    options.between?.(page);
  }
  throw new Error('the walk does not end');
}

const FIRST = Date.UTC(2026, 0, 1);
const uuid = (n: number) => `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`;
const market = (count: number, spacing = 1234) =>
  new Set<Row>(
    Array.from({ length: count }, (_, index) => ({
      id: uuid(index + 1),
      at: FIRST + Math.floor(index * spacing),
    })),
  );
const idsOf = (rows: Iterable<Row>) =>
  [...rows].sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1)).map(({ id }) => id);

test('listings are walked newest first, in as few asks as there are pages', async () => {
  const rows = market(25);
  const { given, asked } = await walk(rows, { limit: 10 });
  assert.deepEqual(given, idsOf(rows));
  assert.equal(asked.length, 3);
  assert.deepEqual(
    [...(asked[0] ?? [])],
    [
      ['states', 'published,draft,pendingApproval,closed'],
      ['sort', 'createdAt'],
      ['include', 'author,images,currentStock'],
      ['fields.listing', 'title,description,createdAt,price,publicData,state,deleted'],
      ['fields.user', 'profile.displayName'],
      ['fields.image', 'variants.default,variants.scaled-large,variants.scaled-xlarge'],
      ['page', '1'],
      ['perPage', '10'],
    ],
  );
  assert.equal(asked[1]?.get('page'), '1');
  assert.equal(asked[1]?.get('perPage'), '11');
});

test('whether the end of a window counts makes no difference', async () => {
  for (const spacing of [0, 0.25, 1, 500, 1000])
    for (const inclusive of [false, true])
      for (const limit of [1, 7, 100]) {
        const rows = market(130, spacing);
        const { given } = await walk(rows, { limit }, { inclusive });
        assert.deepEqual(given, idsOf(rows), `${spacing} ${inclusive} ${limit}`);
      }
});

test('bounds count by the second that is shown', async () => {
  const rows = new Set<Row>(
    [-1, 0, 1, 999, 1000, 1001, 1999, 2000].map((ms, n) => ({ id: uuid(n), at: FIRST + ms })),
  );
  const between = async (min: number, max: number) => {
    const found: number[] = [];
    for (const inclusive of [false, true]) {
      const bounds = { created_at_min: FIRST + min, created_at_max: FIRST + max };
      const { given } = await walk(rows, { limit: 3, ...bounds }, { inclusive });
      found.push(given.length);
    }
    assert.equal(found[0], found[1]);
    return found[0];
  };
  assert.equal(await between(0, 0), 3);
  assert.equal(await between(0, 500), 3);
  assert.equal(await between(1, 1000), 3);
  assert.equal(await between(0, 1000), 6);
  assert.equal(await between(-1, -1), 0);
  assert.equal(await between(-1000, -1), 1);
  const { asked } = await walk(rows, { limit: 9, created_at_min: FIRST, created_at_max: FIRST });
  assert.equal(asked[0]?.get('createdAtStart'), '2025-12-31T23:59:59.999Z');
  assert.equal(asked[0]?.get('createdAtEnd'), '2026-01-01T00:00:01.000Z');
});

test('states are asked for by what they mean; what excludes itself asks nothing', async () => {
  const states = async (query: object) => {
    const { asked } = await walk(new Set(), { limit: 5, ...query });
    return asked[0]?.get('states');
  };
  assert.equal(await states({ status: 'active' }), 'published');
  assert.equal(await states({ status: 'draft' }), 'draft,pendingApproval');
  assert.equal(await states({ status: 'archived' }), 'closed');
  assert.equal(await states({ published_status: 'unpublished' }), 'draft,pendingApproval,closed');
  assert.equal(await states({ published_at_min: 0 }), 'published');
  assert.equal(await states({ status: 'draft', published_status: 'published' }), undefined);
});

test('named listings are asked for by name', async () => {
  const rows = market(9);
  const ids = [uuid(7), uuid(3), uuid(99)];
  const { given, asked } = await walk(rows, { limit: 1, ids });
  assert.deepEqual(given, [uuid(7), uuid(3)]);
  assert.equal(asked[0]?.get('ids'), ids.join(','));
});

test('what is private of a listing goes no further', async () => {
  const { reading } = marketOf(market(1));
  const { items } = await products.fetch({ limit: 1 }, undefined, reading);
  assert.doesNotMatch(JSON.stringify(items), /private/i);
});

const answering = (body: unknown): Reading => ({
  ...marketOf(new Set()).reading,
  call: () => Promise.resolve({ status: 200, headers: {}, text: '', body }),
});

test('what is no list of listings is named as such', async () => {
  for (const body of [
    {},
    [],
    'odd',
    { data: {}, meta: { totalPages: 1 } },
    { data: [{ id: 1 }], meta: { totalPages: 1 } },
    { data: [{ id: 'x', type: 'listing', attributes: {} }], meta: { totalPages: 1 } },
  ])
    await assert.rejects(async () => products.fetch({ limit: 1 }, undefined, answering(body)), {
      code: 'channel_invalid_response',
    });
});

test('a page without numbers is the last one where it is not full', async () => {
  const row = (n: number) => ({
    id: uuid(n),
    type: 'listing',
    attributes: { createdAt: '2026-01-01T00:00:00.000Z', state: 'published' },
  });
  const body = { data: [row(1)] };
  const { items, next } = await products.fetch({ limit: 2 }, undefined, answering(body));
  assert.deepEqual([items.length, next], [1, undefined]);
  const full = await products.fetch({ limit: 1 }, undefined, answering(body));
  assert.deepEqual(full.next, { end: Date.UTC(2026, 0, 1), seen: [uuid(1)] });
});

test('a page that comes again and again is noticed', async () => {
  const rows = [...market(3)].map(({ id, at }) => ({
    id,
    type: 'listing',
    attributes: { createdAt: new Date(at).toISOString(), state: 'published' },
  }));
  const reading = answering({ data: rows.toReversed(), meta: { totalPages: 9 } });
  let place: Cursor | undefined;
  const walkOn = async () => {
    const step = await products.fetch({ limit: 3 }, place, reading);
    place = step.next;
    return step.items.length;
  };
  assert.equal(await walkOn(), 3);
  await assert.rejects(
    async () => {
      for (let page = 0; page < 9; page++) assert.equal(await walkOn(), 0);
    },
    { code: 'channel_invalid_response', message: /answered before/ },
  );
});

test('a listing that has no date is named, or left out where that is asked for; the walk goes on', async () => {
  const whole = { createdAt: '2026-01-01T00:00:00.000Z', state: 'published' };
  const data = [
    { id: uuid(3), type: 'listing', attributes: { ...whole, createdAt: null } },
    { id: uuid(2), type: 'listing', attributes: whole },
  ];
  const reading = answering({ data, meta: { totalPages: 1 } });
  await assert.rejects(async () => products.fetch({ limit: 5 }, undefined, reading), {
    code: 'channel_invalid_response',
    record: uuid(3),
    message: /attributes\.createdAt/,
  });
  const lenient = { ...reading, leaveOut: () => {} };
  const { items } = await products.fetch({ limit: 5 }, undefined, lenient);
  assert.deepEqual(
    items.map(({ data }) => data.id),
    [uuid(2)],
  );
  // A page of nothing else does not end the walk either.
  const answers = [
    { data: data.slice(0, 1), meta: { totalPages: 2 } },
    { data, meta: { totalPages: 1 } },
  ];
  const call: Call = () => Promise.resolve({ status: 200, headers: {}, text: '', body: answers.shift() }); // biome-ignore format: one thought
  const after = await products.fetch({ limit: 1 }, undefined, { ...lenient, now: FIRST + 1, call });
  assert.deepEqual(
    after.items.map(({ data }) => data.id),
    [uuid(2)],
  );
});

test('whatever happens between pages, what stays is given once', async () => {
  const change = fc.record({ add: fc.boolean(), n: fc.integer({ min: 1, max: 200 }) });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.integer({ min: 1, max: 150 }), { maxLength: 100 }),
      fc.array(fc.array(change, { maxLength: 5 }), { maxLength: 40 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 0, max: 3 }),
      fc.boolean(),
      async (first, changes, limit, crowd, inclusive) => {
        // Some are made at the very same moment.
        const row = (n: number): Row => ({ id: uuid(n), at: FIRST + Math.floor(n / (crowd + 1)) });
        const byNumber = new Map(first.map((n) => [n, row(n)]));
        const rows = new Set(byNumber.values());
        const stayed = new Set(rows);
        const between = (page: number) => {
          for (const { add, n } of changes[page - 1] ?? []) {
            const known = byNumber.get(n);
            if (!add && known) {
              rows.delete(known);
              stayed.delete(known);
            }
            // New listings are younger than all others.
            if (add) rows.add({ id: uuid(1000 + n + page * 1000), at: FIRST + 10_000 + page });
          }
        };
        const { given } = await walk(rows, { limit }, { between, inclusive });
        assert.equal(new Set(given).size, given.length, 'none is repeated');
        for (const { id } of stayed) assert.ok(given.includes(id), `${id} is not lost`);
      },
    ),
    { numRuns: 300 },
  );
});
