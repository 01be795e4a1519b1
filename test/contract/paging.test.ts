// Pages of every size hold the same, the last has no token, and limits are kept, on every channel.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { channels } from '../../src/channels/index.ts';
import { isAll, shownOn } from '../all.ts';
import { type Service, startService } from '../service.ts';
import { everything, expectedIds, idsOf } from './expected.ts';

let service: Service;
before(async () => {
  service = await startService(isAll ? { days: Infinity } : {});
});
after(() => service.close());

for (const [name, channel] of shownOn(channels, 0))
  describe(name, () => {
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
        // By whom each filter is in force, too: no one asked for fewer on the second page.
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
