// The client against the service itself, with the sandbox behind it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Manifold, ManifoldError } from '../../client/src/index.ts';
import { channels } from '../../src/channels/index.ts';
import { isAll } from '../all.ts';
import { CLIENT, type Service, startService } from '../service.ts';

const RESOURCES = ['orders', 'products'] as const;
/** Where the channel has both bounds, where the service has one of them, and products. */
const FEW = ['shopify orders', 'bol orders', 'magento products'];
const EARLY = ['2024-12-05T00:00:00Z', '2025-01-01T00:00:00Z'] as const;
/** Where older orders are not shown any more. */
const LATE = ['2026-09-05T00:00:00Z', '2026-09-12T00:00:00Z'] as const;

describe('the client and the service', () => {
  let service: Service;
  let manifold: Manifold;
  before(async () => {
    service = await startService({ days: Infinity });
    manifold = open();
  });
  after(() => service.close());

  const open = (now = service.now) =>
    new Manifold({
      url: service.origin,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      now,
    });
  const codeOf = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      if (error instanceof ManifoldError) return error;
    }
    throw new Error('it did not fail');
  };

  it('reads orders by records and by pages, whole or in part', async () => {
    const query = { channel: 'shopify', user: 'demo', status: 'any', limit: 5 } as const;
    const pages = manifold.orders(query).pages();
    const seen: string[] = [];
    let from: string | undefined;
    for await (const { records, token, report } of pages) {
      assert.match(report.TraceId, /^[0-9a-f]{32}$/);
      seen.push(...records.map(({ id }) => id));
      from = token;
      if (seen.length === 10) break;
    }
    for await (const { records } of manifold.orders(query).pages({ from })) {
      seen.push(...records.map(({ id }) => id));
      break;
    }
    const whole = await service.orders('shopify', { status: 'any', limit: 15 });
    assert.deepEqual(
      seen,
      whole.body.Output.result.map(({ id }) => id),
    );

    for await (const order of manifold.orders({ ...query, fields: ['total_price'] })) {
      assert.deepEqual(Object.keys(order).sort(), ['channel_name', 'id', 'total_price']);
      assert.match(order.total_price ?? '', /^\d+\.\d\d$/);
      break;
    }
    for await (const product of manifold.products({ channel: 'magento', user: 'demo' })) {
      assert.ok(product.variants.length > 0);
      break;
    }
  });

  it('says what is wrong in the words of the service', async () => {
    const first = (query: Parameters<Manifold['orders']>[0], from?: string) => () =>
      Array.fromAsync(manifold.orders(query).pages({ from }));
    const user = 'demo';
    const unlinked = await codeOf(first({ channel: 'shopify', user: 'unknown' }));
    assert.deepEqual([unlinked.code, unlinked.status], ['unknown_user', 404]);
    const filter = await codeOf(first({ channel: 'bol', user, since_id: '1' }));
    assert.deepEqual([filter.code, filter.field], ['unsupported_filter', 'since_id']);
    assert.match(filter.help ?? '', /\/docs\/errors#unsupported_filter$/);
    const token = await codeOf(first({ channel: 'bol', user }, 'made-up'));
    assert.deepEqual([token.code, token.step], ['invalid_page_token', 'validate']);
    const secret = new Manifold({ url: service.origin, clientId: CLIENT.id, clientSecret: 'x' });
    const refused = await codeOf(() => secret.user(user));
    assert.equal(refused.code, 'invalid_client');
  });

  it('makes magic links, shows users, and forgets them', async () => {
    const link = await manifold.magicLink({
      user: 'a user/of ours',
      userName: 'Zoë',
      channels: ['shopify', 'bol'],
    });
    assert.ok(link.uri.endsWith(`/link?token=${link.token}`));
    assert.ok(link.expiresAt.getTime() > service.now());
    assert.deepEqual((await manifold.user('a user/of ours')).channels, []);
    await manifold.forget('a user/of ours');
    assert.equal((await codeOf(() => manifold.user('a user/of ours'))).code, 'unknown_user');

    const user = await service.link('bol', 'demo').then(() => manifold.user('demo'));
    assert.equal(user.channels.length, Object.keys(channels).length);
    await manifold.unlink('demo', 'bol');
    const left = (await manifold.user('demo')).channels.map(({ channel }) => channel);
    assert.ok(!left.includes('bol'));
    await service.link('bol', 'demo');
  });

  it('has pages read in the background, and fetches them', async () => {
    const query = { channel: 'shopify', user: 'demo', limit: 3 } as const;
    const { executionId, result } = await manifold.orders(query).start();
    const page = await result();
    assert.equal(page.records.length, 3);
    assert.equal(page.executionId, executionId);
    const again = await open().result('orders', executionId);
    assert.deepEqual(again.records, page.records);
    const next = await manifold.orders(query).start({ from: page.token });
    const second = await next.result();
    assert.notEqual(second.records[0]?.id, page.records[0]?.id);

    const failed = await manifold.orders({ ...query, user: 'unknown' }).start();
    assert.equal((await codeOf(() => failed.result())).code, 'unknown_user');
    const direct = await service.orders('shopify', { limit: 1 });
    const none = () => manifold.result('orders', direct.body.Output.execution_id);
    assert.equal((await codeOf(none)).code, 'no_result');
    const filters = { user: 'unknown', operation: 'orders', status: 'failed' } as const;
    const executions = await Array.fromAsync(manifold.executions(filters));
    assert.ok(executions.some(({ execution_id }) => execution_id === failed.executionId));
  });

  for (const [channel, { orders, products }] of Object.entries(channels))
    for (const resource of RESOURCES) {
      const declared = { orders, products }[resource];
      if (!declared) continue;
      const fields = ['id', 'updated_at'] as const;
      const asking = { resource, channel, user: 'demo', fields };
      if (!declared.filters.updated_at_min || !declared.filters.updated_at_max) {
        it(`cannot sync ${resource} of ${channel}, and says what to do instead`, async () => {
          const error = await codeOf(() => Array.fromAsync(manifold.sync(asking)));
          assert.equal(error.code, 'cannot_sync');
          assert.match(
            error.message,
            new RegExp(`Read all of them now and then instead, with manifold.${resource}`),
          );
        });
        continue;
      }
      // The client keeps all alike: without repetitions these show it.
      if (!isAll && !FEW.includes(`${channel} ${resource}`)) continue;
      it(`keeps a copy of ${resource} of ${channel}, killed at every third page`, async () => {
        const copy = new Map<string, string | null>();
        let state: string | undefined;
        // Two runs, at days when the shop was young: few records, and a window between two marks.
        const [first, second] = channel === 'bol' && resource === 'orders' ? LATE : EARLY;
        for (const day of [first, second]) {
          const until = Date.parse(day);
          let reached = 0;
          while (reached < until) {
            let pages = 0;
            const query = { ...asking, state, settle: 0, limit: 7 };
            for await (const batch of open(() => until).sync(query)) {
              for (const { id, updated_at } of batch.records) copy.set(id, updated_at);
              state = batch.state;
              reached = batch.completeUntil?.getTime() ?? 0;
              pages += 1;
              if (pages === 3) break;
            }
          }
        }
        const { items } = await service.walk(resource, channel, {
          fields: fields.join(),
          limit: 100,
          updated_at_max: second,
          ...(resource === 'orders' && { status: 'any' }),
        });
        assert.ok(items.length > 3, `${items.length} records`);
        const truth = items.map(({ id, updated_at }) => [id, updated_at]);
        assert.deepEqual([...copy].sort(), truth.sort());
      });
    }
});
