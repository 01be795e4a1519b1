// Writes, on the channels: what is confirmed is what is read back, what is refused changed nothing.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { FaultPlan } from '../../sandbox/faults.ts';
import { leftToShip } from '../../sandbox/living/order-steps.ts';
import { channels } from '../../src/channels/index.ts';
import type { Order } from '../../src/model/order.ts';
import type { Product, Variant } from '../../src/model/product.ts';
import type { WriteOperation } from '../../src/model/writes.ts';
import { SCOPES } from '../../src/tokens/scopes.ts';
import { isAll, isFull, shownOn } from '../all.ts';
import { CLIENT, type Service, startService } from '../service.ts';
import { until } from '../until.ts';
import { type Answered, write as send } from '../writes/writing.ts';

const MINUTE = 60_000;
const WRITERS = Object.keys(channels).filter((name) => channels[name]?.writes);
/** What each of them does, and refuses, goes the same way: without repetitions some show it. */
const shown = (first: 1 | 2) =>
  WRITERS.filter((name) => shownOn(channels, first).some(([one]) => one === name));
const [DOING, REFUSING] = [shown(2), shown(1)];

let service: Service;
before(async () => {
  service = await startService({ scopes: SCOPES });
  for (const channel of WRITERS)
    if (userOf(channel) === WRITABLE) await service.link(channel, WRITABLE);
});
after(() => service.close());

/** The shop whose key may write, where the usual one's may not. */
const WRITABLE = 'writable';
const userOf = (channel: string): string =>
  service.store(channel).shops.some(({ name }) => name === WRITABLE) ? WRITABLE : 'demo';

interface Sending {
  readonly key?: string | null;
  readonly dry_run?: boolean;
  readonly user?: string | undefined;
}

const write = (
  operation: WriteOperation,
  channel: string,
  items: readonly object[],
  { key, dry_run, user = userOf(channel) }: Sending = {},
): Promise<Answered> =>
  send(service, operation, items, { channel, user, key, ...(dry_run && { more: { dry_run } }) });

/** What became of an item in the end, however long its channel takes. */
async function settled(channel: string, { executionId, result, text }: Answered) {
  const [first] = result;
  assert.ok(first, text);
  if (first.outcome !== 'accepted' && first.outcome !== 'unknown') return first;
  const path = `/api/ServiceClientApp/Executions/${executionId}`;
  const look = async () => {
    service.forward(MINUTE);
    service.app.writes.wake();
    const response = await fetch(`${service.origin}${path}`, {
      headers: { authorization: `Bearer ${service.token}` },
    });
    return (
      (await response.json()) as { items: { settled: boolean; outcome: string; code: string }[] }
    ).items[0];
  };
  const item = await until(
    look,
    `the end of a write of ${channel}`,
    (one) => one?.settled === true,
  );
  return { ...first, outcome: item?.outcome, code: item?.code };
}

/** How often the API of the channel wrote anything. */
const written = (channel: string): number => service.sandbox.changes.written(channel).length;

const isCounted = (variant: Variant): boolean =>
  variant.inventory_levels.length > 0
    ? variant.inventory_levels.some(({ available }) => available !== null)
    : variant.inventory_quantity !== null;

/** What is sold, page by page: most tests need the first that fits. */
async function* soldBy(
  channel: string,
  user = userOf(channel),
  limit = 20,
): AsyncGenerator<Product> {
  let next: string | undefined;
  do {
    const body = next === undefined ? { limit } : { next_page_token: next };
    const { body: answer, status, text } = await service.products(channel, body, { user });
    assert.equal(status, 200, text);
    yield* answer.Output.result as unknown as readonly Product[];
    next = answer.Output.next_page_token;
  } while (next !== undefined);
}

async function* variantsOf(channel: string, user?: string): AsyncGenerator<Variant> {
  for await (const { variants } of soldBy(channel, user)) yield* variants;
}

const isPriced = ({ price, id }: Variant): boolean => price !== null && id !== null;

async function variantOf(channel: string, fits = isPriced, user?: string): Promise<Variant> {
  for await (const variant of variantsOf(channel, user)) if (fits(variant)) return variant;
  return assert.fail(`${channel} has no such variant`);
}

