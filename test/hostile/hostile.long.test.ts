// The shorter form of `npm run hostile`: the attacks that cost the service more than the machine, all together.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { startNameServer } from '../name-server.ts';
import { lists } from './attacks/answers.ts';
import { clock } from './attacks/clock.ts';
import { attacks } from './attacks/index.ts';
import { names } from './attacks/names.ts';
import { background, calls, receivers } from './attacks/places.ts';
import { breaker, wrongKeys } from './attacks/shops.ts';
import {
  addresses,
  longRules,
  manyChannels,
  manyFields,
  typedAddresses,
  unknownNames,
} from './attacks/texts.ts';
import { startInstance } from './instance.ts';
import { type Beside, harmTo, measure, type Span } from './measure.ts';
import { ATTACKERS, sceneOf } from './run.ts';
import { readsOrders, type Scene } from './scene.ts';
import { openShops } from './shops.ts';
import { heading, rowOf, WIDTH } from './table.ts';

const ATTACKS = [names, lists, breaker, calls, background, receivers, clock, wrongKeys];
/** What the doors refuse. */
const TEXTS = [addresses, typedAddresses, unknownNames, manyFields, manyChannels, longRules];
const LASTS = 3000;
const AFTER = 1500;
const EVERY = 100;
/** Together they keep both cores busy, and so does the test beside this one. */
const TIMES = { median: 20, most: 60 } as const;
const MOST_MEMORY = 1536 * 1024 * 1024;

test('every attack at the same time: the victim is served, and the process lives', async (t) => {
  const shops = await openShops(lists.shops);
  t.after(() => shops.close());
  const nameServer = await startNameServer(names.zone ?? {});
  t.after(() => nameServer.close());
  const instance = await startInstance({
    settings: { ...calls.instance?.settings },
    clock: clock.instance?.clock ?? [],
    nameServer: nameServer.address,
    routes: shops.routes,
    clients: ATTACKERS,
  });
  t.after(() => instance.close());
  const scene = sceneOf(instance, shops, LASTS);
  const victims = {
    'reading orders': readsOrders(scene.victim),
    'waiting for a result': await background.victim?.(scene),
    'waiting for an event': await receivers.victim?.(scene),
  };
  /** All three side by side, each at its own pace. */
  const measured = (milliseconds: number) =>
    Promise.all(
      Object.entries(victims).map(async ([what, call], at) => {
        if (!call) throw new Error(`there is no victim ${what}`);
        return [what, await measure(call, milliseconds, at === 0 ? EVERY : 5 * EVERY)] as const;
      }),
    ).then(Object.fromEntries<Span>);
  await measured(700);
  const before = await measured(1500);

  const harm = await eachTime(async () => {
    const attacking = await Promise.all(
      ATTACKS.map((attack, at) => attack.begin(turned(scene, at))),
    );
    const during = await measured(LASTS);
    const found = await Promise.all(attacking.map((one) => one.end()));
    // What eight attacks leave behind is put aside in a while, not in a moment.
    let after = await measured(AFTER);
    for (let tries = 1; tries < 4 && harmAmong({ before, during, after }); tries++)
      after = await measured(AFTER);

    for (const { saw } of found) t.diagnostic(saw);
    assert.equal(instance.death(), undefined);
    for (const what of Object.keys(victims))
      t.diagnostic(
        `${what}: ${[before, during, after].map((spans) => Math.round(spans[what]?.median ?? 0))} ms`,
      );
    for (const span of [before, during, after].flatMap(Object.values<Span>))
      assert.deepEqual(span.failed, []);
    return harmAmong({ before, during, after });
  });
  assert.equal(harm, undefined);
  assert.ok((instance.peak() ?? 0) < MOST_MEMORY, `${instance.peak()} bytes`);
});

