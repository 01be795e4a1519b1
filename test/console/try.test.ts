// Try it: what is shown is what the API answers, each value leads to what it is made of, and looking is in the audit.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { originsIn } from '../../src/console/made-of.ts';
import { recordsView } from '../../src/console/record-view.ts';
import { OPERATIONS } from '../../src/model/execution.ts';
import { anyCharacter } from '../any-character.ts';
import { CLIENT, type Service, startService } from '../service.ts';
import { actsOf, createOperator } from './operator.ts';

const HERE = '/console/try';
const LIMIT = 3;
const HOSTILE = '</pre><script>alert(1)</script><a href="x" onclick="y">\'&amp;';

/** Text as a browser shows it. */
const shownText = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** The JSON texts of a page: unified and native, one after the other. */
const textsOf = (page: string): readonly string[] =>
  [...page.matchAll(/<pre class="json"[^>]*>(.*?)<\/pre>/gs)].map(([, inside = '']) => inside);

const rowsOf = (page: string, name: string): readonly (readonly string[])[] => {
  const [, table = ''] = page.split(`aria-label="${name}"`);
  const body = /<tbody>(.*?)<\/tbody>/s.exec(table)?.[1] ?? '';
  return [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => shownText(cell)),
  );
};

/** Every value that has no parts. */
function* leaves(value: unknown): Generator<unknown> {
  const parts = value !== null && typeof value === 'object' ? Object.values(value) : [];
  if (parts.length === 0) yield value;
  for (const part of parts) yield* leaves(part);
}

