// Events: what the service signs is read, what anyone else sends is refused.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { type ManifoldError, verifyEvent } from '../../client/src/index.ts';
import { signatureHeaders } from '../../src/events/sign.ts';

const SECRET = `whsec_${Buffer.from('a signing secret of some length!').toString('base64')}`;
const OTHER = `whsec_${Buffer.from('another secret, as long as that!').toString('base64')}`;
const NOW = new Date('2026-11-02T09:30:00Z');
const now = () => NOW.getTime();
const BODY = JSON.stringify({
  type: 'channel.linked',
  timestamp: '2026-11-02T09:29:58+00:00',
  data: { tpUserId: 'Zoë', channel: 'shopify' },
});

const signed = (body = BODY, at = NOW, secret = SECRET, id = 'msg_1') => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': new Webhook(secret).sign(id, at, body),
});
const refused = (...parameters: Parameters<typeof verifyEvent>) =>
  assert.rejects(
    () => verifyEvent(...parameters),
    (error: ManifoldError) =>
      error.code === 'invalid_event' && !/whsec_./.test(error.message.replace('whsec_…', '')),
  );

describe('an event', () => {
  it('is read as the reference library signs it, in every form it may come', async () => {
    const bytes = new TextEncoder().encode(BODY);
    for (const body of [BODY, bytes, bytes.buffer])
      for (const headers of [
        signed(),
        new Headers(signed()),
        Object.fromEntries(
          Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), [value]]),
        ),
      ]) {
        const event = await verifyEvent(body, headers, SECRET, { now });
        assert.equal(event.id, 'msg_1');
        if (event.type !== 'channel.linked') throw new Error(event.type);
        assert.equal(event.data.tpUserId, 'Zoë');
      }
  });

  it('is read as this service signs it', async () => {
    const headers = signatureHeaders({ id: 'msg_2', at: now(), body: BODY }, [OTHER, SECRET]);
    assert.equal((await verifyEvent(BODY, headers, SECRET, { now })).id, 'msg_2');
  });

  it('is read while a secret is changed, on either side', async () => {
    const both = signed();
    both['webhook-signature'] += ` ${signed(BODY, NOW, OTHER)['webhook-signature']} v1a,x v2,y`;
    for (const secrets of [SECRET, OTHER, [OTHER, SECRET], [SECRET, OTHER]])
      assert.ok(await verifyEvent(BODY, both, secrets, { now }));
    assert.ok(await verifyEvent(BODY, signed(), [OTHER, SECRET], { now }));
    await refused(BODY, signed(), OTHER, { now });
    await refused(BODY, signed(), [], { now });
  });

  it('is refused when one byte, its id or its time is another’s', async () => {
    const headers = signed();
    await refused(BODY.replace('shopify', 'Shopify'), headers, SECRET, { now });
    await refused(`${BODY} `, headers, SECRET, { now });
    await refused(BODY, { ...headers, 'webhook-id': 'msg_9' }, SECRET, { now });
    const later = String(Number(headers['webhook-timestamp']) + 1);
    await refused(BODY, { ...headers, 'webhook-timestamp': later }, SECRET, { now });
    for (const signature of ['', 'v1,', 'v1,AAAA', 'v1,%%%', headers['webhook-signature'].slice(3)])
      await refused(BODY, { ...headers, 'webhook-signature': signature }, SECRET, { now });
    for (const name of Object.keys(headers))
      await refused(BODY, { ...headers, [name]: undefined }, SECRET, { now });
  });

  it('is refused when it is old or from the future', async () => {
    const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
    for (const seconds of [-300, 0, 300])
      assert.ok(await verifyEvent(BODY, signed(BODY, at(seconds)), SECRET, { now }));
    for (const seconds of [-301, 301, -86_400])
      await refused(BODY, signed(BODY, at(seconds)), SECRET, { now });
    assert.ok(await verifyEvent(BODY, signed(BODY, at(-900)), SECRET, { now, tolerance: 900 }));
    for (const odd of ['', 'soon', '1e9', 'NaN', '-1'])
      await refused(BODY, { ...signed(), 'webhook-timestamp': odd }, SECRET, { now });
  });

  it('of a type that is not known yet is given as it is; what is no event is refused', async () => {
    const later = '{"type":"order.sang","timestamp":"x","data":{"song":"y"}}';
    const event = await verifyEvent(later, signed(later), SECRET, { now });
    assert.deepEqual({ ...event }, { ...JSON.parse(later), id: 'msg_1' });
    for (const body of ['', '[]', '{}', 'text', '{"type":1}'])
      await refused(body, signed(body), SECRET, { now });
  });

  it('cannot be read with something that is no secret', async () => {
    for (const secret of ['', 'whsec_', 'whsec_%%%'])
      await assert.rejects(() => verifyEvent(BODY, signed(), secret, { now }), TypeError);
  });
});
