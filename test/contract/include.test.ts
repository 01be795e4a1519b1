// `include`: what it adds to records, what it leaves alone, what it costs, and what is refused.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { channels } from '../../src/channels/index.ts';
import { decimals } from '../../src/model/currencies.ts';
import type { Fulfillment } from '../../src/model/fulfillment.ts';
import { subtract, sumOf } from '../../src/model/money.ts';
import { OPERATION_TABLE } from '../../src/model/operations.ts';
import type { Order } from '../../src/model/order.ts';
import type { Product, Salable } from '../../src/model/product.ts';
import type { Refund } from '../../src/model/refund.ts';
import { sumsOff } from '../../src/model/sums.ts';
import { isAll, shownOn } from '../all.ts';
import { nullsIn } from '../lineage.ts';
import { type Answer, type Service, startService } from '../service.ts';
import { everything } from './expected.ts';
import { LOSSES } from './losses.ts';

/** What drivers put into native records for themselves: none of it is the vendor's. */
const OURS = [
  'shop_decimals',
  'productsBySku',
  'amazonStock',
  'shopCurrencyCode',
  'catalog_records',
  'brand_name',
  'warehouse',
  'stock_items',
  'source_name',
  'source_enabled',
];

const folder = mkdtempSync(join(tmpdir(), 'manifold-include-'));
const exchanges = join(folder, 'exchanges.jsonl');
/** By channel: every number of every raw record with its name, as `"price":12.10`. */
const numbers = new Map<string, Set<string>>();

