// BigCommerce's uninstall callback: its token, and every claim that must be right; and what its hints name.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hmac } from '../kit/signed.ts';
import { hints, hooks } from './hooks.ts';

const APP = { clientId: 'our-app', clientSecret: 'hush' };
const NOW = Date.UTC(2026, 10, 15);
const seconds = NOW / 1000;
/** As the vendor's own library shows it: not before is five seconds before it is issued. */
const CLAIMS = {
  aud: 'our-app',
  iss: 'bc',
  iat: seconds - 10,
  nbf: seconds - 15,
  exp: seconds + 86_390,
  jti: '2ce3bd19-5ad7-4d64-8d22-0dde8d3cff4b',
  sub: 'stores/abc123',
  user: { id: 1470672, email: 'user@example.com', locale: 'en-US' },
  owner: { id: 1470672, email: 'user@example.com' },
  url: '/',
  channel_id: null,
};

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
function message(changes: object = {}, secret = APP.clientSecret, header: object = {}) {
  const text = `${encode({ alg: 'HS256', typ: 'JWT', ...header })}.${encode({ ...CLAIMS, ...changes })}`;
  return {
    headers: {},
    body: Buffer.alloc(0),
    query: { signed_payload_jwt: `${text}.${hmac(text, secret, 'base64url')}` },
  };
}

describe('the uninstall callback of BigCommerce', () => {
  it('is proven by its token alone', () => {
    assert.ok(hooks.verify(message(), APP, NOW));
    for (const changes of [
      { aud: 'another-app' },
      { aud: ['our-app'] },
      { aud: undefined },
      { iss: 'another' },
      { exp: seconds - 61 },
      { exp: undefined },
      { nbf: seconds + 61 },
    ])
      assert.equal(hooks.verify(message(changes), APP, NOW), false, JSON.stringify(changes));
    assert.equal(hooks.verify(message({}, 'another secret'), APP, NOW), false);
    assert.equal(hooks.verify(message({}, APP.clientSecret, { alg: 'none' }), APP, NOW), false);
    assert.equal(hooks.verify({ headers: {}, query: {}, body: Buffer.alloc(0) }, APP, NOW), false);
  });

  it('names the store, and itself', () => {
    assert.deepEqual(hooks.read(message()), {
      id: CLAIMS.jti,
      kind: 'uninstalled',
      account: 'abc123',
      at: CLAIMS.iat * 1000,
    });
    assert.equal(hooks.read(message({ iat: 'x' }))?.at, undefined);
    for (const sub of [undefined, '', 'stores/', 'stores/a/b', 'abc123', 'stores/a b'])
      assert.equal(hooks.read(message({ sub })), undefined, String(sub));
  });
});

describe('a hint of BigCommerce', () => {
  it('names the order, or the product, also of a variant whose stock changed', () => {
    const variant = { product_id: 206, variant_id: 509 };
    const stock = { ...variant, method: 'absolute', value: 5 };
    for (const [scope, data, hint] of [
      ['store/order/updated', { type: 'order', id: 250 }, ['orders', '250']],
      ['store/product/updated', { type: 'product', id: 206 }, ['products', '206']],
      ['store/sku/updated', { type: 'sku', id: 461, sku: variant }, ['products', '206']],
      ['store/sku/deleted', { type: 'sku', id: 461 }, ['products', undefined]],
      [
        'store/sku/inventory/updated',
        { type: 'sku', id: 461, inventory: stock },
        ['products', '206'],
      ],
      ['store/customer/updated', { type: 'customer', id: 8 }, []],
    ] as const) {
      const body = Buffer.from(JSON.stringify({ scope, data }));
      const [found] = hints.read({ headers: {}, query: {}, body });
      assert.deepEqual(found ? [found.resource, found.record] : [], hint, scope);
    }
  });
});
