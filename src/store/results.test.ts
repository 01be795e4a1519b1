// Results as they are sealed: compressed where that helps, whole when read back, refused when too large.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { LARGEST_RESULT, packResult, unpackResult } from './results.ts';

const packed = async (result: string) =>
  (await packResult(result)) ?? assert.fail('it is not kept');

test('a result comes back as it was, whatever its length and letters', async () => {
  // Of two units each, so that every boundary falls into the middle of one for one of the two.
  const carts = '🛒'.repeat(100_000);
  for (const result of ['{}', `"${'a'.repeat(5000)}"`, `"${carts}"`, `"x${carts}"`])
    assert.equal(await text(unpackResult(await packed(result))), result);
});

test('a long one is compressed before it is sealed, a short one is not', async () => {
  const long = JSON.stringify(Array.from({ length: 5000 }, (_, n) => ({ id: n, name: 'order' })));
  assert.ok((await packed(long)).length < long.length / 4);
  assert.equal((await packed('{}')).toString(), '{}');
});

test('one that stays too large is given up as soon as that is known', async () => {
  const noise = randomBytes(LARGEST_RESULT).toString('base64');
  assert.equal(await packResult(noise), undefined);
});
