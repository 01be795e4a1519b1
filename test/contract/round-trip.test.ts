// The same orders and products, read through every channel, are the catalogue's but for known losses.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { channels } from '../../src/channels/index.ts';
import { type Service, startService } from '../service.ts';
import { everything } from './expected.ts';
import { LOSSES } from './losses.ts';
import { assertOrdersAgree, assertProductsAgree } from './round-trip.ts';

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service.close());

for (const [name, channel] of Object.entries(channels))
  describe(name, () => {
    const losses = LOSSES.get(name) ?? {};

    if (channel.orders)
      test('orders are those of the catalogue, but for what the vendor does not know', () =>
        assertOrdersAgree(service, name, losses, everything(service, name)));

    if (channel.products)
      test('products are those of the catalogue, but for what the vendor does not know', () =>
        assertProductsAgree(service, name, losses));

    test('losses are listed of no other kind of record than it has', () => {
      for (const kind of ['orders', 'products'] as const)
        assert.equal(losses[kind] !== undefined, channel[kind] !== undefined, kind);
    });
  });
