// One of two instances is killed at every step of its writes, on every channel: no parcel twice, no intent forgotten.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises';
import type { StoreRequest } from '../../sandbox/store.ts';
import { channels } from '../../src/channels/index.ts';
import type { Order } from '../../src/model/order.ts';
import type { Product } from '../../src/model/product.ts';
import { type AskedCall, WRITES, type WriteOperation } from '../../src/model/writes.ts';
import { SCOPES } from '../../src/tokens/scopes.ts';
import { ask } from '../instances/asking.ts';
import { linkUser } from '../instances/house.ts';
import { startPostgres, type TestPostgres } from '../postgres.ts';
import { openRaw } from '../store/databases.ts';
import { DEMO_CLIENT, getToken } from '../token.ts';
import { until } from '../until.ts';
import { type Met, openKilling, type Victim } from './killing.ts';
import { write } from './writing.ts';

/** Of each kind on each database; unless given, one of each kind, on the two databases in turn. */
const KILLS = Number(process.env.WRITE_KILLS ?? 0);
const MINUTE = 60_000;
/** Kills before the vendors' catalogue is set back. */
const MOST_A_ROUND = 10;
/** An answer is on its way for so long, at the most. */
const FEW_MS = 10;
const LOOK_EVERY = 100;
/** Items of a call that is killed. */
const EACH = 4;

/** What the process is doing when it is killed. */
const MOMENTS = ['stored', 'arrived', 'done', 'answered', 'read back'] as const;

const KINDS = Object.entries(channels).flatMap(([channel, { writes }]) =>
  WRITES.flatMap((operation) =>
    writes && 'plan' in writes[operation] ? [{ channel, operation }] : [],
  ),
);

/** The names of instances, as their vendors see them. */
const INSTANCE = /survivor|victim\d+x/;

/** Something that can be written, and the record whose writes its vendor counts. */
interface Thing {
  readonly item: object;
  readonly record: string;
}

/** The things of one call that is killed, and what it asks of the vendor. */
interface Aim {
  readonly things: readonly Thing[];
  readonly calls: readonly AskedCall[];
}

interface Asked {
  readonly key: string;
  readonly executionId: string | undefined;
  readonly things: readonly Thing[];
}

/** Where one address takes everything, the document says what a request is. */
function documentOf(body: string | null): unknown {
  return body?.startsWith('{') ? JSON.parse(body).query : undefined;
}
const isOneOf = (calls: readonly AskedCall[], { method, path, body }: StoreRequest): boolean =>
  calls.some(
    (call) =>
      call.method === method &&
      new URL(call.url).pathname === path &&
      (documentOf(call.body) === undefined || documentOf(call.body) === documentOf(body)),
  );