let service: Service;
let isOpen = true;
before(async () => {
  service = await startService({ exchanges, ...(isAll && { days: Infinity }) });
});
after(async () => {
  if (isOpen) await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const KINDS = ['orders', 'products'] as const;
const bodyFor = (name: string, kind: (typeof KINDS)[number]) => ({
  ...(kind === 'orders' && everything(service, name)),
  limit: 10,
});
const codeOf = ({ body }: Answer) => ('code' in body.Errors ? body.Errors.code : '');

/** A number by its text; the type library does not know of the source yet. */
class Written {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
type Reviver = (key: string, value: unknown) => unknown;

/** Notes every number in the raw records of an answer as it is written. */
function noteNumbers(answer: string, into: Set<string>) {
  const reviver = (_: string, value: unknown, { source = '' }: { readonly source?: string }) =>
    typeof value === 'number' ? new Written(source) : value;
  const visit = (value: unknown) => {
    if (value === null || typeof value !== 'object') return;
    for (const [key, member] of Object.entries(value))
      if (!(member instanceof Written)) visit(member);
      else if (!Array.isArray(value)) into.add(`${JSON.stringify(key)}:${member.text}`);
  };
  for (const { raw } of JSON.parse(answer, reviver as Reviver).Output.result) visit(raw);
}

for (const [name, channel] of shownOn(channels, 1))
  describe(name, () => {
    for (const kind of KINDS) {
      if (!channel[kind]) continue;

      test(`raw ${kind}: beside the same records, for no more calls`, async () => {
        const body = bodyFor(name, kind);
        // What is remembered is read before, so that both are asked for the same.
        await service[kind](name, body);
        const plain = await service[kind](name, body);
        const more = await service[kind](name, { ...body, include: 'raw' });
        assert.equal(more.status, 200, more.text.slice(0, 300));
        const { result } = more.body.Output;
        assert.ok(result.length > 0);
        assert.deepEqual(
          result.map(({ raw: _, ...record }) => record),
          plain.body.Output.result,
        );
        const uris = (answer: typeof plain) =>
          answer.body.Report.ExtResources.map(({ Uri }) => new URL(Uri).pathname);
        assert.deepEqual(uris(more).sort(), uris(plain).sort());
        const found = numbers.get(name) ?? new Set();
        numbers.set(name, found);
        for (const { id, raw } of result) {
          assert.ok(raw && typeof raw === 'object' && !Array.isArray(raw), `${id} has no raw`);
          const text = JSON.stringify(raw);
          for (const word of OURS) assert.ok(!text.includes(`"${word}":`), `${word} in ${id}`);
        }
        noteNumbers(more.text, found);
        const secrets = Object.values(service.shop(name).credential.secrets);
        for (const secret of secrets) assert.ok(!more.text.includes(secret), 'a secret in raw');
      });

      const lists = Object.keys(channel[kind]?.includes ?? {});
      if (lists.length > 0)
        test(`${lists.join(' and ')}: beside the same records, and asked for only then`, async () => {
          const body = { ...bodyFor(name, kind), limit: isAll ? 50 : 20 };
          await service[kind](name, body);
          const plain = await service[kind](name, body);
          const more = await service[kind](name, { ...body, include: lists.join(' , ') });
          assert.equal(more.status, 200, more.text.slice(0, 300));
          assert.deepEqual(
            more.body.Output.result.map(
              ({ fulfillments: _, refunds: __, salable: ___, ...record }) => record,
            ),
            plain.body.Output.result,
          );
          for (const list of lists) {
            const one = await service[kind](name, { ...body, fields: 'id', include: list });
            assert.deepEqual(
              one.body.Output.result.map((record) => record[list]),
              more.body.Output.result.map((record) => record[list]),
            );
            const calls = (answer: Answer) => answer.body.Report.ExtResources.length;
            const added = calls(one) - calls(plain);
            assert.equal(
              added > 0,
              !LOSSES.get(name)?.carried?.includes(list),
              `${added} calls for ${list}`,
            );
            for (const record of plain.body.Output.result) assert.ok(!(list in record));
          }
        });

      test(`reasons of ${kind}: one for each null, for no more calls, and of the fields asked for`, async () => {
        const body = bodyFor(name, kind);
        await service[kind](name, body);
        const plain = await service[kind](name, body);
        const lists = Object.keys(channel[kind]?.includes ?? {});
        const more = await service[kind](name, { ...body, include: 'reasons' });
        assert.deepEqual(
          more.body.Output.result.map(({ reasons: _, ...record }) => record),
          plain.body.Output.result,
        );
        assert.equal(more.body.Report.ExtResources.length, plain.body.Report.ExtResources.length);
        const all = await service[kind](name, {
          ...body,
          limit: 2,
          include: ['reasons', ...lists].join(),
        });
        for (const { reasons, ...record } of [
          ...more.body.Output.result,
          ...all.body.Output.result,
        ])
          assert.deepEqual(
            Object.keys(reasons as object).sort(),
            [...nullsIn(OPERATION_TABLE[kind].answered, record)].sort(),
          );
        const few = { ...body, limit: 1, fields: 'title,note,url,user_id', include: 'reasons' };
        for (const { reasons, ...record } of (await service[kind](name, few)).body.Output.result)
          for (const field of Object.keys(reasons as object))
            assert.equal((record as Record<string, unknown>)[field], null);
      });

      test(`raw ${kind}: with fields, over pages, and only as the token says`, async () => {
        const body = { ...bodyFor(name, kind), limit: 1, fields: 'id', include: 'raw' };
        const first = await service[kind](name, body);
        const { next_page_token } = first.body.Output;
        assert.ok(next_page_token, first.text.slice(0, 300));
        assert.deepEqual(Object.keys(first.body.Output.result[0] ?? {}), [
          'id',
          'channel_name',
          'raw',
        ]);
        for (const again of [{}, { include: 'raw' }, { include: ' raw , raw ' }]) {
          const next: Answer = await service[kind](name, { next_page_token, ...again });
          assert.equal(next.status, 200, next.text.slice(0, 300));
          for (const record of next.body.Output.result) assert.ok('raw' in record);
        }
        const plain = await service[kind](name, { ...body, include: null });
        const other = { next_page_token: plain.body.Output.next_page_token, include: 'raw' };
        assert.equal(codeOf(await service[kind](name, other)), 'invalid_request');
      });
    }
  });

/** Shops beside the demo shop whose orders come another way. */
const OTHER_SHOPS: Readonly<Record<string, readonly string[]>> = {
  mirakl: ['marketplace'],
  bigcommerce: ['restocking'],
};

interface Listed extends Order {
  readonly fulfillments?: readonly Fulfillment[];
  readonly refunds?: readonly Refund[];
}

for (const [name, channel] of shownOn(channels, 1)) {
  const words = Object.keys(channel.orders?.includes ?? {});
  if (words.length === 0) continue;
  for (const shop of ['demo', 'small', ...(OTHER_SHOPS[name] ?? [])])
    test(`${name}, ${shop}: every line is one of the order, and what was given back is what the order lacks`, async () => {
      const user = shop === 'demo' ? shop : await service.link(name, shop);
      const body = { ...everything(service, name), limit: isAll ? 100 : 30, include: words.join() };
      const { body: answer, status, text } = await service.orders(name, body, { user });
      assert.equal(status, 200, text.slice(0, 300));
      for (const order of answer.Output.result as unknown as readonly Listed[]) {
        const { id, line_items, currency, total_price: total, current_total_price: left } = order;
        const skus = new Map(line_items.map((line) => [line.id, line.sku]));
        for (const parcel of order.fulfillments ?? [])
          for (const line of parcel.line_items)
            assert.deepEqual([skus.has(line.id), line.sku], [true, skus.get(line.id)], `${id}`);
        const refunds = order.refunds ?? [];
        const places = decimals(currency);
        for (const refund of refunds) {
          for (const line of refund.line_items) assert.ok(skus.has(line.line_item_id), `${id}`);
          assert.equal(refund.currency, currency);
          assert.equal(refund.amount?.split('.')[1]?.length ?? 0, places, `${id} ${refund.amount}`);
        }
        if (!words.includes('refunds') || order.cancelled_at !== null) continue;
        assert.deepEqual(sumsOff(order), [], `order ${id}`);
        // On Shopify an amount beside goods and shipping takes nothing off what is left of them.
        const beside = name === 'shopify' ? refunds : [];
        const given = subtract(
          sumOf(refunds, ({ amount }) => amount ?? 'unknown', places),
          sumOf(beside, ({ adjustment_amount }) => adjustment_amount ?? 'unknown', places),
          places,
        );
        if (total !== null && left !== null)
          assert.equal(subtract(total, given, places), left, `order ${id}`);
      }
    });
}

test('another client’s user sees the raw records of its own shop alone', async () => {
  const other = await service.tenant('another-client');
  const user = await other.link('woocommerce', 'small');
  const body = { status: 'any', limit: 5, include: 'raw,refunds' };
  const own = await other.orders('woocommerce', body, { user });
  assert.equal(own.status, 200, own.text.slice(0, 300));
  const host = service.shop('woocommerce', 'small').host;
  const raws = own.body.Output.result.map(({ raw }) => JSON.stringify(raw));
  assert.ok(raws.length > 0 && raws.every((raw) => raw.includes(host)));
  assert.equal((await other.orders('woocommerce', body)).status, 404);
});

test('magento: what the website can sell stands beside what lies in its sources', async () => {
  // It is asked for each variant, of which the small shop has enough.
  const user = await service.link('magento', isAll ? 'demo' : 'small');
  const body = { limit: 50, include: 'salable' };
  const { items } = await service.walk('products', 'magento', body, { user });
  const records = items as unknown as (Product & { salable: Salable[] })[];
  const variants = records.flatMap((one) => one.variants.filter((variant) => variant.inventory_management === 'magento')); // biome-ignore format: one thought
  const salable = new Map(
    records.flatMap((one) => one.salable.map((row) => [row.variant_id, row])),
  );
  assert.ok(variants.length > 10);
  assert.deepEqual(
    variants.map(({ id }) => salable.has(id)),
    variants.map(() => true),
  );
  for (const { id, inventory_quantity } of variants) {
    const { quantity, stock_id } = salable.get(id) as Salable;
    assert.equal(stock_id, '1');
    assert.ok(Number(quantity) <= Number(inventory_quantity), String(id));
  }
  assert.ok(variants.some(({ id, inventory_quantity }) => Number(salable.get(id)?.quantity) < Number(inventory_quantity))); // biome-ignore format: one thought
  assert.equal(salable.size, variants.length, 'what is not counted has no such number');
});

test('a result that is fetched later is the same, to the last digit', async () => {
  const body = { limit: 5, include: 'raw' };
  const now = await service.products('bigcommerce', body);
  const later = await service.products('bigcommerce', body, {
    headers: { prefer: 'respond-async' },
  });
  assert.equal(later.status, 202);
  const { status_url } = later.body as unknown as { readonly status_url: string };
  const address = `${service.origin}${new URL(status_url).pathname}`;
  const headers = { authorization: `Bearer ${service.token}` };
  for (;;) {
    const text = await (await fetch(address, { headers })).text();
    if (JSON.parse(text).status === 'running') continue;
    const resultOf = (one: string) => /"result":(\[.*\])\},"Report"/s.exec(one)?.[1];
    assert.equal(resultOf(text), resultOf(now.text));
    break;
  }
});

test('a word that is none is refused with the one that was meant; a list a channel lacks names those that have it', async () => {
  const wrong = await service.orders('shopify', { include: 'raw,refund' });
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /did you mean \\"refunds\\"\?/);
  const products = await service.products('shopify', { include: 'refunds' });
  assert.equal(codeOf(products), 'invalid_request');
  for (const word of ['fulfillments', 'refunds'] as const) {
    const able = Object.keys(channels).filter((one) => channels[one]?.orders?.includes?.[word]);
    for (const [name, channel] of Object.entries(channels)) {
      if (!channel.orders || able.includes(name)) continue;
      const answer = await service.orders(name, { include: word });
      assert.equal(answer.status, 400);
      assert.equal(codeOf(answer), 'unsupported_include');
      assert.ok(answer.text.includes(able.join(', ')), answer.text);
      assert.deepEqual(answer.body.Report.ExtResources, []);
    }
  }
});

test('every number of a raw record is as the vendor wrote it', async () => {
  isOpen = false;
  await service.close();
  const sent = new Map<string, string>();
  for (const line of readFileSync(exchanges, 'utf8').trim().split('\n')) {
    const { channel, responseBody } = JSON.parse(line);
    sent.set(channel, `${sent.get(channel) ?? ''}\n${responseBody}`);
  }
  for (const [name, found] of numbers) {
    const text = (sent.get(name) ?? '').replaceAll(/":\s+/g, '":');
    for (const number of found) assert.ok(text.includes(number), `${name} never sent ${number}`);
  }
  const all = [...numbers.values()].flatMap((found) => [...found]);
  assert.ok(
    all.some((one) => /\.\d/.test(one)),
    'no vendor wrote a fraction',
  );
});
