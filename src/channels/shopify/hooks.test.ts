// Shopify's hooks: the payloads of its documents, signatures, and headers that no one signed.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { hooks } from './hooks.ts';

const APP = { clientSecret: 'shpss_hush' };
const NOW = Date.UTC(2026, 10, 15);
const sign = (body: Uint8Array | string, secret = APP.clientSecret) =>
  createHmac('sha256', secret).update(body).digest('base64');

/** The examples of https://shopify.dev/docs/apps/build/compliance/privacy-law-compliance */
const DATA_REQUEST = {
  shop_id: 954889,
  shop_domain: 'your-shop.myshopify.com',
  orders_requested: [299938, 280263, 220458],
  customer: { id: 191167, email: 'john@example.com', phone: '555-625-1199' },
  data_request: { id: 9999 },
};
const REDACT = {
  shop_id: 954889,
  shop_domain: 'your-shop.myshopify.com',
  customer: { id: 191167, email: 'john@example.com', phone: '555-625-1199' },
  orders_to_redact: [299938, 280263, 220458],
};
const SHOP_REDACT = { shop_id: 954889, shop_domain: 'your-shop.myshopify.com' };
const UNINSTALLED = {
  id: 548380009,
  name: 'Super Toys',
  domain: null,
  myshopify_domain: 'your-shop.myshopify.com',
};

function message(topic: string, body: object, headers: Record<string, string> = {}) {
  const bytes = Buffer.from(JSON.stringify(body));
  return {
    body: bytes,
    query: {},
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': topic,
      'x-shopify-hmac-sha256': sign(bytes),
      'x-shopify-shop-domain': 'your-shop.myshopify.com',
      'x-shopify-webhook-id': 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043',
      'x-shopify-triggered-at': '2026-11-14T10:00:00.123456789Z',
      ...headers,
    },
  };
}
const AT = Date.UTC(2026, 10, 14, 10, 0, 0, 123);
const SAID = { account: 'https://your-shop.myshopify.com', at: AT };
const said = (request: ReturnType<typeof message>) => {
  const { id: _, ...rest } = hooks.read(request) ?? { id: '' };
  return rest;
};

describe('a hook of Shopify', () => {
  it('is signed over the bytes as they came', () => {
    const proven = (request: ReturnType<typeof message>, app: Record<string, string> = APP) =>
      hooks.verify(request, app, NOW);
    const given = message('shop/redact', SHOP_REDACT);
    assert.ok(proven(given));
    const odd = Buffer.from([0xff, 0xfe, 0x7b]);
    assert.ok(proven({ ...given, body: odd, headers: { ...given.headers, 'x-shopify-hmac-sha256': sign(odd) } })); // biome-ignore format: one message
    const right = sign(given.body);
    const { 'x-shopify-hmac-sha256': _, ...unsigned } = given.headers;
    for (const signature of [
      '',
      'x',
      sign(given.body, 'other'),
      sign(`${given.body} `),
      createHmac('sha256', APP.clientSecret).update(given.body).digest('hex'),
      right.replace('=', ''),
      ` ${right}`,
      `${right}é`,
    ])
      assert.equal(
        proven(message('shop/redact', SHOP_REDACT, { 'x-shopify-hmac-sha256': signature })),
        false,
        signature,
      );
    assert.equal(hooks.verify({ ...given, headers: unsigned }, APP, NOW), false);
    assert.equal(proven({ ...given, body: Buffer.from(`${given.body}\n`) }), false);
    assert.equal(proven({ ...given, body: Buffer.from(`\ufeff${given.body}`) }), false);
    assert.equal(proven(given, { clientSecret: 'older' }), false);
  });

  it('says what the documents say it does, without an address or a number to call', () => {
    const orders = ['299938', '280263', '220458'];
    assert.deepEqual(said(message('customers/data_request', DATA_REQUEST)), {
      ...SAID,
      kind: 'data_request',
      reference: '9999',
      customer: '191167',
      orders,
    });
    assert.deepEqual(said(message('customers/redact', REDACT)), {
      ...SAID,
      kind: 'customer_redact',
      customer: '191167',
      orders,
    });
    assert.deepEqual(said(message('shop/redact', SHOP_REDACT)), {
      ...SAID,
      kind: 'shop_redact',
    });
    assert.deepEqual(said(message('app/uninstalled', UNINSTALLED)), {
      ...SAID,
      kind: 'uninstalled',
    });
  });

  it('counts for the topic and the shop that its body is about, whatever the headers say', () => {
    const other = { 'x-shopify-shop-domain': 'other.myshopify.com' };
    for (const [topic, body, headers = {}] of [
      ['app/uninstalled', SHOP_REDACT],
      ['app/uninstalled', { id: 1, line_items: [] }],
      ['shop/redact', DATA_REQUEST],
      ['shop/redact', REDACT],
      ['shop/redact', UNINSTALLED],
      ['customers/redact', SHOP_REDACT],
      ['customers/data_request', REDACT],
      ['shop/redact', SHOP_REDACT, other],
      ['app/uninstalled', UNINSTALLED, other],
      ['orders/create', { id: 1 }],
      ['constructor', SHOP_REDACT],
      ['shop/redact', { ...SHOP_REDACT, shop_domain: 'evil.example' }],
      ['shop/redact', { ...SHOP_REDACT, shop_domain: 7 }, { 'x-shopify-shop-domain': 'x' }],
      ['shop/redact', []],
    ] as const)
      assert.equal(hooks.read(message(topic, body, headers)), undefined, `${topic}`);
  });

  it('is not sure of a time or a shop that only a header may name', () => {
    const unnamed = { ...UNINSTALLED, myshopify_domain: null };
    assert.deepEqual(said(message('app/uninstalled', unnamed)), {
      ...SAID,
      kind: 'uninstalled',
      at: undefined,
    });
    const untimed = message('app/uninstalled', UNINSTALLED, { 'x-shopify-triggered-at': 'soon' });
    assert.equal(hooks.read(untimed)?.at, undefined);
  });

  it('is known by what was signed, whatever id the headers give it', () => {
    for (const id of ['', 'another-id']) {
      const given = message('shop/redact', SHOP_REDACT, { 'x-shopify-webhook-id': id });
      assert.equal(hooks.read(given)?.id, sign(given.body));
    }
  });
});
