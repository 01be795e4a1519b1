// One call: what is signed, retried, refused and recorded.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ask } from '../model/exchange.ts';
import { Fault } from '../model/faults.ts';
import type { CallWatch } from '../model/watch.ts';
import { createBreaker } from './breaker.ts';
import {
  type CallDependencies,
  createCall,
  type Execution,
  HOST_RESTS,
  type Terms,
} from './call.ts';
import { createIntake } from './intake.ts';
import { unknownHost } from './names.ts';
import { createBudgets } from './pace.ts';
import type { Received, Sending } from './send.ts';
import { createStanding, present } from './standing.ts';

interface Written {
  readonly status?: number;
  readonly headers?: Received['headers'];
  readonly text?: string;
}
type Canned = Written | Error;

const received = ({ text = '{"ok":true}', ...rest }: Written): Received => ({
  status: 200,
  headers: {},
  bytes: Buffer.from(text),
  ...rest,
});

function setUp(
  replies: Canned[],
  terms: Partial<Terms> = {},
  deadline = 60_000,
  watch?: CallWatch,
) {
  const sent: Sending[] = [];
  const uris: string[] = [];
  let waits = 0;
  const deps: CallDependencies = {
    sender: {
      send: async (sending) => {
        sent.push(sending);
        const reply = replies.shift();
        if (!reply) throw new Error('no reply left');
        if (reply instanceof Error) throw reply;
        return received(reply);
      },
      close: async () => {},
    },
    routes: () => undefined,
    budgets: createBudgets(() => 0),
    breaker: createBreaker({ ...HOST_RESTS, random: () => 0.5 }),
    intake: createIntake(1024 * 1024),
    standing: createStanding(),
    now: () => 0,
    random: () => 0,
    userAgent: 'test',
    watch,
  };
  const execution: Execution = {
    signal: new AbortController().signal,
    deadline,
    recorder: {
      asked: ({ uri }) => {
        uris.push(uri);
        return () => {};
      },
      waiting: () => {
        waits++;
        return () => {};
      },
    },
  };
  const call = createCall(
    deps,
    {
      channel: 'shop',
      bounds: { hosts: ['shop.nl'], plainHttp: false },
      limits: [],
      credential: 'c',
      application: 'a',
      sign: () => ({ headers: { authorization: 'secret' }, query: [['key', 'secret']] }),
      ...terms,
    },
    execution,
  );
  return { call, sent, uris, waits: () => waits, standing: deps.standing };
}

const ask: Ask = {
  url: 'https://shop.nl/orders',
  query: [
    ['a', 'x y,z'],
    ['b', 'ü+'],
  ],
};

test('an ask is signed, and the report shows no secret', async () => {
  const { call, sent, uris } = setUp([{}]);
  assert.deepEqual((await call(ask)).body, { ok: true });
  assert.equal(sent[0]?.url.href, 'https://shop.nl/orders?a=x%20y,z&b=%C3%BC%2B&key=secret');
  assert.equal(sent[0]?.headers.authorization, 'secret');
  assert.deepEqual(uris, ['https://shop.nl/orders?a=x%20y,z&b=%C3%BC%2B']);
});

test('passing failures of reads are tried again, and every try is reported', async () => {
  const { call, uris } = setUp([{ status: 503 }, new Fault('channel_failed', 'reset'), {}]);
  assert.equal((await call(ask)).status, 200);
  assert.equal(uris.length, 3);
  const given = setUp([{ status: 500 }, { status: 502 }, { status: 504 }]);
  await assert.rejects(given.call(ask), { code: 'channel_failed', status: 504 });
});

test('a write is never repeated, a POST that reads is', async () => {
  for (const method of ['POST', 'PUT', 'DELETE'] as const) {
    const write = setUp([{ status: 503 }]);
    await assert.rejects(write.call({ ...ask, method }), { status: 503 });
    assert.equal(write.uris.length, 1, method);
  }
  const read = setUp([{ status: 503 }, {}]);
  assert.equal((await read.call({ ...ask, method: 'POST', reads: true })).status, 200);
});