const placeOf = ({ inventory_levels: levels }: Variant) => {
  const [first] = levels.filter(({ available }) => available !== null);
  return levels.length > 1 && first?.location_id ? { location_id: first.location_id } : {};
};
const availableOf = (variant: Variant): number =>
  variant.inventory_levels.find(({ available }) => available !== null)?.available ??
  variant.inventory_quantity ??
  0;

// Before the others, which ship what is left to ship.
describe('a key that may not write is said to lack the right, and nothing is done', () => {
  for (const channel of REFUSING)
    it(channel, async (t) => {
      const lacking = LACKING[channel] ?? assert.fail(`what of ${channel}?`);
      if (typeof lacking === 'string') return t.diagnostic(lacking);
      const [user, reads, ...operations] = lacking;
      await service.link(channel, user);
      const times = written(channel);
      for (const operation of operations) {
        const item = await wishOf(operation, channel, reads ? user : 'demo');
        const key = randomUUID();
        const { status, code, text, executionId } = await write(operation, channel, [item], {
          ...{ user, key },
        });
        assert.deepEqual([status, code], [424, 'permission_missing'], text);
        assert.match(text, /Send the user a magic link to link .* again with that right\./);
        const intents = await service.app.store.writes.ofExecution(CLIENT.id, executionId);
        assert.ok(intents.every(({ outcome }) => outcome === 'refused'));
        // Prices need nothing else to be read first; and Shopify says which rights a token has.
        if (operation === 'prices')
          assert.equal(intents[0]?.sent, channel === 'shopify' ? undefined : 'maybe', text);
        const again = await write(operation, channel, [item], { user, key });
        assert.deepEqual([again.status, again.code], [status, code], again.text);
      }
      assert.equal(written(channel), times, 'nothing was written');
    });
});

