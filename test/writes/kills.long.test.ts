// One of two instances is killed at every step of its writes, on every channel: no parcel twice, no intent forgotten.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises';
import type { StoreRequest } from '../../sandbox/store.ts';
import type { AskedCall, WriteOperation } from '../../src/model/writes.ts';
import { SCOPES } from '../../src/tokens/scopes.ts';
import { linkUser } from '../instances/house.ts';
import { startPostgres, type TestPostgres } from '../postgres.ts';
import { openRaw } from '../store/databases.ts';
import { DEMO_CLIENT, getToken } from '../token.ts';
import { until } from '../until.ts';
import { type Met, openKilling, type Victim } from './killing.ts';
import { dryRun, KINDS, type Thing, writable, writableShop } from './things.ts';
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
/** Of a product, as a rule, at the most. */
const VARIANTS = 4;

/** What the process is doing when it is killed. */
const MOMENTS = ['stored', 'arrived', 'done', 'answered', 'read back'] as const;

/** The names of instances, as their vendors see them. */
const INSTANCE = /survivor|victim\d+x/;

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
  await linkUser(survivor.app.store, 'merchant', channel, writableShop(sandbox, channel));
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

  /** What is written by the calls that are killed, a record by one only, and what each asks of the vendor. */
  async function aimsOf(operation: WriteOperation, most: number): Promise<readonly Aim[]> {
    const at = { ...{ ...as, sandbox }, asking: await alive() };
    const all = await writable(at, operation, VARIANTS * most * EACH);
    const fit = [...new Map(all.map((thing) => [thing.record, thing])).values()];
    assert.ok(fit.length > 0, 'something can be written');
    // A small shop has fewer.
    const each = Math.min(EACH, fit.length);
    const aims: Aim[] = [];
    for (let from = 0; from + each <= fit.length && aims.length < most; from += each) {
      const things = fit.slice(from, from + each);
      const { result, text } = await dryRun(at, operation, things);
      const calls = new Map<string, AskedCall>();
      for (const call of result.flatMap((one) => one.calls ?? []))
        calls.set(JSON.stringify(call), call);
      assert.ok(calls.size > 0, text);
      aims.push({ things, calls: [...calls.values()] });
    }
    return aims;
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
