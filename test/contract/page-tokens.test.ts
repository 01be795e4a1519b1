// A page token belongs to one account: it opens no page of another, however alike their settings are.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { channels } from '../../src/channels/index.ts';
import { type Service, startService } from '../service.ts';
import { everything } from './expected.ts';

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service.close());

/** What a client would send for a shop of the sandbox. */
function paramsOf(name: string, shop: string) {
  const { account, secrets } = service.shop(name, shop).credential;
  const keys = new Set(service.channel(name).fields.map(({ key }) => key));
  return {
    [name]: Object.entries({ ...account, ...secrets })
      .filter(([key]) => keys.has(key))
      .map(([key, value]) => ({ key, value })),
  };
}

for (const [name, channel] of Object.entries(channels))
  describe(name, () => {
    const kind = channel.orders ? 'orders' : 'products';

    test('credentials in the request: the token of one shop is refused for another', async () => {
      const body = { ...(kind === 'orders' && everything(service, name)), limit: 1 };
      const first = await service[kind](name, { ...body, params: paramsOf(name, 'demo') });
      const { next_page_token } = first.body.Output;
      assert.ok(next_page_token, first.text.slice(0, 300));
      const mine = await service[kind](name, { next_page_token, params: paramsOf(name, 'demo') });
      assert.equal(mine.status, 200, mine.text.slice(0, 300));
      const other = await service[kind](name, { next_page_token, params: paramsOf(name, 'small') });
      assert.equal(other.status, 400);
      assert.ok('code' in other.body.Errors);
      assert.equal(other.body.Errors.code, 'invalid_page_token');
      assert.deepEqual(other.body.Report.ExtResources, [], 'the other shop was asked');
    });
  });
