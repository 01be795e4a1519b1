// One of two instances is killed at every step of its writes: no parcel twice, no intent forgotten.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises';
import type { Sandbox } from '../../sandbox/server.ts';
import type { Order } from '../../src/model/order.ts';
import type { Product } from '../../src/model/product.ts';
import type { WriteOperation } from '../../src/model/writes.ts';
import { SCOPES } from '../../src/tokens/scopes.ts';
import { ask } from '../instances/asking.ts';
import { linkUser } from '../instances/house.ts';
import { startPostgres, type TestPostgres } from '../postgres.ts';
import { openRaw } from '../store/databases.ts';
import { DEMO_CLIENT, getToken } from '../token.ts';
import { until } from '../until.ts';
import { type Met, openKilling, type Victim } from './killing.ts';
import { write } from './writing.ts';

/** Of each kind on each database; `npm run kills` makes it a thousand of all. */
const KILLS = Number(process.env.WRITE_KILLS ?? 5);
const MINUTE = 60_000;
/** Kills before the vendors' catalogue is set back. */
const MOST_A_ROUND = 10;
/** Records that are looked at. */
const ENOUGH = 1000;
/** An answer is on its way for so long, at the most. */
const FEW_MS = 10;
const LOOK_EVERY = 100;

/** What the process is doing when it is killed. */
const MOMENTS = ['stored', 'arrived', 'done', 'answered', 'read back'] as const;

interface Kind {
  readonly channel: string;
  readonly shop: string;
  readonly operation: WriteOperation;
  /** A request that writes. */
  readonly writes: RegExp;
  /** Calls to the vendor for the items of one call. */
  readonly calls: number;
}

/** Items of a call that is killed. */
const EACH = 4;
const KINDS: readonly Kind[] = [
  {
    ...{ channel: 'shopify', shop: 'writable', operation: 'fulfillments', calls: EACH },
    writes: /fulfillmentCreate/,
  },
  // The one that its vendor makes idempotent.
  {
    ...{ channel: 'shopify', shop: 'writable', operation: 'stock', calls: 1 },
    writes: /inventorySetQuantities/,
  },
  {
    ...{ channel: 'bigcommerce', shop: 'writable', operation: 'fulfillments', calls: EACH },
    writes: /^POST \S+\/shipments /,
  },
  // It answers before it is done.
  {
    ...{ channel: 'bol', shop: 'demo', operation: 'fulfillments', calls: EACH },
    writes: /^POST \/retailer\/shipments /,
  },
];

/** What an item is known by in requests and in the vendor's catalogue. */
const markOf = (at: number): string => String(7_000_000 + at);
const MARK = /\b7\d{6}\b/g;

/** How often the vendors have it. */
function held({ catalogue }: Sandbox, mark: string): number {
  const parcels = catalogue.orders.flatMap(({ fulfilments }) => fulfilments);
  const counted = catalogue.products.filter(({ variants }) =>
    variants.some(({ stock }) => stock.levels.some(({ available }) => String(available) === mark)),
  );
  return counted.length + parcels.filter(({ trackingNumber: number }) => number === mark).length;
}

interface Asked {
  readonly key: string;
  readonly executionId: string | undefined;
  readonly items: readonly object[];
  readonly marks: readonly string[];
}