async function killed(t: TestContext, channel: string, databaseUrl: string | undefined) {
  const killing = await openKilling(channel, databaseUrl);
  const { sandbox, place } = killing;
  let survivor = await killing.survivor();
  t.after(async () => {
    await survivor.app.close();
    await killing.close();
  });
  await survivor.app.tokens.clients.create({ ...DEMO_CLIENT, name: 'Killed', scopes: SCOPES });
  const store = sandbox.stores.find((one) => one.channel === channel) ?? assert.fail();
  const [demo = assert.fail('no shop')] = store.shops;
  const shop = store.shops.find(({ name }) => name === 'writable') ?? demo;
  await linkUser(survivor.app.store, 'merchant', channel, shop);
  const db = await openRaw(place, t);
  const as = { channel, user: 'merchant' };
  const alive = async () => ({
    origin: survivor.origin,
    token: await getToken(survivor.origin, DEMO_CLIENT),
  });
  const figures = new Map<string, number>();
  const count = (name: string, by = 1) => figures.set(name, (figures.get(name) ?? 0) + by);
  const said = () => JSON.stringify(Object.fromEntries([...figures].sort()));

  for (const [at, kind] of KINDS.entries())
    if (kind.channel === channel) await killKind(kind.operation, at);
  t.diagnostic(said());

  async function killKind(operation: WriteOperation, at: number): Promise<void> {
    const kills = Math.max(KILLS, 1);
    const aims = await aimsOf(operation, Math.min(MOST_A_ROUND, kills));
    /** What reaches the vendor of what these calls write, from whom it may not. */
    const uncalled: string[] = [];
    const isWrite = ({ request }: Met) => aims.some(({ calls }) => isOneOf(calls, request));
    const guard = async (one: Met) => {
      if (isWrite(one)) uncalled.push(`${one.agent} ${one.request.body}`);
      return undefined;
    };
    for (let begun = 0; begun < kills; begun += aims.length) {
      const asked: Asked[] = [];
      const round = aims.slice(0, kills - begun);
      const { token } = await alive();
      // An embedded database has one process: the next one settles what the last one left.
      if (!databaseUrl) await survivor.app.close();
      let next = killing.victim();
      for (const [each, aim] of round.entries()) {
        const victim = await next;
        // Where two may run, the next one starts meanwhile.
        const isLast = each + 1 === round.length;
        if (databaseUrl && !isLast) next = killing.victim();
        asked.push(await killOne(victim, token, operation, at + begun + each, aim, guard));
        if (!databaseUrl && !isLast) next = killing.victim();
      }
      if (!databaseUrl) survivor = await killing.survivor();
      await settleAll();
      for (const one of asked) await verify(operation, one);
      assert.deepEqual(uncalled, [], 'what a dead process sent is not sent again');
      killing.watch({});
      sandbox.changes.reset();
      // It takes an hour: who waits sees how far it is.
      if (KILLS > 0) console.error(`${t.name} ${operation}: ${begun + round.length} kills`, said());
      // A dead holder is missed after half a minute.
      await db.deleteFrom('place').where('key', 'like', 'write/%').execute();
    }
  }

  /** Things that a dry run would write, a few for each call, and what that would ask of the vendor. */
  async function aimsOf(operation: WriteOperation, most: number): Promise<readonly Aim[]> {
    const asking = await alive();
    const dryRun = async (things: readonly Thing[]) =>
      await write(
        asking,
        operation,
        things.map(({ item }) => item),
        { ...as, more: { dry_run: true }, prefer: 'wait=60' },
      );
    const fit: Thing[] = [];
    // Some are on hold, not counted, or another's to ship.
    for await (const things of thingsOf(operation)) {
      const { result } = await dryRun(things);
      fit.push(...things.filter((_, index) => result[index]?.outcome === 'accepted'));
      if (fit.length >= most * EACH) break;
    }
    assert.ok(fit.length > 0, 'something can be written');
    const aims: Aim[] = [];
    // A small shop has fewer.
    const each = Math.min(EACH, fit.length);
    for (let from = 0; from + each <= fit.length && aims.length < most; from += each) {
      const things = fit.slice(from, from + each);
      const { result, text } = await dryRun(things);
      const calls = new Map<string, AskedCall>();
      for (const call of result.flatMap((one) => one.calls ?? []))
        calls.set(JSON.stringify(call), call);
      assert.ok(calls.size > 0, text);
      aims.push({ things, calls: [...calls.values()] });
    }
    return aims;
  }

  /** A piece of each order, or one variant of each product, page by page. */
  async function* thingsOf(operation: WriteOperation): AsyncGenerator<readonly Thing[]> {
    const [carrier] = Object.keys(channels[channel]?.carriers?.codes ?? {});
    const parcel = {
      ...{ ...(carrier && { tracking_company: carrier }), accept: true },
      tracking_numbers: ['7000001'],
    };
    if (operation !== 'fulfillments') {
      for await (const products of pages<Product>('Products'))
        yield products.flatMap(({ id, variants: [variant] }): readonly Thing[] => {
          if (!variant || !id) return [];
          const { id: variant_id, inventory_levels: levels, price, inventory_quantity } = variant;
          const [level, ...others] = levels;
          const available = (level?.available ?? inventory_quantity ?? 0) + 7;
          const place = others.length > 0 ? { location_id: level?.location_id } : {};
          const wish =
            operation === 'stock'
              ? { ...place, available }
              : { price: price === '43.00' ? '44.00' : '43.00' };
          return [{ record: id, item: { variant_id, ...wish } }];
        });
    } else if (channels[channel]?.orders) {
      for await (const orders of pages<Order>('Orders', { status: 'any' }))
        yield orders.flatMap(({ id, cancelled_at, line_items }) => {
          const { id: line } =
            line_items.find(({ fulfillable_quantity: left }) => (left ?? 1) > 0) ?? {};
          const lines = { line_items: [{ id: line, quantity: 1 }] };
          return line && cancelled_at === null
            ? [{ record: id, item: { order_id: id, ...lines, ...parcel } }]
            : [];
        });
    } else {
      const ids = sandbox.catalogue.orders.toReversed().map((order) => store.orderId(order));
      for (let from = 0; from < ids.length; from += 100)
        yield ids
          .slice(from, from + 100)
          .map((id) => ({ record: id, item: { order_id: id, ...parcel } }));
    }
  }

  async function* pages<Record>(path: string, more = {}): AsyncGenerator<readonly Record[]> {
    const first = { limit: 100, ...more };
    const query = new URLSearchParams({ channel, tpUserId: 'merchant' });
    let next: string | undefined;
    do {
      const { status, body } = await ask(await alive(), `/Unified/${path}?${query}`, {
        ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
        body: JSON.stringify(next ? { next_page_token: next } : first),
      });
      assert.equal(status, 200, JSON.stringify(body));
      yield body.Output.result;
      next = body.Output.next_page_token;
    } while (next !== undefined);
  }

  async function killOne(
    victim: Victim,
    token: string,
    operation: WriteOperation,
    turn: number,
    { things, calls }: Aim,
    guard: (one: Met) => Promise<undefined>,
  ): Promise<Asked> {
    const moment = MOMENTS[turn % MOMENTS.length] ?? 'stored';
    const nth = 1 + (Math.floor(turn / MOMENTS.length) % calls.length);
    const before = await executions();
    const [met, gone] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()];
    const stands = (at: string) => {
      met.resolve(at);
      return gone.promise;
    };
    let [sent, answers] = [0, 0];
    // One vendor wants to see another agent: there only the time says whose a request is.
    const isMine = ({ agent }: Met) => [victim.name, undefined].includes(INSTANCE.exec(agent)?.[0]);
    const writes = ({ request }: Met) => isOneOf(calls, request);
    killing.watch({
      async arrived(one) {
        if (!isMine(one)) return await guard(one);
        if (!writes(one)) {
          if (answers >= calls.length) await stands('read back');
          return undefined;
        }
        sent++;
        // Too late for what was aimed at.
        if (moment === 'stored') await stands('arrived');
        if (moment !== 'arrived' || sent !== nth) return undefined;
        await stands('arrived');
        // It reached the vendor's door and no further, every other time.
        return turn % 2 === 0 ? { status: 0, headers: {}, body: null } : undefined;
      },
      async answering(one) {
        if (isMine(one) && writes(one) && moment === 'done' && sent === nth) await stands('done');
      },
      answered(one) {
        if (!isMine(one) || !writes(one)) return;
        answers++;
        if (moment === 'answered' && sent === nth)
          setTimeout(() => met.resolve('answered'), Math.random() * FEW_MS);
      },
    });
    const key = randomUUID();
    const items = things.map(({ item }) => item);
    const at = { origin: victim.origin, token };
    const call = write(at, operation, items, { ...as, key, prefer: 'wait=30' })
      .then(({ text }) => met.resolve(`too late ${text.slice(0, 300)}`))
      .catch(() => {});
    let isOver = false;
    const looking =
      moment === 'stored' &&
      (async () => {
        while (!isOver && (await executions()).size === before.size) await immediate();
        met.resolve('stored');
      })();
    count('kills');
    count(`killed when ${await met.promise}`);
    isOver = true;
    await victim.kill();
    gone.resolve();
    await Promise.all([call, looking]);
    killing.watch({ arrived: guard });
    assert.ok(sent <= calls.length, `${sent} sent for ${calls.length}`);
    const [executionId] = [...(await executions()).difference(before)];
    const rows = await rowsOf(executionId);
    for (const at of things.keys()) {
      const row = rows.find(({ place }) => place === at);
      count(`left behind: ${row ? (row.state === 'done' ? 'settled' : row.sent) : 'nothing'}`);
    }
    return { key, executionId, things };
  }

  async function executions(): Promise<Set<string>> {
    const rows = await db.selectFrom('write').select('execution_id').distinct().execute();
    return new Set(rows.map(({ execution_id }) => execution_id));
  }
  async function rowsOf(executionId: string | undefined) {
    if (executionId === undefined) return [];
    const which = db.selectFrom('write').selectAll().where('execution_id', '=', executionId);
    return await which.orderBy('place').execute();
  }

  async function settleAll(): Promise<void> {
    await until(
      async () => {
        await pause(LOOK_EVERY);
        killing.forward(MINUTE);
        survivor.app.writes.wake();
        return await db.selectFrom('write').selectAll().where('state', '=', 'waiting').execute();
      },
      'every intent',
      (open) => open.length === 0,
    );
  }

  async function verify(operation: WriteOperation, one: Asked): Promise<void> {
    const { key, executionId, things } = one;
    const rows = await rowsOf(executionId);
    const were = things.map(timesWritten);
    if (rows.length > 0) {
      const items = things.map(({ item }) => item);
      const repeat = await write(await alive(), operation, items, { ...as, key });
      // It had been answered already, and was settled later.
      for (const [at, { outcome }] of repeat.result.entries())
        if (outcome !== 'accepted') assert.equal(outcome, rows[at]?.outcome, repeat.text);
      assert.equal(repeat.result.length, things.length, repeat.text);
    }
    for (const [at, thing] of things.entries()) {
      const row = rows[at];
      const is = timesWritten(thing);
      const what = `${JSON.stringify(thing)} ${row?.outcome} ${row?.code}: written ${is} times`;
      count(`became ${row?.outcome ?? 'nothing'}`);
      assert.equal(is, were[at], `a repeat wrote ${what}`);
      assert.equal(is, row?.outcome === 'confirmed' ? 1 : 0, what);
      assert.notEqual(row?.outcome, 'accepted', what);
      assert.notEqual(row?.outcome, 'unknown', what);
    }
  }

  /** By the vendor's own count: parcels of an order, or changes of a product. */
  function timesWritten({ record }: Thing): number {
    const all = sandbox.changes.written(channel).filter(({ id }) => id === record);
    return all.filter(({ resource, act }) => resource === 'products' || act === 'ship').length;
  }
}

for (const [which, database] of ['the embedded database', 'PostgreSQL'].entries())
  describe(`killed on ${database}`, () => {
    let postgres: TestPostgres | undefined;
    before(async () => {
      if (database === 'PostgreSQL') postgres = await startPostgres();
    });
    after(() => postgres?.stop());
    for (const [at, channel] of [...new Set(KINDS.map((kind) => kind.channel))].entries())
      if (KILLS > 0 || at % 2 === which)
        it(`${channel} on ${database}`, async (t) => {
          await killed(t, channel, await postgres?.fresh());
        });
  });
