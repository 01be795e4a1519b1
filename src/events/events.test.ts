// The schedule of tries, the breaker, signatures, and one try with its consequences.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { nothingLeft } from '../model/ran-out.ts';
import { createBreaker } from '../net/breaker.ts';
import type { Names } from '../net/names.ts';
import { createSender, type Sender, type Sending } from '../net/send.ts';
import type { Delivery } from '../store/index.ts';
import { deliver } from './deliver.ts';
import { createExecutions } from './executions.ts';
import { RECEIVER_RESTS } from './outbox.ts';
import { MAX_TRIES, PAUSES, pauseAfter } from './schedule.ts';
import { newSigningSecret, signatureHeaders } from './sign.ts';

const HOUR = 60 * 60 * 1000;

describe('the schedule', () => {
  it('has ten tries over about a day, the first again after about five seconds', () => {
    assert.equal(MAX_TRIES, 10);
    const total = PAUSES.reduce((sum, pause) => sum + pause, 0);
    assert.ok(total > 23 * HOUR && total < 26 * HOUR);
    assert.deepEqual(
      [...PAUSES].sort((a, b) => a - b),
      PAUSES,
    );
    assert.equal(pauseAfter(1, 0.5, undefined), 5000);
    assert.equal(pauseAfter(10, 0.5, undefined), undefined);
  });

  it('spreads pauses by a fifth and takes a longer one that the receiver asks for', () => {
    assert.deepEqual([pauseAfter(1, 0, undefined), pauseAfter(1, 1, undefined)], [4000, 6000]);
    assert.equal(pauseAfter(1, 0.5, 90_000), 90_000);
    assert.equal(pauseAfter(1, 0.5, 10), 5000);
    assert.equal(pauseAfter(1, 0.5, 1000 * HOUR), 24 * HOUR);
    assert.equal(pauseAfter(10, 0.5, 1000), undefined);
  });
});

describe('executions that ended', () => {
  it('are all written down when a flush is over, also those that came during a write', async () => {
    const written: string[] = [];
    const held = Promise.withResolvers<void>();
    const record = async (batch: readonly { readonly finished: { readonly id: string } }[]) => {
      if (written.length === 0) await held.promise;
      written.push(...batch.map(({ finished }) => finished.id));
    };
    const executions = createExecutions({
      store: { executions: { record } } as never,
      wake: () => {},
      onTrouble: () => {},
    });
    void executions.settle({ id: 'a' } as never);
    const first = executions.flush();
    void executions.settle({ id: 'b' } as never);
    const second = executions.flush();
    held.resolve();
    await Promise.all([first, second]);
    assert.deepEqual(written, ['a', 'b']);
  });
});

describe('the breaker of receivers', () => {
  const breaker = () => createBreaker({ ...RECEIVER_RESTS, random: () => 0.5 });

  it('gives each receiver its own places', () => {
    const held = breaker();
    const ended = held.begin('slow');
    for (let n = 0; n < 3; n++) held.begin('slow');
    assert.equal(held.places('slow', 0), 0);
    assert.equal(held.places('quick', 0), 4);
    assert.deepEqual(held.full(0), new Set(['slow']));
    ended('good', 0);
    assert.equal(held.places('slow', 0), 1);
  });

  it('leaves a receiver alone after five failures in a row, then tries with one call', () => {
    const held = breaker();
    const fail = (now: number) => held.begin('bad')('bad', now);
    const left = [1, 2, 3, 4].map(() => {
      fail(0);
      return held.places('bad', 0);
    });
    assert.deepEqual(left, [3, 2, 1, 1], 'each failure costs a place, but the last');
    fail(0);
    assert.equal(held.places('bad', 4999), 0);
    assert.equal(held.places('bad', 5000), 1);
    fail(5000);
    assert.equal(held.places('bad', 14_999), 0);
    for (let n = 0; n < 20; n++) fail(15_000);
    assert.equal(held.places('bad', 15_000 + 60_000), 1);
    held.begin('bad')('good', 80_000);
    assert.equal(held.places('bad', 80_000), 4);
  });

  it('keeps to the pause that a receiver asks for', () => {
    const held = breaker();
    held.begin('busy')('bad', 0, 30_000);
    assert.equal(held.places('busy', 29_999), 0);
    assert.equal(held.places('busy', 30_000), 3);
  });

  it('does not leave a receiver alone for longer when the clock is set back', () => {
    for (const back of [60_000, HOUR]) {
      const held = breaker();
      held.begin('busy')('bad', 10 * HOUR, 30_000);
      assert.deepEqual([...held.full(10 * HOUR - back)], ['busy']);
      assert.equal(held.places('busy', 10 * HOUR - back + 30_000), 3);
    }
  });
});

describe('a signature', () => {
  it('is what the public packages make and verify', () => {
    const [older, newer] = [newSigningSecret(), newSigningSecret()];
    const event = { id: 'msg_1', at: Date.now(), body: '{"a":"ü"}' };
    const headers = signatureHeaders(event, [newer, older]);
    for (const secret of [older, newer]) {
      const webhook = new Webhook(secret);
      assert.deepEqual(webhook.verify(event.body, headers), { a: 'ü' });
      new SvixWebhook(secret).verify(event.body, headers);
      const own = webhook.sign(event.id, new Date(event.at), event.body);
      assert.ok(headers['webhook-signature'].split(' ').includes(own));
    }
    assert.throws(() => new Webhook(newSigningSecret()).verify(event.body, headers));
    assert.throws(() => new SvixWebhook(newSigningSecret()).verify(event.body, headers));
  });
});

