// Thousands of random requests, good, bent and hostile: no 500, and every answer fits the document.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { channels } from '../../src/channels/index.ts';
import { ORDER_FIELDS, PRODUCT_FIELDS } from '../../src/model/query.ts';
import { isAll, isDeep } from '../all.ts';
import { anyCharacter } from '../any-character.ts';
import { type Fits, fitting, readDocument } from '../document.ts';
import { pairsOf } from '../params.ts';
import { CLIENT, type Service, startService } from '../service.ts';

const RUNS = isDeep ? 8000 : isAll ? 3000 : 400;
let service: Service;
let fits: Fits;
before(async () => {
  service = await startService();
  fits = fitting(await readDocument(service));
});
after(() => service.close());

const hostile = fc.constantFrom(
  '',
  ' ',
  '\0',
  '\ud800',
  "' or 1=1 --",
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '%00',
  '💥'.repeat(40),
  'null',
  'undefined',
  'NaN',
  '__proto__',
  'constructor',
  '-1',
  '1e309',
  '9'.repeat(400),
  'a,b,,c',
  '2026-13-45',
  '2026-02-30T25:61:61Z',
  '*',
  '{}',
  '[]',
);
const text = fc.oneof(
  { weight: 2, arbitrary: fc.string({ unit: anyCharacter, maxLength: 40 }) },
  { weight: 1, arbitrary: hostile },
);
const instant = fc
  .date({ min: new Date(0), max: new Date(Date.UTC(2100, 0)), noInvalidDate: true })
  .map((date) => date.toISOString());
const value = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  instant,
  fc.jsonValue({ maxDepth: 3 }),
);

/** Keys that open the sandbox's shops, for the channel that is read and for others. */
const params = fc
  .subarray(Object.keys(channels), { minLength: 1 })
  .map((some) =>
    Object.fromEntries(some.map((name) => [name, pairsOf(name, service.shop(name).credential)])),
  );

/** Good values, so that a fair share of requests reaches the channel. */
const GOOD: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  params,
  limit: fc.integer({ min: 1, max: 150 }),
  fields: fc.constantFrom('id', 'name,total_price', 'title'),
  ids: fc.constantFrom('1', '1,2,3', '999'),
  since_id: fc.constantFrom('1', '999999999'),
  status: fc.constantFrom('open', 'any', 'closed', 'active'),
  api_version: fc.constantFrom('wc/v3', '2026-10'),
};
const good = (name: string): fc.Arbitrary<unknown> =>
  GOOD[name] ?? (/_at_/.test(name) ? instant : text);

const bodyOf = (fields: readonly string[]) =>
  fc
    .array(
      fc.oneof(
        {
          weight: 6,
          arbitrary: fc
            .constantFrom(...fields)
            .chain((name) => fc.tuple(fc.constant(name), good(name))),
        },
        { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...fields), value) },
        { weight: 1, arbitrary: fc.tuple(text, value) },
      ),
      { maxLength: 4 },
    )
    .map((pairs) => Object.fromEntries(pairs));

/** Mostly not there at all. */
const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const names = fc.constantFrom(...Object.keys(channels));
const query = fc.record({
  channel: fc.oneof({ weight: 9, arbitrary: names }, { weight: 1, arbitrary: text }),
  tpUserId: fc.oneof({ weight: 9, arbitrary: fc.constant('demo') }, { weight: 1, arbitrary: text }),
  next_page_token: rarely(text),
  scopes: rarely(text),
  redirectUrl: rarely(fc.oneof(text, fc.webUrl())),
  grant_type: fc.oneof(fc.constant('client_credentials'), text),
});

/** Takes a good request and breaks something in it. */
const request: fc.Arbitrary<{
  path: string;
  options: InjectOptions;
  fields: string | undefined;
}> = fc
  .record({
    path: fc.constantFrom(
      '/api/ServiceClientApp/Unified/Orders',
      '/api/ServiceClientApp/Unified/Products',
      '/api/ServiceClientApp/GetTpUserAuthDisposableToken',
      '/connect/token',
      '/connect/introspect',
      '/connect/revocation',
    ),
    query,
    orders: bodyOf(Object.keys(ORDER_FIELDS)),
    products: bodyOf(Object.keys(PRODUCT_FIELDS)),
    raw: fc.option(fc.oneof(text, fc.uint8Array({ maxLength: 60 })), { freq: 8 }),
    token: fc.oneof({ weight: 12, arbitrary: fc.constant('good') }, { weight: 1, arbitrary: text }),
    type: fc.oneof(
      { weight: 12, arbitrary: fc.constant('application/json') },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          'text/plain',
          'application/x-www-form-urlencoded',
          'application/json; charset=utf-16',
          '',
        ),
      },
    ),
    prefer: fc.oneof(
      { weight: 8, arbitrary: fc.constant(undefined) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('wait=2', 'wait=-1', 'wait="3"', 'wait=abc', 'handling=lenient'),
      },
    ),
    mangle: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  })
  .map(({ path, query, orders, products, raw, token, type, prefer, mangle }) => {
    const body = path.endsWith('Products') ? products : orders;
    const wanted = path.includes('Unified')
      ? ['channel', 'tpUserId', 'next_page_token']
      : path.includes('Disposable')
        ? ['tpUserId', 'scopes', 'redirectUrl']
        : ['grant_type'];
    const pairs = Object.entries(query).filter(
      ([name, given]) =>
        given !== undefined && (wanted.includes(name) || (mangle && name === 'grant_type')),
    );
    const search = pairs.map(([name, v]) => `${name}=${encode(String(v))}`).join('&');
    const method = path.includes('Disposable') ? 'GET' : 'POST';
    const payload =
      raw === null ? JSON.stringify(body) : typeof raw === 'string' ? raw : Buffer.from(raw);
    return {
      path,
      fields:
        path.includes('Unified') && raw === null && typeof body.fields === 'string'
          ? body.fields
          : undefined,
      options: {
        method,
        url: `${path}?${search}`,
        headers: {
          ...(type && { 'content-type': type }),
          authorization:
            token === 'good'
              ? `Bearer ${service.token}`
              : `Bearer ${token.replaceAll(/[^\x20-\x7e]/g, '?')}`,
          ...(prefer && { prefer }),
        },
        ...(method === 'POST' && { payload }),
      } satisfies InjectOptions,
    };
  });

const encode = (value: string): string => encodeURIComponent(value.toWellFormed());

test(`${RUNS} generated requests`, async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(request, async ({ path, options, fields }) => {
      const answer = await service.app.server.inject(options);
      const key = `${path.split('/').at(-1)} ${answer.statusCode}`;
      seen.set(key, (seen.get(key) ?? 0) + 1);
      assert.ok(answer.statusCode < 500, `${answer.statusCode}: ${answer.body.slice(0, 400)}`);
      const type = String(answer.headers['content-type'] ?? '');
      const body: unknown =
        type.includes('json') && answer.body !== '' ? JSON.parse(answer.body) : undefined;
      assert.equal(fits(path, String(options.method), answer.statusCode, body, fields), undefined);
      assert.ok(!answer.body.includes(CLIENT.secret));
    }),
    { numRuns: RUNS },
  );
  // The generator would be worth little if everything were refused at the door.
  for (const wanted of ['Orders 200', 'Orders 400', 'Orders 401', 'Products 200', 'Products 400'])
    assert.ok(
      (seen.get(wanted) ?? 0) > RUNS / 1000,
      `${wanted}: ${JSON.stringify(Object.fromEntries(seen))}`,
    );
});
