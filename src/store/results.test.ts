// Results as they are kept: compressed where that helps, whole when read back, refused when too large.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { newKeyEntry, parseKeys } from '../key-ring.ts';
import { createSeal, SealError } from '../seal.ts';
import { LARGEST_RESULT, openResult, sealResult } from './results.ts';

const seal = createSeal(parseKeys(newKeyEntry('k')));
const kept = async (result: string) =>
  (await sealResult(seal, result, 'job/1/result')) ?? assert.fail('it is not kept');

test('a result comes back as it was, whatever its length and letters', async () => {
  // Of two units each, so that every boundary falls into the middle of one for one of the two.
  const carts = '🛒'.repeat(100_000);
  for (const result of ['{}', `"${'a'.repeat(5000)}"`, `"${carts}"`, `"x${carts}"`]) {
    const sealed = await kept(result);
    assert.equal(await text(openResult(seal, sealed, 'job/1/result')), result);
    assert.throws(() => openResult(seal, sealed, 'job/2/result'), SealError);
  }
});

test('a long one is compressed before it is sealed, a short one and those of old are read as they are', async () => {
  const long = JSON.stringify(Array.from({ length: 5000 }, (_, n) => ({ id: n, name: 'order' })));
  assert.ok((await kept(long)).length < long.length / 4);
  const old = seal.seal(long, 'job/1/result');
  assert.equal(await text(openResult(seal, old, 'job/1/result')), long);
});

test('one that stays too large is given up as soon as that is known', async () => {
  const noise = randomBytes(LARGEST_RESULT).toString('base64');
  assert.equal(await sealResult(seal, noise, 'job/1/result'), undefined);
});
