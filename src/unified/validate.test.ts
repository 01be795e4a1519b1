// The first stage: what is refused, with which sentence, and what a good request becomes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Channel } from '../channels/channel.ts';
import { newKeyEntry, parseKeys } from '../keys/ring.ts';
import { createSeal } from '../keys/seal.ts';
import { Fault } from '../model/faults.ts';
import { openCursor, sealCursor } from './page-token.ts';
import { validate } from './validate.ts';

const NOW = Date.UTC(2026, 9, 1);
const seal = createSeal(parseKeys(newKeyEntry('k1')));
const resource = (filters: Record<string, 'channel'>, defaults = {}) => ({
  filters,
  defaults,
  id: { pattern: /^\d+$/, example: '1001' },
  idOf: () => undefined,
  fetch: async () => ({ items: [] }),
  transform: () => ({ id: '1' }),
});
const NONE = { fields: {}, ways: {}, reasons: {} };
const common = {
  title: 'Shop',
  fields: [],
  changes: {},
  versions: { default: 'v2', speaks: { v1: null, v2: null } },
  limits: [],
  accept: () => ({ account: {}, secrets: {} }),
  hosts: () => [],
  sign: () => ({}),
  check: async () => ({}),
  refusals: [],
  ways: [],
  words: { en: NONE, nl: NONE, de: NONE, fr: NONE },
  lineage: () => ({}),
};
const channels: Record<string, Channel> = {
  full: {
    ...common,
    orders: resource(
      {
        status: 'channel',
        ids: 'channel',
        since_id: 'channel',
        created_at_min: 'channel',
        created_at_max: 'channel',
      },
      { status: 'open' },
    ),
    products: resource({}),
  },
  plain: { ...common, orders: resource({}) },
  wares: { ...common, products: resource({}) },
};

const check = (
  body: unknown,
  query: Record<string, unknown> = { channel: 'full', tpUserId: 'u' },
) => validate({ operation: 'orders', client: 'c', query, body }, channels, seal, NOW);

const messages = (body: unknown, query?: Record<string, unknown>): string[] => {
  try {
    check(body, query);
  } catch (error) {
    assert.ok(error instanceof Fault);
    return [error, ...error.others].map(({ code, message }) => `${code}: ${message}`);
  }
  return [];
};

test('a good request is typed, with defaults filled in', () => {
  const task = check({
    limit: 500,
    ids: '3, 1,3',
    created_at_min: '2026-10-01T02:00:00+02:00',
    created_at_max: null,
  });
  assert.deepEqual(task.query, {
    limit: 100,
    status: 'open',
    ids: ['3', '1'],
    created_at_min: NOW,
  });
  assert.deepEqual([...task.defaults], ['status']);
  assert.equal(task.version, 'v2');
  assert.equal(check(undefined).query.limit, 10);
  assert.equal(check({ status: 'any' }).filters.status, 'any');
});

