// Every tool, asked by the protocol's own client: the same answers, limits and refusals as the API gives.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { channels } from '../../src/channels/index.ts';
import { OPERATIONS } from '../../src/model/execution.ts';
import { OPERATION_TABLE } from '../../src/model/operations.ts';
import { WRITE_TABLE, WRITES } from '../../src/model/writes.ts';
import { SCOPES } from '../../src/tokens/scopes.ts';
import { shownOn } from '../all.ts';
import { actsOf } from '../console/operator.ts';
import { CLIENT, type Service, startService } from '../service.ts';
import { getToken } from '../token.ts';
import { until } from '../until.ts';
import { type Agent, connect, type Json, REVISIONS } from './agent.ts';

let service: Service;
let agent: Agent;
before(async () => {
  service = await startService({ scopes: SCOPES, days: Infinity });
  agent = await connect(service.origin, service.token);
});
after(async () => {
  await agent.close();
  await service.close();
});

const WOO = { channel: 'woocommerce', tpUserId: 'demo' };
const withScope = async (scope: string) =>
  connect(service.origin, await getToken(service.origin, CLIENT, scope));
const api = async (path: string, init: RequestInit = {}): Promise<Json> => {
  const headers = { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${service.origin}/api/ServiceClientApp/${path}`, {
    headers,
    ...init,
  });
  return answer.json();
};

describe('reading', () => {
  for (const [channel, driver] of shownOn(channels, 2))
    for (const operation of OPERATIONS.filter((one) => driver[one]))
      test(`${operation} of ${channel} are those that the API answers, page by page`, async () => {
        const tool = `read_${operation}`;
        const asked = { channel, tpUserId: 'demo', limit: 3 };
        const first = await agent.call(tool, asked);
        assert.equal(first.isError, false, JSON.stringify(first.answer));
        const { body } = await service[operation](channel, { limit: 3 });
        assert.deepEqual(first.answer[operation], body.Output.result);
        assert.deepEqual(first.answer.warnings, body.Report.Warnings);
        const namesOf = (filters: readonly Json[]) => filters.map(({ by, name }) => [by, name]);
        assert.deepEqual(namesOf(first.answer.filters), namesOf(body.Report.Filters));
        const { next_page_token } = first.answer;
        assert.ok(next_page_token, 'there is more than one page');
        const second = await agent.call(tool, { channel, tpUserId: 'demo', next_page_token });
        assert.equal(second.isError, false, JSON.stringify(second.answer));
        const again = await service[operation](channel, { next_page_token });
        assert.deepEqual(second.answer[operation], again.body.Output.result);
        // The value of one may be the time of the first call, which its token carries.
        assert.deepEqual(second.answer.filters, again.body.Report.Filters);

        const [{ id }] = first.answer[operation] as Json[];
        const found = await agent.call('one_record', {
          ...{ channel, tpUserId: 'demo', resource: operation, id },
        });
        const { record, raw, reasons, lineage } = found.answer;
        const include = 'raw,reasons';
        const status = operation === 'orders' ? { status: 'any' } : {};
        const same = await service[operation](channel, { ids: id, include, ...status });
        assert.deepEqual([{ ...record, raw, reasons }], same.body.Output.result);
        const shown: { field: string }[] = (await api(`Channels/${channel}/Lineage`))[
          operation
        ].flatMap(({ fields }: { fields: object[] }) => fields);
        assert.ok(Object.keys(lineage).length > 20);
        for (const field of Object.keys(lineage))
          assert.ok(
            shown.some((one) => one.field === field),
            field,
          );
      });

  test('what has no such id is not found, and no id is two', async () => {
    const missing = await agent.call('one_record', { ...WOO, resource: 'orders', id: '999999999' });
    assert.deepEqual([missing.isError, missing.answer.code], [true, 'not_found']);
    const two = await agent.call('one_record', { ...WOO, resource: 'orders', id: '1,2' });
    assert.deepEqual([two.answer.code, two.answer.field], ['invalid_request', 'id']);
  });

  test('ten records unless said otherwise; an answer beyond all use says how to ask for less', async () => {
    const usual = await agent.call('read_orders', WOO);
    assert.equal(usual.answer.orders.length, 10);
    const { isError, answer } = await agent.call('read_orders', { ...WOO, limit: 100 });
    assert.deepEqual([isError, answer.code, answer.field], [true, 'invalid_request', 'limit']);
    const less = await agent.call('read_orders', { ...WOO, limit: 100, fields: 'id,total_price' });
    assert.equal(less.answer.orders.length, 100);
  });

  test('is an execution of the client, and a line in the log like any data call', async () => {
    const { answer } = await agent.call('read_products', WOO);
    const kept = await until(async () => {
      const { status, channel } = await api(`Executions/${answer.execution_id}`);
      return status && { status, channel };
    });
    assert.deepEqual(kept, { status: 'succeeded', channel: 'woocommerce' });
    const line =
      service
        .logged()
        .split('\n')
        .findLast((one) => one.includes('"data call"')) ?? '';
    const { operation, channel, outcome } = JSON.parse(line);
    assert.deepEqual([operation, channel, outcome], ['products', 'woocommerce', 'ok']);
  });
});

describe('when it goes wrong', () => {
  test('a fault of the channel is a tool error, with its code, its words and where to read on', async () => {
    const cases = {
      '401': 'credential_refused',
      '403': 'permission_missing',
      '500': 'channel_failed',
    };
    const shop = { ...WOO, channel: 'bigcommerce' };
    for (const [kind, code] of Object.entries(cases)) {
      // A credential that was refused is not tried again.
      await service.link(shop.channel, 'demo');
      service.sandbox.faults.plant({ kind: kind as '401', channel: shop.channel });
      const { isError, answer } = await agent.call('read_orders', shop);
      service.sandbox.faults.lift();
      assert.deepEqual([isError, answer.code], [true, code]);
      assert.ok(answer.message.length > 20);
      assert.match(answer.help, new RegExp(`/docs/errors#${code}$`));
      assert.equal(answer.retryable, code === 'channel_failed');
    }
  });

  test('an agent is asked to wait as long as any other caller', async (t) => {
    t.after(() => service.sandbox.faults.lift());
    service.sandbox.faults.plant({ kind: '429-no-retry-after', channel: 'mirakl' });
    const { answer } = await agent.call('read_orders', { ...WOO, channel: 'mirakl' });
    const { status, headers } = await service.orders('mirakl', {});
    assert.deepEqual([answer.code, status], ['channel_rate_limited', 429]);
    assert.equal(answer.retry_after_seconds, Number(headers.get('retry-after')));
  });

  test('an agent that goes away ends the calls to the channel', async (t) => {
    t.after(() => service.sandbox.faults.lift());
    service.sandbox.faults.plant({ kind: 'stalled-headers', channel: 'woocommerce' });
    const gone = new AbortController();
    const params = { name: 'read_orders', arguments: WOO };
    const asked = fetch(`${service.origin}/mcp`, {
      ...{ method: 'POST', signal: gone.signal },
      headers: {
        ...{ authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    }).catch((error: Error) => error.name);
    const hits = () => service.sandbox.faults.list()[0]?.hits ?? 0;
    const before = await until(hits, 'the call');
    const logged = service.logged().length;
    gone.abort();
    assert.equal(await asked, 'AbortError');
    await until(() => service.logged().slice(logged).includes('client_gone'), 'its end');
    assert.equal(hits(), before);
    service.sandbox.faults.lift();
    assert.equal((await agent.call('read_orders', WOO)).isError, false);
  });

  test('what no one foresaw is answered as anywhere, without a word of it', async (t) => {
    t.mock.method(service.app.store.users, 'page', () => {
      throw new TypeError('a canary in the store');
    });
    const error = await agent.call('users').catch((thrown: Error) => thrown);
    assert.ok(error instanceof Error);
    assert.match(error.message, /Quote trace id [0-9a-f]{32}/);
    assert.doesNotMatch(error.message, /canary/);
    assert.match(service.logged(), /a canary in the store/);
  });
});

