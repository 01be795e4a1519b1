// Vendors' hooks end to end: forged, repeated and late, from the sandbox's stores to the data call.
import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { request as send } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { channels } from '../../src/channels/index.ts';
import { type Service, startService, type Tenant } from '../service.ts';
import { until } from '../until.ts';

const HOUR = 3_600_000;

describe('vendors’ hooks', () => {
  let service: Service;
  let other: Tenant;
  before(async () => {
    service = await startService();
    other = await service.tenant('other-client');
    for (const store of service.sandbox.stores)
      store.hooks?.register(`${service.origin}/hooks/${store.channel}`);
  });
  after(() => service.close());

  const post = (body: string | Buffer, headers: Record<string, string>, path = 'shopify') =>
    fetch(`${service.origin}/hooks/${path}`, { method: 'POST', body, headers });
  const happen = async (plan: object) => {
    const response = await fetch(`${service.sandbox.origin}/_sandbox/hooks`, {
      method: 'POST',
      body: JSON.stringify({ lateMs: 10, ...plan }),
    });
    return (await response.json()) as { answers: number[] };
  };
  const secretOf = (channel: string) => service.store(channel).app?.clientSecret ?? '';
  const signed = (topic: string, about: object, changes: Record<string, string> = {}) => {
    const body = JSON.stringify(about);
    const headers = {
      'content-type': 'application/json',
      'x-shopify-topic': topic,
      'x-shopify-hmac-sha256': sign(body),
      'x-shopify-webhook-id': randomUUID(),
      'x-shopify-triggered-at': new Date(service.now()).toISOString(),
      ...changes,
    };
    return { body, headers };
  };
  const sign = (body: string | Buffer, secret = secretOf('shopify')) =>
    createHmac('sha256', secret).update(body).digest('base64');

  /** A user who linked a shop an hour ago, by the way given. */
  async function linked(tenant: Tenant, channel: string, shop: string, way: string) {
    const user = await service.app.store.users.ensure(tenant.id, `${shop}-${way}`);
    assert.ok(user);
    const { account, secrets } = service.shop(channel, shop).credential;
    const install = service.store(channel).install as { tokenOf?(hash: string): string } | undefined; // biome-ignore format: one store
    const hash = String(account.store_hash ?? '');
    const token = way === 'app' ? install?.tokenOf?.(hash) : undefined;
    const given = { ...account, ...secrets, ...(token && { token }) };
    const keys = new Set(service.channel(channel).fields.map(({ key }) => key));
    const credential = service
      .channel(channel)
      .accept(Object.fromEntries(Object.entries(given).filter(([key]) => keys.has(key))));
    await service.app.store.credentials.save({
      userId: user.id,
      channel,
      ...credential,
      expiresAt: null,
      accountKey: service.channel(channel).accountName?.(credential.account),
      way,
    });
    return { user: user.tpUserId, key: { userId: user.id, channel } };
  }
  const code = async (tenant: Tenant, channel: string, user: string) => {
    const { status, body } = await tenant.orders(channel, { limit: 1 }, { user });
    return status === 200 ? 200 : JSON.stringify(body).match(/"code":"(\w+)"/)?.[1];
  };
  const gone = (key: { userId: string; channel: string }) =>
    until(
      async () => (await service.app.store.credentials.find(key)) === undefined,
      'the credential is still there',
    );

  const about = { id: 1, myshopify_domain: 'demo.myshopify.com' };

  it('are refused with 401 unless the raw body is signed, whatever else they say', async () => {
    const { body, headers } = signed('app/uninstalled', about);
    const { 'x-shopify-hmac-sha256': right, ...unsigned } = headers;
    const status = async (given: string | Buffer, more: Record<string, string> = {}) =>
      (await post(given, { ...unsigned, ...more })).status;
    assert.equal(await status(body), 401);
    for (const signature of ['', 'x', '%%%', sign(body, 'other'), right.slice(0, -2), `${right}=`])
      assert.equal(await status(body, { 'x-shopify-hmac-sha256': signature }), 401, signature);
    const proof = { 'x-shopify-hmac-sha256': right };
    assert.equal(await status(`${body} `, proof), 401);
    assert.equal(await status(body.replace('demo', 'dem0'), proof), 401);
    assert.equal(await status(Buffer.from(body, 'utf16le'), proof), 401);
    assert.equal(await status(Buffer.alloc(0), proof), 401);
    const jwt = `${service.origin}/hooks/bigcommerce?signed_payload_jwt=`;
    for (const token of ['', 'a.b.c', 'eyJhbGciOiJub25lIn0.e30.'])
      assert.equal((await fetch(`${jwt}${token}`)).status, 401);
    assert.equal(await code(service, 'shopify', 'demo'), 200);
    const warnings = service.logged().split('\n').filter((line) => line.includes('wrong signature')); // biome-ignore format: one search
    assert.equal(warnings.length, 2, 'one line for each channel, not one for each try');
  });

  it('are refused when a proof is sent twice, before either is believed', async () => {
    const { body, headers } = signed('shop/redact', { shop_id: 1, shop_domain: 'x.myshopify.com' });
    const status = await new Promise((resolve, reject) => {
      const proofs = [sign('other'), headers['x-shopify-hmac-sha256']];
      const url = `${service.origin}/hooks/shopify`;
      send(url, { method: 'POST', headers: { ...headers, 'x-shopify-hmac-sha256': proofs } })
        .once('response', (response) => resolve(response.resume().statusCode))
        .once('error', reject)
        .end(body);
    });
    assert.equal(status, 401);
  });

  it('are too long beyond 1 MiB, and signed bytes of any charset or type are taken', async () => {
    const long = Buffer.alloc(1024 * 1024 + 1, ' ');
    const { headers } = signed('orders/create', {});
    assert.equal((await post(long, { ...headers, 'x-shopify-hmac-sha256': sign(long) })).status, 413); // biome-ignore format: one question
    const odd = Buffer.from('{"naam":"\xe9"}', 'latin1');
    for (const type of [
      'application/json; charset=iso-8859-1',
      'text/plain',
      'application/octet-stream',
    ]) {
      const proof = { 'content-type': type, 'x-shopify-hmac-sha256': sign(odd) };
      assert.equal((await post(odd, { ...headers, ...proof })).status, 200, type);
    }
  });

  it('of topics that we do not need are taken, and leave nothing', async () => {
    const { body, headers } = signed('customers/create', { id: 1, email: 'canary@example.com' });
    assert.equal((await post(body, headers)).status, 200);
    assert.match(service.logged(), /a hook that says nothing we need/);
    assert.doesNotMatch(service.logged(), /canary@example\.com/);
  });

  it('are not there for other channels, nor by other methods', async () => {
    const at = (path: string, method: string) =>
      fetch(`${service.origin}/hooks/${path}`, { method });
    for (const path of ['woocommerce', 'unknown', 'constructor', '__proto__', 'amazon/secret'])
      assert.equal((await at(path, 'POST')).status, 404, path);
    const wrong = [await at('shopify', 'GET'), await at('bigcommerce', 'PUT')];
    assert.deepEqual(
      wrong.map(({ status, headers }) => [status, headers.get('allow')]),
      [
        [405, 'POST'],
        [405, 'GET, POST'],
      ],
    );
    assert.equal((await at('bigcommerce', 'HEAD')).status, 405);
    assert.doesNotMatch(await (await fetch(`${service.origin}/openapi.json`)).text(), /\/hooks/);
  });

  it('end a Shopify shop’s links for every client, and no other’s, however often they come', async () => {
    const mine = await linked(service, 'shopify', 'small', 'shopify');
    const theirs = await linked(other, 'shopify', 'small', 'shopify');
    const second = await linked(other, 'shopify', 'recent', 'shopify');
    assert.deepEqual(
      [await code(service, 'shopify', mine.user), await code(other, 'shopify', theirs.user)],
      [200, 200],
    );
    // The links are made now, the removal comes at the same moment: the shop itself is asked.
    assert.deepEqual(await happen({ channel: 'shopify', shop: 'small', times: 3 }), {
      url: `${service.origin}/hooks/shopify`,
      answers: [200, 200, 200],
    });
    await Promise.all([gone(mine.key), gone(theirs.key)]);
    const users = await fetch(`${service.origin}/api/ServiceClientApp/Users/${mine.user}`, {
      headers: { authorization: `Bearer ${service.token}` },
    });
    assert.doesNotMatch(await users.text(), /"channel":"shopify","status":"linked"/);
    assert.equal(await code(service, 'shopify', mine.user), 'channel_not_linked');
    assert.equal(await code(other, 'shopify', theirs.user), 'channel_not_linked');
    assert.equal(await code(other, 'shopify', second.user), 200);
    const done = service.logged().split('\n').filter((line) => /"kind":"uninstalled".*dealt with/.test(line)); // biome-ignore format: one search
    assert.equal(done.length, 1);
    // Linked again, and the old message once more under another id.
    const again = await linked(service, 'shopify', 'small', 'shopify');
    const late = signed('app/uninstalled', { ...about, myshopify_domain: 'small.myshopify.com' }, {
      'x-shopify-triggered-at': new Date(service.now() - HOUR).toISOString(),
    }); // biome-ignore format: one message
    assert.equal((await post(late.body, late.headers)).status, 200);
    await until(() => service.logged().split('dealt with').length > 2, 'the late one is not done');
    assert.equal(await code(service, 'shopify', again.user), 200);
  });

  it('leave a token of the merchant’s own in the same shop', async () => {
    const app = await linked(service, 'shopify', 'small', 'shopify');
    const own = await linked(service, 'shopify', 'small', 'token');
    await happen({ channel: 'shopify', shop: 'small' });
    await gone(app.key);
    assert.ok(await service.app.store.credentials.find(own.key));
  });

  /** Messages that the vendor signed once, sent again under new names and at other times. */
  const captured = (channel: string, shop: string): readonly (() => Promise<Response>)[] => {
    const { account } = service.shop(channel, shop).credential;
    if (channel === 'bigcommerce') {
      // What every clerk's browser gets when it opens the app.
      const at = Math.floor(service.now() / 1000);
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const claims = {
        ...{
          aud: service.store(channel).app?.clientId,
          iss: 'bc',
          sub: `stores/${account.store_hash}`,
        },
        ...{
          iat: at,
          nbf: at - 5,
          exp: at + 3600,
          url: '/',
          user: { id: 2, email: 'clerk@x.example' },
        },
      };
      return ['1', '2', '3'].map((jti) => () => {
        const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ ...claims, jti })}`;
        const signature = createHmac('sha256', secretOf(channel)).update(text).digest('base64url');
        return fetch(`${service.origin}/hooks/${channel}?signed_payload_jwt=${text}.${signature}`);
      });
    }
    const domain = `${shop}.myshopify.com`;
    return (
      [
        ['app/uninstalled', { id: 1, myshopify_domain: domain }],
        ['shop/redact', { shop_id: 1, shop_domain: domain }],
      ] as const
    ).flatMap(([topic, about]) =>
      [-90 * 24 * HOUR, 0, 9 * 60_000].map((shift) => () => {
        const time = new Date(service.now() + shift).toISOString();
        const { body, headers } = signed(topic, about, { 'x-shopify-triggered-at': time });
        return post(body, headers);
      }),
    );
  };

  it('of a shop that still takes its credential end nothing, no matter who sends them', async () => {
    const withHooks = Object.entries(channels).filter(([, { hooks }]) => hooks);
    assert.deepEqual(withHooks.map(([name]) => name), ['shopify', 'bigcommerce']); // biome-ignore format: one list
    for (const [channel, { ways }] of withHooks) {
      const way = ways.find(({ kind }) => kind === 'consent')?.id ?? '';
      const { user, key } = await linked(service, channel, 'demo', way);
      assert.equal(await code(service, channel, user), 200);
      // Not at the same moment, by whatever clock.
      service.forward(5 * 60_000);
      const before = service.logged().length;
      const messages = captured(channel, 'demo');
      for (const message of messages) assert.equal((await message()).status, 200);
      const done = () => service.logged().slice(before).split('a hook was dealt with').length - 1;
      const kinds = channel === 'shopify' ? 2 : messages.length;
      await until(() => done() === kinds, `${done()} of ${kinds} were dealt with`);
      assert.ok(await service.app.store.credentials.find(key), channel);
      assert.equal(await code(service, channel, user), 200);
      const { rows } = await service.app.store.deliveries.list(service.id, {}, undefined, 100);
      assert.ok(!rows.some(({ body }) => body.includes(user)), 'no event says that it is gone');
    }
  });

  it('end a BigCommerce store’s app, and leave the keys of an API account', async () => {
    const app = await linked(service, 'bigcommerce', 'small', 'app');
    const own = await linked(other, 'bigcommerce', 'small', 'keys');
    const next = await linked(other, 'bigcommerce', 'pro', 'app');
    const all = [
      [service, app],
      [other, own],
      [other, next],
    ] as const;
    for (const [tenant, { user }] of all)
      assert.equal(await code(tenant, 'bigcommerce', user), 200);
    const { answers } = await happen({ channel: 'bigcommerce', shop: 'small' });
    assert.deepEqual(answers, [200, 200]);
    await gone(app.key);
    assert.equal(await code(service, 'bigcommerce', app.user), 'channel_not_linked');
    for (const [tenant, { user }] of all.slice(1))
      assert.equal(await code(tenant, 'bigcommerce', user), 200);
  });

  it('about privacy reach the clients concerned, and erase results that are kept', async () => {
    const { user } = await linked(service, 'shopify', 'recent', 'shopify');
    const clients = ['other-client', 'test-client'];
    const wish = { url: 'http://127.0.0.1:9/in', types: ['privacy.request'], paused: false };
    for (const client of clients) await service.app.events.addresses.add(client, wish);
    const started = await service.orders(
      'shopify',
      { limit: 1 },
      { user, headers: { prefer: 'respond-async' } },
    );
    assert.equal(started.status, 202);
    const { execution_id: id } = JSON.parse(started.text);
    const result = async () => (await service.app.events.results.result(service.id, id)) !== undefined; // biome-ignore format: one question
    await until(result, 'there is no result');
    const { answers } = await happen({ channel: 'shopify', shop: 'recent', kind: 'data_request' });
    assert.deepEqual(answers, [200, 200]);
    await until(() => /"kind":"data_request".*dealt with/.test(service.logged()), 'not done');
    assert.ok(await result());
    await happen({ channel: 'shopify', shop: 'recent', kind: 'customer_redact' });
    await until(async () => !(await result()), 'the result is still there');
    for (const client of clients) {
      const sent = async () =>
        (await service.app.store.deliveries.list(client, { type: 'privacy.request' }, undefined, 9))
          .rows;
      await until(async () => (await sent()).length === 2, `${client} was not notified`);
      const events = (await sent()).map(({ body }) => JSON.parse(body).data);
      assert.deepEqual(
        events.map(({ kind, shop }) => [kind, shop]).sort(),
        ['customer_redact', 'data_request'].map((kind) => [kind, 'https://recent.myshopify.com']),
        'each once, although each message came twice',
      );
      assert.doesNotMatch(JSON.stringify(events), /john@example\.com|555-625-1199/);
    }
    assert.doesNotMatch(service.logged(), /john@example\.com|555-625-1199/);
  });

  it('about a customer are one request, however often the same body comes under new ids', async () => {
    await linked(service, 'shopify', 'recent', 'shopify');
    const requests = async () => {
      const { deliveries } = service.app.store;
      const { rows } = await deliveries.list(
        'test-client',
        { type: 'privacy.request' },
        undefined,
        99,
      );
      return rows.length;
    };
    const before = await requests();
    const domain = { shop_id: 1, shop_domain: 'recent.myshopify.com' };
    for (const [topic, more] of [
      ['customers/redact', { customer: { id: 77 }, orders_to_redact: [1] }],
      [
        'customers/data_request',
        { customer: { id: 77 }, orders_requested: [1], data_request: { id: 5 } },
      ],
    ] as const)
      for (let n = 0; n < 5; n++) {
        const { body, headers } = signed(topic, { ...domain, ...more });
        assert.equal((await post(body, headers)).status, 200);
      }
    await until(async () => (await requests()) >= before + 2, 'no event was stored');
    const without = { clients: [], lanes: new Set<string>() };
    await until(
      async () => (await service.app.store.hooks.lanes(Infinity, without)).lanes,
      'that all are dealt with',
      (lanes) => lanes.length === 0,
    );
    assert.equal(await requests(), before + 2);
  });
});

it('hooks are refused, and that is said once, while the operator’s app is not set', async () => {
  const service = await startService({ withoutApps: true });
  try {
    const body = '{}';
    for (const secret of ['', 'undefined', 'x']) {
      const hmac = createHmac('sha256', secret).update(body).digest('base64');
      const headers = { 'x-shopify-hmac-sha256': hmac, 'x-shopify-topic': 'shop/redact' };
      const response = await fetch(`${service.origin}/hooks/shopify`, { method: 'POST', body, headers }); // biome-ignore format: one question
      assert.equal(response.status, 401);
    }
    assert.equal(service.logged().split('hooks are refused').length, 2);
  } finally {
    await service.close();
  }
});
