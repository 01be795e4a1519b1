// The examples, run as they stand against the service and the sandbox; what they say is looked at.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it, type TestContext } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { shoot, startBrowser } from '../browser/browser.ts';
import { CLIENT, type Service, startService, TODAY } from '../service.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SINCE = new Date(TODAY - 2 * 86_400_000).toISOString();
const SELLING = [
  'shopify',
  'amazon',
  'woocommerce',
  'bol',
  'lightspeed_c',
  'mirakl',
  'bigcommerce',
];
/** Those that other tests run, beside what they are about. */
const ELSEWHERE = { 'embed.js': 'link/embed', 'receiver.js': 'events/receiver' };

describe('the examples', () => {
  let service: Service;
  let folder: string;
  before(async () => {
    service = await startService();
    folder = mkdtempSync(join(tmpdir(), 'manifold-examples-'));
  });
  after(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (t: TestContext, name: string, args: readonly string[] = [], more = {}) => {
    const child = spawn(process.execPath, [resolve(ROOT, 'examples', name), ...args], {
      cwd: folder,
      env: {
        ...{ PATH: process.env.PATH ?? '', PORT: '0', MANIFOLD_URL: service.origin },
        ...{ CLIENT_ID: CLIENT.id, CLIENT_SECRET: CLIENT.secret, USER_ID: 'demo', TZ: 'UTC' },
        ...more,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.after(() => child.kill('SIGKILL'));
    return child;
  };
  /** What one says until its end. */
  const run = async (t: TestContext, name: string, ...args: readonly string[]) => {
    const child = start(t, name, args, { CHANNELS: 'mirakl' });
    const pieces: Buffer[] = [];
    child.stdout.on('data', (piece) => pieces.push(piece));
    const [code] = await once(child, 'close');
    assert.equal(code, 0);
    return Buffer.concat(pieces).toString();
  };
  /** Where one that serves pages is. */
  const serve = async (t: TestContext, name: string, more = {}) => {
    let said = '';
    for await (const piece of start(t, name, [], more).stdout) {
      said += piece;
      const [, url] = /open (http:\/\/localhost:\d+)/.exec(said) ?? [];
      if (url !== undefined) return url;
    }
    throw new Error(`${name} ended: ${said}`);
  };
  const ordersOf = (channel: string, query: object) =>
    service.walk('orders', channel, { limit: 100, status: 'any', ...query });

  it('are short, say how they are run, and are all run', () => {
    const here = readFileSync(fileURLToPath(import.meta.url), 'utf8');
    const names = readdirSync(join(ROOT, 'examples')).filter((name) =>
      /^(?!client\.).+\.js$/.test(name),
    );
    assert.ok(names.length >= 7);
    for (const name of names) {
      const text = readFileSync(join(ROOT, 'examples', name), 'utf8');
      assert.match(text, /^(\/\/.*\n)+\/\/ {3}npm start/, name);
      assert.ok(text.includes(`examples/${name}`), `${name} says how it is run`);
      assert.ok(text.split('\n').length < 100, `${name} is short`);
      const place = ELSEWHERE[name as keyof typeof ELSEWHERE];
      const test = place ? readFileSync(join(ROOT, 'test', `${place}.test.ts`), 'utf8') : here;
      assert.ok(test.includes(`${name}'`), `${name} is run`);
    }
  });

  it('first order', async (t) => {
    const { body } = await service.orders('amazon', { limit: 1 });
    const [order] = body.Output.result;
    const said = (await run(t, 'first-order.js', 'amazon')).split('\n');
    assert.equal(
      said[0],
      `${order?.name ?? order?.id} of ${order?.created_at}, ${order?.financial_status}`,
    );
    assert.equal(said.at(-2), `  total ${order?.total_price} ${order?.currency}`);
    assert.ok(said.length >= 4);
  });

  it('orders to CSV', async (t) => {
    const [head, ...lines] = (await run(t, 'orders-to-csv.js', SINCE)).trimEnd().split('\n');
    assert.equal(
      head,
      'channel_name,id,name,created_at,email,financial_status,fulfillment_status,currency,total_price',
    );
    const expected = [];
    for (const channel of SELLING) {
      const { items } = await ordersOf(channel, { fields: 'id', created_at_min: SINCE });
      for (const { id } of items) expected.push(`${channel},${id}`);
    }
    assert.ok(expected.length > SELLING.length);
    const found = lines.map((line) => line.split(',', 2).join());
    assert.deepEqual(found.sort(), expected.sort());
    for (const line of lines) assert.match(line, /,[A-Z]{3},-?\d+\.\d+$/);
  });

  it('sync to SQLite: whole after the first run, nothing twice after the second', async (t) => {
    const { items } = await ordersOf('bol', { updated_at_max: new Date(TODAY).toISOString() });
    const first = await run(t, 'sync-to-sqlite.js', 'orders.db', 'bol');
    assert.match(first, new RegExp(`\n${items.length} orders in orders\\.db\n$`));
    assert.match(first, /orders, complete until later\n/);
    const second = await run(t, 'sync-to-sqlite.js', 'orders.db', 'bol');
    assert.match(second, new RegExp(`\n?${items.length} orders in orders\\.db\n$`));
    const db = new DatabaseSync(join(folder, 'orders.db'));
    const rows = db.prepare('select record from orders order by id').all();
    db.close();
    const byId = (a: Record<string, unknown>, b: Record<string, unknown>) =>
      String(a.id) < String(b.id) ? -1 : 1;
    assert.deepEqual(
      rows.map(({ record }) => JSON.parse(String(record))),
      items.toSorted(byId),
    );
  });

  it('a warehouse: tables for each record and each line, exact to the cent', async (t) => {
    const said = await run(t, 'warehouse.js', 'warehouse.db', '--once');
    assert.match(said, /\n\{"step":"up_to_date".+"missing":\[\]\}\n$/);
    const { items } = await ordersOf('mirakl', { updated_at_max: new Date(TODAY).toISOString() });
    const db = new DatabaseSync(join(folder, 'warehouse.db'));
    const rows = db.prepare('select id, total_price, record from orders').all();
    const lines = db.prepare('select count(*) as n from order_lines').get();
    db.close();
    const found = new Map(rows.map(({ id, ...row }) => [id, row]));
    assert.equal(found.size, items.length);
    for (const item of items) {
      assert.equal(found.get(String(item.id))?.total_price, item.total_price);
      assert.deepEqual(JSON.parse(String(found.get(String(item.id))?.record)), item);
    }
    const all = items.flatMap(({ line_items }) => line_items);
    assert.equal(lines?.n, all.length);
  });

  it('the guide "keep a copy": its code keeps one, and finds what is deleted', async (t) => {
    const guide = readFileSync(join(ROOT, 'docs/keep-a-copy.md'), 'utf8');
    const [copying = '', sweeping = ''] = [...guide.matchAll(/```js\n([\s\S]+?)```/g)].map(
      ([, code]) => code,
    );
    assert.ok(copying.trimEnd().split('\n').length <= 42, 'forty lines');
    // In the place of what the guide names. Of two records that are not there, the young one is
    // deleted; the other may only be older than bol shows orders.
    const young = JSON.stringify({ updated_at: new Date(TODAY).toISOString() });
    const absent = `put.run('C00000ZZZZ', '${young}'); put.run('A000000OLD', '{}');`;
    const program = `${copying}\n${absent}\n${sweeping}`
      .replace(
        "'@manifold-commerce/client'",
        `'${pathToFileURL(join(ROOT, 'client/src/index.ts'))}'`,
      )
      .replace('http://localhost:8080', service.origin)
      .replace('demo-client', CLIENT.id)
      .replace('demo-secret', CLIENT.secret)
      .replaceAll('demo-user', 'demo')
      .replaceAll('shopify', 'bol');
    writeFileSync(join(folder, 'guide.mjs'), program);
    await run(t, join(folder, 'guide.mjs'));
    const db = new DatabaseSync(join(folder, 'copy.db'));
    const ids = db.prepare('select id from orders order by id').all();
    db.close();
    const { items } = await ordersOf('bol', { updated_at_max: new Date(TODAY).toISOString() });
    assert.deepEqual(
      ids.map(({ id }) => id),
      ['A000000OLD', ...items.map(({ id }) => String(id))].sort(),
    );
  });

  it('magic link in an application', async (t) => {
    const url = await serve(t, 'magic-link.js');
    const away = await fetch(`${url}/connect`, { redirect: 'manual' });
    assert.equal(away.status, 303);
    const link = new URL(away.headers.get('location') ?? '');
    const page = await (await fetch(`${service.origin}${link.pathname}${link.search}`)).text();
    assert.match(page, /Ada/);
    assert.equal(
      await (await fetch(`${url}/connected`)).text(),
      'Nothing is linked yet: open /connect.',
    );
    assert.equal((await fetch(`${url}/elsewhere`)).status, 404);
  });

  it('a dashboard, as a browser shows it', async (t) => {
    const url = await serve(t, 'dashboard.js', { NOW: new Date(TODAY).toISOString() });
    const since = new Date(TODAY - 7 * 86_400_000).toISOString();
    const browser = await startBrowser();
    t.after(() => browser.close());
    const page = await browser.newPage();
    const errors: unknown[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await page.goto(url);
    await page.waitForSelector('tbody tr');
    const cards = await page.$$eval('article', (found) =>
      found.map((card) => [
        card.querySelector('h2')?.textContent,
        Number(card.querySelector('b')?.textContent),
      ]),
    );
    const expected = [];
    for (const channel of SELLING)
      expected.push([
        channel,
        (await ordersOf(channel, { fields: 'id', created_at_min: since })).items.length,
      ]);
    assert.deepEqual(cards.sort(), expected.sort());
    assert.equal((await page.$$('tbody tr')).length, 20);
    await shoot(page, 'dashboard');
    assert.deepEqual(errors, []);
  });
});