test('what cannot pass by itself is not tried again', async () => {
  for (const [reply, code] of [
    [{ status: 401 }, 'credential_refused'],
    [{ status: 403 }, 'permission_missing'],
    [{ status: 404 }, 'channel_failed'],
    [{ status: 302 }, 'channel_invalid_response'],
    [{ text: '<html>' }, 'channel_invalid_response'],
    [{ text: '{"half":' }, 'channel_invalid_response'],
    [new Fault('channel_invalid_response', 'broke off'), 'channel_invalid_response'],
  ] as const) {
    const { call, uris } = setUp([reply]);
    await assert.rejects(call(ask), { code }, JSON.stringify(reply));
    assert.equal(uris.length, 1);
  }
});

test('a rate limit is waited out within the deadline, or reported with its pause', async () => {
  const patient = setUp([{ status: 429, headers: { 'retry-after': '0.01' } }, {}]);
  assert.equal((await patient.call(ask)).status, 200);
  assert.ok(patient.waits() > 0);
  const hurried = setUp([{ status: 429, headers: { 'retry-after': '120' } }]);
  await assert.rejects(hurried.call(ask), { code: 'channel_rate_limited', retryAfter: 120_000 });
});

test('a budget that cannot be waited out refuses before anything is sent', async () => {
  const limits = [{ name: 'orders', by: 'credential', tokens: 1, seconds: 180, burst: 1 }] as const;
  const { call, sent } = setUp([{}], { limits });
  await call(ask);
  await assert.rejects(call(ask), { code: 'channel_rate_limited', retryAfter: 180_000 });
  assert.equal(sent.length, 1);
});

test('statuses a driver expects come back to it; its own explanation wins', async () => {
  const { call } = setUp([{ status: 404, text: '{"gone":1}' }]);
  assert.deepEqual((await call({ ...ask, expect: [404] })).body, { gone: 1 });
  const explained = setUp([{ status: 200, text: '{"error":1}' }], {
    explain: ({ body }) =>
      (body as { error?: number }).error ? new Fault('permission_missing', 'no') : undefined,
  });
  await assert.rejects(explained.call(ask), { code: 'permission_missing' });
});

test('an address that is not the account’s is refused before anything is sent', async () => {
  const { call, sent } = setUp([{}]);
  await assert.rejects(call({ url: 'https://evil.nl/' }), { code: 'address_not_allowed' });
  assert.equal(sent.length, 0);
});

test('a host that fails again and again is not called for a while', async () => {
  const { call, sent } = setUp(Array.from({ length: 9 }, () => ({ status: 500 })));
  for (let i = 0; i < 3; i++)
    await assert.rejects(call({ ...ask, method: 'POST' }), { status: 500 });
  await assert.rejects(call(ask), { status: 500 });
  await assert.rejects(call(ask), { code: 'channel_failed', message: /left alone/ });
  const before = sent.length;
  await assert.rejects(call(ask), { code: 'channel_failed', message: /left alone/ });
  assert.equal(sent.length, before);
});

test('a name that does not exist is asked for once a call, and never taken for a host that fails', async () => {
  const { call, sent } = setUp(Array.from({ length: 20 }, () => unknownHost('shop.nl')));
  for (let calls = 1; calls <= 20; calls++) {
    await assert.rejects(call(ask), { reason: 'unknown_host', retryable: false });
    assert.equal(sent.length, calls);
  }
});

test('a host that fails one client or one channel is not left alone for another', async () => {
  const broken = { status: 500, headers: {}, bytes: Buffer.alloc(0) };
  let up = false;
  const deps: CallDependencies = {
    sender: {
      send: async () => (up ? { status: 200, headers: {}, bytes: Buffer.from('{}') } : broken),
      close: async () => {},
    },
    routes: () => undefined,
    budgets: createBudgets(() => 0),
    breaker: createBreaker({ ...HOST_RESTS, random: () => 0.5 }),
    intake: createIntake(1024 * 1024),
    standing: createStanding(),
    now: () => 0,
    random: () => 0,
    userAgent: 'test',
  };
  const terms = {
    bounds: { hosts: ['api.shop.nl'], plainHttp: true },
    limits: [],
    credential: 'c',
    application: 'a',
    sign: () => ({}),
  };
  const { signal } = new AbortController();
  const call = (channel: string, client: string, url: string) =>
    createCall(deps, { ...terms, channel }, { signal, deadline: 1, client })({ url });
  for (let i = 0; i < 10; i++)
    await assert.rejects(call('other', 'attacker', 'http://api.shop.nl/x'));
  for (let i = 0; i < 10; i++)
    await assert.rejects(call('shop', 'attacker', 'https://api.shop.nl/x'));
  up = true;
  await assert.rejects(call('shop', 'attacker', 'https://api.shop.nl/x'), {
    reason: 'host_left_alone',
  });
  assert.equal((await call('shop', 'victim', 'https://api.shop.nl/x')).status, 200);
  assert.equal((await call('other', 'attacker', 'https://api.shop.nl/x')).status, 200);
});