describe('lists', () => {
  test('channels: all in short, one in full', async () => {
    const { answer } = await agent.call('channels');
    const all: { channel: string; writes: string[] }[] = (await api('Channels')).channels;
    assert.deepEqual(
      answer.channels.map(({ channel }: { channel: string }) => channel),
      all.map(({ channel }) => channel),
    );
    for (const one of all)
      assert.deepEqual((await agent.call('channels', { channel: one.channel })).answer, one);
    const none = await agent.call('channels', { channel: 'nowhere' });
    assert.deepEqual([none.isError, none.answer.code], [true, 'unsupported_channel']);
  });

  test('users: as the API lists them, with what needs attention', async () => {
    const query = { state: 'linked', channel: 'bol', limit: 5 };
    const { answer } = await agent.call('users', query);
    assert.deepEqual(answer, await api('Users?state=linked&channel=bol&limit=5'));
    assert.equal(answer.users[0].tpUserId, 'demo');
    const wrong = await agent.call('users', { state: 'lost' });
    assert.deepEqual([wrong.answer.code, wrong.answer.field], ['invalid_request', 'state']);
  });

  test('changes_since: from a cursor to the next', async () => {
    const since = new Date(service.now() - 86_400_000).toISOString();
    const body = JSON.stringify({ ...WOO, resource: 'orders', since });
    await api('Watches', { method: 'PUT', body });
    const { changes, next_cursor } = await until(async () => {
      const { answer } = await agent.call('changes_since', { limit: 2, wait: 1 });
      return answer.changes.length > 0 ? answer : undefined;
    });
    assert.equal(changes[0].channel, 'woocommerce');
    const now = await agent.call('changes_since', { cursor: 'now', resource: 'orders' });
    assert.deepEqual([now.isError, now.answer.changes], [false, []]);
    assert.ok(next_cursor);
    const wrong = await agent.call('changes_since', { cursor: 'x' });
    assert.deepEqual([wrong.isError, wrong.answer.code], [true, 'invalid_cursor']);
  });
});

