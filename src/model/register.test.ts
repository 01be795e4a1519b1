import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Register, sizeOf } from './register.ts';

const large = (count: number) => Array.from({ length: count }, (_, i) => `status-number-${i}`);

test('counting a value ends when it is too large anyway', () => {
  assert.ok(sizeOf(large(10)) > 200);
  assert.ok(sizeOf(new Map([['a', new Set(['b'.repeat(1000)])]])) > 2000);
  assert.ok(sizeOf(large(400_000), 1000) < 8_000_000);
});

test('a register knows what walking through it would find, whatever was done with it', () => {
  const value = fc.oneof(fc.string(), fc.array(fc.string()), fc.dictionary(fc.string(), fc.nat()));
  const act = fc.record({
    does: fc.constantFrom('set', 'set', 'set', 'delete', 'clear'),
    key: fc.constantFrom('', 'a', 'b', 'longer'),
    value,
  });
  fc.assert(
    fc.property(fc.array(act), (acts) => {
      const register = new Register<unknown>();
      const plain = new Map<string, unknown>();
      for (const { does, key, value } of acts)
        for (const one of [register, plain])
          if (does === 'set') assert.equal(one.set(key, value), one);
          else if (does === 'clear') one.clear();
          else one.delete(key);
      assert.deepEqual([...register], [...plain]);
      assert.equal(sizeOf({ register }), sizeOf({ register: plain }));
    }),
  );
});

test('a register is not walked through', () => {
  const register = new Register<object>();
  let looks = 0;
  const counting = new Proxy({}, { ownKeys: () => [String(looks++)] });
  register.set('a', counting);
  const before = looks;
  assert.ok(before > 0);
  sizeOf({ register });
  assert.equal(looks, before);
});