test('each wrong thing is said in a sentence that names what to change', () => {
  const cases: [body: unknown, query: Record<string, unknown> | undefined, expected: RegExp][] = [
    [
      { limit: '10' },
      undefined,
      /^invalid_request: "limit" must be a whole number from 1, not "10" \(a string\)\.$/,
    ],
    [{ limit: 0 }, undefined, /must be a whole number from 1, not 0/],
    [{ limit: 1.5 }, undefined, /must be a whole number from 1, not 1.5/],
    [{ limt: 1 }, undefined, /"limt" is not a field of this request; did you mean "limit"\?/],
    [{ zzzzzzzz: 1 }, undefined, /known are params, next_page_token/],
    [[], undefined, /body must be a JSON object/],
    ['x', undefined, /body must be a JSON object/],
    [{ status: 'opened' }, undefined, /"status" must be one of open, closed, cancelled, any/],
    [{ created_at_min: 'yesterday' }, undefined, /"created_at_min" must be an ISO 8601 time/],
    [{ created_at_min: '2026-02-30' }, undefined, /"created_at_min" must be an ISO 8601 time/],
    [
      { created_at_min: '2026-10-02', created_at_max: '2026-10-01' },
      undefined,
      /is after "created_at_max"/,
    ],
    [
      { ids: Array.from({ length: 101 }, (_, i) => i).join() },
      undefined,
      /holds 101 identifiers; at most 100/,
    ],
    [{ ids: '1,,2' }, undefined, /not an identifier of this channel; one looks like 1001/],
    [{ since_id: 'abc' }, undefined, /not an identifier of this channel/],
    [
      { updated_at_min: '2026-10-01' },
      undefined,
      /^unsupported_filter: full cannot filter orders by "updated_at_min"; no channel can/,
    ],
    [
      { status: 'open' },
      { channel: 'plain', tpUserId: 'u' },
      /^unsupported_filter: plain cannot filter orders by "status"; these can: full/,
    ],
    [{ api_version: 'v3' }, undefined, /"api_version" must be one of v1, v2/],
    [{ fields: 'id,nmae' }, undefined, /did you mean "name"\?/],
    [{ fields: ' ' }, undefined, /not a field of the record/],
    [{ since_id: '1\0' }, undefined, /not text/],
    [
      { params: { full: [{ key: 'a', value: '\ud800' }] } },
      undefined,
      /"params\.full\[0\]\.value" holds a character that is not text/,
    ],
    [
      { params: 'x' },
      undefined,
      /"params" must be an object that maps a channel to a list such as/,
    ],
    [{ params: { full: [{ key: 'a' }] } }, undefined, /"params\.full\[0\]\.value" is missing/],
    [{ params: { full: [{ key: 'a', value: 4 }] } }, undefined, /, not a number\.$/],
    [
      { params: { full: { a: 'secret' } } },
      undefined,
      /^invalid_request: "params\.full" must be a list such as .*, not an object\.$/,
    ],
    [{ fields: 'total' }, undefined, /did you mean "total_\w+", "total_\w+" or "total_\w+"\?/],
    [{ next_page_token: 'x' }, undefined, /^invalid_page_token/],
    [{ next_page_token: '' }, undefined, /next_page_token/],
    [{}, { tpUserId: 'u' }, /"channel" is missing; channel must be one of full, plain\./],
    [{}, { channel: 'full' }, /"tpUserId" is missing/],
    [{}, { channel: 'full', tpUserId: 'x'.repeat(257) }, /more than 256 characters/],
    [{}, { channel: 'wares', tpUserId: 'u' }, /^unsupported_channel: wares has no orders/],
    [
      {},
      { channel: 'toString', tpUserId: 'u' },
      /^unsupported_channel: "toString" is not a channel/,
    ],
    [{}, { channel: ['full', 'full'], tpUserId: 'u' }, /"channel" is given more than once/],
    [{}, { channel: 'full', tpUserId: 'u', tpuserid: 'u' }, /did you mean "tpUserId"\?/],
  ];
  for (const [body, query, expected] of cases)
    assert.match(messages(body, query)[0] ?? 'accepted', expected, JSON.stringify(body));
});

test('everything wrong is said in one go', () => {
  assert.equal(messages({ limit: 0, limt: 1, status: 3 }, { channel: 'x' }).length, 5);
});

const owner = { client: 'c', user: 'u', channel: 'full', operation: 'orders' };
const cursor = {
  asked: ['status', 'ids'],
  trail: [],
  filters: { status: 'any', ids: '1,2' },
  limit: 7,
  version: 'v1',
  page: { after: 'x' },
  account: 'a',
};

