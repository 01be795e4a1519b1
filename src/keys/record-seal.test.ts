import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createRecordSeal } from './record-seal.ts';
import { SealError } from './seal.ts';

const one = createRecordSeal(randomBytes(32));
const other = createRecordSeal(randomBytes(32));
const IDS = ['', '1', '4711', 'gid://shopify/Order/1', 'ẞüß 日本 👩‍👩‍👧', 'x'.repeat(5000)];

test('the same identifier is sealed the same, another or that of another client is not', () => {
  for (const id of IDS) {
    assert.equal(one.open(one.seal(id)), id);
    assert.equal(one.seal(id), one.seal(id));
    assert.notEqual(one.seal(id), other.seal(id));
    if (id.length > 3) assert.ok(!one.seal(id).includes(Buffer.from(id).toString('base64url')));
  }
  assert.equal(new Set(IDS.map(one.seal)).size, IDS.length);
});

test('nothing opens that was changed by a bit, was cut, or is of another client', () => {
  for (const id of IDS.slice(0, 5)) {
    const bytes = Buffer.from(one.seal(id), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const spoiled = Buffer.from(bytes);
      spoiled.writeUInt8(spoiled.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      assert.throws(() => one.open(spoiled.toString('base64url')), SealError);
    }
    for (let length = 0; length < bytes.length; length += 1)
      assert.throws(() => one.open(bytes.subarray(0, length).toString('base64url')), SealError);
    assert.throws(() => other.open(one.seal(id)), SealError);
  }
});

test('digests are whole numbers of 52 bits, by key and content', () => {
  const digests = Array.from({ length: 1000 }, (_, n) => one.digest(`{"n":${n}}`));
  assert.equal(new Set(digests).size, 1000);
  for (const digest of digests) assert.ok(Number.isInteger(digest) && digest < 2 ** 52);
  assert.ok(digests.some((digest) => digest >= 2 ** 51));
  assert.equal(one.digest('{}'), one.digest('{}'));
  assert.notEqual(one.digest('{}'), other.digest('{}'));
});

test('what is signed is proven by the same key alone', () => {
  assert.equal(one.sign('a.b'), one.sign('a.b'));
  assert.notEqual(one.sign('a.b'), one.sign('a.c'));
  assert.notEqual(one.sign('a.b'), other.sign('a.b'));
  assert.match(one.sign('a.b'), /^[\w-]{16}$/);
});