for (const channel of WRITERS.filter((one) => DOING.includes(one) || REFUSING.includes(one)))
  describe(channel, () => {
    if (DOING.includes(channel)) {
      it('stock: set, read back, and so already', async () => {
        let done: Variant | undefined;
        for await (const variant of variantsOf(channel)) {
          if (!isCounted(variant)) continue;
          const item = {
            variant_id: variant.id,
            ...placeOf(variant),
            available: availableOf(variant) + 7,
          };
          const key = randomUUID();
          const times = written(channel);
          const answer = await write('stock', channel, [item], { key });
          assert.equal(answer.status, 200, answer.text);
          const end = await settled(channel, answer);
          // Stock that is not the merchant's to set.
          if (end.code === 'stock_not_set') continue;
          assert.equal(end.outcome, 'confirmed', answer.text);
          assert.equal(written(channel), times + 1);
          assert.deepEqual((await write('stock', channel, [item], { key })).result, answer.result);
          assert.equal((await write('stock', channel, [item])).result[0]?.outcome, 'unchanged');
          assert.equal(written(channel), times + 1, 'nothing is written again');
          const again = await variantOf(channel, ({ id }) => id === variant.id);
          assert.equal(availableOf(again), item.available);
          done = variant;
          break;
        }
        assert.ok(done, 'some stock can be set');
      });

      it('prices: set, reduced, read back', async () => {
        const variant = await variantOf(channel);
        const { currency } = variant;
        for (const change of [
          { price: '23.00', compare_at_price: null },
          { price: '19.00', compare_at_price: '25.00' },
          { price: '21.00', compare_at_price: null },
        ]) {
          const item = { variant_id: variant.id, ...change, ...(currency && { currency }) };
          const answer = await write('prices', channel, [item]);
          assert.equal(answer.status, 200, answer.text);
          const end = await settled(channel, answer);
          if (end.code === 'price_not_set' && change.compare_at_price !== null) continue;
          assert.equal(end.outcome, 'confirmed', answer.text);
          const again = await variantOf(channel, ({ id }) => id === variant.id);
          assert.equal(Number(again.price), Number(change.price));
        }
      });
    }

    const kind = channels[channel]?.writes?.fulfillments;
    const ships = kind !== undefined && 'plan' in kind;
    if (ships && DOING.includes(channel))
      it('fulfillments: shipped with its number, once', async () => {
        const carrier = carrierOf(channel);
        for await (const id of shippable(channel)) {
          const numbers = { tracking_numbers: [`3SMANI${id.slice(-10)}`] };
          const item = { order_id: id, ...numbers, ...carrier, accept: true };
          const times = written(channel);
          const key = randomUUID();
          const answer = await write('fulfillments', channel, [item], { key });
          assert.equal(answer.status, 200, answer.text);
          const end = await settled(channel, answer);
          // On hold, another's to ship, or of no shop of this channel.
          if (UNFIT.has(end.code ?? '')) continue;
          assert.equal(end.outcome, 'confirmed', answer.text);
          const now = written(channel);
          assert.ok(now > times);
          const repeat = await write('fulfillments', channel, [item], { key });
          assert.deepEqual(repeat.result, answer.result);
          const next = await write('fulfillments', channel, [item]);
          assert.ok(['unchanged', 'refused'].includes(next.result[0]?.outcome ?? ''), next.text);
          assert.equal(written(channel), now, 'nothing leaves twice');
          return;
        }
        assert.fail(`${channel} has no order to ship`);
      });

    if (REFUSING.includes(channel))
      it('what cannot be is refused before anything is sent', async () => {
        const times = written(channel);
        const keeper = OTHERS_STOCK[channel];
        const products: Product[] = [];
        for await (const product of soldBy(channel, undefined, 100)) {
          products.push(product);
          // Without repetitions a page is enough, if what is asked below is on it.
          const isKept = typeof keeper !== 'function' || products.some((one) => one.variants.some(keeper)); // biome-ignore format: one thought
          if (!isAll && products.length >= 100 && isKept) break;
        }
        const variants = products.flatMap((product) => product.variants);
        const { id } = variants.find(isPriced) ?? assert.fail('nothing has a price');
        const none = { variant_id: '9999999999' };
        const price = { variant_id: id, price: '1.00' };
        const stock = { variant_id: id, available: 1 };
        const rows: [WriteOperation, object, string, user?: string][] = [
          ['stock', { ...stock, ...none }, 'record_not_found'],
          ['stock', { ...stock, location_id: 'nowhere' }, 'location_not_found'],
          ['prices', { ...price, ...none }, 'record_not_found'],
          ['prices', { ...price, price: '1.125' }, 'too_many_decimals'],
          ['prices', { ...price, currency: 'XOF' }, 'currency_differs'],
          ['prices', { ...price, compare_at_price: '0.50' }, 'price_not_set'],
        ];
        const every = new Set(variants.map((one) => one.id));
        const whole = products.find((one) => !every.has(one.id))?.id;
        if (whole) rows.push(['stock', { ...stock, variant_id: whole }, 'record_not_found']);
        else assert.ok(OWN_VARIANT.has(channel), `${channel} has no id that is a product's alone`);
        if (typeof keeper === 'function') {
          const kept = variants.find(keeper);
          assert.ok(kept, `${channel} keeps no stock itself`);
          rows.push([
            'stock',
            { ...stock, variant_id: kept.id, ...placeOf(kept) },
            'stock_not_set',
          ]);
        } else assert.equal(typeof keeper, 'string');
        if (ships) {
          const [order, other] = await openOrders(channel, 'demo');
          const [line] = order.lines;
          const lines = (one: string, quantity = 1) => ({
            ...{ order_id: order.id, ...carrierOf(channel), accept: true },
            line_items: [{ id: one, quantity }],
          });
          const nowhere = { ...(await readyParcel(channel)), location_id: 'nowhere' };
          const cancelled = { order_id: await cancelledOrder(channel) };
          rows.push(
            ['fulfillments', cancelled, 'not_shippable', 'demo'],
            ['fulfillments', lines('999999'), 'line_not_found', 'demo'],
            ['fulfillments', lines(other.lines[0].id), 'line_not_found', 'demo'],
            ['fulfillments', lines(line.id, line.left + 1), 'more_than_left', 'demo'],
            ['fulfillments', nowhere, 'location_not_found'],
          );
        }
        for (const [operation, item, code, user] of rows) {
          const { result, text, executionId } = await write(operation, channel, [item], { user });
          const [said] = result;
          assert.deepEqual([said?.outcome, said?.code], ['refused', code], text);
          assert.match(said?.message ?? '', /^\S.{20,}\.$/, text);
          const [intent] = await service.app.store.writes.ofExecution(CLIENT.id, executionId);
          assert.equal(intent?.sent, 'no', text);
        }
        for (const [item, field] of [
          [{ variant_id: id, available: -1 }, 'items[0].available'],
          [{ variant_id: id }, 'items[0].available'],
          [{ available: 3 }, 'items[0].variant_id'],
          [{ ...stock, avialable: 3 }, 'did you mean \\"available\\"?'],
          [{ ...stock, colour: 3 }, '\\"colour\\" is not a field of \\"items[0]\\"; known are'],
        ] as const) {
          const { status, text } = await write('stock', channel, [item]);
          assert.equal(status, 400, text);
          assert.ok(text.includes(field), text);
          assert.doesNotMatch(text, /undefined/);
        }
        assert.equal((await write('stock', channel, [], {})).status, 400);
        const keyless = await write('stock', channel, [stock], { key: null });
        assert.equal(keyless.status, 400, keyless.text);
        const key = randomUUID();
        await write('stock', channel, [{ ...stock, ...none }], { key });
        const reused = await write('stock', channel, [stock], { key });
        assert.deepEqual(
          [reused.status, reused.code],
          [422, 'idempotency_key_reused'],
          reused.text,
        );
        assert.equal(written(channel), times, 'nothing was written');
      });

    if (!DOING.includes(channel)) return;
    it('a dry run writes nothing and says what would be asked', async () => {
      const variant = await variantOf(channel);
      const times = written(channel);
      const item = { variant_id: variant.id, price: '31.00' };
      const { result, status, text } = await write('prices', channel, [item], { dry_run: true });
      assert.equal(status, 200, text);
      assert.ok((result[0]?.calls?.length ?? 0) > 0, text);
      assert.equal(written(channel), times);
    });

    for (const [at, [kind, ends]] of [
      ['write-dropped', ['refused']] as const,
      ['write-then-500', ['confirmed']] as const,
      ['write-then-reset', ['confirmed']] as const,
    ].entries()) {
      // What breaks on the way is the core's to see: without repetitions each channel has one of them.
      if ((at + DOING.indexOf(channel)) % 3 > 0 && !isFull(channel)) continue;
      it(`${kind}: ${ends.join(' or ')}, and written once at the most`, async () => {
        const variant = await variantOf(channel);
        const price = variant.price === '41.00' ? '42.00' : '41.00';
        const times = written(channel);
        const plan = service.sandbox.faults.plant({ kind, channel, times: 1 } as FaultPlan);
        const answer = await write('prices', channel, [{ variant_id: variant.id, price }]);
        const end = await settled(channel, answer);
        service.sandbox.faults.lift(plan.id);
        assert.ok(
          (ends as readonly string[]).includes(end.outcome ?? ''),
          `${JSON.stringify(end)} ${answer.text}`,
        );
        assert.equal(written(channel), kind === 'write-dropped' ? times : times + 1);
      });
    }
  });