describe('writing', () => {
  const STOCK = { ...WOO, items: [{ variant_id: '1001', available: 5 }] };
  const stock = async () => {
    const { answer } = await agent.call('set_stock', STOCK);
    return answer.outcomes[0].before.available as number;
  };

  test('is a dry run unless it is said not to be, and then needs a key', async () => {
    const before = await stock();
    assert.notEqual(before, 5);
    const dry = await agent.call('set_stock', { ...STOCK, dry_run: true });
    assert.equal(dry.answer.dry_run, true);
    assert.ok(dry.answer.outcomes[0].calls.length > 0, 'what would be asked');
    const keyless = await agent.call('set_stock', { ...STOCK, dry_run: false });
    assert.deepEqual([keyless.isError, keyless.answer.field], [true, 'idempotency_key']);
    assert.equal(await stock(), before);

    const real = { ...STOCK, dry_run: false, idempotency_key: 'agent-1' };
    const first = await agent.call('set_stock', real);
    assert.equal(first.answer.outcomes[0].outcome, 'confirmed', JSON.stringify(first.answer));
    assert.equal(await stock(), 5);
    const again = await agent.call('set_stock', real);
    assert.deepEqual(again.answer.outcomes, first.answer.outcomes);
    const other = await agent.call('set_stock', {
      ...real,
      items: [{ variant_id: '1002', available: 1 }],
    });
    assert.deepEqual([other.isError, other.answer.code], [true, 'idempotency_key_reused']);
  });

  test('is in the audit as any write of the client is, and a dry run is not', async () => {
    const audited = () => Array.fromAsync(actsOf(service).audit({ act: 'write.stock' }));
    const before = (await audited()).length;
    await stock();
    const real = { ...STOCK, dry_run: false, idempotency_key: 'agent-2' };
    const { execution_id } = (await agent.call('set_stock', real)).answer;
    const acts = await until(audited, 'the act', (all) => all.length > before);
    assert.equal(acts.length, before + 1);
    const [{ client, facts } = assert.fail()] = acts;
    assert.deepEqual(
      [client, facts.channel, facts.execution],
      [CLIENT.id, 'woocommerce', execution_id],
    );
  });

  test('parcels and prices go the same way', async () => {
    const { answer } = await agent.call('read_orders', { ...WOO, fulfillment_status: 'unshipped' });
    const [order] = answer.orders ?? (await agent.call('read_orders', WOO)).answer.orders;
    const parcel = await agent.call('fulfill', { ...WOO, items: [{ order_id: order.id }] });
    assert.deepEqual([parcel.isError, parcel.answer.dry_run], [false, true]);
    assert.equal(parcel.answer.outcomes.length, 1);
    const price = { ...WOO, items: [{ variant_id: '1001', price: '9.95' }] };
    const priced = await agent.call('set_prices', price);
    assert.deepEqual([priced.isError, priced.answer.dry_run], [false, true]);
    const wrong = await agent.call('set_prices', {
      ...WOO,
      items: [{ variant_id: '1001', price: 9.95 }],
    });
    assert.deepEqual([wrong.isError, wrong.answer.field], [true, 'items[0].price']);
  });
});