describe('one try', () => {
  const NOW = Date.UTC(2026, 9, 1);
  const delivery = (attempts = 1, url = 'https://hooks.example.com/x'): Delivery => ({
    id: 'msg_1',
    clientId: 'c',
    executionId: null,
    addressId: null,
    userId: null,
    deleteWhenSent: false,
    type: 'execution.completed',
    url,
    body: '{}',
    createdAt: NOW,
    giveUpAt: NOW + 48 * HOUR,
    state: 'waiting',
    attempts,
    tries: [],
    nextTryAt: NOW,
    finishedAt: null,
  });
  const secrets = [newSigningSecret()];

  async function attempt(
    reply: { status: number; headers?: Record<string, string> } | Error,
    given = delivery(),
    local = false,
  ) {
    const sent: Sending[] = [];
    const sender: Sender = {
      async send(sending) {
        sent.push(sending);
        if (reply instanceof Error) throw reply;
        return { headers: {}, bytes: Buffer.alloc(0), ...reply };
      },
      close: async () => {},
    };
    const outcome = await deliver(given, secrets, new AbortController().signal, {
      sender,
      bounds: { local, ports: new Set() },
      now: () => NOW,
      random: () => 0.5,
      userAgent: 'Manifold',
      deadline: 15_000,
    });
    return { outcome, sent };
  }

  it('is delivered by any 2xx', async () => {
    const { outcome, sent } = await attempt({ status: 204 });
    assert.equal(outcome.state, 'delivered');
    assert.deepEqual(outcome.tried, { at: NOW, duration: 0, status: 204 });
    const [{ method, headers, body, discard, route } = assert.fail()] = sent;
    assert.deepEqual([method, body, discard, route], ['POST', '{}', true, undefined]);
    assert.equal(headers['webhook-id'], 'msg_1');
    assert.equal(headers['webhook-timestamp'], String(NOW / 1000));
  });

  it('looks the receiver up in its client’s own share, so that silent names cost no other client', async () => {
    let asked: string | undefined;
    const names: Names = {
      async resolve(_, client) {
        asked = client;
        throw new Error('no one answers');
      },
    };
    const sender = createSender({ maxBytes: 1000, names });
    const own = { now: () => NOW, random: () => 0.5, userAgent: 'Manifold', deadline: 15_000 };
    const bounds = { local: false, ports: new Set<string>() };
    await deliver(delivery(), secrets, new AbortController().signal, { sender, bounds, ...own });
    assert.equal(asked, 'c');
    await sender.close();
  });

  it('is followed by another after anything else, by none after 410 or the tenth', async () => {
    const after = async (status: number, headers = {}, attempts = 1) => {
      const { outcome } = await attempt({ status, headers }, delivery(attempts));
      return [outcome.state, outcome.nextTryAt - NOW, outcome.well, outcome.pause];
    };
    assert.deepEqual(await after(500), ['waiting', 5000, false, undefined]);
    assert.deepEqual(await after(404), ['waiting', 5000, true, undefined]);
    assert.deepEqual(await after(301), ['waiting', 5000, true, undefined]);
    assert.deepEqual(await after(429, { 'retry-after': '60' }), ['waiting', 60_000, false, 60_000]);
    assert.deepEqual(await after(503, { 'retry-after': 'Thu, 01 Oct 2026 00:02:00 GMT' }), [
      'waiting',
      120_000,
      false,
      120_000,
    ]);
    assert.deepEqual(await after(410), ['failed', 0, true, undefined]);
    assert.deepEqual(await after(500, {}, 10), ['failed', 0, false, undefined]);
  });

  it('counts as failed, with a few plain words, when there is no answer', async () => {
    const late = Object.assign(new Error('x?token=canary'), { name: 'TimeoutError' });
    assert.equal((await attempt(late)).outcome.tried.error, 'no answer within 15 s');
    const odd = (await attempt(new Error('x?token=canary'))).outcome;
    assert.deepEqual([odd.tried.error, odd.well], ['the receiver could not be called', false]);
  });

  it('neither blames the receiver nor is the last when nothing could be sent from here', async () => {
    const { outcome } = await attempt(nothingLeft(new Error('EMFILE')), delivery(10));
    assert.deepEqual(
      [outcome.state, outcome.nextTryAt - NOW, outcome.well],
      ['waiting', 5000, true],
    );
  });

  it('asks the guard each time, and calls this machine only where that is allowed', async () => {
    const inside = delivery(1, 'https://10.0.0.1/');
    const refused = await attempt({ status: 200 }, inside);
    assert.equal(refused.sent.length, 0);
    assert.equal(refused.outcome.state, 'waiting');
    const here = delivery(1, 'http://127.0.0.1:9000/hook');
    assert.equal((await attempt({ status: 200 }, here)).sent.length, 0);
    const allowed = await attempt({ status: 200 }, here, true);
    assert.equal(allowed.sent[0]?.route, 'http://127.0.0.1:9000');
  });
});
