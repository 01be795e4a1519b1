// Completion events through the real edge: what is sent, when, how it is signed, and what can be seen of it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { NEWEST_VERSION } from '../../src/model/versions.ts';
import { until } from '../until.ts';
import { startHouse, startReceiver } from './house.ts';

describe('a completion event', () => {
  it('reports a success, signed so that both public packages verify it', async (t) => {
    const house = await startHouse(t);
    const receiver = await startReceiver(t);
    const answer = await house.orders({ completionCallbackUrl: `${receiver.url}?t=1` });
    assert.equal(answer.status, 200);
    await receiver.arrived(1);
    const [{ headers, text, event, path } = assert.fail()] = receiver.received;
    assert.equal(path, '/hook?t=1');
    assert.equal(headers['content-type'], 'application/json');
    assert.match(headers['webhook-id'] ?? '', /^msg_[0-9a-f]{32}$/);
    assert.deepEqual(new Webhook(house.signingSecret).verify(text, headers), event);
    new SvixWebhook(house.signingSecret).verify(text, headers);
    assert.throws(() => new SvixWebhook(house.signingSecret).verify(`${text} `, headers));
    assert.throws(() => new Webhook(house.signingSecret).verify(`${text} `, headers));
    const { timestamp, ...rest } = event;
    assert.match(timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
    assert.deepEqual(rest, {
      type: 'execution.completed',
      data: {
        execution_id: answer.body.Output.execution_id,
        trace_id: answer.body.Report.TraceId,
        operation: 'orders',
        channel: 'stall',
        tpUserId: 'u',
        isSuccess: true,
        step: 'transform',
        result_count: 1,
        Errors: {},
      },
    });
  });

  it('reports failures, of the request itself too', async (t) => {
    const house = await startHouse(t);
    const receiver = await startReceiver(t);
    const completionCallbackUrl = receiver.url;
    const unknown = await house.orders({ completionCallbackUrl }, { body: '{}' });
    const invalid = await house.orders({ completionCallbackUrl, channel: 'nowhere' });
    house.shop.before = () => {
      throw new Error('a bug of the driver');
    };
    const broken = await house.orders({ completionCallbackUrl });
    assert.deepEqual([unknown.status, invalid.status, broken.status], [404, 400, 500]);
    await receiver.arrived(3);
    const reported = receiver.received.map(({ event: { data } }) => [
      data.execution_id,
      data.isSuccess,
      data.step,
      data.channel,
      data.Errors.code,
    ]);
    const id = (answer: typeof unknown) => answer.body.Output.execution_id;
    assert.deepEqual(
      reported.sort(),
      [
        [id(unknown), false, 'authorize', 'stall', 'unknown_user'],
        [id(invalid), false, 'validate', null, 'unsupported_channel'],
        [id(broken), false, 'fetch', 'stall', 'unexpected'],
      ].sort(),
    );
  });

  it('carries a signature of each live secret while they are rotated', async (t) => {
    const house = await startHouse(t);
    const receiver = await startReceiver(t);
    const fresh = await house.app.events.signing.rotate('app');
    await house.orders({ completionCallbackUrl: receiver.url });
    await receiver.arrived(1);
    const [{ headers, text } = assert.fail()] = receiver.received;
    assert.equal(headers['webhook-signature']?.split(' ').length, 2);
    for (const secret of [house.signingSecret, fresh ?? ''])
      assert.ok(new Webhook(secret).verify(text, headers));
    assert.equal(await house.app.events.signing.endOld('app'), true);
    await house.orders({ completionCallbackUrl: receiver.url });
    await receiver.arrived(2);
    const { headers: later = {}, text: body = '' } = receiver.received[1] ?? {};
    assert.ok(new Webhook(fresh ?? '').verify(body, later));
    assert.throws(() => new Webhook(house.signingSecret).verify(body, later));
  });

  it('goes nowhere that the guard does not allow', async (t) => {
    const sandbox = await startHouse(t);
    const refused = async (house: typeof sandbox, url: string) => {
      const { status, body } = await house.orders({ completionCallbackUrl: url });
      return `${status} ${body.Errors.code} ${body.Output.schemaValidationErrors?.[0].field}`;
    };
    const field = 'completionCallbackUrl';
    for (const url of ['', 'hook', '/hook', 'ftp://a.example/x', 'http://shop.example.com/hook'])
      assert.equal(await refused(sandbox, url), `400 invalid_request ${field}`, url);
    for (const url of [
      'https://10.0.0.1/hook',
      'http://169.254.169.254/latest',
      'https://[::ffff:127.0.0.1]/',
      'https://intranet/',
      'https://user:pass@hooks.example.com/',
      'https://hooks.example.com:22/',
      'http://127.0.0.2:9000/',
    ])
      assert.equal(await refused(sandbox, url), `400 address_not_allowed ${field}`, url);
    const production = await startHouse(t, {
      settings: {
        MANIFOLD_MODE: 'production',
        MANIFOLD_KEYS: 'unused:unused',
        MANIFOLD_BASE_URL: 'https://api.example.com',
      },
    });
    for (const url of ['http://localhost:9000/', 'https://localhost/', 'https://127.0.0.1:8080/'])
      assert.equal(await refused(production, url), `400 address_not_allowed ${field}`, url);
  });
});

describe('deliveries', () => {
  it('are listed by state and page, shown with their tries, and replayed', async (t) => {
    const house = await startHouse(t);
    const receiver = await startReceiver(t);
    receiver.answer = ({ path }, response) => {
      if (path.endsWith('gone')) response.writeHead(410).end();
    };
    await house.orders({ completionCallbackUrl: `${receiver.url}/gone` });
    for (let n = 0; n < 4; n++) await house.orders({ completionCallbackUrl: receiver.url });
    await until(async () => {
      const { body } = await house.ask('/Deliveries?state=waiting');
      return body.result.length === 0;
    });
    const first = await house.ask('/Deliveries?state=delivered&limit=3');
    const second = await house.ask(
      `/Deliveries?state=delivered&limit=3&next_page_token=${first.body.next_page_token}`,
    );
    assert.deepEqual([first.body.result.length, second.body.result.length], [3, 1]);
    assert.equal(second.body.next_page_token, undefined);

    const failed = (await house.ask('/Deliveries?state=failed')).body.result;
    assert.equal(failed.length, 1);
    const { id } = failed[0];
    const shown = (await house.ask(`/Deliveries/${id}`)).body;
    assert.deepEqual(
      shown.tries.map(({ status, error }: { status: number; error: string }) => [status, error]),
      [[410, 'gone (410): the receiver wants no more of it']],
    );
    assert.equal(shown.body.type, 'execution.completed');
    assert.equal(shown.url, `${receiver.url}/gone`);

    receiver.answer = () => {};
    const replayed = await house.ask(`/Deliveries/${id}/Replay`, { method: 'POST' });
    assert.equal(replayed.status, 202);
    await until(async () => (await house.ask(`/Deliveries/${id}`)).body.state === 'delivered');
    const tries = (await house.ask(`/Deliveries/${id}`)).body.tries;
    assert.deepEqual(
      tries.map(({ status }: { status: number }) => status),
      [410, 204],
    );
    const ids = receiver.received.filter(({ path }) => path.endsWith('gone'));
    assert.equal(new Set(ids.map(({ headers }) => headers['webhook-id'])).size, 1);
    assert.equal(new Set(ids.map(({ text }) => text)).size, 1);
  });

  it('are all replayed in one go where they failed, and tested on request', async (t) => {
    const house = await startHouse(t);
    const receiver = await startReceiver(t);
    receiver.answer = (_, response) => response.writeHead(410).end();
    const post = (path: string, body?: unknown) =>
      house.ask(path, {
        method: 'POST',
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    const tested = await post('/Deliveries/Test', { url: receiver.url });
    assert.equal(tested.status, 202);
    assert.equal(tested.body.type, 'delivery.test');
    await post('/Deliveries/Test', { url: receiver.url });
    const failed = async () => (await house.ask('/Deliveries?state=failed')).body.result.length;
    await until(async () => (await failed()) === 2);
    const [{ headers, text } = assert.fail()] = receiver.received;
    assert.equal(headers['manifold-version'], NEWEST_VERSION);
    assert.ok(new Webhook(house.signingSecret).verify(text, headers));
    receiver.answer = () => {};
    assert.deepEqual((await post('/Deliveries/Replay')).body, { replayed: 2 });
    await until(async () => (await failed()) === 0);
    await receiver.arrived(4);
    assert.equal((await post('/Deliveries/Test', { url: 'https://10.1.1.1/' })).status, 400);
    assert.equal((await post('/Deliveries/Test', { to: 'x' })).status, 400);
    assert.equal((await post('/Deliveries/Test')).status, 400);
  });

  it('belong to their client, need a scope, and refuse odd questions in sentences', async (t) => {
    const house = await startHouse(t);
    const receiver = await startReceiver(t);
    await house.orders({ completionCallbackUrl: receiver.url });
    const [{ id }] = (await house.ask('/Deliveries')).body.result;
    await house.app.tokens.clients.create({ id: 'other', secret: 'other' });
    assert.equal(await house.app.store.deliveries.find('other', id), undefined);
    const links = { headers: { authorization: `Bearer ${await house.tokenWith('links')}` } };
    for (const path of ['/Executions', '/Overrides'])
      assert.equal((await house.ask(path, links)).status, 403, path);
    for (const path of ['/Deliveries', '/Executions', '/Overrides'])
      assert.equal((await house.ask(path, { headers: { authorization: 'Bearer x' } })).status, 401);
    // The scope "links" sees deliveries to event addresses, and none of those of calls.
    assert.deepEqual((await house.ask('/Deliveries', links)).body.result, []);
    assert.equal((await house.ask(`/Deliveries/${id}`, links)).status, 404);
    const post = (path: string) => house.ask(path, { method: 'POST', ...links });
    assert.equal((await post(`/Deliveries/${id}/Replay`)).status, 404);
    assert.deepEqual((await post('/Deliveries/Replay')).body, { replayed: 0 });
    assert.equal((await post('/Deliveries/Test')).status, 403);
    for (const [path, code] of [
      ['/Deliveries/msg_none', 'not_found'],
      ['/Deliveries/%00', 'not_found'],
      ['/Executions/nothing', 'not_found'],
      ['/Deliveries?state=lost', 'invalid_request'],
      ['/Deliveries?colour=red', 'invalid_request'],
      ['/Deliveries?limit=0', 'invalid_request'],
      ['/Deliveries?limit=1&limit=2', 'invalid_request'],
      ['/Deliveries?next_page_token=xyz', 'invalid_page_token'],
      ['/Executions?started_at_min=yesterday', 'invalid_request'],
      ['/Executions?status=%00', 'invalid_request'],
    ] as const)
      assert.equal((await house.ask(path)).body.Errors.code, code, path);
  });
});