/** Calls of several clients to one host. */
function manyClients(
  limits: Terms['limits'],
  answer: (sending: Sending) => Written,
  now: () => number = Date.now,
) {
  const deps: CallDependencies = {
    sender: {
      send: async (sending) => received(answer(sending)),
      close: async () => {},
    },
    routes: () => undefined,
    budgets: createBudgets(now),
    breaker: createBreaker({ ...HOST_RESTS, random: () => 0.5 }),
    intake: createIntake(1024 * 1024),
    standing: createStanding(),
    now,
    random: () => 0,
    userAgent: 'test',
  };
  return (client: string, credential: string, seconds = 30) => {
    const terms: Terms = {
      channel: 'shop',
      bounds: { hosts: ['shop.nl'], plainHttp: false },
      limits,
      credential,
      application: 'a',
      sign: () => ({ headers: { authorization: credential } }),
    };
    const signal = AbortSignal.timeout(seconds * 1000);
    const deadline = now() + seconds * 1000;
    return createCall(deps, terms, { signal, deadline, client })(ask);
  };
}

test('of tokens that clients share no client has all, whatever it piles up', async () => {
  const limits = [{ name: 'q', by: 'host', tokens: 50, seconds: 1, burst: 2 }] as const;
  const call = manyClients(limits, () => ({}));
  let served = 0;
  const hog = Array.from({ length: 40 }, () => call('hog', 'c1').then(() => served++));
  await new Promise(setImmediate);
  await call('victim', 'c2');
  const between = served;
  await call('victim', 'c2');
  assert.ok(between <= 6, `${between} of the hog were served first`);
  assert.ok(served - between <= 4, `${served - between} more before the next`);
  await Promise.all(hog);
});

test('who stands too far behind its own calls learns when to return', async () => {
  const limits = [{ name: 'q', by: 'host', tokens: 20, seconds: 1, burst: 1 }] as const;
  const call = manyClients(limits, () => ({}));
  const first = Array.from({ length: 12 }, () => call('hog', 'c1'));
  await Promise.all(first.slice(0, 3));
  await assert.rejects(call('hog', 'c1', 0.2), { code: 'channel_rate_limited' });
  await call('victim', 'c2', 5);
  await Promise.all(first);
});

test('keys that a shop refuses are sent seldom; those that work whenever they are asked for', async () => {
  const limits = [{ name: 'shop', by: 'host', concurrency: 2 }] as const;
  let time = 0;
  let wrong = 0;
  const answer = ({ headers }: Sending) => {
    if (headers.authorization === 'good') return {};
    wrong += 1;
    return { status: 401 };
  };
  const call = manyClients(limits, answer, () => time);
  for (; time < 300_000; time += 500) {
    await assert.rejects(call('hostile', 'bad'), { code: 'credential_refused' });
    assert.equal((await call('victim', 'good')).status, 200);
  }
  assert.ok(wrong < 30, `600 calls, ${wrong} sent`);
});

test('only an answer to an ask that shows the credential proves it', async () => {
  const limits = [{ name: 'shop', by: 'host', concurrency: 2 }] as const;
  const at = present('', 'c', 'shop.nl', true);
  for (const [terms, works] of [
    [{ sign: () => ({}) }, false],
    [{ sign: () => ({}), carried: true }, true],
    [{}, true],
  ] as const) {
    const { call, standing } = setUp([{}, { status: 401 }], { limits, ...terms });
    await call(ask);
    assert.equal(standing.works(at), works);
    await assert.rejects(call(ask));
    assert.equal(standing.works(at), false);
  }
});