describe('try it', () => {
  let service: Service;
  let operator: ReturnType<typeof createOperator>;
  let token: string;

  before(async () => {
    service = await startService();
    operator = createOperator(service, 'localhost:8080');
    token = await operator.formToken(HERE);
  });
  after(() => service.close());

  const read = async (form: Readonly<Record<string, string>>) => {
    const chosen = { client: CLIENT.id, user: 'demo', limit: String(LIMIT) };
    const answer = await operator.post(HERE, { form: token, ...chosen, ...form });
    assert.equal(answer.statusCode, 200);
    return answer.body;
  };

  test('of every channel it shows what the API answers, and where each value comes from', async (t) => {
    for (const { channel, ...able } of await capabilities())
      for (const records of OPERATIONS)
        if (able[records])
          await t.test(`${channel} ${records}`, async () => {
            const page = await read({ channel, records });
            const { body } = await service[records](channel, { limit: LIMIT, include: 'raw' });
            const { result } = body.Output;
            assert.ok(result.length > 0);
            const rows = rowsOf(page, `The ${records}`);
            assert.deepEqual(
              rows.map(([id]) => id),
              result.map(({ id }) => id),
            );
            const known = records === 'orders' ? 'total_price' : 'title';
            for (const [at, row] of rows.entries())
              assert.ok(row.includes(String(result[at]?.[known] ?? '–')), `${row} ${known}`);
            const texts = textsOf(page);
            for (const [at, { raw, ...record }] of result.entries()) {
              const [unified = '', native = ''] = texts.slice(at * 2);
              assert.deepEqual(JSON.parse(shownText(native)), raw);
              leadsEverywhere(unified, native, record);
            }
          });
  });

  /** Each value leads to places that are there, or it is said why it does not. */
  function leadsEverywhere(
    unified: string,
    native: string,
    record: Readonly<Record<string, unknown>>,
  ) {
    const ids = new Set([...native.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const values = unified
      .split('\n')
      .filter((line) => !/[[{]$|^\s*[\]}],?$/.test(shownText(line)));
    assert.equal(values.length, [...leaves(record)].length);
    for (const line of values) {
      const from = /data-from="([^"]+)"/.exec(line)?.[1]?.split(' ') ?? [];
      assert.ok(from.length > 0 || line.includes('class="why"'), `no origin: ${line}`);
      assert.ok(
        !/: null/.test(shownText(line)) || line.includes('class="why"'),
        `no reason: ${line}`,
      );
      for (const id of from) assert.ok(ids.has(id), `${id} leads nowhere: ${line}`);
    }
    const [, first = ''] = /&quot;id&quot;: <a href="#([^"]+)"/.exec(unified) ?? [];
    const [, given = ''] = new RegExp(`id="${first}">([^<]*)<`).exec(native) ?? [];
    assert.ok(shownText(given).includes(String(record.id)), `${given} is not ${record.id}`);
  }

  const capabilities = async () => {
    const answer = await fetch(`${service.origin}/api/ServiceClientApp/Channels`, {
      headers: { authorization: `Bearer ${service.token}` },
    });
    const { channels } = (await answer.json()) as { channels: readonly Able[] };
    return channels;
  };

  test('only filters that the channel takes are offered, and those that are given are in force', async () => {
    for (const { channel, ...able } of await capabilities())
      for (const records of OPERATIONS) {
        const filters = able[records]?.filters;
        if (!filters) continue;
        const { body } = await operator.get(`${HERE}?channel=${channel}&records=${records}`);
        const offered = [...body.matchAll(/<(?:input|select) name="([^"]+)"/g)].map(
          ([, one]) => one,
        );
        const choosing = ['client', 'user', 'records', 'channel'];
        const beside = ['limit', 'include', 'api_version', ...choosing];
        assert.deepEqual(
          offered.filter((one) => !beside.includes(one ?? '')).sort(),
          Object.keys(filters).sort(),
        );
      }
    const given = { channel: 'shopify', records: 'orders', status: 'any' };
    const page = await read({ ...given, created_at_min: '2026-11-01T00:00' });
    assert.match(
      page,
      /status any \(channel\), created_at_min 2026-11-01T00:00 \(channel\)|created_at_min 2026-11-01T00:00 \(channel\), status any \(channel\)/,
    );
  });

  test('the next page goes on where the API does', async () => {
    const chosen = { channel: 'woocommerce', records: 'orders', status: 'any' };
    const first = await read(chosen);
    const next = /name="next_page_token" value="([^"]+)"/.exec(first)?.[1] ?? '';
    const second = await read({ ...chosen, next_page_token: next });
    const { Output } = (await service.orders('woocommerce', { limit: LIMIT, status: 'any' })).body;
    const { next_page_token } = Output;
    const { body: later } = await service.orders('woocommerce', { next_page_token });
    const shown = [first, second].flatMap((page) => rowsOf(page, 'The orders').map(([id]) => id));
    assert.deepEqual(
      shown,
      [...Output.result, ...later.Output.result].map(({ id }) => id),
    );
  });

  test('what goes wrong is said as the API says it, with its help page', async () => {
    const page = await read({ channel: 'bol', records: 'orders', user: 'stranger', ids: '&<b>' });
    const { body } = await service.orders('bol', { ids: '&<b>' }, { user: 'stranger' });
    assert.ok('message' in body.Errors);
    assert.ok(shownText(page).includes(body.Errors.message));
    assert.match(page, new RegExp(`href="[^"]*/docs/errors#${body.Errors.code}"`));
    assert.doesNotMatch(page, /<b>/);
  });

  test('it is an execution of that client, and the look is in the audit without the user', async () => {
    const page = await read({ channel: 'magento', records: 'products' });
    const [, id = ''] = /\/console\/executions\/([0-9a-f-]{36})/.exec(page) ?? [];
    await service.app.events.executions.flush();
    const execution = await service.app.store.executions.find(CLIENT.id, id);
    assert.equal(execution?.outcome, 'succeeded');
    assert.equal(execution?.channel, 'magento');
    const rows = await Array.fromAsync(actsOf(service).audit({ act: 'console.show' }));
    assert.deepEqual(rows[0]?.facts, {
      ...{ login: 'sandbox', what: 'records', channel: 'magento', operation: 'products' },
    });
    assert.equal(rows[0]?.client, CLIENT.id);
  });

  test('without the form’s own token nothing is read', async () => {
    const count = async () => (await Array.fromAsync(actsOf(service).audit({}))).length;
    const before = await count();
    const answer = await operator.post(HERE, { client: CLIENT.id, user: 'demo', channel: 'bol' });
    assert.equal(answer.statusCode, 403);
    assert.equal(await count(), before);
  });
});

interface Able {
  readonly channel: string;
  readonly orders: { readonly filters: object } | null;
  readonly products: { readonly filters: object } | null;
}

