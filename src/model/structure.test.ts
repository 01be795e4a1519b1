import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { assembled } from '../../tools/assemble.ts';
import { type Finder, plainFinder, quickFinder, STRETCH } from './structure.ts';
import { CODE } from './structure-code.ts';

/** All that a finder finds, in stretches of these lengths, the last of them until the end. */
function found(finder: Finder, bytes: Buffer, numbers: boolean, lengths: readonly number[]) {
  const carried = { carry: 0 };
  const places: number[] = [];
  const left = [...lengths];
  for (let from = 0; from < bytes.length; ) {
    const to = Math.min(bytes.length, from + (left.shift() ?? STRETCH));
    const count = finder.find(bytes, from, to, numbers, carried);
    for (const place of finder.places.subarray(0, count)) places.push(from + place);
    from = to;
  }
  return places;
}

describe('structure of a JSON text', () => {
  const plain = plainFinder();
  const quick = quickFinder();
  assert.ok(quick, 'there is a quick way on every machine that runs the tests');

  it('is found quickly as it is found plainly, whatever the bytes and wherever stretches end', () => {
    // Mostly what matters: quotes, rows of backslashes, brackets, numbers, and bytes one bit beside them.
    const significant = fc.constantFrom(
      ...Buffer.from('"""\\\\\\\\[]{},,:-+.eE0123456789 \n\r\fmMn;\x02\x0c'),
    );
    const byte = fc.oneof({ weight: 4, arbitrary: significant }, fc.nat({ max: 255 }));
    fc.assert(
      fc.property(
        fc.array(byte, { maxLength: 400, size: 'max' }),
        fc.array(fc.constantFrom(64, 128, 192), { maxLength: 5 }),
        fc.boolean(),
        (given, lengths, numbers) => {
          const bytes = Buffer.from(given);
          assert.deepEqual(
            found(quick, bytes, numbers, lengths),
            found(plain, bytes, numbers, lengths),
          );
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('is found where a stretch is full, of brackets or of backslashes', () => {
    for (const text of ['[', ',', '\\', '"', '1', '"\\'])
      for (const length of [STRETCH - 1, STRETCH, STRETCH + 1, 2 * STRETCH]) {
        const bytes = Buffer.alloc(length, text);
        for (const numbers of [false, true])
          assert.deepEqual(found(quick, bytes, numbers, []), found(plain, bytes, numbers, []));
      }
  });

  it('leaves nothing of a longer text to a shorter one', () => {
    const long = Buffer.from('[1,2,'.repeat(100));
    const short = Buffer.from('[1,');
    found(quick, long, true, []);
    assert.deepEqual(found(quick, short, true, []), [0, 1, 2]);
  });

  it('has its code from the text that is kept beside it', async () => {
    assert.equal(CODE, await assembled(), 'run `npm run assemble`');
  });
});
