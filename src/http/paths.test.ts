// Addresses in answers, and queries: what is written is read as what it was made of.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../test/any-character.ts';
import { createAddresses, isPublic, PATHS } from './paths.ts';
import { readQuery } from './query.ts';

const BASE = 'https://manifold.example';
const { nextPage } = createAddresses(BASE);
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: anyCharacter }),
  fc.base64String(),
  fc.constantFrom('', 'user-1', 'a b', 'a+b', "it's", '*-._~', 'ü', '%41', 'a&b=c', '\ud800'),
);

test('the address of the next page reads as what it was made of', () => {
  fc.assert(
    fc.property(text, text, text, (channel, tpUserId, next_page_token) => {
      const query = { channel, tpUserId, next_page_token };
      const address = nextPage('orders', query);
      assert.ok(address.startsWith(`${BASE}${PATHS.orders}?`));
      assert.deepEqual(
        { ...readQuery(address) },
        {
          channel: channel.toWellFormed(),
          tpUserId: tpUserId.toWellFormed(),
          next_page_token: next_page_token.toWellFormed(),
        },
      );
    }),
  );
});

test('a query is read as if every part of it were escaped', () => {
  const part = fc.oneof(text, fc.constantFrom('%', '%e', '%ff', '+', '%2B', '%C3%BC'));
  const plainly = (one: string) => decodeURIComponent(one.replaceAll('+', ' '));
  fc.assert(
    fc.property(
      part.filter((one) => !/[&=?]/.test(one)),
      (one) => {
        let expected: string | undefined;
        try {
          expected = plainly(one);
        } catch {
          expected = undefined;
        }
        if (expected === undefined)
          assert.throws(() => readQuery(`?a=${one}`), { field: undefined });
        else assert.equal(readQuery(`?a=${one}`).a, expected);
      },
    ),
  );
});

test('vendors can call what has a public name and https', () => {
  for (const base of ['https://manifold.example', 'https://93.184.216.34:8443/x'])
    assert.ok(isPublic(base), base);
  for (const base of [
    ...['http://manifold.example', 'https://localhost:8080', 'https://127.0.0.1', 'https://[::1]'],
    ...['https://10.1.2.3', 'https://172.20.0.1', 'https://192.168.1.2', 'https://shop.local'],
  ])
    assert.ok(!isPublic(base), base);
});
