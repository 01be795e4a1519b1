// The same orders and products, read through every channel, are the catalogue's but for known losses.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Order as CatalogueOrder } from '../../sandbox/catalogue/types.ts';
import { channels } from '../../src/channels/index.ts';
import type { Order } from '../../src/model/order.ts';
import type { Product } from '../../src/model/product.ts';
import { difference } from '../../src/model/sums.ts';
import { type Service, startService } from '../service.ts';
import { everything } from './expected.ts';
import { assertAgrees, type Losses, type World } from './round-trip-compare.ts';
import { ORDER_FIELDS } from './round-trip-order-fields.ts';
import { amazon } from './round-trip-order-losses-amazon.ts';
import { lightspeedC } from './round-trip-order-losses-lightspeed.ts';
import { bol, mirakl } from './round-trip-order-losses-marketplaces.ts';
import { bigcommerce, shopify, woocommerce } from './round-trip-order-losses-shops.ts';
import { PRODUCT_FIELDS } from './round-trip-product-fields.ts';
import { PRODUCT_LOSSES } from './round-trip-product-losses.ts';

const ORDER_LOSSES: Readonly<Record<string, Losses<CatalogueOrder>>> = {
  amazon,
  bigcommerce,
  bol,
  lightspeed_c: lightspeedC,
  mirakl,
  shopify,
  woocommerce,
};

/** Pages of products, where large ones lose something that small ones tell. */
const PRODUCT_LIMITS: Readonly<Record<string, number>> = {
  // bol allows so few reads of images that only 20 products of a page have them.
  bol: 20,
};

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service.close());

for (const [name, channel] of Object.entries(channels))
  describe(name, () => {
    if (channel.orders)
      test('orders are those of the catalogue, but for what the vendor cannot tell', async () => {
        const losses = ORDER_LOSSES[name];
        assert.ok(losses, `${name} has no list of what it loses of orders (round-trip-order-losses-*.ts)`); // biome-ignore format: one thought
        const body = { ...everything(service, name), limit: 100 };
        const { records, warnings } = await walk<Order>('orders', name, body);
        const { orders } = service.shop(name);
        const store = service.store(name);
        const pairs = paired(records, orders, (order) => store.orderId(order));
        assertOneCurrency(name, orders, losses);
        assertAgrees({ channel: name, world: worldOf(name, losses), pairs }, ORDER_FIELDS, losses);
        const off = records.filter((record) => difference(record) !== undefined);
        assert.deepEqual(
          off.map(({ id }) => id),
          [],
          'amounts do not add up',
        );
        assert.deepEqual(warnings, [], 'nothing in the catalogue is worth a warning');
      });

    if (channel.products)
      test('products are those of the catalogue, but for what the vendor cannot tell', async () => {
        const losses = PRODUCT_LOSSES[name];
        assert.ok(losses, `${name} has no list of what it loses of products (round-trip-product-losses.ts)`); // biome-ignore format: one thought
        const body = { limit: PRODUCT_LIMITS[name] ?? 100 };
        const { records, warnings } = await walk<Product>('products', name, body);
        const store = service.store(name);
        const pairs = paired(records, service.shop(name).products, (one) => store.productId(one));
        assertAgrees(
          { channel: name, world: worldOf(name, losses), pairs },
          PRODUCT_FIELDS,
          losses,
        );
        assert.deepEqual(warnings, [], 'nothing in the catalogue is worth a warning');
      });
  });

test('every list of losses belongs to a channel', () => {
  const listed = [...Object.keys(ORDER_LOSSES), ...Object.keys(PRODUCT_LOSSES)];
  assert.deepEqual(
    listed.filter((name) => !(name in channels)),
    [],
  );
});

/** All records to the end, and the codes of all warnings on the way. */
async function walk<Told>(kind: 'orders' | 'products', name: string, body: object) {
  const records: Told[] = [];
  const warnings = new Set<string>();
  let next: string | undefined;
  do {
    const answer = await service[kind](name, next ? { next_page_token: next } : body);
    assert.equal(answer.status, 200, answer.text.slice(0, 600));
    records.push(...(answer.body.Output.result as Told[]));
    for (const { code, message } of answer.body.Report.Warnings ?? [])
      warnings.add(`${code}: ${message}`);
    next = answer.body.Output.next_page_token;
  } while (next !== undefined);
  return { records, warnings: [...warnings] };
}

/** Each record beside that of the catalogue which it tells; both sides are whole. */
function paired<Truth, Told extends { readonly id: string }>(
  records: readonly Told[],
  truths: readonly Truth[],
  idOf: (truth: Truth) => string,
) {
  const byId = new Map(truths.map((truth) => [idOf(truth), truth]));
  assert.equal(records.length, truths.length, 'not as many as the catalogue has');
  return records.map((record) => {
    const truth = byId.get(record.id);
    assert.ok(truth, `${record.id} is not in the catalogue`);
    return { record, truth };
  });
}

const worldOf = (name: string, { oneCurrency }: Losses<never>): World => ({
  catalogue: service.sandbox.catalogue,
  store: service.store(name),
  sides: oneCurrency ? [oneCurrency.is, oneCurrency.is] : ['shop', 'presentment'],
});

/** A channel is said to know one currency only where it shows, and with a reason. */
function assertOneCurrency(
  name: string,
  orders: readonly CatalogueOrder[],
  { oneCurrency }: Losses<CatalogueOrder>,
): void {
  if (!oneCurrency) return;
  assert.match(oneCurrency.why, /^[A-Z].{15,}\.$/s);
  const foreign = orders.some(({ currency }) => currency !== 'EUR');
  assert.ok(foreign, `${name} has no order in another currency, so that nothing is lost`);
}