test('a long pause ends when the one call that asks again is answered well', async () => {
  const limits = [{ name: 'shop', by: 'host', concurrency: 2 }] as const;
  let time = 0;
  let limited = true;
  const answer = () =>
    limited ? { status: 429, headers: { 'retry-after': '99999999' }, text: '' } : {};
  const call = manyClients(limits, answer, () => time);
  await assert.rejects(call('one', 'good'), { retryAfter: 3600_000 });
  limited = false;
  time = 30_000;
  await assert.rejects(call('one', 'good', 1), { retryAfter: 3570_000 });
  assert.equal((await call('two', 'good')).status, 200, 'another client finds out for itself');
  time = 61_000;
  assert.equal((await call('one', 'good')).status, 200);
  assert.equal((await call('one', 'good')).status, 200);
});

/** Writes down what it hears. */
function watching(traceparent: string) {
  const heard: unknown[][] = [];
  const watch: CallWatch = {
    sent: ({ channel, method, operation, tries }) => ({
      headers: { traceparent },
      ended: ({ status, fault }) =>
        void heard.push(['sent', channel, method, operation, tries, status, fault]),
    }),
    waiting: (channel, why) => {
      heard.push(['waits', channel, why]);
      return () => void heard.push(['waited', why]);
    },
    spent: (channel, limit, left) => void heard.push(['spent', channel, limit, left]),
    refused: (channel, limit) => void heard.push(['refused', channel, limit]),
  };
  return { heard, watch };
}

test('anyone who watches hears of every try, every wait and every budget', async () => {
  const { heard, watch } = watching('00-a-b-01');
  const limit = { name: 'slow', by: 'credential', tokens: 1, seconds: 100, burst: 2 } as const;
  const { call } = setUp([{ status: 503 }, {}], { limits: [limit] }, 1000, watch);
  await call({ ...ask, operation: 'list' });
  await assert.rejects(call(ask), { code: 'channel_rate_limited' });
  assert.deepEqual(
    heard.filter((entry) => !entry.includes('place')),
    [
      ['spent', 'shop', 'slow', 0.5],
      ['sent', 'shop', 'GET', 'list', 1, 503, 'channel_failed'],
      ['waits', 'shop', 'retry'],
      ['waited', 'retry'],
      ['spent', 'shop', 'slow', 0],
      ['sent', 'shop', 'GET', 'list', 2, 200, undefined],
      ['refused', 'shop', 'slow'],
    ],
  );
});

test('a trace goes with a call, and never over what a driver sends itself', async () => {
  const { watch } = watching('00-ours');
  const { call, sent } = setUp([{}, {}], {}, 60_000, watch);
  await call(ask);
  await call({ ...ask, headers: { traceparent: 'the driver’s' } });
  assert.deepEqual(
    sent.map(({ headers }) => [headers.traceparent, headers.authorization]),
    [
      ['00-ours', 'secret'],
      ['the driver’s', 'secret'],
    ],
  );
});

test('what was found out of a host holds for no address that only looks like it', async () => {
  for (const [url, reason] of [
    ['https://someone:secret@shop.nl/orders', 'login_in_address'],
    ['https://shop.nl.evil.nl/orders', 'other_host'],
    ['https://shop.nl@evil.nl/orders', 'login_in_address'],
    ['http://shop.nl/orders', 'https_only'],
  ] as const) {
    const { call, uris } = setUp([{}, {}]);
    await call(ask);
    await assert.rejects(call({ ...ask, url }), { code: 'address_not_allowed', reason }, url);
    await call(ask);
    assert.equal(uris.length, 2);
  }
});

test('each operation is counted against its own limits, whichever came before it', async () => {
  const spent: string[] = [];
  const watch: CallWatch = {
    sent: () => ({ headers: {}, ended: () => {} }),
    waiting: () => () => {},
    spent: (_, limit) => spent.push(limit),
    refused: () => {},
  };
  const limits = (['a', 'b'] as const).map((name) => ({
    ...{ name, by: 'credential' as const, operations: [name], tokens: 10 },
  }));
  const { call } = setUp([{}, {}, {}, {}], { limits }, 60_000, watch);
  for (const operation of ['a', 'b', 'a', 'c']) await call({ ...ask, operation });
  assert.deepEqual(spent, ['a', 'b', 'a']);
});
