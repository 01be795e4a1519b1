import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../test/all.ts';
import { gather } from './gathering.ts';

it('texts are gathered as the bytes of all of them, whatever they are', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 50 }),
    fc.string({ unit: fc.constantFrom('a', 'é', '€', 'ł', '😀', '\ud800', '\u00ff', '\u0100') }),
    fc.tuple(fc.constantFrom('a', 'é', '€', '😀'), fc.constantFrom(5000, 32_767, 32_768, 70_000)),
  );
  const texts = fc.array(
    text.map((one) => JSON.stringify(typeof one === 'string' ? one : one[0].repeat(one[1]))),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(texts, texts, (all, others) => {
      // Two at the same time, each of which keeps to its own.
      const [one, other] = [gather(), gather()];
      for (let n = 0; n < Math.max(all.length, others.length); n++) {
        one.add(all[n] ?? '');
        other.add(others[n] ?? '');
      }
      const first = one.end();
      const third = gather();
      third.add('written over what the first had');
      third.end();
      assert.ok(first.equals(Buffer.from(all.join(''))));
      assert.ok(other.end().equals(Buffer.from(others.join(''))));
    }),
    { numRuns: runs(300) },
  );
});