async function killed(t: TestContext, kind: Kind, databaseUrl: string | undefined) {
  const { channel, operation } = kind;
  const killing = await openKilling(channel, databaseUrl);
  const { sandbox, place } = killing;
  let survivor = await killing.survivor();
  t.after(async () => {
    await survivor.app.close();
    await killing.close();
  });
  await survivor.app.tokens.clients.create({ ...DEMO_CLIENT, name: 'Killed', scopes: SCOPES });
  const store = sandbox.stores.find((one) => one.channel === channel);
  const shop = store?.shops.find(({ name }) => name === kind.shop);
  await linkUser(survivor.app.store, 'merchant', channel, shop ?? assert.fail('no such shop'));
  const db = await openRaw(place, t);
  const as = { channel, user: 'merchant' };
  const alive = async () => ({
    origin: survivor.origin,
    token: await getToken(survivor.origin, DEMO_CLIENT),
  });
  const things = await writable();
  const perRound = Math.min(MOST_A_ROUND, Math.floor(things.length / EACH));
  assert.ok(perRound > 0, `${things.length} can be written`);
  const figures = new Map<string, number>();
  const count = (name: string) => figures.set(name, (figures.get(name) ?? 0) + 1);
  /** How often each was asked of the vendor. */
  const arrived = new Map<string, number>();
  const said = () => JSON.stringify(Object.fromEntries([...figures].sort()));
  let made = 0;

  for (let begun = 0; begun < KILLS; begun += perRound) {
    const asked: Asked[] = [];
    const kills = Math.min(perRound, KILLS - begun);
    const { token } = await alive();
    // An embedded database has one process: the next one settles what the last one left.
    if (!databaseUrl) await survivor.app.close();
    let next = killing.victim();
    for (let each = 0; each < kills; each++) {
      const victim = await next;
      // Where two may run, the next one starts meanwhile.
      const isLast = each + 1 === kills;
      if (databaseUrl && !isLast) next = killing.victim();
      const some = things.slice(each * EACH, (each + 1) * EACH);
      asked.push(await killOne(victim, token, begun + each, some));
      if (!databaseUrl && !isLast) next = killing.victim();
    }
    killing.watch({});
    if (!databaseUrl) survivor = await killing.survivor();
    await settleAll();
    for (const one of asked) await verify(one);
    sandbox.changes.reset();
    arrived.clear();
    // It takes an hour: who waits sees how far it is.
    if (KILLS > perRound) console.error(`${t.name}: ${begun + kills} kills`, said());
    // A dead holder is missed after half a minute.
    await db.deleteFrom('place').where('key', 'like', 'write/%').execute();
  }
  t.diagnostic(`${KILLS} kills: ${said()}`);

  /** Items without their marks: a piece of each order, or one variant of each product. */
  async function writable(): Promise<readonly ((mark: string) => object)[]> {
    const asking = await alive();
    const found: Record<string, unknown>[] = [];
    const query = new URLSearchParams({ channel, tpUserId: 'merchant' });
    const path = operation === 'stock' ? 'Products' : 'Orders';
    let next: string | undefined;
    do {
      const { status, body } = await ask(asking, `/Unified/${path}?${query}`, {
        ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
        body: JSON.stringify({ limit: 100, ...(next && { next_page_token: next }) }),
      });
      assert.equal(status, 200, JSON.stringify(body));
      found.push(...body.Output.result);
      next = body.Output.next_page_token;
    } while (next !== undefined && found.length < ENOUGH);
    const all =
      operation === 'stock'
        ? (found as unknown as Product[]).flatMap(({ variants: [variant] }) =>
            variant?.inventory_levels.length === 1
              ? [(mark: string) => ({ variant_id: variant.id, available: Number(mark) })]
              : [],
          )
        : (found as unknown as Order[]).flatMap(({ id, cancelled_at, line_items }) => {
            const { id: line } =
              line_items.find(({ fulfillable_quantity: left }) => (left ?? 0) > 0) ?? {};
            return line && cancelled_at === null ? [(mark: string) => parcel(id, line, mark)] : [];
          });
    // Some are on hold, or another's to ship.
    const some = all.slice(0, 100);
    const items = some.map((thing) => thing(markOf(0)));
    const dry = await write(asking, operation, items, {
      ...{ ...as, more: { dry_run: true }, prefer: 'wait=60' },
    });
    return some.filter((_, at) => dry.result[at]?.outcome === 'accepted');
  }

  async function killOne(
    victim: Victim,
    token: string,
    turn: number,
    some: readonly ((mark: string) => object)[],
  ): Promise<Asked> {
    const moment = MOMENTS[turn % MOMENTS.length] ?? 'stored';
    const nth = 1 + (Math.floor(turn / MOMENTS.length) % kind.calls);
    const marks = some.map(() => markOf(made++));
    const items = some.map((thing, at) => thing(marks[at] ?? ''));
    const before = await executions();
    const [met, gone] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()];
    const stands = (at: string) => {
      met.resolve(at);
      return gone.promise;
    };
    let [sent, answers] = [0, 0];
    const isMine = ({ agent }: Met) => agent.includes(victim.name);
    const writes = ({ request: { method, path, body } }: Met) =>
      kind.writes.test(`${method} ${path} ${body}`);
    killing.watch({
      async arrived(one) {
        if (writes(one))
          for (const mark of new Set(one.request.body.match(MARK)))
            arrived.set(mark, (arrived.get(mark) ?? 0) + 1);
        if (!isMine(one)) return undefined;
        if (!writes(one)) {
          if (answers >= kind.calls) await stands('read back');
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
    count(`killed when ${await met.promise}`);
    isOver = true;
    await victim.kill();
    gone.resolve();
    await Promise.all([call, looking]);
    const [executionId] = [...(await executions()).difference(before)];
    const rows = await rowsOf(executionId);
    for (const at of marks.keys()) {
      const row = rows.find(({ place }) => place === at);
      count(`left behind: ${row ? (row.state === 'done' ? 'settled' : row.sent) : 'nothing'}`);
    }
    return { key, executionId, items, marks };
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

  async function verify({ key, executionId, items, marks }: Asked): Promise<void> {
    const rows = await rowsOf(executionId);
    const were = marks.map((mark) => held(sandbox, mark));
    if (rows.length > 0) {
      const repeat = await write(await alive(), operation, items, { ...as, key });
      const now = repeat.result.map(({ outcome }) => outcome);
      assert.deepEqual(
        now,
        rows.map(({ outcome }) => outcome),
        repeat.text,
      );
    }
    for (const [at, mark] of marks.entries()) {
      const row = rows[at];
      const [is, sent] = [held(sandbox, mark), arrived.get(mark) ?? 0];
      const what = `${mark} ${row?.outcome} ${row?.code}: ${is} there, ${sent} sent`;
      count(`became ${row?.outcome ?? 'nothing'}`);
      assert.equal(is, were[at], `a repeat wrote ${what}`);
      assert.ok(sent <= 1 && is <= sent, what);
      assert.equal(is, row?.outcome === 'confirmed' ? 1 : 0, what);
      assert.notEqual(row?.outcome, 'accepted', what);
      assert.notEqual(row?.outcome, 'unknown', what);
    }
  }
}

const parcel = (order_id: string, line: string, mark: string) => ({
  ...{ order_id, line_items: [{ id: line, quantity: 1 }] },
  ...{ tracking_company: 'postnl', tracking_numbers: [mark] },
});

for (const database of ['the embedded database', 'PostgreSQL'] as const)
  describe(`killed ${KILLS} times on ${database}`, () => {
    let postgres: TestPostgres | undefined;
    before(async () => {
      if (database === 'PostgreSQL') postgres = await startPostgres();
    });
    after(() => postgres?.stop());
    for (const kind of KINDS)
      it(`${kind.channel} ${kind.operation} on ${database}`, async (t) => {
        await killed(t, kind, await postgres?.fresh());
      });
  });
