// Try it: what is shown is what the API answers and looking is in the audit.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { recordsView } from '../../src/console/record-view.ts';
import { OPERATIONS } from '../../src/model/execution.ts';
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

  test('of every channel it shows what the API answers', async (t) => {
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
              assert.deepEqual(JSON.parse(shownText(unified)), record);
            }
          });
  });

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
    const { items } = await service.walk('orders', 'woocommerce', { limit: LIMIT, status: 'any' });
    const shown = [first, second].flatMap((page) => rowsOf(page, 'The orders').map(([id]) => id));
    assert.deepEqual(
      shown,
      items.slice(0, 2 * LIMIT).map(({ id }) => id),
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
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constant(HOSTILE));
  const record = fc.dictionary(text, fc.jsonValue());
  fc.assert(
    fc.property(text, record, record, (id, ours, native) => {
      const one = { ...ours, id, raw: native };
      const page = recordsView('orders', [one]).html;
      const [unified = '', given = ''] = textsOf(page).map(shownText);
      const { raw: _, ...rest } = one;
      assert.equal(unified, JSON.stringify(rest, null, 2));
      assert.equal(given, JSON.stringify(native, null, 2));
      assert.doesNotMatch(page, /<script|onclick="/);
    }),
  );
});
