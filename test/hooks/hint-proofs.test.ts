// What hints are believed: signed, forged, for another shop, repeated, odd, in floods.
import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { EACH_MINUTE } from '../../src/events/hooks/throttle.ts';
import type { HookSubscription } from '../../src/store/index.ts';
import { type Service, startService } from '../service.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const KEY = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const MIB = 1024 * 1024;

describe('hints are believed', () => {
  let service: Service;
  const kept = new Map<string, HookSubscription>();
  before(async () => {
    service = await startService();
    for (const channel of ['shopify', 'woocommerce', 'bigcommerce', 'lightspeed_c', 'bol'])
      for (const resource of ['orders', 'products'] as const)
        for (const account of ['mine', 'theirs']) {
          const id = `${channel} ${resource} ${account}`;
          const { hookSubscriptions } = service.app.store;
          const made = await hookSubscriptions.ensure({
            ...{ id, clientId: service.id, channel, account, resource, byApp: false },
          });
          assert.ok(made);
          await hookSubscriptions.mark(id, 'active', { '0': KEY });
          kept.set(id, made);
        }
  });
  after(() => service.close());

  const of = (channel: string, account = 'mine', resource = 'orders'): HookSubscription => {
    const one = kept.get(`${channel} ${resource} ${account}`);
    assert.ok(one);
    return one;
  };
  const post = async (
    channel: string,
    handle: string | undefined,
    body: string | Buffer,
    headers: Record<string, string> = {},
  ) => {
    const path = handle === undefined ? channel : `${channel}/${handle}`;
    const response = await fetch(`${service.origin}/hooks/${path}`, { method: 'POST', body, headers }); // biome-ignore format: one call
    return response.status;
  };
  const heard = (since: number) =>
    service
      .logged()
      .slice(since)
      .split('\n')
      .filter((line) => line.includes('a hook hints at a change'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  /** What was heard while it was done. */
  async function while_(work: () => Promise<void>) {
    const since = service.logged().length;
    await work();
    return heard(since);
  }

  const hmac = (body: string | Buffer, secret: string) =>
    createHmac('sha256', secret).update(body).digest('base64');
  const rsa = (body: string | Buffer, key = privateKey) =>
    sign('sha256', Buffer.from(body), key).toString('base64');
  const event = JSON.stringify({ event: { resource: 'ORDER', type: 'CREATED', resourceId: '1' } });

  /** How each vendor proves a message, for the subscription that is given. */
  const proofs: Readonly<
    Record<string, (body: string | Buffer, one: HookSubscription) => Record<string, string>>
  > = {
    woocommerce: (body, { secret }) => ({
      'x-wc-webhook-topic': 'order.updated',
      'x-wc-webhook-signature': hmac(body, secret),
    }),
    bigcommerce: (_, { secret }) => ({ 'x-manifold-secret': secret }),
    bol: (body) => ({
      signature: `keyId=0, algorithm="SHA256withRSA", signature=${rsa(body)}`,
    }),
    shopify: () => ({ 'x-shopify-topic': 'orders/updated' }),
    lightspeed_c: () => ({ 'x-event': 'orders/updated' }),
  };
  const bodies: Readonly<Record<string, string>> = {
    woocommerce: '{"id":1}',
    bigcommerce: '{"scope":"store/order/updated","data":{"type":"order","id":1}}',
    bol: event,
    shopify: '{"id":1}',
    lightspeed_c: '{"order":{"id":1}}',
  };

  for (const [channel, proof] of Object.entries(proofs)) {
    const body = bodies[channel] ?? '';
    it(`of ${channel}, where the proof is right, however often and however late`, async () => {
      const one = of(channel);
      const hints = await while_(async () => {
        for (let n = 0; n < 3; n++) {
          assert.equal(await post(channel, one.handle, body, proof(body, one)), 200);
          service.forward(86_400_000);
        }
      });
      assert.deepEqual(
        hints.map(({ channel, reading, resource, record }) => ({
          channel,
          reading,
          resource,
          record,
        })),
        Array.from({ length: 3 }, () => ({ channel, reading: one.id, resource: 'orders', record: '1' })), // biome-ignore format: one list
      );
    });

    it(`of ${channel}, not with a wrong proof, that of another shop, or an address that is not there`, async () => {
      const [mine, theirs] = [of(channel), of(channel, 'theirs')];
      const hints = await while_(async () => {
        for (const handle of ['x', 'x'.repeat(43), 'a'.repeat(300), mine.secret, '%00', '..%2f'])
          assert.equal(await post(channel, handle, body, proof(body, mine)), 401, handle);
        const other = channel === 'bol' ? 'woocommerce' : 'bol';
        assert.equal(await post(other, mine.handle, body, proof(body, mine)), 401, 'channel');
        // Where the address is the proof there is nothing else that could be wrong.
        if (channel === 'shopify' || channel === 'lightspeed_c') return;
        assert.equal(await post(channel, mine.handle, body), 401, 'none');
        if (channel !== 'bol')
          assert.equal(await post(channel, mine.handle, body, proof(body, theirs)), 401, 'theirs');
        if (channel !== 'bigcommerce')
          assert.equal(
            await post(channel, mine.handle, `${body} `, proof(body, mine)),
            401,
            'body',
          );
      });
      assert.deepEqual(hints, []);
    });

    it(`of ${channel}, and harmless whatever the body is`, async () => {
      const one = of(channel);
      const odd = [
        ...[
          Buffer.alloc(0),
          Buffer.from([0xff, 0xfe, 0x00]),
          Buffer.from('[]'),
          Buffer.from('null'),
        ],
        ...[Buffer.from('{"id":{"a":1},"order":3,"event":[],"data":7}'), Buffer.from('{"id":-1}')],
        Buffer.concat([Buffer.from('{"id":"'), Buffer.alloc(MIB - 100, 'x'), Buffer.from('"}')]),
      ];
      const hints = await while_(async () => {
        for (const given of odd)
          assert.equal(await post(channel, one.handle, given, proof(given, one)), 200);
        const long = Buffer.alloc(MIB + 1, ' ');
        assert.equal(await post(channel, one.handle, long, proof(long, one)), 413);
      });
      for (const { record } of hints) assert.equal(record, undefined);
    });
  }

  it('of WooCommerce, whose first contact is an unsigned form that says nothing', async () => {
    const { handle } = of('woocommerce');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const hints = await while_(async () => {
      assert.equal(await post('woocommerce', handle, 'webhook_id=12', form), 200);
      assert.equal(await post('woocommerce', 'x'.repeat(43), 'webhook_id=12', form), 401);
      for (const body of ['webhook_id=', 'webhook_id=1&topic=order.updated', 'webhook_id=1\n'])
        assert.equal(await post('woocommerce', handle, body, form), 401, body);
      const topic = { ...form, 'x-wc-webhook-topic': 'order.updated' };
      assert.equal(await post('woocommerce', handle, 'webhook_id=12', topic), 200);
    });
    assert.deepEqual(hints, []);
  });

  it('of bol, not by a key that it does not have, nor by another algorithm', async () => {
    const one = of('bol');
    const { privateKey: other } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const secret = hmac(event, KEY);
    const hints = await while_(async () => {
      for (const signature of [
        ...['', 'keyId=0', 'keyId=0, signature=', `keyId=1, signature=${rsa(event)}`],
        ...[`keyId=0, signature=${rsa(event, other)}`, `keyId=toString, signature=${rsa(event)}`],
        `keyId=0, algorithm="HmacSHA256", signature=${secret}`,
      ])
        assert.equal(await post('bol', one.handle, event, { signature }), 401, signature);
    });
    assert.deepEqual(hints, []);
  });

  it('by the address of the operator’s app only where that app signed', async () => {
    const secretOf = (channel: string) => service.store(channel).app?.clientSecret ?? '';
    const shop = { 'x-shopify-topic': 'orders/updated', 'x-shopify-shop-domain': 'demo.myshopify.com' }; // biome-ignore format: one message
    const body = '{"id":5}';
    const right = { ...shop, 'x-shopify-hmac-sha256': hmac(body, secretOf('shopify')) };
    const order = '{"scope":"store/order/updated","producer":"stores/abc123","data":{"type":"order","id":9}}'; // biome-ignore format: one message
    const standard = (text: string, secret: string) => ({
      ...{ 'webhook-id': 'm', 'webhook-timestamp': '1' },
      'webhook-signature': `v1,AAAA v1,${hmac(`m.1.${text}`, secret)}`,
    });
    const hints = await while_(async () => {
      assert.equal(await post('shopify', undefined, body, right), 200);
      assert.equal(await post('shopify', undefined, body, shop), 401);
      const elsewhere = { ...right, 'x-shopify-shop-domain': 'evil.example' };
      assert.equal(await post('shopify', undefined, body, elsewhere), 200);
      const app = secretOf('bigcommerce');
      assert.equal(await post('bigcommerce', undefined, order, standard(order, app)), 200);
      assert.equal(await post('bigcommerce', undefined, order, standard(order, 'other')), 401);
      assert.equal(await post('bigcommerce', undefined, `${order} `, standard(order, app)), 401);
      assert.equal(await post('bigcommerce', undefined, order), 401);
    });
    assert.deepEqual(
      hints.map(({ channel, account, resource, record }) => [channel, account, resource, record]),
      [
        ['shopify', 'https://demo.myshopify.com', 'orders', '5'],
        ['bigcommerce', 'abc123', 'orders', '9'],
      ],
    );
  });

  it('of the kind that was subscribed to, and of no other', async () => {
    const { handle } = of('lightspeed_c', 'mine', 'products');
    const hints = await while_(async () => {
      assert.equal(await post('lightspeed_c', handle, '{"order":{"id":1}}'), 200);
      const variant = '{"variant":{"id":3,"product":{"resource":{"id":7}}}}';
      assert.equal(await post('lightspeed_c', handle, variant), 200);
    });
    assert.deepEqual(hints.map(({ resource, record }) => [resource, record]), [['products', '7']]); // biome-ignore format: one list
  });

  it('so many a minute of one shop; then one stands for all, and another shop is heard', async () => {
    const [flooding, other] = [of('shopify', 'mine'), of('shopify', 'theirs')];
    service.forward(120_000);
    const topic = { 'x-shopify-topic': 'orders/updated' };
    const hints = await while_(async () => {
      const all = Array.from({ length: EACH_MINUTE + 40 }, (_, n) => `{"id":${n + 1}}`);
      for (const body of all)
        assert.equal(await post('shopify', flooding.handle, body, topic), 200);
      assert.equal(await post('shopify', other.handle, '{"id":1}', topic), 200);
    });
    const mine = hints.filter(({ reading }) => reading === flooding.id);
    assert.equal(mine.length, EACH_MINUTE + 1);
    assert.equal(mine.filter(({ record }) => record === undefined).length, 1);
    assert.equal(hints.length - mine.length, 1);
    service.forward(60_000);
    const later = await while_(async () => {
      assert.equal(await post('shopify', flooding.handle, '{"id":1}', topic), 200);
    });
    assert.equal(later.length, 1);
  });

  it('and neither log nor metrics ever show an address or a secret', async () => {
    const metrics = await (await fetch(`${service.origin}/metrics`)).text();
    assert.match(metrics, /\/hooks\/:channel\/:handle/);
    for (const { handle, secret } of kept.values())
      for (const text of [service.logged(), metrics])
        assert.ok(!text.includes(handle) && !text.includes(secret));
  });
});