function carrierOf(channel: string) {
  const { carriers } = channels[channel] ?? {};
  const [id] = Object.keys(carriers?.codes ?? {});
  return id === undefined ? {} : { tracking_company: id };
}

/** What is sold is itself the variant, so that no id is a product's alone. */
const OWN_VARIANT: ReadonlySet<string> = new Set(['bol', 'sharetribe', 'mirakl']);

/** Whose stock is not the merchant's to set, or why there is none. */
const OTHERS_STOCK: Readonly<Record<string, string | ((variant: Variant) => boolean)>> = {
  amazon: ({ inventory_management }) => inventory_management === 'amazon',
  bol: ({ inventory_management }) => inventory_management === 'bol',
  mirakl: 'no warehouse of the demo company is a partner’s; the tests of the channel have one',
  ...Object.fromEntries(
    ['shopify', 'woocommerce', 'sharetribe', 'lightspeed_c', 'magento', 'bigcommerce'].map(
      (channel) => [channel, 'the channel has no warehouse of its own'],
    ),
  ),
};

/** Shops whose key lacks a right, whether it may read what is written, and what is tried there. */
const LACKING: Readonly<
  Record<string, string | readonly [shop: string, reads: boolean, ...WriteOperation[]]>
> = {
  shopify: ['custom', true, 'prices', 'stock', 'fulfillments'],
  woocommerce: ['custom', true, 'prices', 'stock', 'fulfillments'],
  lightspeed_c: ['read-only', true, 'prices', 'stock', 'fulfillments'],
  magento: ['small', true, 'prices', 'stock'],
  bigcommerce: ['net', true, 'prices', 'stock', 'fulfillments'],
  mirakl: ['no-rights', true, 'prices', 'stock'],
  // Who may read orders there may ship them.
  amazon: ['no-orders', false, 'fulfillments'],
  bol: ['no-orders', false, 'fulfillments'],
  sharetribe: 'an application for the Integration API may do everything',
};

