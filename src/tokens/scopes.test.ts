// Tests of the scopes that a token gets.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TokenFault } from './fault.ts';
import { grantScopes } from './scopes.ts';

it('grants all of the client when none is asked for', () => {
  assert.deepEqual(grantScopes(undefined, ['links', 'orders']), ['orders', 'links']);
  assert.deepEqual(grantScopes('', ['orders']), ['orders']);
  assert.deepEqual(grantScopes('  ', ['orders']), ['orders']);
});

it('grants what is asked for, each once and in one order', () => {
  const all = ['orders', 'products', 'links'];
  assert.deepEqual(grantScopes('links orders links', all), ['orders', 'links']);
  assert.deepEqual(grantScopes(' products ', all), ['products']);
});

for (const asked of ['orders,products', 'order', 'ORDERS', 'orders\tlinks', '"', 'orders admin']) {
  it(`refuses ${JSON.stringify(asked)} as a scope that does not exist`, () => {
    assert.throws(
      () => grantScopes(asked, ['orders', 'products']),
      (error) => {
        assert.ok(error instanceof TokenFault);
        assert.equal(error.code, 'invalid_scope');
        assert.match(error.message, /use any of orders, products, links/);
        return true;
      },
    );
  });
}

it('refuses a scope that the client does not have, naming it and those it has', () => {
  assert.throws(() => grantScopes('orders links', ['orders', 'products']), {
    code: 'invalid_scope',
    message: 'This client does not have the scope links; it has orders, products.',
  });
});
