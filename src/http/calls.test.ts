// Places of data calls: shares, the line, what gives a slot back, and the end of the service.
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Fault } from '../model/faults.ts';
import { type Calls, createCalls, LINE } from './calls.ts';

const PATIENT = 60_000;

/** A call as the hook sees it. */
class Caller {
  readonly raw = Object.assign(new EventEmitter(), { destroyed: false, writableFinished: false });
  readonly request: FastifyRequest;
  readonly entered: Promise<string>;

  constructor(calls: Calls, client: string, patience = PATIENT) {
    this.request = { caller: { client: { id: client } } } as FastifyRequest;
    this.entered = calls
      .enter(this.request, { raw: this.raw } as unknown as FastifyReply, patience)
      .then(() => 'in')
      .catch((fault: Fault) => `${fault.code}: ${fault.message}`);
  }

  get signal() {
    return this.request.slot?.signal;
  }

  answered() {
    this.raw.writableFinished = true;
    this.raw.emit('close');
  }

  left() {
    this.raw.destroyed = true;
    this.raw.emit('close');
  }

  /** How far it is by now. */
  async state(): Promise<string> {
    return await Promise.race([
      this.entered,
      new Promise<string>((resolve) => setImmediate(resolve, 'waiting')),
    ]);
  }
}

const states = (callers: readonly Caller[]) => Promise.all(callers.map((one) => one.state()));

describe('places of data calls', () => {
  it('are shared: one beyond its share waits, one beyond its line is refused, others come in', async () => {
    const calls = createCalls({ max: 10, each: 2 });
    const hog = Array.from({ length: 2 + LINE + 1 }, () => new Caller(calls, 'hog'));
    const other = new Caller(calls, 'other');
    assert.equal(await other.entered, 'in');
    const [first, , third] = hog;
    assert.deepEqual(await states(hog.slice(0, 3)), ['in', 'in', 'waiting']);
    assert.match((await hog.at(-1)?.entered) ?? '', /^rate_limited: This client’s own calls/);
    first?.answered();
    assert.equal(await third?.entered, 'in');
    assert.deepEqual(await states(hog.slice(3, 4)), ['waiting']);
    for (const one of hog) one.left();
  });

  it('are given back where a caller goes in the very moment in which its slot comes', async () => {
    const calls = createCalls({ max: 10, each: 1 });
    const [one, two] = [new Caller(calls, 'a'), new Caller(calls, 'a')];
    assert.deepEqual(await states([one, two]), ['in', 'waiting']);
    one.answered();
    two.left();
    assert.equal(await two.entered, 'in');
    assert.equal(two.signal?.aborted, true);
    assert.equal(await new Caller(calls, 'a').state(), 'in');
  });

  it('are given back by anyone who goes away, in line too, and the call is ended', async () => {
    const calls = createCalls({ max: 10, each: 1 });
    const [one, two, three] = [1, 2, 3].map(() => new Caller(calls, 'a'));
    assert.deepEqual(await states([one, two, three] as Caller[]), ['in', 'waiting', 'waiting']);
    two?.left();
    assert.match((await two?.entered) ?? '', /^unavailable: The client went away/);
    one?.left();
    assert.equal(one?.signal?.reason.message, 'The client went away.');
    assert.equal(await three?.entered, 'in');
    const gone = new Caller(calls, 'b');
    gone.left();
    three?.answered();
    assert.equal(three?.signal?.aborted, false);
    const later = new Caller(calls, 'a');
    assert.equal(await later.entered, 'in');
  });

  it('are not waited for beyond the deadline, and the wait is known', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const calls = createCalls({ max: 10, each: 1 });
    const [one, two, three] = [
      new Caller(calls, 'a'),
      new Caller(calls, 'a', 3000),
      new Caller(calls, 'a', 300_000),
    ];
    t.mock.timers.tick(3000);
    assert.match(await two.entered, /^rate_limited: This call waited 3 seconds in line/);
    const before = performance.now();
    while (performance.now() < before + 5);
    one.answered();
    assert.equal(await three.entered, 'in');
    const { waited = 0 } = three.request.slot ?? {};
    assert.ok(waited >= 5);
    assert.ok((one.request.slot?.waited ?? waited) < waited, 'who did not wait');
    const four = new Caller(calls, 'a', 300_000);
    t.mock.timers.tick(50_000);
    assert.match(await four.entered, /^rate_limited/, 'no longer than a body may stay unread');
  });

  it('that are all taken are the service’s fault, not the client’s', async () => {
    const calls = createCalls({ max: 2, each: 2 });
    const [a, b] = [new Caller(calls, 'a'), new Caller(calls, 'b')];
    assert.deepEqual(await states([a, b]), ['in', 'in']);
    assert.match(await new Caller(calls, 'c').entered, /^unavailable: The service has more/);
    a.answered();
    assert.equal(await new Caller(calls, 'c').entered, 'in');
  });

  it('are drained: anyone who is there or still comes may end, and then no one comes in', async () => {
    const calls = createCalls({ max: 10, each: 1 });
    const a = new Caller(calls, 'a');
    const waiting = new Caller(calls, 'a');
    let drained = false;
    const draining = calls.drain(60_000).then(() => {
      drained = true;
    });
    const late = new Caller(calls, 'b');
    assert.equal(await late.entered, 'in');
    a.answered();
    assert.equal(await waiting.entered, 'in');
    waiting.answered();
    await new Promise(setImmediate);
    assert.equal(drained, false);
    assert.equal(late.signal?.aborted, false);
    late.answered();
    await draining;
    assert.match(
      await new Caller(calls, 'c').entered,
      /^unavailable: The service is shutting down/,
    );
    await calls.drain(60_000);
  });

  it('are cleared when the time for draining is over', async () => {
    const calls = createCalls({ max: 10, each: 1 });
    const a = new Caller(calls, 'a');
    const waiting = new Caller(calls, 'a');
    await a.entered;
    const draining = calls.drain(20);
    await new Promise((resolve) => a.signal?.addEventListener('abort', resolve));
    assert.match(a.signal?.reason.message, /shutting down/);
    assert.match(await waiting.entered, /^unavailable: The service is shutting down/);
    waiting.answered();
    a.answered();
    await draining;
  });
});
