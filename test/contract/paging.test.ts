// Paging ends, repeats and loses nothing, and keeps the limit, on every channel.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Compile } from 'typebox/compile';
import { channels } from '../../src/channels/index.ts';
import { Order } from '../../src/model/order.ts';
import { Product } from '../../src/model/product.ts';
import { type Service, startService } from '../service.ts';
import { everything, expectedIds, idsOf } from './expected.ts';

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service.close());

const order = Compile(Order);
const product = Compile(Product);

for (const [name, channel] of Object.entries(channels))
  describe(name, () => {
    if (channel.orders)
      test('all orders are read once, in pages within the limit, each a whole record', async () => {
        const { items, pages } = await service.walk('orders', name, {
          ...everything(service, name),
          limit: 100,
        });
        assert.equal(new Set(idsOf(items)).size, items.length, 'an order was repeated');
        assert.deepEqual(
          idsOf(items),
          expectedIds(service, name, () => true),
        );
        assert.ok(pages.every((size) => size <= 100));
        for (const item of items) {
          assert.ok(order.Check(item), JSON.stringify([item.id, order.Errors(item)[0]]));
          assert.equal(item.channel_name, name);
        }
      });

    if (channel.orders)
      test('small pages hold the same as large ones, in the same order', async () => {
        const body = everything(service, name);
        await service.link(name, 'small');
        const whole = await service.walk(
          'orders',
          name,
          { ...body, limit: 100 },
          { user: 'small' },
        );
        const single = await service.walk('orders', name, { ...body, limit: 1 }, { user: 'small' });
        const few = await service.walk('orders', name, { ...body, limit: 3 }, { user: 'small' });
        const ids = (items: readonly Record<string, unknown>[]) => items.map(({ id }) => id);
        assert.ok(whole.items.length > 3, 'the small shop holds too little to page through');
        assert.deepEqual(ids(single.items), ids(whole.items));
        assert.deepEqual(ids(few.items), ids(whole.items));
        assert.ok(single.pages.every((size) => size <= 1));
        assert.ok(few.pages.every((size) => size <= 3));
        assert.deepEqual(
          idsOf(whole.items),
          expectedIds(service, name, () => true, 'small'),
        );
      });

    if (channel.products)
      test('all products are read once, whole, with all their variants', async () => {
        const { items, pages } = await service.walk('products', name, { limit: 100 });
        const store = service.store(name);
        const expected = service.shop(name).products;
        assert.deepEqual(idsOf(items), expected.map((item) => store.productId(item)).sort());
        assert.ok(pages.every((size) => size <= 100));
        const byId = new Map(items.map((item) => [item.id, item]));
        for (const item of expected) {
          const found = byId.get(store.productId(item)) as
            | { variants: { id: string }[] }
            | undefined;
          assert.ok(product.Check(found), JSON.stringify([item.id, product.Errors(found)[0]]));
          assert.deepEqual(
            found.variants.map(({ id }) => id).sort(),
            item.variants.map((variant) => store.variantId(item, variant)).sort(),
            `variants of ${item.title}`,
          );
        }
      });

    const kinds = (['orders', 'products'] as const).filter((kind) => channel[kind]);
    for (const kind of kinds)
      test(`the last page of ${kind} has no token, the one before has an address that works as it is`, async () => {
        const body = kind === 'orders' ? everything(service, name) : {};
        const first = await service[kind](name, { ...body, limit: 2 });
        const { next_page_token, next_page_token_url } = first.body.Output;
        assert.ok(next_page_token && next_page_token_url, first.text.slice(0, 300));
        const url = new URL(next_page_token_url);
        assert.equal(url.searchParams.get('next_page_token'), next_page_token);
        const response = await fetch(`${service.origin}${url.pathname}${url.search}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${service.token}` },
        });
        const second = (await response.json()) as typeof first.body;
        assert.equal(response.status, 200);
        const again = await service[kind](name, { next_page_token });
        assert.deepEqual(again.body.Output.result, second.Output.result);
        assert.notDeepEqual(second.Output.result, first.body.Output.result);
        // By whom each filter is in force, too: nobody asked for fewer on the second page.
        assert.deepEqual(second.Report.Filters, first.body.Report.Filters);
        assert.deepEqual(again.body.Report.Filters, first.body.Report.Filters);
      });

    for (const kind of kinds)
      test(`a limit that a page of ${kind} cannot hold is taken as less, and said to be`, async () => {
        const body = kind === 'orders' ? everything(service, name) : {};
        const reduced = async (asked: object) => {
          const { status, text, body: answer } = await service[kind](name, { ...body, ...asked });
          assert.equal(status, 200, text.slice(0, 300));
          return answer.Report.Warnings.flatMap(({ code, field, message }) =>
            code === 'limit_reduced' ? [`${field}: ${/taken as \d+/.exec(message)}`] : [],
          );
        };
        assert.deepEqual(await reduced({ limit: 3 }), []);
        assert.deepEqual(await reduced({ limit: 500 }), ['limit: taken as 100']);
        for (const [api_version, largest] of Object.entries(channel[kind]?.largestPage ?? {})) {
          const least = [`limit: taken as ${largest}`];
          assert.deepEqual(await reduced({ limit: 100, api_version }), least);
          assert.deepEqual(await reduced({ limit: largest, api_version }), []);
        }
      });
  });