async function wishOf(operation: WriteOperation, channel: string, user: string): Promise<object> {
  if (operation === 'fulfillments') {
    for await (const id of shippable(channel, user))
      return { order_id: id, tracking_numbers: ['3SLACKING1'], ...carrierOf(channel) };
    return assert.fail(`${user} of ${channel} has no order to ship`);
  }
  const variant = await variantOf(channel, operation === 'stock' ? isCounted : isPriced, user);
  const id = { variant_id: variant.id };
  return operation === 'stock'
    ? { ...id, ...placeOf(variant), available: availableOf(variant) + 7 }
    : { ...id, price: variant.price === '43.00' ? '44.00' : '43.00' };
}

interface Open {
  readonly id: string;
  readonly lines: readonly [{ readonly id: string; readonly left: number }];
}

/** Two orders of which something is left, by what a dry run shows of their lines. */
async function openOrders(channel: string, user: string): Promise<readonly [Open, Open]> {
  const open: Open[] = [];
  for await (const id of shippable(channel, user)) {
    const item = { order_id: id, ...carrierOf(channel), accept: true };
    const { result, text } = await write('fulfillments', channel, [item], { user, dry_run: true });
    const { line_items: lines = [] } = (result[0]?.before ?? {}) as { line_items?: Open['lines'] };
    const left = lines.filter((line) => line.left > 0);
    if (left[0]) open.push({ id, lines: [left[0]] });
    const [one, two] = open;
    if (one && two) return [one, two];
    assert.ok(result[0], text);
  }
  return assert.fail(`${channel} has no two orders of which something is left`);
}

/** What would leave, by a dry run. */
async function readyParcel(channel: string): Promise<object> {
  for await (const order_id of shippable(channel)) {
    const numbers = { tracking_numbers: ['3SREADY1'] };
    const item = { order_id, ...numbers, ...carrierOf(channel), accept: true };
    const { result } = await write('fulfillments', channel, [item], { dry_run: true });
    if (result[0]?.outcome === 'accepted') return item;
  }
  return assert.fail(`${channel} has no order to ship`);
}

async function cancelledOrder(channel: string): Promise<string> {
  const { orderId } = service.store(channel);
  if (!channels[channel]?.orders) {
    const order = service.sandbox.catalogue.orders.findLast(({ state }) => state === 'cancelled');
    return orderId(order ?? assert.fail('the catalogue has no cancelled order'));
  }
  for await (const { id, cancelled_at } of ordersOf(channel, 'demo'))
    if (cancelled_at !== null) return id;
  return assert.fail(`${channel} has no cancelled order`);
}

const UNFIT = new Set(['not_shippable', 'nothing_left', 'record_not_found']);

/** Those of which everything is left, as far as their channel says so, page by page. */
async function* shippable(channel: string, user?: string): AsyncGenerator<string> {
  if (!channels[channel]?.orders) {
    const { orderId } = service.store(channel);
    for (const order of service.sandbox.catalogue.orders.toReversed())
      if (order.state === 'open' && order.lines.some((line) => leftToShip(line) > 0))
        yield orderId(order);
    return;
  }
  for await (const order of ordersOf(channel, user)) {
    const { cancelled_at, line_items, fulfillment_status, financial_status } = order;
    if (
      cancelled_at === null &&
      fulfillment_status === null &&
      ['paid', 'authorized', null].includes(financial_status) &&
      line_items.length > 0 &&
      line_items.every(
        ({ fulfillable_quantity: left, quantity }) => left === null || left === quantity,
      )
    )
      yield order.id;
  }
}

async function* ordersOf(channel: string, user = userOf(channel)): AsyncGenerator<Order> {
  let next: string | undefined;
  do {
    const body = next === undefined ? { limit: 25, status: 'any' } : { next_page_token: next };
    const answer = await service.orders(channel, body, { user });
    assert.equal(answer.status, 200, answer.text);
    yield* answer.body.Output.result as unknown as readonly Order[];
    next = answer.body.Output.next_page_token;
  } while (next !== undefined);
}
