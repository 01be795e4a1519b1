// v0 around the channel: restricted data tokens, versions, and that one line takes all of it away.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { DE, failure, fakeVendor, ORDERS_ONLY, pathOf } from '../fake-vendor.ts';
import { amazon } from '../index.ts';

const account = { ...ORDERS_ONLY, tokenKind: 'restricted' };

test('a restricted data token is known by its beginning, and is an access token otherwise', () => {
  const endpoint = ORDERS_ONLY.endpoint ?? '';
  const restricted = amazon.accept({ endpoint, token: 'Atz.sprdt|abc' });
  assert.deepEqual(restricted.secrets, { accessToken: 'Atz.sprdt|abc' });
  assert.equal(restricted.account.tokenKind, 'restricted');
  for (const token of ['Atza|abc', 'Atzr|abc'])
    assert.equal(amazon.accept({ endpoint, token }).account.tokenKind, undefined);
});

test('it opens v0 alone', async () => {
  const { orders, products } = amazon;
  const { reading } = fakeVendor([], { account });
  await assert.rejects(async () => orders?.fetch({ limit: 10 }, undefined, reading), {
    code: 'invalid_request',
    field: 'api_version',
    reason: 'restricted_token',
  });
  await assert.rejects(async () => products?.fetch({ limit: 10 }, undefined, reading), {
    code: 'invalid_request',
    field: 'token',
    reason: 'restricted_token',
  });
});

test('its check asks for no order, which it does not open', async () => {
  const seller = fakeVendor([failure(403, 'Unauthorized')], { account });
  assert.deepEqual(await amazon.check(account, seller.reading), {
    account: { ...account, marketplaceIds: DE },
  });
  assert.deepEqual(seller.asks.map(pathOf), ['/sellers/v1/marketplaceParticipations']);
});

test('both versions are spoken, the later one unless another is asked for', () => {
  assert.deepEqual(amazon.versions, {
    default: '2026-01-01',
    speaks: { '2026-01-01': null, v0: '2027-03-27' },
  });
});

test('nothing outside this folder knows of it but one line of index.ts', () => {
  const folder = new URL('../', import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));
  const knowing = files.flatMap((file) => {
    const lines = readFileSync(new URL(file, folder), 'utf8').split('\n');
    return lines.filter((line) => line.includes('/v0/index') || /from '.*\/v0\//.test(line));
  });
  assert.deepEqual(knowing, ["import { withV0 } from './v0/index.ts';"]);
});
