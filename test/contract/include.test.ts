// `include`: what it adds to records, what it leaves alone, what it costs, and what is refused.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { channels } from '../../src/channels/index.ts';
import { type Answer, type Service, startService } from '../service.ts';
import { everything } from './expected.ts';

/** What drivers put into native records for themselves: none of it is the vendor's. */
const OURS = [
  'shop_decimals',
  'productsBySku',
  'amazonStock',
  'shopCurrencyCode',
  'catalog_records',
  'author_name',
  'image_records',
  'brand_name',
  'warehouse',
  'stock_items',
  'source_name',
  'source_enabled',
];

/** Lists that stand in the native record, so that including them costs no call. */
const CARRIED: Readonly<Record<string, readonly string[]>> = {
  // What was given back is part of an order's own amounts, so that refunds are read with it anyway.
  woocommerce: ['refunds'],
  bigcommerce: ['refunds'],
  amazon: ['fulfillments'],
  mirakl: ['refunds'],
};

const folder = mkdtempSync(join(tmpdir(), 'manifold-include-'));
process.env.MANIFOLD_SANDBOX_LOG ??= join(folder, 'log');
const logFile = `${process.env.MANIFOLD_SANDBOX_LOG}.${process.pid}.jsonl`;
/** By channel: every number of every raw record with its name, as `"price":12.10`. */
const numbers = new Map<string, Set<string>>();

let service: Service;
let isOpen = true;
before(async () => {
  service = await startService();
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

for (const [name, channel] of Object.entries(channels))
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
          const body = { ...bodyFor(name, kind), limit: 50 };
          await service[kind](name, body);
          const plain = await service[kind](name, body);
          const more = await service[kind](name, { ...body, include: lists.join(' , ') });
          assert.equal(more.status, 200, more.text.slice(0, 300));
          assert.deepEqual(
            more.body.Output.result.map(({ fulfillments: _, refunds: __, ...record }) => record),
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
            assert.equal(added > 0, !CARRIED[name]?.includes(list), `${added} calls for ${list}`);
            for (const record of plain.body.Output.result) assert.ok(!(list in record));
          }
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
  for (const line of readFileSync(logFile, 'utf8').trim().split('\n')) {
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
