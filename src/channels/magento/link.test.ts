// The forms of the link pages: what they offer, and that their first checks let the true values pass.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf } from '../../link/form.ts';
import { accept } from './auth.ts';
import { magento } from './index.ts';
import { ways } from './link.ts';

test('what the examples show is accepted', () => {
  for (const way of ways) {
    const fields = fieldsOf(way, magento);
    const given = Object.fromEntries(fields.map(({ key, example }) => [key, example]));
    // The dots of an example stand for more.
    if (way.id === 'cloud') given.imsClientSecret = 'p8e-secret';
    assert.ok(accept(given).account.baseUrl);
  }
});

test('the admin is linked to only where its address was typed', () => {
  const [way] = ways;
  assert.ok(way?.kind === 'form');
  assert.equal(way.place?.({ baseUrl: 'https://shop.nl' }), undefined);
  assert.equal(way.place?.({ baseUrl: '' }), undefined);
  assert.equal(
    way.place?.({ baseUrl: 'shop.nl/admin_1a2b/admin/dashboard?x' }),
    'https://shop.nl/admin_1a2b',
  );
});