describe('who may what', () => {
  const ALL = [
    ...['channels', 'users', 'read_orders', 'read_products', 'one_record', 'changes_since'],
    ...['fulfill', 'set_stock', 'set_prices'],
  ];
  const BY_SCOPE: Readonly<Record<(typeof SCOPES)[number], readonly string[]>> = {
    orders: ['channels', 'read_orders', 'one_record', 'changes_since'],
    products: ['channels', 'read_products', 'one_record', 'changes_since'],
    links: ['channels', 'users'],
    'orders.write': ['channels', 'fulfill'],
    'products.write': ['channels', 'set_stock', 'set_prices'],
  };

  for (const scope of SCOPES)
    test(`a token with the scope ${scope} alone sees its tools, and is refused the others`, async () => {
      const narrow = await withScope(scope);
      assert.deepEqual(await narrow.tools(), BY_SCOPE[scope]);
      for (const name of ALL.filter((one) => !BY_SCOPE[scope].includes(one))) {
        const { isError, answer } = await narrow.call(name, WOO);
        assert.deepEqual([isError, answer.code], [true, 'insufficient_scope'], name);
        assert.match(answer.help, /\/docs\/errors#insufficient_scope$/);
      }
      await narrow.close();
    });

  test('one tool for two scopes asks for the one it needs', async () => {
    const narrow = await withScope('orders');
    const { answer } = await narrow.call('one_record', { ...WOO, resource: 'products', id: '1' });
    assert.equal(answer.code, 'insufficient_scope');
    const log = await narrow.call('changes_since', { resource: 'products' });
    assert.equal(log.answer.code, 'insufficient_scope');
    await narrow.close();
  });

  test('another client’s users are not there', async () => {
    const other = await service.tenant('other');
    const stranger = await connect(service.origin, other.token);
    assert.deepEqual((await stranger.call('users')).answer, { users: [] });
    assert.deepEqual((await stranger.call('changes_since')).answer.changes, []);
    for (const [name, more] of [
      ['read_orders', {}],
      ['one_record', { resource: 'orders', id: '1' }],
      ['set_stock', { items: [{ variant_id: '1001', available: 1 }] }],
    ] as const) {
      const { isError, answer } = await stranger.call(name, { ...WOO, ...more });
      assert.deepEqual([isError, answer.code], [true, 'unknown_user'], name);
    }
    const { answer } = await agent.call('read_orders', { ...WOO, limit: 1 });
    const { next_page_token } = answer;
    await other.link('woocommerce', 'demo');
    const stolen = await stranger.call('read_orders', { ...WOO, next_page_token });
    assert.equal(stolen.answer.code, 'invalid_page_token');
    await stranger.close();
  });
});

describe('what is asked', () => {
  test('is declared once: a tool takes what its call takes, but no credentials', async () => {
    const { tools } = await agent.client.listTools();
    const taken = (name: string) => {
      const { properties = {} } = tools.find((tool) => tool.name === name)?.inputSchema ?? {};
      return new Map(Object.entries(properties));
    };
    const pairs = [
      ...OPERATIONS.map((one) => [`read_${one}`, OPERATION_TABLE[one].body] as const),
      ...WRITES.map(
        (one, at) =>
          [['fulfill', 'set_stock', 'set_prices'][at] ?? '', WRITE_TABLE[one].body] as const,
      ),
    ];
    for (const [name, body] of pairs) {
      const { properties } = body as unknown as { properties: Record<string, unknown> };
      const { params, dry_run, ...rest } = JSON.parse(JSON.stringify(properties));
      assert.ok(params);
      for (const [field, schema] of Object.entries(rest))
        assert.deepEqual(taken(name).get(field), schema, `${name} ${field}`);
      const extra = [...taken(name).keys()].filter((field) => !Object.hasOwn(rest, field));
      const writing = dry_run ? ['dry_run', 'idempotency_key'] : [];
      assert.deepEqual(extra.sort(), ['channel', 'tpUserId', ...writing].sort());
    }
    for (const { name, description = '', inputSchema, annotations } of tools) {
      assert.equal(inputSchema.additionalProperties, false, name);
      assert.ok(description.length > 20 && description.length < 300, name);
      assert.equal(annotations?.readOnlyHint, !/^(fulfill|set_)/.test(name));
    }
  });

  test('wrong arguments are refused by name, by every tool', async () => {
    const ITEMS = { items: [{ variant_id: '1001', available: 1 }] };
    const cases: readonly [tool: string, args: Record<string, unknown>, field: string][] = [
      ['channels', { verbose: true }, 'verbose'],
      ['users', { limit: 0 }, 'limit'],
      ['users', { channel: ['bol'] }, 'channel'],
      ['users', { sort: 'name' }, 'sort'],
      ['read_orders', { ...WOO, limit: '5' }, 'limit'],
      ['read_orders', { ...WOO, created_at_min: 'yesterday' }, 'created_at_min'],
      ['read_orders', { ...WOO, status: 'lost' }, 'status'],
      ['read_orders', { ...WOO, sort: 'name' }, 'sort'],
      ['read_orders', { ...WOO, fields: 'x'.repeat(2001) }, 'fields'],
      ['read_orders', { channel: 'woocommerce' }, 'tpUserId'],
      ['read_orders', { ...WOO, tpUserId: { name: 'demo' } }, 'tpUserId'],
      ['read_products', { tpUserId: 'demo', channel: 7 }, 'channel'],
      ['one_record', { ...WOO, resource: 'carts', id: '1' }, 'resource'],
      ['one_record', { ...WOO, resource: 'orders', id: 1 }, 'id'],
      ['one_record', { ...WOO, resource: 'orders', id: '1', ids: '2' }, 'ids'],
      ['changes_since', { wait: 600 }, 'wait'],
      ['changes_since', { since: '2026-01-01' }, 'since'],
      ['set_stock', { ...WOO, ...ITEMS, dry_run: 'no' }, 'dry_run'],
      ['set_stock', { ...WOO, ...ITEMS, dry_run: null }, 'dry_run'],
      ['set_stock', { ...WOO, ...ITEMS, idempotency_key: 7 }, 'idempotency_key'],
      ['set_stock', { ...WOO, items: [] }, 'items'],
      ['set_stock', WOO, 'items'],
      ['fulfill', { ...WOO, items: [{}] }, 'items[0].order_id'],
      ['fulfill', { ...WOO, ...ITEMS, force: true }, 'force'],
    ];
    for (const [tool, args, field] of cases) {
      const { isError, answer } = await agent.call(tool, args);
      const shown = `${tool} ${JSON.stringify(args).slice(0, 80)} ${JSON.stringify(answer)}`;
      assert.equal(isError, true, shown);
      const named = [
        answer.field,
        ...(answer.also ?? []).map((one: { field: string }) => one.field),
      ];
      assert.ok(named.includes(field), shown);
    }
  });

  for (const revision of REVISIONS)
    test(`by revision ${revision}: a tool that is none is an error of the protocol, and nothing breaks`, async () => {
      const one = await connect(service.origin, service.token, revision);
      await assert.rejects(one.call('delete_everything'), { code: -32_602 });
      await assert.rejects(one.client.callTool({ name: 'users', arguments: [] as never }));
      assert.equal((await one.call('channels')).isError, false);
      assert.ok((await one.tools()).includes('read_orders'));
      await one.close();
    });
});
