// Writes by the client: one key for every try, an answer waited for while the first is under way, outcomes with types.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Manifold, ManifoldError, type Wait } from '../../client/src/index.ts';
import { SCOPES } from '../../src/tokens/scopes.ts';
import { CLIENT, type Service, startService } from '../service.ts';

interface Sent {
  readonly key: string | null;
  readonly prefer: string | null;
  readonly path: string;
  readonly body: unknown;
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const refused = (status: number, code: string, retryable: boolean, headers = {}) =>
  json(status, { Errors: { code, message: `It is ${code}.`, retryable }, Output: {} }, headers);
const answered = (...outcomes: readonly string[]) => ({
  Errors: {},
  Output: {
    ...{ execution_id: 'x', override_count: 0 },
    result: outcomes.map((outcome, index) => ({
      ...{ index, outcome, id: '1', before: null, after: null },
    })),
  },
  Report: { Warnings: [], Filters: [] },
});
const done = (...outcomes: readonly string[]) => json(200, answered(...outcomes));

/** A service that answers a write with each of these, one after the other. */
const answering = (...answers: readonly (() => Response)[]) => answeringWithin(undefined, answers);

function answeringWithin(tries: number | undefined, answers: readonly (() => Response)[]) {
  const sent: Sent[] = [];
  const waits: Wait[] = [];
  const rest = [...answers];
  const manifold = new Manifold({
    ...{ url: 'http://manifold.test', clientId: 'a', clientSecret: 'b' },
    patience: { tries },
    onWait: (wait) => waits.push(wait),
    fetch: async (url, { headers, body }) => {
      if (url.endsWith('/connect/token')) return json(200, { access_token: 't', expires_in: 60 });
      const path = url.slice('http://manifold.test/api/ServiceClientApp'.length);
      const key = new Headers(headers).get('idempotency-key');
      const prefer = new Headers(headers).get('prefer');
      sent.push({ key, prefer, path, body: body === undefined ? null : JSON.parse(String(body)) });
      const answer = rest.shift();
      assert.ok(answer, 'one request too many');
      return answer();
    },
  });
  return { manifold, sent, waits };
}
const noAnswer = () => {
  throw new TypeError('fetch failed');
};
const ITEMS = [{ variant_id: '1', available: 7 }] as const;

describe('a key', () => {
  it('is made for each call, and is the same in every try of it', async () => {
    const { manifold, sent } = answering(
      noAnswer,
      () => refused(502, 'channel_failed', true, { 'retry-after': '0' }),
      () => done('confirmed'),
      () => done('confirmed'),
    );
    const first = await manifold.setStock('shopify', 'user-1', ITEMS);
    const second = await manifold.setStock('shopify', 'user-1', ITEMS);
    const keys = sent.map(({ key }) => key);
    assert.deepEqual(keys, [first.key, first.key, first.key, second.key]);
    assert.notEqual(first.key, second.key);
    assert.match(first.key, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });

  it('may be given, and is then sent as it is', async () => {
    const { manifold, sent } = answering(() => done('confirmed'));
    const { key } = await manifold.setStock('shopify', 'user-1', ITEMS, { key: 'mine' });
    assert.deepEqual([key, sent[0]?.key], ['mine', 'mine']);
  });

  it('that no header takes is refused before anything is sent', async () => {
    const { manifold, sent, waits } = answering();
    for (const key of ['zásilka-č', 'café', 'two\nlines'])
      for (const call of [
        manifold.setStock('bol', 'user-1', ITEMS, { key }),
        manifold.startWrite('stock', 'bol', 'user-1', ITEMS, { key }),
      ])
        await assert.rejects(call, { code: 'invalid_request', field: 'Idempotency-Key', key });
    assert.deepEqual([sent, waits], [[], []]);
  });

  it('comes with the error when the client gives up, and no other is tried', async () => {
    const failing = answeringWithin(3, [noAnswer, noAnswer, noAnswer]);
    const error = await failing.manifold
      .setStock('shopify', 'user-1', ITEMS)
      .catch((one: unknown) => one);
    assert.ok(error instanceof ManifoldError);
    assert.equal(error.code, 'no_answer');
    assert.ok(error.cause instanceof TypeError);
    assert.deepEqual(new Set(failing.sent.map(({ key }) => key)), new Set([error.key]));
    const reused = answering(() => refused(422, 'idempotency_key_reused', false));
    await assert.rejects(reused.manifold.setStock('shopify', 'user-1', ITEMS, { key: 'old' }), {
      ...{ code: 'idempotency_key_reused', key: 'old' },
    });
    assert.equal(reused.sent.length, 1);
  });
});

describe('the first try', () => {
  const underWay = () => refused(409, 'write_in_progress', true, { 'retry-after': '1' });

  it('is waited for while it is under way', async () => {
    const { manifold, sent, waits } = answering(noAnswer, underWay, underWay, () =>
      done('confirmed'),
    );
    const patient = await manifold.setStock('shopify', 'user-1', ITEMS);
    assert.equal(patient.isSuccess, true);
    assert.equal(new Set(sent.map(({ key }) => key)).size, 1);
    assert.deepEqual(
      waits.slice(1).map(({ seconds }) => seconds),
      [1, 1],
      'as long as the service says',
    );
  });
});

describe('a write in the background', () => {
  const queued = () => json(202, { execution_id: 'e1', status: 'running' });
  const ended = (response: unknown) => json(200, { status: 'succeeded', response });

  it('is queued with its key, and waited for by its execution', async () => {
    const { manifold, sent } = answering(
      noAnswer,
      queued,
      () => json(200, { status: 'running' }, { 'retry-after': '0' }),
      () => ended(answered('refused')),
    );
    const started = await manifold.startWrite('stock', 'bol', 'user-1', ITEMS, { wait: 9 });
    const { outcomes, isSuccess, key, executionId } = await started.result();
    assert.deepEqual([outcomes.length, isSuccess, key, executionId], [1, false, started.key, 'x']);
    assert.deepEqual(
      sent.map(({ prefer, key: one }) => [prefer, one]),
      [...[1, 2].map(() => ['respond-async, wait=9', key]), ...[1, 2].map(() => [null, null])],
    );
    assert.ok(sent.slice(2).every(({ path }) => path === '/Executions/e1'));
  });

  it('that was queued by an earlier try is waited for by its key', async () => {
    const inProgress = { code: 'write_in_progress', message: 'Not yet.', retryable: true };
    const { manifold, sent } = answering(
      queued,
      () => ended({ Errors: inProgress, Output: {} }),
      () => done('confirmed'),
    );
    const started = await manifold.startWrite('stock', 'bol', 'user-1', ITEMS, { key: 'mine' });
    assert.equal((await started.result()).isSuccess, true);
    assert.deepEqual([sent[2]?.key, sent[2]?.prefer], ['mine', null]);
  });

  it('that failed says so with its key', async () => {
    const refusal = { code: 'permission_missing', message: 'No.', retryable: false };
    const { manifold } = answering(queued, () => ended({ Errors: refusal, Output: {} }));
    const started = await manifold.startWrite('stock', 'bol', 'user-1', ITEMS, { key: 'mine' });
    await assert.rejects(started.result(), { code: 'permission_missing', key: 'mine' });
  });
});

describe('what is sent and answered', () => {
  it('is the same for all three, by the names of the API', async () => {
    const { manifold, sent } = answering(
      () => done('confirmed', 'accepted', 'unchanged'),
      () => done('confirmed', 'refused'),
      () => done('unknown'),
    );
    const options = { dryRun: true, api_version: '2026-01', wait: 5 };
    const shipped = await manifold.fulfill('bol', 'user-1', [{ order_id: '1' }], options);
    const stock = await manifold.setStock('bol', 'user-1', ITEMS);
    const prices = await manifold.setPrices('bol', 'user-1', [{ variant_id: '1', price: '1.00' }]);
    assert.deepEqual(
      [shipped, stock, prices].map(({ isSuccess }) => isSuccess),
      [true, false, false],
    );
    const to = '?channel=bol&tpUserId=user-1';
    assert.deepEqual(
      sent.map(({ path, body }) => [path, body]),
      [
        [
          `/Unified/Fulfillments${to}`,
          { items: [{ order_id: '1' }], dry_run: true, api_version: '2026-01' },
        ],
        [`/Unified/Stock${to}`, { items: ITEMS }],
        [`/Unified/Prices${to}`, { items: [{ variant_id: '1', price: '1.00' }] }],
      ],
    );
  });
});

describe('the client and the service', () => {
  let service: Service;
  let manifold: Manifold;
  before(async () => {
    service = await startService({ scopes: SCOPES });
    await service.link('woocommerce', 'demo');
    const { id: clientId, secret: clientSecret } = CLIENT;
    manifold = new Manifold({ url: service.origin, clientId, clientSecret, now: service.now });
  });
  after(() => service.close());

  it('write, repeat and refuse alike', async () => {
    const items = [
      { variant_id: '1001', available: 7 },
      { variant_id: '1002', available: 9, if_available: 99_999 },
    ];
    const rehearsed = await manifold.setStock('woocommerce', 'demo', items, { dryRun: true });
    assert.equal(rehearsed.outcomes[0]?.calls?.[0]?.method, 'POST');
    const written = await manifold.setStock('woocommerce', 'demo', items);
    const [first, second] = written.outcomes;
    assert.deepEqual([first?.outcome, first?.after?.available], ['confirmed', 7]);
    assert.deepEqual([second?.outcome, second?.code], ['refused', 'stock_moved']);
    assert.equal(written.isSuccess, false);
    const { key } = written;
    const again = await manifold.setStock('woocommerce', 'demo', items, { key });
    assert.deepEqual(again.outcomes, written.outcomes);
    const other = manifold.setPrices(
      'woocommerce',
      'demo',
      [{ variant_id: '1001', price: '2.00' }],
      {
        key,
      },
    );
    await assert.rejects(other, { code: 'idempotency_key_reused', key });
  });

  it('write in the background, each kind by its name', async () => {
    const items = [{ variant_id: '1001', price: '12.50' }];
    const started = await manifold.startWrite('prices', 'woocommerce', 'demo', items);
    const { outcomes, executionId, key } = await started.result();
    assert.deepEqual([executionId, key], [started.executionId, started.key]);
    assert.deepEqual([outcomes[0]?.outcome, outcomes[0]?.after?.price], ['confirmed', '12.50']);
    const again = await manifold.setPrices('woocommerce', 'demo', items, { key });
    assert.deepEqual(again.outcomes, outcomes);
  });

  it('name the carriers of a channel', async () => {
    const { channel, carriers, others } = await manifold.carriers('woocommerce');
    assert.deepEqual([channel, typeof others], ['woocommerce', 'boolean']);
    assert.ok(carriers.some(({ id }) => id === 'postnl'));
  });
});
