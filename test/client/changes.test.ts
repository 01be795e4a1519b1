// The client follows what changes, and keeps a copy of it: in this process, where each step can be held.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { openKept } from '../../client/src/copy/kept.ts';
import { declarations, rowOf, TABLES } from '../../client/src/copy/tables.ts';
import {
  type ChangeBatch,
  type CopyStep,
  type Fetch,
  Manifold,
  ManifoldError,
  sqliteTarget,
} from '../../client/src/index.ts';
import { type House, openHouse } from '../changes/house.ts';
import { CLIENT } from '../service.ts';

const MINUTE = 60_000;
const MINE = { user: 'demo', channel: 'sharetribe', resource: 'products' } as const;

describe('changes of the client', () => {
  let house: House;
  let manifold: Manifold;
  before(async () => {
    house = await openHouse();
    manifold = open();
  });
  after(() => house.close());

  const open = (more: { readonly fetch?: Fetch } = {}) =>
    new Manifold({
      ...{ url: house.origin, clientId: CLIENT.id, clientSecret: CLIENT.secret },
      ...{ now: house.now, patience: { tries: 1 }, ...more },
    });
  const codeOf = async (work: Promise<unknown>): Promise<string> => {
    const error = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof ManifoldError, String(error));
    return error.code;
  };

  it('makes, changes, lists, shows and ends watches', async () => {
    const made = await manifold.watches.put({ ...MINE, every: 60, since: new Date(house.now()) });
    assert.deepEqual([made.tpUserId, made.channel, made.resource], Object.values(MINE));
    const { id } = await manifold.watches.put({ ...MINE, every: 3600, sweep: 2 });
    assert.equal(id, made.id);
    const shown = await manifold.watches.get(id);
    assert.deepEqual([shown.every, shown.sweep], [3600, 2]);
    const other = await manifold.watches.put({ ...MINE, channel: 'mirakl' });
    const ids = async (filters: object) =>
      (await Array.fromAsync(manifold.watches.list(filters))).map((one) => one.id);
    assert.deepEqual(await ids({ channel: 'sharetribe' }), [id]);
    assert.deepEqual((await ids({ user: 'demo' })).toSorted(), [id, other.id].toSorted());
    await manifold.watches.delete(other.id);
    assert.equal(await codeOf(manifold.watches.get(other.id)), 'not_found');
    assert.equal(await codeOf(manifold.watches.put({ ...MINE, user: 'unknown' })), 'unknown_user');
    await manifold.watches.delete(id);
  });

  it('goes through the log to its end, or on as it comes, from a cursor', async () => {
    await manifold.watches.put({ ...MINE, every: 60 });
    await manifold.watches.put({ ...MINE, resource: 'orders', channel: 'woocommerce', every: 60 });
    await house.pass(20 * MINUTE);
    const read = async (cursor?: string, more = {}) => {
      const batches = await Array.fromAsync(manifold.changes({ cursor, follow: false, ...more }));
      const { cursor: last = '' } = batches.at(-1) ?? {};
      return { changes: batches.flatMap(({ changes }) => changes), cursor: last };
    };
    const { cursor } = await read();
    const waiting = manifold.changes({ cursor, wait: 20, include: 'record' });
    const first = waiting[Symbol.asyncIterator]().next();
    house.sandbox.changes.random(60, 7);
    await house.pass(20 * MINUTE);
    const { value } = await first;
    const batch = value as ChangeBatch;
    const records = batch.changes.filter(({ record }) => record != null);
    assert.ok(records.length > 0);
    for (const { id, record } of records) assert.equal(record?.id, id);

    const all = await read(cursor, { limit: 7 });
    assert.ok(all.changes.length > 20);
    for (const filter of [{ channel: 'sharetribe' }, { resource: 'orders' }, { user: 'unknown' }]) {
      const [[name = '', wanted]] = Object.entries(filter) as [[string, string]];
      const key = name === 'user' ? 'tpUserId' : (name as 'channel');
      const expected = all.changes.filter((one) => one[key] === wanted);
      assert.deepEqual((await read(cursor, filter)).changes, expected);
    }
    assert.deepEqual((await read(all.cursor)).changes, []);
    assert.deepEqual((await read('now')).changes, []);
    assert.equal(await codeOf(read('made-up')), 'invalid_cursor');
  });

  it('says that a cursor is too old, and stops when it is asked to', async () => {
    const batches = await Array.fromAsync(manifold.changes({ follow: false, limit: 1 }));
    const old = batches[0]?.cursor;
    const stopping = new AbortController();
    const end = batches.at(-1)?.cursor;
    const next = manifold.changes({ cursor: end, signal: stopping.signal })[Symbol.asyncIterator]();
    const ended = next.next().then(
      () => undefined,
      (reason: unknown) => reason,
    );
    stopping.abort('enough');
    assert.equal(await ended, 'enough');
    house.forward(31 * 24 * 60 * MINUTE);
    const read = Array.fromAsync(manifold.changes({ cursor: old, follow: false }));
    assert.equal(await codeOf(read), 'cursor_expired');
  });

  /** One run to the end. */
  async function copied(db: DatabaseSync, by = manifold): Promise<readonly CopyStep[]> {
    const choice = { channels: ['sharetribe', 'woocommerce'], resources: ['products'] } as const;
    return await Array.fromAsync(by.copy({ to: sqliteTarget(db), ...choice, once: true }));
  }
  /** What the first load has, which each test goes on from: what is shown comes after it. */
  let loaded: Uint8Array | undefined;
  async function loadedCopy(by = manifold): Promise<DatabaseSync> {
    const db = new DatabaseSync(':memory:');
    if (loaded) db.deserialize(loaded);
    else {
      await copied(db, by);
      loaded = db.serialize();
    }
    return db;
  }
  const troubles = (steps: readonly CopyStep[]) =>
    steps.flatMap((one) => (one.step === 'trouble' ? [one.code] : []));

  it('takes its place at the end of the log before it loads anything, and walks no older entries', async () => {
    const asked: string[] = [];
    const noting = open({
      fetch: (url, init) => {
        asked.push(url);
        return fetch(url, init);
      },
    });
    await loadedCopy(noting);
    const data = asked.filter((url) => /Changes\?|Watches|Unified/.test(url));
    assert.match(data[0] ?? '', /Changes\?cursor=now&/);
    assert.equal(data.filter((url) => url.includes('Changes?cursor=now')).length, 1);
    assert.ok(data.every((url) => !url.includes('Changes?') || url.includes('cursor=')));
  });

  it('reads everything again where its place in the log is lost, and marks what is gone', async () => {
    const db = await loadedCopy();
    db.exec(`insert into products (tp_user_id, channel, id, read_at, record)
        values ('demo', 'woocommerce', '99999999', '2026-01-01T00:00:00.000Z', '{}');
      update copy_state set cursor = 'lost'`);
    const steps = await copied(db);
    assert.deepEqual(troubles(steps), ['invalid_cursor']);
    const unread = db.prepare('select id, code from copy_unread').all();
    assert.deepEqual(
      unread.map(({ id, code }) => [id, code]),
      [['99999999', 'not_listed']],
    );
    const marked = () => db.prepare("select deleted_at from products where id = '99999999'").get();
    assert.equal(marked()?.deleted_at, null);
    house.forward(15 * MINUTE);
    await copied(db);
    assert.notEqual(marked()?.deleted_at, null);
    await isTruth(db);
  });

  it('copies what could not be read when it can be read, and names it until then', async () => {
    const db = await loadedCopy();
    const count = () => db.prepare('select count(*) as n from copy_unread').get()?.n;
    assert.equal(count(), 0);
    house.sandbox.changes.random(60, 8);
    await house.pass(20 * MINUTE);
    const unable = open({
      fetch: async (url, init) =>
        url.includes('Unified/Products?channel=woocommerce')
          ? Response.json(
              { Errors: { code: 'channel_failed', message: 'The channel failed.' }, Output: {} },
              { status: 502 },
            )
          : fetch(url, init),
    });
    const steps = await copied(db, unable);
    assert.deepEqual(troubles(steps), ['channel_failed']);
    assert.ok(Number(count()) > 0);
    const last = steps.at(-1);
    assert.ok(last?.step === 'up_to_date' && last.unread === count());
    const kept = db.prepare('select channel, id, code from copy_unread').all();
    assert.deepEqual(
      [...new Set(kept.map(({ channel, code }) => `${channel} ${code}`))],
      ['woocommerce channel_failed'],
    );
    house.forward(2 * MINUTE);
    await copied(db);
    assert.equal(count(), 0);
    await isTruth(db, ['woocommerce'], false);
  });

  it('is written by one process: the later one goes on, the earlier one ends', async () => {
    const db = new DatabaseSync(':memory:');
    const to = sqliteTarget(db);
    const earlier = manifold.copy({ to, channels: ['sharetribe'] })[Symbol.asyncIterator]();
    await earlier.next();
    await copied(db);
    const rest = async () => {
      for (;;) if ((await earlier.next()).done) return;
    };
    assert.equal(await codeOf(rest()), 'copy_taken_over');
    await isTruth(db);
  });

  it('does not mix the copies of two clients', async () => {
    const db = await loadedCopy();
    db.exec("update copy_state set client_id = 'another'");
    assert.equal(await codeOf(copied(db)), 'invalid_state');
  });

  it('reads what changed before a channel was unlinked when it is linked again', async () => {
    const db = await loadedCopy();
    house.sandbox.changes.random(60, 9);
    await house.pass(20 * MINUTE);
    await manifold.unlink('demo', 'woocommerce');
    assert.ok(troubles(await copied(db)).includes('channel_not_linked'));
    const codes = () => db.prepare('select distinct code from copy_unread').all();
    assert.deepEqual(
      codes().map(({ code }) => code),
      ['channel_not_linked'],
    );
    await house.link('woocommerce', 'demo');
    await house.pass(20 * MINUTE);
    assert.deepEqual(troubles(await copied(db)), []);
    assert.deepEqual(codes(), []);
    await isTruth(db, ['woocommerce'], false);
  });

  it('loads again what was left out for a while', async () => {
    const db = await loadedCopy();
    const to = sqliteTarget(db);
    await Array.fromAsync(manifold.copy({ to, channels: ['woocommerce'], resources: ['products'], once: true })); // biome-ignore format: one line
    const steps = await copied(db);
    assert.deepEqual(
      steps.flatMap((one) => (one.step === 'loaded' ? [one.channel] : [])),
      ['sharetribe'],
    );
  });

  it('refuses a channel that there is not, keeps what it has, and names a user that there is not', async () => {
    const db = await loadedCopy();
    const choice = { to: sqliteTarget(db), resources: ['products'], once: true } as const;
    const misspelt = Array.fromAsync(manifold.copy({ ...choice, channels: ['magneto'] }));
    assert.equal(await codeOf(misspelt), 'unsupported_channel');
    assert.ok((await copied(db)).every(({ step }) => step !== 'loaded'));
    const users = ['demo', 'unknown'];
    const steps = Array.fromAsync(manifold.copy({ ...choice, channels: ['sharetribe'], users }));
    const [trouble] = (await steps).filter(({ step }) => step === 'trouble');
    assert.deepEqual(trouble, {
      ...{ step: 'trouble', code: 'unknown_user' },
      message: 'This client has no user "unknown".',
    });
  });

  it('has the tables and columns that the guide names', () => {
    const db = new DatabaseSync(':memory:');
    for (const statement of declarations('sqlite')) db.exec(statement);
    const guide = readFileSync(new URL('../../docs/keep-a-copy.md', import.meta.url), 'utf8');
    const tables = db.prepare("select name from sqlite_schema where type = 'table'").all();
    for (const { name } of tables) {
      const line = guide.split('\n').find((one) => one.startsWith(`| \`${name}\` |`)) ?? '';
      const named = [...line.matchAll(/`(\w+)`/g)].map(([, word]) => word).slice(1);
      const columns = db.prepare(`select name, pk from pragma_table_info('${name}')`).all();
      assert.deepEqual(named.toSorted(), columns.map((column) => column.name).sort());
    }
    assert.equal(tables.length, 7);
  });

  it('what is not wanted any more counts no more among what could not be read', async () => {
    const target = sqliteTarget(new DatabaseSync(':memory:'));
    const kept = await openKept(target, 'app', async () => house.now());
    const scope = { tpUserId: 'demo', channel: 'bol', resource: 'orders' } as const;
    const another = { ...scope, resource: 'products' } as const;
    const fault = { id: '1', code: 'record_unreadable', message: 'It could not be read.' };
    await kept.write({ unread: [scope, another].map((of) => ({ ...of, ...fault })) });
    await kept.write({ drop: [scope] });
    assert.equal(await kept.unreadCount(), 1);
  });

  it('a time that no database would take, as an override may make it, is null in its column', () => {
    const at = Object.keys(TABLES.orders.parent.columns).indexOf('created_at');
    const kept = (created_at: unknown) => rowOf(TABLES.orders.parent, { created_at }, {})[at];
    for (const time of ['2026-11-19T10:00:00+01:00', '2024-02-29T23:59:59.123Z'])
      assert.equal(kept(time), time);
    const wrong = ['1', '2026', 'Nov 19', '2026-02-30T00:00:00Z', '0000-01-01T00:00:00Z'];
    for (const time of [...wrong, '2026-11-19T10:00:00+16:00', '2026-11-19T99:00:00Z', 5, null])
      assert.equal(kept(time), null, String(time));
  });

  /** Rows that are not marked are what the channels have, whether or not what is gone was looked for. */
  async function isTruth(
    db: DatabaseSync,
    channels: readonly string[] = ['sharetribe', 'woocommerce'],
    isWhole = true,
  ): Promise<void> {
    for (const channel of channels) {
      const { items } = await house.walk('products', channel, { limit: 100 });
      const rows = db
        .prepare('select record from products where channel = ? and deleted_at is null')
        .all(channel)
        .map(({ record }): Record<string, unknown> => JSON.parse(String(record)));
      const found = new Map(rows.map((record) => [record.id, record]));
      if (isWhole)
        assert.deepEqual([...found.keys()].sort(), items.map(({ id }) => id).sort(), channel);
      for (const item of items) assert.deepEqual(found.get(item.id), item);
    }
  }
});