test('a page token brings its filters, limit and version along', () => {
  const token = sealCursor(seal, cursor, owner, NOW);
  const task = check({ next_page_token: token });
  assert.deepEqual(task.query, { limit: 7, status: 'any', ids: ['1', '2'] });
  assert.equal(task.version, 'v1');
  assert.deepEqual(task.cursor?.page, { after: 'x' });
  assert.deepEqual(
    messages({ next_page_token: token, ids: ' 1,2', limit: 7, api_version: 'v1' }),
    [],
  );
  assert.deepEqual(
    messages(undefined, { channel: 'full', tpUserId: 'u', next_page_token: token }),
    [],
  );
  assert.match(
    messages({ next_page_token: token, status: 'open' })[0] ?? '',
    /"status" differs from the request/,
  );
  assert.match(messages({ next_page_token: token, limit: 8 })[0] ?? '', /"limit" differs/);
  assert.match(
    messages({ next_page_token: token, created_at_min: '2026-01-01' })[0] ?? '',
    /"created_at_min" differs/,
  );
});

test('a filter that was asked for on the first page is not called a default on the next', () => {
  const asking = (more: object, body: object = {}) => {
    const next_page_token = sealCursor(seal, { ...cursor, ...more }, owner, NOW);
    return [...check({ ...body, next_page_token }).defaults];
  };
  const open = { status: 'open' };
  assert.deepEqual(asking({ asked: ['status', 'ids'] }), []);
  assert.deepEqual(asking({ filters: open, asked: ['status'] }), []);
  assert.deepEqual(asking({ filters: open, asked: [] }), ['status']);
  // Sent again, it is still what it was on the first page.
  assert.deepEqual(asking({ filters: open, asked: [] }, open), ['status']);
});

test('a page is no larger than the channel’s, and a token goes on as it was made', () => {
  const small: Channel = { ...common, orders: { ...resource({}), largestPage: { v1: 30 } } };
  const read = (body: object) => {
    const query = { channel: 'full', tpUserId: 'u' };
    const incoming = { operation: 'orders', client: 'c', query, body } as const;
    const task = validate(incoming, { full: small }, seal, NOW);
    return [task.limitAsked, task.query.limit, task.limit];
  };
  assert.deepEqual(read({ limit: 500, api_version: 'v1' }), [500, 30, 100]);
  assert.deepEqual(read({ limit: 20, api_version: 'v1' }), [20, 20, 20]);
  assert.deepEqual(read({ limit: 500 }), [500, 100, 100]);
  assert.deepEqual(read({ api_version: 'v1' }), [undefined, 10, 10]);
  const next_page_token = sealCursor(seal, { ...cursor, filters: {}, limit: 100 }, owner, NOW);
  assert.deepEqual(read({ next_page_token }), [undefined, 30, 100]);
  assert.deepEqual(read({ next_page_token, limit: 500 }), [500, 30, 100]);
  assert.throws(() => read({ next_page_token, limit: 30 }), /"limit" differs/);
});

test('a page token opens for its owner alone, for 24 hours, unchanged', () => {
  const token = sealCursor(seal, cursor, owner, NOW);
  assert.deepEqual(openCursor(seal, token, owner, NOW + 24 * 3600_000), cursor);
  const refused = (t: string, o = owner, now = NOW) =>
    assert.throws(() => openCursor(seal, t, o, now), { code: 'invalid_page_token' });
  refused(token, owner, NOW + 24 * 3600_000 + 1);
  for (const key of ['client', 'user', 'channel', 'operation'])
    refused(token, { ...owner, [key]: 'other' });
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.constantFrom(...'AZaz09-_'), (at, letter) => {
      if (token[at] === letter) return;
      const changed = token.slice(0, at) + letter + token.slice(at + 1);
      // The last letter of base64url may hold bits that mean nothing.
      if (Buffer.from(changed, 'base64url').equals(Buffer.from(token, 'base64url'))) return;
      refused(changed);
    }),
  );
});

test('whatever the cursor, it comes back as it was', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.dictionary(fc.string(), fc.string()), (page, filters) => {
      const whole = JSON.parse(JSON.stringify({ ...cursor, page, filters }));
      assert.deepEqual(openCursor(seal, sealCursor(seal, whole, owner, NOW), owner, NOW), whole);
    }),
  );
});