test('a record is shown as it is, whatever it holds', () => {
  const text = fc.oneof(fc.string({ unit: anyCharacter }), fc.constant(HOSTILE));
  const record = fc.dictionary(text, fc.jsonValue());
  fc.assert(
    fc.property(text, record, record, (id, ours, native) => {
      const one = { ...ours, id, raw: native };
      const page = recordsView('orders', [one], () => ({})).html;
      const [unified = '', given = ''] = textsOf(page).map(shownText);
      const { raw: _, ...rest } = one;
      assert.equal(unified, JSON.stringify(rest, null, 2));
      assert.equal(given, JSON.stringify(native, null, 2));
      assert.doesNotMatch(page, /<script|onclick="/);
    }),
  );
});

test('an entry of a list leads to the entry that it was made of', () => {
  const sources = {
    'lines[].id': ['items[].key'],
    'lines[].price': ['items[].money.amount', 'currency'],
    'lines[].taxes[].rate': ['items[].taxes[].percent'],
    'parts[].name': ['pieces[]'],
    set: ['items[].money.amount'],
    note: ['remark.text'],
    tag: 'channel_has_none',
    own: [],
  };
  const native = {
    items: [
      { key: 'gid://x/2', money: { amount: '2' }, taxes: [{ percent: 1 }, { percent: 2 }] },
      { key: 1, money: { amount: '1' }, taxes: [{ percent: 3 }] },
    ],
    ...{ pieces: ['a', 'b'], currency: 'EUR', remark: null },
  };
  const places = [
    ...['items[0].key', 'items[0].money.amount', 'items[0].taxes[0].percent'],
    ...['items[0].taxes[1].percent', 'items[1].key', 'items[1].money.amount'],
    ...['items[1].taxes[0].percent', 'pieces[0]', 'pieces[1]', 'currency', 'remark'],
  ];
  const lines = [
    { id: '1', taxes: [{}] },
    { id: '2', taxes: [{}, {}] },
  ];
  const record = { lines, parts: [{}] };
  const originOf = originsIn(sources, record, native, places);
  const placesOf = (path: string) => originOf(path)?.places;
  assert.deepEqual(placesOf('lines[0].price'), ['items[1].money.amount', 'currency']);
  assert.deepEqual(placesOf('lines[1].taxes[1].rate'), ['items[0].taxes[1].percent']);
  // As many as that: it is not known which.
  assert.deepEqual(placesOf('parts[0].name'), ['pieces[0]', 'pieces[1]']);
  assert.deepEqual(placesOf('set.shop_money.amount'), [
    'items[0].money.amount',
    'items[1].money.amount',
  ]);
  assert.deepEqual(originOf('note'), { places: [], absent: ['remark.text'], holders: ['remark'] });
  assert.equal(originOf('tag')?.reason, 'channel_has_none');
  assert.deepEqual(originOf('own'), { places: [], absent: [], holders: [] });
  assert.equal(originOf('elsewhere'), undefined);
});

test('of a list of several kinds of things only those of one kind light up', () => {
  const sources = { vendor: ['beside[].id', 'beside[].name', 'beside[].type'] };
  const native = {
    beside: [
      { id: 1, type: 'image' },
      { id: 2, type: 'user', name: 'Iida' },
    ],
  };
  const places = ['beside[0].id', 'beside[0].type', 'beside[1].id', 'beside[1].type'];
  const originOf = originsIn(sources, { vendor: 'Iida' }, native, [...places, 'beside[1].name']);
  assert.deepEqual(originOf('vendor')?.places.toSorted(), [
    ...['beside[1].id', 'beside[1].name', 'beside[1].type'],
  ]);
});

test('a page stays as large as a browser can bear: records beyond that are named', () => {
  const large = (id: string) => ({ id, list: Array.from({ length: 20_000 }, (_, at) => at) });
  const some = ['a', 'b', 'c'].map((id) => ({ ...large(id), raw: {} }));
  const page = recordsView('products', some, () => ({ list: [] })).html;
  assert.equal(textsOf(page).length, 2, 'one record, unified and native');
  assert.equal(page.match(/too large to be usable/g)?.length, 2);
  for (const at of [1, 2, 3]) assert.match(page, new RegExp(`id="r${at}"`));
});
