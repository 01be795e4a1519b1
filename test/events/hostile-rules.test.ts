// Override rules of hostile clients: a victim beside them, callers that leave, deadlines, rules switched off, deep JSON.
import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAll } from '../all.ts';
import { eachDatabase, testSeal } from '../store/databases.ts';
import { assertUnharmed } from '../victim.ts';
import { type Caller, type House, startHouse } from './house.ts';

type Rules = readonly { readonly field: string; readonly expression: string }[];

const SAMPLE = { id: '1', note: 'hello' };
const HONEST: Rules = [
  { field: 'note', expression: '$uppercase(note)' },
  { field: 'name', expression: '"#" & id' },
];
/** What two cores that are busy with bombs make of a call; in one process for all it was a hundred. */
const MOST = 16;
let made = 0;
/** Backtracks for ever; each one new, so that none is known from before. */
const bomb = () => `$match($pad("", 60, "a") & "${++made}", /^(a+)+$/)`;
/** Takes more memory than there is, sooner than its time is over. */
const HOG = '$uppercase($pad("é", 250000000))';

const body = (rules: Rules, sample?: unknown) =>
  JSON.stringify({ channel: 'stall', resource: 'orders', rules, ...(sample ? { sample } : {}) });
const put = (caller: Caller, rules: Rules, init: RequestInit = {}) =>
  caller.ask('/Overrides', { ...init, method: 'PUT', body: body(rules) });
const trying = (caller: Caller, rules: Rules, signal?: AbortSignal) =>
  caller.ask('/Overrides/Try', {
    method: 'POST',
    body: body(rules, SAMPLE),
    ...(signal && { signal }),
  });

describe('rules of hostile clients', () => {
  let house: House;
  let clients = 0;
  const ends: (() => unknown)[] = [];
  // Processes for rules are those of the house; what is held against rules is their client's.
  before(async () => {
    house = await startHouse({ after: (end) => ends.push(end) });
  });
  after(async () => {
    for (const end of ends) await end();
  });
  const another = () => house.caller(`client-${++clients}`);

  it('do not slow the calls of a client with honest ones', async () => {
    const honest = await another();
    assert.equal((await put(honest, HONEST)).status, 200);
    const victim = async () => {
      const { status, body } = await honest.orders();
      return status === 200 && body.Output.override_count === 2 ? undefined : JSON.stringify(body);
    };
    /** New bombs all the time, tried and set, several at the same time. */
    const attackOf = (ids: readonly string[]) => async () => {
      const end = new AbortController();
      const hostile = await Promise.all(ids.map((id) => house.caller(id)));
      const busy = hostile.flatMap((caller) => [
        again(end.signal, () =>
          trying(caller, [{ field: 'note', expression: bomb() }], end.signal),
        ),
        again(end.signal, async () => {
          const rules = ['note', 'name'].map((field) => ({ field, expression: bomb() }));
          await put(caller, rules, { signal: end.signal });
          await caller.orders({}, { signal: end.signal });
        }),
      ]);
      return async () => {
        end.abort();
        await Promise.all(busy);
      };
    };
    const pace = { times: MOST, calls: isAll ? 12 : 6, pause: 10, settle: 100 };
    const five = ['first', 'second', 'third', 'fourth', 'fifth'];
    for (const ids of isAll ? [['one'], five] : [five])
      await assertUnharmed({ victim, attack: attackOf(ids), ...pace });
    hangUp(house);
  });

  it('are ended when their caller leaves, and those that wait are not run at all', async () => {
    const caller = await another();
    const whole = performance.now();
    await trying(caller, [{ field: 'note', expression: bomb() }]);
    const one = performance.now() - whole;
    const gone = new AbortController();
    const left = Array.from({ length: 40 }, () =>
      assert.rejects(trying(caller, [{ field: 'note', expression: bomb() }], gone.signal)),
    );
    await sleep(one / 4);
    gone.abort();
    await Promise.all(left);
    const began = performance.now();
    const { body } = await trying(caller, HONEST);
    assert.equal(body.override_count, 2);
    const times = (performance.now() - began) / one;
    hangUp(house);
    assert.ok(times < 8, `waited as long as for ${times.toFixed(1)} rules of those who left`);
  });

  it('end a call at its deadline, which says so', async () => {
    const caller = await another();
    await put(caller, [
      { field: 'note', expression: bomb() },
      { field: 'name', expression: bomb() },
    ]);
    const { status, body } = await caller.orders({}, { headers: { prefer: 'wait=1' } });
    assert.deepEqual(
      [status, body.Errors.code, body.Errors.step, body.Errors.retryable],
      [504, 'deadline_passed', 'transform', true],
    );
    assert.match(
      body.Errors.message,
      /^The overrides were not worked out within the deadline of 1 /,
    );
  });

  it('and deep JSON are refused with a sentence', async () => {
    const caller = await another();
    const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    const set = (sample: string) => body(HONEST).replace(/\}$/, `,"sample":${sample}}`);
    const refused: readonly [string, string, string, string][] = [
      ['PUT', '/Overrides', set(deep(100)), 'sample'],
      ['PUT', '/Overrides', set(deep(3000)), 'sample'],
      ['POST', '/Overrides/Try', set(deep(3000)), 'sample'],
      ['POST', '/Overrides/Try', set(deep(100_000)), 'sample'],
      ['POST', '/Overrides/Try', deep(100_000), 'a'],
      ['POST', '/Unified/Orders?channel=stall&tpUserId=u', `{"params":${deep(3000)}}`, 'params'],
      [
        'POST',
        '/Unified/Orders?channel=stall&tpUserId=u',
        `${'['.repeat(400_000)}${']'.repeat(400_000)}`,
        'body',
      ],
    ];
    for (const [method, path, text, field] of refused) {
      const { status, body } = await caller.ask(path, { method, body: text });
      assert.equal(status, 400, path);
      assert.equal(body.Errors.message, `"${field}" is nested deeper than 100 levels.`);
    }
    const near = await caller.ask('/Overrides/Try', {
      method: 'POST',
      body: body(HONEST).replace(/\}$/, `,"sample":{"id":"1","deep":${deep(98)}}}`),
    });
    assert.equal(near.status, 200);
    const grown = '$reduce([1..3000], function($all, $one) { {"a": $all} }, {})';
    const { status, body: tried } = await trying(caller, [
      { field: 'payment_terms', expression: grown },
    ]);
    assert.equal(status, 200);
    assert.match(tried.result[0].warning, /nested deeper than 100 levels|too large to be written/);
  });
});