test('one text after another, each of which would stop a service that reads it: the victim is served', async (t) => {
  const shops = await openShops();
  t.after(() => shops.close());
  const instance = await startInstance({ routes: shops.routes, clients: ATTACKERS });
  t.after(() => instance.close());
  const scene = sceneOf(instance, shops, AFTER);
  const reads = readsOrders(scene.victim);
  await measure(reads, 700, EVERY);
  const before = await measure(reads, AFTER, EVERY);
  for (const [at, attack] of TEXTS.entries()) {
    const harm = await eachTime(async () => {
      const attacking = await attack.begin(turned(scene, at));
      const during = await measure(reads, Promise.all([attacking.done, pause(LASTS)]), EVERY);
      const { saw } = await attacking.end();
      t.diagnostic(`${attack.name}: ${Math.round(during.worst)} ms at worst; ${saw}`);
      assert.deepEqual(during.failed, [], attack.name);
      return harmTo({ before, during, after: before }, TIMES);
    });
    assert.equal(harm, undefined, attack.name);
  }
});

/** An attack slows its victim each time; what else the machine does, it does once. */
async function eachTime(attempt: () => Promise<string | undefined>): Promise<string | undefined> {
  for (let tries = 1; ; tries++) {
    const harm = await attempt();
    if (harm === undefined || tries === 3) return harm;
  }
}

type Spans = Readonly<Record<string, Span>>;

/** What was done to any of the victims. */
function harmAmong(spans: Readonly<Record<'before' | 'during' | 'after', Spans>>) {
  for (const [what, before] of Object.entries(spans.before)) {
    const [during, after] = [spans.during[what], spans.after[what]];
    const harm = during && after ? harmTo({ before, during, after }, TIMES) : 'not measured';
    if (harm !== undefined) return `${what}: ${harm}`;
  }
  return undefined;
}

/** Each attack has another attacker first, so that they do not stand in each other's light. */
function turned(scene: Scene, by: number): Scene {
  const { attackers } = scene;
  const at = by % attackers.length;
  const around = [...attackers.slice(at), ...attackers.slice(0, at)];
  return { ...scene, attackers: around as unknown as Scene['attackers'] };
}

const span = (median: number, failed: readonly string[] = []): Span => ({
  calls: 80,
  median,
  most: median * 2,
  worst: median * 3,
  failed,
});
const well: Beside = { before: span(10), during: span(30), after: span(11) };

test('harm is a call that failed, or calls that took too many times as long', () => {
  assert.equal(harmTo(well), undefined);
  assert.match(
    harmTo({ ...well, after: span(11, ['503']) }) ?? '',
    /1 of 80 calls after it failed/,
  );
  assert.match(harmTo({ ...well, during: span(500) }) ?? '', /the middle call during it took 20 /);
  const late = { ...span(30), most: 900 };
  assert.match(harmTo({ ...well, during: late }) ?? '', /one call in twenty during it took 36 /);
});

test('the pace does not wait for answers, so that one stall is as many late calls', async () => {
  let began = 0;
  const stalled = pause(400);
  const {
    calls: made,
    median,
    failed,
  } = await measure(
    async () => {
      began++;
      return began > 15 ? 'no' : await stalled.then(() => undefined);
    },
    400,
    20,
  );
  assert.ok(made > 10, `${made} calls`);
  assert.ok(median > 50, `${median} ms`);
  assert.equal(failed.length, Math.max(0, made - 15));
});

test('the table keeps to its width, whatever stands in it', () => {
  const worst = { ...span(123_456), calls: 1666, failed: Array<string>(333).fill('x') };
  for (const { title } of attacks) {
    const beside = { before: worst, during: worst, after: worst };
    const saw = '999 × 503 unavailable, '.repeat(9);
    const row = rowOf({ title, beside, peak: 9999 * 1024 * 1024, saw, harm: saw });
    for (const line of stripVTControlCharacters(`${heading()}\n${row}`).split('\n'))
      assert.ok(line.length <= WIDTH, line);
  }
});
