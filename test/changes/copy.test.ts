// "manifold copy" as a process that is killed again and again: in the end its tables are what the channels have.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { isAll, isDeep } from '../all.ts';
import { COMPILED } from '../chaos/service-process.ts';
import { openDatabases, type TestDatabases } from '../postgres.ts';
import { CLIENT } from '../service.ts';
import { type House, type Item, openHouse } from './house.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/manifold.mjs', import.meta.url));
/** One that is read by dates and by a scan, and one by its events; with repetitions others too. */
const CHANNELS = [
  'woocommerce',
  'sharetribe',
  ...(isAll ? ['magento', 'bigcommerce', 'shopify'] : []),
];
/** Shops of few orders; with repetitions but one, whose thousands take many pages and lives. */
const USERS: Readonly<Record<string, string>> = isAll
  ? { bigcommerce: 'small', shopify: 'small' }
  : { woocommerce: 'small' };
const ROUNDS = isDeep ? 8 : isAll ? 4 : 1;
/** Milliseconds of a life after its first words. */
const LONGEST_LIFE = isAll ? 4000 : 1500;
const MINUTE = 60_000;

/** A database, and its rows as plain values. */
interface Target {
  readonly to: string;
  rows(sql: string): Promise<readonly Item[]>;
}

describe('a copy that is killed at any moment', () => {
  let house: House;
  let postgres: TestDatabases;
  let targets: readonly Target[];
  const folder = mkdtempSync(join(tmpdir(), 'manifold-copy-'));
  before(async () => {
    house = await openHouse();
    for (const [channel, user] of Object.entries(USERS)) {
      const demo = await house.app.store.users.ensure(house.id, 'demo');
      await house.app.store.credentials.remove({ userId: demo?.id ?? '', channel }, 'by_client');
      await house.link(channel, user);
    }
    postgres = await openDatabases();
    targets = [sqliteAt(join(folder, 'copy.db')), postgresAt(await postgres.fresh())];
  });
  after(async () => {
    await house.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = ({ to }: Target, ...more: readonly string[]): ChildProcess => {
    const channels = CHANNELS.flatMap((channel) => ['--channel', channel]);
    const words = ['copy', '--to', to, ...channels, '--every', '60', '--sweep', '1', '--json'];
    return spawn(process.execPath, [PROGRAM, ...words, ...more], {
      env: {
        ...{ PATH: process.env.PATH, ...COMPILED, MANIFOLD_URL: house.origin },
        ...{ MANIFOLD_CLIENT_ID: CLIENT.id, MANIFOLD_CLIENT_SECRET: CLIENT.secret },
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  };

  /** Its end, and the last of what it said. */
  async function ended(child: ChildProcess) {
    let said = '';
    child.stdout?.on('data', (piece) => {
      said += piece;
    });
    const [code] = await once(child, 'close');
    const steps = said
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    for (const { step } of steps) assert.equal(typeof step, 'string');
    return { code, last: steps.at(-1) };
  }

  async function killed(target: Target): Promise<void> {
    const child = start(target);
    const over = once(child, 'close');
    await Promise.race([child.stdout && once(child.stdout, 'data'), over]);
    child.stdout?.resume();
    await pause(Math.random() * LONGEST_LIFE);
    child.kill('SIGKILL');
    const [code, signal] = await over;
    assert.deepEqual([code, signal], [null, 'SIGKILL']);
  }

  it('has in the end what the channels have', async () => {
    const finish = () => Promise.all(targets.map((target) => ended(start(target, '--once'))));
    await Promise.all(targets.map(killed));
    for (const { code } of await finish()) assert.equal(code, 0);
    for (let round = 0; round < ROUNDS; round++) {
      const lives = Promise.all(targets.map(killed));
      house.sandbox.changes.random(isAll ? 40 : 80, round + 1);
      house.forward(5 * MINUTE);
      house.app.changes.wake();
      await lives;
    }
    // Two looks at everything: what is deleted is missed by the first, and asked for after it.
    for (const minutes of [20, 62, 15, 15]) await house.pass(minutes * MINUTE);
    for (const { code, last } of await finish()) {
      assert.equal(code, 0);
      assert.deepEqual([last.step, last.unread, last.missing], ['up_to_date', 0, []]);
      assert.ok(Date.parse(last.completeUntil) >= house.now() - 5 * MINUTE, last.completeUntil);
    }
    for (const target of targets) await isTruth(target);
  });

  it('ends with a fault when the connection to its database is lost', async (t) => {
    const { searchParams, pathname } = new URL(await postgres.fresh());
    const path = join(searchParams.get('host') ?? '', '.s.PGSQL.5432');
    const sockets: Socket[] = [];
    const between = createServer((socket) => {
      const onward = connect(path);
      for (const one of [socket, onward]) one.on('error', () => {});
      socket.pipe(onward).pipe(socket);
      sockets.push(socket);
    });
    t.after(() => between.close());
    await once(between.listen(0, '127.0.0.1'), 'listening');
    const { port } = between.address() as AddressInfo;
    const child = start(postgresAt(`postgres://manifold@127.0.0.1:${port}${pathname}`));
    const over = once(child, 'close');
    assert.ok(child.stdout);
    await once(child.stdout, 'data');
    child.stdout.resume();
    // No word of the database, which would have a code.
    for (const socket of sockets) socket.end();
    assert.deepEqual(await over, [1, null]);
  });

  async function isTruth({ to, rows }: Target): Promise<void> {
    let marked = 0;
    for (const channel of CHANNELS) {
      const user = USERS[channel] ?? 'demo';
      for (const [parent, child, list, of] of LISTS) {
        if (!house.channel(channel)[parent]) continue;
        const status = parent === 'orders' ? { status: 'any' } : {};
        const { items } = await house.walk(parent, channel, { limit: 100, ...status }, { user });
        const about = `${to.slice(0, 8)} ${channel} ${parent}`;
        const own = `channel = '${channel}' and tp_user_id = '${user}'`;
        const all = await rows(`select * from ${parent} where ${own}`);
        const live = all.filter((row) => row.deleted_at === null && row.left_window_at === null);
        marked += all.length - live.length;
        isSame(new Map(live.map((row) => [row.id, row.record])), byId(items), about);
        const lines = await rows(
          `select * from ${child} where ${own} and deleted_at is null order by position`,
        );
        const found = Map.groupBy(lines, (row) => row[of]);
        for (const item of items)
          assert.deepEqual(
            found.get(item.id)?.map(({ record }) => record) ?? [],
            item[list],
            `${about} ${String(item.id)}`,
          );
        isSame(
          new Map(live.map((row) => [row.id, decimalsOf(row)])),
          new Map(items.map((item) => [item.id, decimalsOf(item)])),
          `decimals of ${about}`,
        );
      }
    }
    assert.ok(marked > 0, 'what is gone is marked');
  }
});

const LISTS = [
  ['orders', 'order_lines', 'line_items', 'order_id'],
  ['products', 'variants', 'variants', 'product_id'],
] as const;

const byId = (items: readonly Item[]) => new Map(items.map((item) => [item.id, item]));

const decimalsOf = ({ subtotal_price, total_price, total_tax, current_total_price }: Item) => ({
  ...{ subtotal_price, total_price, total_tax, current_total_price },
});

/** By what is missing, what is too much, and what differs: thousands of records fill no screen. */
function isSame(
  found: ReadonlyMap<unknown, unknown>,
  truth: ReadonlyMap<unknown, unknown>,
  about: string,
): void {
  const missing = [...truth.keys()].filter((id) => !found.has(id));
  const extra = [...found.keys()].filter((id) => !truth.has(id));
  assert.deepEqual({ missing, extra }, { missing: [], extra: [] }, about);
  assert.ok(truth.size > 0, about);
  for (const [id, record] of truth) assert.deepEqual(found.get(id), record, `${about} ${id}`);
}

const plain = ({ ...row }: Item): Item =>
  typeof row.record === 'string' ? { ...row, record: JSON.parse(row.record) } : row;

const sqliteAt = (file: string): Target => ({
  to: `sqlite:${file}`,
  async rows(sql) {
    const db = new DatabaseSync(file);
    const found = db.prepare(sql).all();
    db.close();
    return found.map(plain);
  },
});

const postgresAt = (url: string): Target => ({
  to: url,
  async rows(sql) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(sql);
    await client.end();
    return rows.map(plain);
  },
});