eachDatabase((database) => {
  it('a rule that keeps failing is switched off, also after a restart, until it is saved again', async (t) => {
    const place = await database.place(t);
    let ahead = 0;
    const now = () => Date.now() + ahead;
    const open = () => startHouse(t, { ...place, seal: testSeal, now });
    const house = await open();
    const rules = [{ field: 'tags', expression: HOG }, ...HONEST];
    await put(house, rules);
    const warned = async (at: Caller) => {
      const { status, body } = await at.orders();
      assert.equal(status, 200);
      assert.equal(body.Output.override_count, 2, 'the other rules still run');
      assert.equal(body.Output.result[0].tags, null);
      assert.equal(body.Report.Warnings.length, 1);
      return body.Report.Warnings[0];
    };
    const switchedOff = async (at: Caller) =>
      (await at.ask('/Overrides')).body.result[0].rules[0].switched_off;
    for (let time = 1; time <= 3; time++) {
      assert.equal(await switchedOff(house), undefined);
      assert.deepEqual([(await warned(house)).code, time], ['override_failed', time]);
      ahead += 61_000;
    }

    const known = await switchedOff(house);
    assert.match(known.reason, /^It took too long or too much memory 3 times/);
    const { code, field, ids, count, message } = await warned(house);
    assert.deepEqual([code, field, ids, count], ['override_switched_off', 'tags', ['1'], 1]);
    assert.ok(message.includes(known.since) && message.includes(known.reason), message);
    assert.equal((await house.orders({}, {}, { fields: 'note' })).body.Report.Warnings.length, 0);
    await house.close();

    const second = await open();
    assert.deepEqual(await switchedOff(second), known);
    assert.equal((await warned(second)).code, 'override_switched_off');
    assert.equal((await put(second, rules)).body.rules[0].switched_off, undefined);
    assert.equal(await switchedOff(second), undefined);
    await put(second, [{ field: 'tags', expression: '"a"' }, ...HONEST]);
    assert.equal((await second.orders()).body.Output.override_count, 3);
  });
});

/** Connections that `fetch` opened for calls it never sent would hold up the end by a minute. */
const hangUp = (house: House) => house.app.server.server.closeAllConnections();

/** Until the signal comes, inside a client's rate; what the signal breaks off is no failure. */
async function again(signal: AbortSignal, work: () => Promise<unknown>): Promise<void> {
  while (!signal.aborted) {
    await work().catch((error) => {
      if (!signal.aborted) throw error;
    });
    await sleep(50);
  }
}
