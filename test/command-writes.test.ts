// The commands that write, against a running service: one item or many, a table that fits, exit codes.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { COMMANDS } from '../src/cli/commands.ts';
import { SCOPES } from '../src/tokens/scopes.ts';
import { CLIENT, type Service, startService } from './service.ts';

const folder = mkdtempSync(join(tmpdir(), 'manifold-writes-'));
const file = (name: string, ...lines: readonly string[]): string => {
  writeFileSync(join(folder, name), lines.join('\r\n'));
  return join(folder, name);
};
let service: Service;
let secret: string;
before(async () => {
  service = await startService({ scopes: SCOPES });
  await service.link('woocommerce', 'demo');
  secret = file('secret', CLIENT.secret);
});
after(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function call(line: readonly string[], columns?: number) {
  const said = { out: '', err: '' };
  const [name = '', ...words] = line;
  const command = await COMMANDS[name]?.load();
  assert.ok(command, name);
  const access = ['--url', service.origin, '--client-id', CLIENT.id, '--secret-file', secret];
  const code = await command([...words, '--user', 'demo', ...access], {
    out: (text) => {
      said.out += `${text}\n`;
    },
    err: (text) => {
      said.err += `${text}\n`;
    },
    columns,
  });
  return { code, ...said };
}

it('one item by options is written and read back; the same again is unchanged', async () => {
  const stock = ['stock', 'set', 'woocommerce', '--variant-id', '1001', '--available', '7'];
  const first = await call([...stock, '--json']);
  assert.deepEqual([first.code, JSON.parse(first.out)[0].outcome], [0, 'confirmed']);
  const again = await call(stock);
  assert.deepEqual([again.code, JSON.parse(again.out).outcome], [0, 'unchanged']);
  const price = ['prices', 'set', 'woocommerce', '--variant-id', '1001', '--price', '60.00'];
  const reduced = await call([...price, '--compare-at-price', '67.50', '--json']);
  assert.equal(JSON.parse(reduced.out)[0].after.compare_at_price, '67.50');
  const ended = await call([...price, '--compare-at-price', 'none', '--json']);
  assert.equal(JSON.parse(ended.out)[0].after.compare_at_price, null);
});

it('a key that cannot be sent was called wrongly, and nothing says that it can be repeated', async () => {
  const stock = ['stock', 'set', 'woocommerce', '--variant-id', '1001', '--available', '7'];
  const { code, err } = await call([...stock, '--key', 'č']);
  assert.equal(code, 2);
  assert.equal(
    err,
    'The key is sent as a header, which takes ASCII alone: letters, digits and signs.\n',
  );
});

it('many from a file are a table that fits 80 columns, with exit code 1 where one is refused', async () => {
  const csv = file(
    'stock.csv',
    '"variant_id",available,if_available',
    '1002,5,',
    '"1003",9,99999',
    '',
    '404404,1,',
  );
  const stock = ['stock', 'set', 'woocommerce', '--csv', csv];
  const tried = await call([...stock, '--dry-run'], 80);
  assert.equal(tried.code, 1);
  assert.match(tried.err, /3 items: 1 would be written, 2 refused\. Nothing was written\./);
  assert.match(tried.out, /^ {4}POST https:\/\//m);
  assert.match(
    tried.out,
    /^# +RECORD +OUTCOME +BEFORE → ASKED\n1 +1002 +would be written +\d+ → 5\n/,
  );
  const { code, out, err } = await call(stock, 80);
  assert.equal(code, 1);
  const lines = out.trimEnd().split('\n');
  for (const line of lines) assert.ok([...line].length <= 80, line);
  assert.match(lines[0] ?? '', /^# +RECORD +OUTCOME +BEFORE → AFTER$/);
  assert.match(lines[1] ?? '', /^1 +1002 +confirmed +\d+ → 5$/);
  assert.match(lines[2] ?? '', /^2 +1003 +refused +\d+$/);
  assert.match(lines[3] ?? '', /^ {4}stock_moved: There are \d+, not 99999/);
  assert.match(err, /3 items: 1 confirmed, 2 refused\.\n/);
});

it('more than one call takes go in several, and a repeat with the key writes nothing again', async () => {
  const rows = Array.from({ length: 103 }, (_, n) => `no-${n},1`);
  const csv = file('many.csv', 'variant_id,available', ...rows);
  const stock = ['stock', 'set', 'woocommerce', '--csv', csv, '--key', 'monday', '--json'];
  const first = await call(stock);
  assert.deepEqual(
    JSON.parse(first.out).map(({ index }: { index: number }) => index),
    rows.map((_, n) => n),
  );
  assert.equal((await call(stock)).out, first.out);
});

it('lines, lists and switches are read as the item has them', async () => {
  const { body } = await service.orders('woocommerce', { limit: 1 }, { user: 'demo' });
  const [order] = body.Output.result;
  const [line] = (order?.line_items ?? []) as { id: string }[];
  const id = String(order?.id);
  const csv = file(
    'parcels.csv',
    'order_id,line_items,tracking_company,tracking_numbers,notify_customer',
    `${id},${line?.id}:999;${line?.id}:1,PostNL,3SA;3SB,false`,
  );
  const { code, out } = await call(['orders', 'ship', 'woocommerce', '--csv', csv, '--json']);
  assert.deepEqual([code, JSON.parse(out)[0].outcome], [1, 'refused']);
  const whole = ['orders', 'ship', 'woocommerce', '--order-id', id, '--tracking-numbers', '3SA'];
  const { out: rehearsed } = await call([...whole, '--dry-run'], 80);
  assert.match(rehearsed, /would be written +0\/(\d+) → \1\/\1 shipped$/m);
  const shipped = JSON.parse((await call([...whole, '--json'])).out)[0];
  assert.deepEqual([shipped.outcome, shipped.after.tracking_numbers], ['confirmed', ['3SA']]);
  const prices = ['prices', 'set', 'woocommerce', '--variant-id', '1002', '--price', '7.50'];
  const reduced = await call([...prices, '--compare-at-price', '9.00'], 80);
  assert.match(reduced.out, /^1 +1002 +confirmed +\S+ → 7\.50 \(was 9\.00\) EUR$/m);
});

it('what is typed or filed wrongly is refused before anything is asked, with its place', async () => {
  const stock = ['stock', 'set', 'woocommerce'];
  for (const [line, said] of [
    [stock, /Say --variant-id, or give a file with --csv/],
    [
      [...stock, '--variant-id', '1', '--available', 'nine'],
      /"--available" is a whole number from 0, not "nine"/,
    ],
    [[...stock, '--variant-id', '1', '--csv', 'x.csv'], /leave out --variant-id/],
    [
      [...stock, '--csv', file('a.csv', 'variant_id,avialable', '1,2')],
      /column "avialable", which is no field.*available/,
    ],
    [[...stock, '--csv', file('b.csv', 'variant_id', '1')], /lacks the column "available"/],
    [
      [...stock, '--csv', file('c.csv', 'variant_id,available', '1,2', '1,x')],
      /"available" in line 3 of .*c\.csv/,
    ],
    [
      [...stock, '--csv', file('d.csv', 'variant_id,available', '1')],
      /line 2 of .*there are 1 cells, and 2/,
    ],
    [
      [...stock, '--csv', file('e.csv', 'variant_id,available', '"1,2')],
      /line 2 of .* quotation mark/,
    ],
    [[...stock, '--csv', file('f.csv', 'variant_id,available')], /has no item/],
    [
      ['orders', 'ship', 'woocommerce', '--order-id', '1', '--line-items', 'one'],
      /written id:quantity;id:quantity/,
    ],
  ] as const) {
    const { code, out, err } = await call(line);
    assert.ok(code === 1 || code === 2, `${code}`);
    assert.equal(out, '');
    assert.match(err, said);
  }
});
