// Tests of linking again: what the linked account says is filled in, and never a secret.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { channels } from '../channels/index.ts';
import type { Account } from '../model/credential.ts';
import { wayForm } from './form.ts';

function known(name: string, way: string, account: Account) {
  const channel = channels[name];
  assert.ok(channel);
  const wanted = channel.ways.find(({ id }) => id === way);
  assert.ok(wanted, `${name} has no way ${way}`);
  const form = wayForm(wanted, channel);
  return { filled: form.known(account), leave: form.enoughToLeave(account) };
}

test('the address of a shop is filled in, for every way that asks for it', () => {
  const baseUrl = 'https://shop.example';
  assert.deepEqual(known('woocommerce', 'keys', { baseUrl, authMode: 'header' }), {
    filled: { baseUrl },
    leave: undefined,
  });
  assert.deepEqual(known('woocommerce', 'wordpress', { baseUrl }).leave, { baseUrl });
  assert.deepEqual(known('shopify', 'shopify', { baseUrl, expiresAt: '1' }).leave, { baseUrl });
  assert.deepEqual(known('magento', 'integration', { baseUrl, auth: 'oauth' }).filled, { baseUrl });
  assert.deepEqual(known('bigcommerce', 'app', { store_hash: 'abc' }).leave, { store_hash: 'abc' });
});

test('a setting that the form calls otherwise is filled in too', () => {
  const account = { cluster: 'us1', language: 'en', shopId: '12' };
  assert.deepEqual(known('lightspeed_c', 'keys', account).filled, {
    region: 'us1',
    language: 'en',
  });
  assert.deepEqual(known('lightspeed_c', 'app', account).leave, {
    region: 'us1',
    language: 'en',
    shopId: '12',
  });
  const marketplaceIds = 'A1805IZSGTT6HS,A1PA6795UKMFR9';
  const amazon = { marketplaceIds, sellerId: 'A2SELLER', endpoint: 'x' };
  assert.deepEqual(known('amazon', 'keys', amazon).filled, {
    marketplaceIds,
    sellerId: 'A2SELLER',
  });
  assert.deepEqual(known('amazon', 'consent', amazon).leave, { marketplaceIds });
});

test('without an address no one leaves, and nothing secret is ever filled in', () => {
  assert.equal(known('woocommerce', 'wordpress', {}).leave, undefined);
  for (const channel of Object.values(channels)) {
    const account = Object.fromEntries(channel.fields.map(({ key }) => [key, 'value']));
    for (const way of channel.ways) {
      const filled = wayForm(way, channel).known(account);
      for (const { key, secret } of channel.fields)
        if (secret) assert.ok(!(key in filled), `${channel.title} ${way.id} ${key}`);
    }
  }
  const [first] = Object.values(channels);
  const [way] = first?.ways ?? [];
  assert.ok(first && way);
  assert.deepEqual(wayForm(way, first).known(undefined), {});
});

test('where several may be chosen, each choice has a group and the others a name of their own', () => {
  const lists = Object.values(channels).flatMap((channel) =>
    channel.ways.flatMap((way) =>
      wayForm(way, channel)
        .inputs('en')
        .filter(({ kind }) => kind === 'choices'),
    ),
  );
  assert.ok(lists.length > 0);
  for (const { choices, others } of lists) {
    assert.ok(others);
    for (const { value, group } of choices) assert.ok(group, value);
  }
});
