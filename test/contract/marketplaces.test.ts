// Marketplaces of the sandbox through the whole service: their orders add up to the catalogue's.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Order } from '../../src/model/order.ts';
import { difference } from '../../src/model/sums.ts';
import { isFull } from '../all.ts';
import { type Service, startService } from '../service.ts';

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service.close());

const cents = (minor: number): string => (minor / 100).toFixed(2);

const SHOPS = [
  ['marketplace', 'refused and cancelled lines left out of the figures'],
  ['several-shops', 'refused and cancelled lines left in'],
  ['own-domain', 'prices without tax'],
] as const;

for (const [shop, about] of SHOPS.slice(0, isFull('mirakl') ? undefined : 1))
  test(`${shop}, ${about}: what was ordered, and what is left of it`, async () => {
    const user = await service.link('mirakl', shop);
    const { orders } = service.shop('mirakl', shop);
    const { items } = await service.walk('orders', 'mirakl', { limit: 100 }, { user });
    const shown = new Map((items as Order[]).map((order) => [order.id, order]));
    assert.equal(shown.size, orders.length);
    let off = 0;
    for (const order of orders) {
      const one = shown.get(service.store('mirakl').orderId(order));
      assert.ok(one);
      assert.equal(difference(one), undefined, one.id);
      assert.deepEqual(
        [one.total_price, one.total_tax, one.total_discounts],
        [
          cents(order.totals.total.presentment),
          cents(order.totals.tax.presentment),
          cents(order.totals.lineDiscounts.presentment),
        ],
        one.id,
      );
      if (order.state !== 'cancelled') continue;
      off++;
      assert.deepEqual(
        [one.current_total_price, one.current_subtotal_price, one.current_total_tax],
        ['0.00', '0.00', '0.00'],
        one.id,
      );
    }
    assert.ok(off > 0 || shop === 'own-domain');
  });
